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
  private var looks: FixationWindows
  private var last: FaceFrame?

  /// - Parameters:
  ///   - screen: geometry that places the targets: the device's nominal geometry, with the points of the recording.
  ///   - cameraSigma: standard deviation of the camera's position, metres.
  package init(screen: ScreenGeometry, cameraSigma: Vector2, scale: NoiseScale = NoiseScale()) {
    self.scale = scale
    self.cameraSigma = cameraSigma
    looks = FixationWindows(screen: screen, scale: scale)
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
    looks.add(glance, target: observation.target, isBlinking: blinks.isMoving)
  }

  /// All characteristics of the frames so far, in a fixed order.
  package mutating func finish() -> [Characteristic] {
    timing.finish()
    losses.finish()
    blinks.finish()
    stillest.finish()
    looks.finish()
    return timing.characteristics + losses.characteristics + stillest.characteristics + coupling.characteristics
      + blinks.characteristics + tracker
  }

  /// The fixations of targets so far, for a `SessionFit`; call `finish()` first.
  package func sessionLooks(_ session: Int) -> SessionLooks {
    SessionLooks(session: session, looks: TargetLook.first(of: looks.onTargets))
  }

  private var tracker: [Characteristic] {
    let isOnTargets = looks.onTargets.count >= NoiseFit.fewest
    let response = ResponseFit(looks.onTargets, scale: scale, cameraSigma: cameraSigma)
    let noise = NoiseFit(
      isOnTargets ? looks.onTargets : looks.free, period: timing.rate.map { 1 / $0.value } ?? 0,
      logRate: response?.logRate, gain: response.map { SIMD2($0.gain.yaw.value, $0.gain.pitch.value) })
    return noiseRows(noise, isOnTargets: isOnTargets) + responseRows(response)
  }

  private func noiseRows(_ noise: NoiseFit?, isOnTargets: Bool) -> [Characteristic] {
    let available = isOnTargets ? looks.onTargets.count : looks.free.count
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
      let isTold = isOnTargets || isBounded
      return Characteristic(
        name, isTold ? figure : nil, count: noise?.windows ?? available,
        of: isOnTargets ? "looks" : "windows", windows: windows,
        isUpperBound: isUpperBound || !isOnTargets, note: missing ?? (isTold ? bound : "takes looks at targets") ?? note
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
        name, figure, count: response?.looks ?? 0, of: "looks",
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

/// Quantities of a frame that the estimators share, computed once.
struct FrameGlance {
  let time: Double
  let isTracked: Bool
  /// True if pose and eyes equal those of the previous frame bit for bit.
  let isRepeat: Bool
  /// Mean closure of the lids, 0…1; nil if it is not a number.
  let lid: Double?
  /// Both eyes and the face; nil if their poses are not usable.
  let eyes: Eyes?

  struct Eyes {
    private(set) var cameraFromFace: RigidTransform
    /// Cyclopean eye: centre in the face, metres, and its reported yaw and pitch (`angles`), radians.
    let origin: Vector3
    let angles: Vector2
    /// Yaw and pitch of each eye, radians.
    let left: Vector2, right: Vector2
    /// Slope by which the two eyes diverge, each to its own side; 0 is parallel.
    let outward: Double
    /// Distance between the eyes' centres, metres.
    let separation: Double
    /// Distance from the eyes, along the face's own z, to the reported gaze point in the screen's plane, metres; nil if
    /// the eyes look more than 25° off the camera's axis.
    let depth: Double?
  }

  /// Computes the quantities; nil if the time is not finite.
  init?(_ frame: FaceFrame, after last: FaceFrame?) {
    guard frame.time.isFinite else { return nil }
    time = frame.time
    isTracked = frame.isTracked
    isRepeat = last.map { $0.isTracked && frame.isTracked && frame.repeatsPose(of: $0) } ?? false
    let closure = Double(frame.blink.x + frame.blink.y) / 2
    lid = frame.isTracked && closure.isFinite ? closure : nil
    eyes = frame.isTracked ? Eyes(frame) : nil
  }
}

extension FrameGlance.Eyes {
  init?(_ frame: FaceFrame) {
    guard let left = EyeSlope(frame.leftEye, kappa: .zero), let right = EyeSlope(frame.rightEye, kappa: .zero),
      let eye = CyclopeanEye(left, right), let cameraFromFace = frame.cameraFromFace
    else { return nil }
    func angles(_ slope: Vector2) -> Vector2 { GazeAngles(direction: SIMD3(slope, 1)).vector }
    self.cameraFromFace = cameraFromFace
    origin = eye.origin
    self.angles = angles(SIMD2(eye.direction.x, eye.direction.y) / eye.direction.z)
    self.left = angles(left.slope)
    self.right = angles(right.slope)
    // The eyes' positions decide which eye is on which side, since this depends on the recording's convention.
    outward = (left.slope.x - right.slope.x) * (left.origin.x < right.origin.x ? -1 : 1)
    separation = abs(left.origin.x - right.origin.x)
    let distance = -cameraFromFace.apply(eye.origin).z
    let approach = cameraFromFace.apply(direction: eye.direction / eye.direction.z).z
    depth = distance > 0 && approach > 0.9 ? distance / approach : nil
  }

  /// The same face at a multiple of its distance from the camera.
  func scaled(by factor: Double) -> Self {
    var scaled = self
    scaled.cameraFromFace.translation *= factor
    return scaled
  }
}

extension GazeAngles {
  /// (yaw, pitch), radians.
  var vector: Vector2 { SIMD2(yaw, pitch) }
}
