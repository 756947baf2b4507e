import GazeMetrics
package import GazePipeline
package import GazeRecording

/// One person's tracker characteristics, estimated frame by frame in memory that does not grow with the recording.
///
///     var character = PersonCharacter(screen: profile.geometry, cameraSigma: sigma)
///     for observation in recording { character.step(observation) }
///     let rows = character.finish()
///
/// It takes `RecordedFrame.Observation`s, so it cannot see a simulation's truth. Times must not decrease.
package struct PersonCharacter {
  private let scale: NoiseScale
  /// Standard deviation of the camera's position, metres.
  package let cameraSigma: Vector2
  private var timing = FrameTiming()
  private var losses = FaceLosses()
  private var blinks = BlinkMeter()
  private var coupling = EyeCoupling()
  private var stillest = StillestWindows()
  private var fixations: FixationWindows
  private var last: FaceFrame?

  /// - Parameters:
  ///   - screen: geometry that places the targets: the device's nominal geometry, with the points of the recording.
  ///   - cameraSigma: standard deviation of the camera's position, metres.
  package init(screen: ScreenGeometry, cameraSigma: Vector2, scale: NoiseScale = NoiseScale()) {
    self.scale = scale
    self.cameraSigma = cameraSigma
    fixations = FixationWindows(screen: screen, scale: scale)
  }

  /// Adds the next frame; ignores a frame without a finite time.
  package mutating func step(_ observation: RecordedFrame.Observation) {
    guard let glance = FrameGlance(observation.frame, after: last) else { return }
    last = observation.frame
    timing.add(glance)
    losses.add(glance)
    blinks.add(glance)
    coupling.add(glance)
    stillest.add(glance, isBlinking: blinks.isMoving)
    fixations.add(glance, target: observation.target, isBlinking: blinks.isMoving)
  }

  /// All characteristics of the frames so far, in a fixed order.
  package mutating func finish() -> [Characteristic] {
    timing.finish()
    losses.finish()
    blinks.finish()
    stillest.finish()
    fixations.finish()
    return timing.characteristics + losses.characteristics + stillest.characteristics + coupling.characteristics
      + blinks.characteristics + tracker
  }

  /// The fixations of targets so far, for a `SessionFit`; call `finish()` first.
  package func sessionFixations(_ session: Int) -> SessionFixations {
    SessionFixations(session: session, fixations: TargetFixation.first(of: fixations.onTargets))
  }

  private var tracker: [Characteristic] {
    let isOnTargets = fixations.onTargets.count >= NoiseFit.fewest
    let response = ResponseFit(fixations.onTargets, scale: scale, cameraSigma: cameraSigma)
    let noise = NoiseFit(
      isOnTargets ? fixations.onTargets : fixations.free, period: timing.rate.map { 1 / $0.value } ?? 0,
      logRate: response?.logRate, gain: response.map { SIMD2($0.gain.yaw.value, $0.gain.pitch.value) })
    return noiseRows(noise, isOnTargets: isOnTargets) + responseRows(response)
  }

  // The notes and windows below repeat constants: 35 cm is `NoiseScale.distance`, 20 deg/s `FixationWindows.fastest`,
  // 20 s and 2.7 `ResponseFit.timePrior`. Nothing compares them.

  private func noiseRows(_ noise: NoiseFit?, isOnTargets: Bool) -> [Characteristic] {
    let available = isOnTargets ? fixations.onTargets.count : fixations.free.count
    let windows =
      isOnTargets
      ? "looks at targets from \(FixationWindows.settling) s on, without blinks; at 35 cm, straight ahead"
      : "where the reported axis turns slower than 20 deg/s, without blinks; at 35 cm, straight ahead"
    let missing = noise == nil ? "\(counted(available, "windows")); takes \(NoiseFit.fewest)" : nil
    let bound = isOnTargets ? nil : "no targets: slow drift, head sway, pursuit and small saccades are in it"
    func row(
      _ name: String, _ figure: Figure?, isBounded: Bool = false,
      isUpperBound: Bool = false, note: String? = nil
    ) -> Characteristic {
      let isGiven = isOnTargets || isBounded
      return Characteristic(
        name, isGiven ? figure : nil, count: noise?.windows ?? available,
        of: isOnTargets ? "looks" : "windows", windows: windows,
        isUpperBound: isUpperBound || !isOnTargets,
        note: missing ?? (isGiven ? bound : "takes looks at targets") ?? note
      )
    }
    return [
      row("noiseSD", noise?.noiseSD, isBounded: true),
      row("noiseTime", noise?.noiseTime),
      row(
        "whiteSD", noise?.whiteSD, isUpperBound: true,
        note: "at most: what else changes from frame to frame, such as frames of unlike age, is in it"),
      row("noiseRMSS2S", noise?.rmsS2S, isBounded: true),
      row("noiseSTD", noise?.std, isBounded: true),
      row("noiseLag1", noise?.lag1),
      row(
        "poseNoise", noise?.poseSD,
        note: noise?.poseSD == nil ? "takes targets and a moving face" : "the face pose's, as an angle at the eye"),
    ]
  }

  private func responseRows(_ response: ResponseFit?) -> [Characteristic] {
    let missing = response == nil ? "takes \(ResponseFit.fewest) looks at targets" : nil
    func row(_ name: String, _ figure: Figure?, note: String? = nil)
      -> Characteristic
    {
      Characteristic(
        name, figure, count: response?.fixationCount ?? 0, of: "looks",
        windows: "means over looks at targets from \(FixationWindows.settling) s on", note: missing ?? note
      )
    }
    return [
      row("driftSD", response?.driftSD),
      row(
        "driftTime", response?.driftTime,
        note: response?.driftTime == nil
          ? "assumed, not measured (20 s times or divided by 2.7): the looks say too little of it"
          : "prior 20 s times or divided by 2.7"),
      row("lookSD", response?.lookSD, note: "people's aim and averaged noise"),
      row("biasYaw", response?.bias.yaw, note: "kappa, face pose and session in it"),
      row("biasPitch", response?.bias.pitch, note: "kappa, face pose and session in it"),
      row("gainH", response?.gain.yaw),
      row("gainV", response?.gain.pitch),
    ]
  }
}
