import GazeImport
import GazePipeline
import GazeRecording

/// The doctor's checks that use the gaze: axes, points, sizes, gain, the phone's pose, the eyes.
extension Doctor {
  /// Angle by which ARKit's eyes point outward, left less right yaw, radians: the middle of the range `outward` in
  /// `CharacteriseReport.figures` and the default of the constant `tracker.outward`. `CharacteriseRunTests` compares
  /// those two; nothing compares this number with them.
  private static let outward = 0.066
  /// Assumed SD of that angle over sources, and the range in which the angle says anything about axes, radians.
  private static let outwardSD = 0.02, judgedOutward = 0.02...0.17
  /// Assumed log odds against an explanation: reversed eyes that it leaves reversed, eyes that it reverses needlessly,
  /// and at most for the outward angle.
  private static let leavesReversed = -5.0, reversesNeedlessly = -3.0, wrongOutward = -6.0
  /// Assumed ranges of a face's distance and of the eyes' separation, metres, by which a unit is recognised; a face
  /// beyond `farthest` is not recorded in metres.
  private static let faces = 0.12...1.5, eyesApart = 0.04...0.09, farthest = 3.0

  mutating func judgeGaze() {
    if isFaceless { return }
    guard let layout = judgedLayout(), !isOffTheClock() else {
      judgeEyes()
      judgeCamera()
      return
    }
    guard let best = bestExplanation(layout) else { return }
    if best.fault != .poseIgnored { judgeCamera() }
    if best.fault != .mirroredX || !best.reversesEyes { judgeEyes() }
  }

  /// The targets' layout; nil, with a finding that says why, if the gaze cannot be judged.
  private mutating func judgedLayout() -> TargetLayout? {
    if fixations.count >= Self.fewest, let layout = TargetLayout(fixations.targets) { return layout }
    if fixations.count > 0 {
      find(
        .fewLooks,
        "There are \(fixations.count) fixations at \(fixations.targets.count) places, too few to check axes and sizes.",
        ["looks": fixations.count, "places": fixations.targets.count], severity: .warning)
    } else {
      find(
        .noTargets,
        fixations.withTarget == 0
          ? "The recording shows no target, so axes, sizes, gain and the phone's pose cannot be checked; clock, "
            + "eyes, camera and data loss can."
          : "No target was looked at for a second with the face tracked; nothing can be said of axes, sizes and "
            + "gain.",
        ["frames with a target": fixations.withTarget], severity: .note)
    }
    return nil
  }

  /// The best explanation of the fixations, with its findings; nil if the translations are not in their place.
  private mutating func bestExplanation(_ layout: TargetLayout) -> GazeHypothesis? {
    var (layout, samples) = (layout, fixations.samples.sorted { $0.participant < $1.participant })
    let distance = Quantiles.upperMedian(samples.map { ($0.face.translation - $0.camera.translation).length })
    if let distance, distance < Self.nearest {
      find(
        .transposed,
        "The face is \(NumberText.rounded(distance * 100, 1)) cm from the camera: the translations are not where they "
          + "should be, as in matrices written row by row.", ["median distance [m]": distance])
      return nil
    }
    convertLengths(&samples, distance ?? 0)
    let context = context(&layout, &samples)
    var hypotheses = context.hypotheses
    for index in hypotheses.indices { hypotheses[index].prior += eyePrior(hypotheses[index]) }
    var scored = GazeEvidence.scored(hypotheses, samples)
    if let first = scored.first, first.residual > Self.mostLeftOfAll {
      let trimmed = GazeEvidence.scored(hypotheses, samples, trimmed: true)
      if let best = trimmed.first, Self.missedShare.contains(best.missed), best.residual < Self.mostLeftOfLooks,
        best.elsewhere > Self.leastElsewhere
      {
        add(GazeFinding.missed(best))
        scored = trimmed
      }
    }
    guard let none = scored.first(where: { $0.fault == nil }),
      let best = scored.first(where: { Self.isSupported($0, against: none, isCentred: context.isCentred) })
    else { return nil }
    let fault = best.fault
    if let fault { add(GazeFinding.finding(fault, best, none, scored, context)) }
    if best.residual > (fault == nil ? Self.mostLeftAsRecorded : Self.mostLeft) {
      add(GazeFinding.unexplained(best, none))
    } else if fault == nil {
      add(GazeFinding.check(none, scored.first { $0.fault != nil }))
    }
    return best
  }

  /// Log odds of strong evidence, 10 to 1 (Jeffreys, Theory of Probability, 1961). If an explanation is right, its own
  /// evidence is as strong against it in at most one of ten recordings.
  static let strong = 2.303

  /// False for a wrong size in a layout that is centred as recorded, if the gaze alone is strong evidence against it.
  /// Only equal or round margins are left for it then, and an app may have any margins.
  private static func isSupported(
    _ scored: GazeHypothesis, against none: GazeHypothesis, isCentred: Bool
  ) -> Bool {
    !scored.isSize || !isCentred || scored.gaze - none.gaze > -strong
  }

  /// Reports the delay of the gaze after the targets. Returns true if the delay is so long that fixations are assigned
  /// to wrong targets and so give no information about axes, sizes and gain.
  private mutating func isOffTheClock() -> Bool {
    guard let lag = lag.estimate() else { return false }
    guard let offset = lag.offset else {
      check("targets' clock", "The eyes follow the targets as fast as eyes do.", lag.numbers)
      return false
    }
    find(
      .clockOffset,
      "The eyes \(lag.lag < 0 ? "go" : "come") to a target \(NumberText.rounded(abs(lag.lag), 1)) s "
        + "\(lag.lag < 0 ? "before" : "after") it is shown, where eyes take 0.2 to 0.4 s: frames come about "
        + "\(NumberText.rounded(abs(offset), 1)) s too \(offset > 0 ? "late" : "early") for their targets.",
      lag.numbers)
    guard abs(offset) > Self.mostOffset else { return false }
    check(
      GazeFinding.subject,
      "These cannot be judged before the times are right: frames go with the targets of another moment.")
    return true
  }

  /// Log prior of an explanation, given the eyes: a penalty if the eyes are reversed and the explanation does not
  /// reverse them, or if the explanation reverses eyes that are not reversed; and a penalty if the eyes do not point
  /// outward as far as ARKit's do.
  private func eyePrior(_ hypothesis: GazeHypothesis) -> Double {
    var prior = 0.0
    if eyes.isReversed, !hypothesis.reversesEyes { prior += Self.leavesReversed }
    if !eyes.isReversed, !eyes.isTurnedInward, hypothesis.reversesEyes { prior += Self.reversesNeedlessly }
    let outward = abs(eyes.outward)
    if Self.judgedOutward.contains(outward) {
      let off = (outward - Self.outward * hypothesis.eyeFactor.x) / Self.outwardSD
      prior += max(-0.5 * off * off, Self.wrongOutward)
    }
    return prior
  }

  /// Converts translations in millimetres or centimetres to metres, and reports the wrong unit.
  private mutating func convertLengths(_ samples: inout [DoctorSample], _ distance: Double) {
    guard distance > Self.farthest else { return }
    // Decimetres, inches, centimetres and millimetres in a metre; the sentence below names the last two.
    let units = [10.0, 39.37, 100, 1000]
    let unit = units.first { Self.faces.contains(distance / $0) } ?? 1000
    let apart = abs(eyes.separation)
    let eyeUnit = units.first { Self.eyesApart.contains(apart / $0) } ?? 1
    for index in samples.indices {
      samples[index].face.translation /= unit
      samples[index].camera.translation /= unit
      samples[index].left.translation /= eyeUnit
      samples[index].right.translation /= eyeUnit
    }
    let name = unit == 1000 ? "millimetres" : unit == 100 ? "centimetres" : "no metres"
    find(
      .lengthUnits,
      "The face is \(NumberText.rounded(distance, 1)) m from the camera as recorded: lengths are \(name).",
      ["median distance as recorded [m]": distance])
  }

  private mutating func context(_ layout: inout TargetLayout, _ samples: inout [DoctorSample]) -> GazeContext {
    // The panel's size from its pixels, even if the profile states another size: `MappingCheck` reports a wrong
    // profile.
    let panel = MappingCheck.panel(profile)
    var upright = profile.geometry
    if MappingCheck.isOff(upright.metres, panel) { upright.metres = panel }
    // Display Zoom changes points by less than this assumed range; other ratios are another device's.
    if let points = header.points, let zoom, (0.6...1.5).contains(zoom) {
      let isTall = upright.points.x < upright.points.y
      upright.points = isTall ? SIMD2(points.min(), points.max()) : SIMD2(points.max(), points.min())
    }
    convertTargets(&layout, &samples, upright.turned(to: header.orientation).points)
    let width = profile.geometry.points.min()
    // Ratios for Display Zoom: the widths in points that zoomed phones have, and the inverse of the factor of an iPad's
    // "More Space" (screens wider than 800 points are iPads').
    var zooms = [320.0, 375, 402].map { $0 / width } + (width > 800 ? [0.8598] : [])
    if let zoom { zooms.append(min(zoom, 1 / zoom)) }
    return GazeContext(
      screen: upright, orientation: header.orientation, layout: layout,
      body: BodySize.millimetres[profile.id].map { $0 / 1000 }, zooms: zooms.filter { (0.75...0.97).contains($0) },
      camera: camera.state, swings: camera.swings, isSimulated: header.source == .simulated)
  }

  /// Converts targets in pixels, in shares of the screen, or relative to the screen's middle to points, and reports the
  /// wrong unit or origin. The bounds here and in `arePixels` are assumed.
  private mutating func convertTargets(
    _ layout: inout TargetLayout, _ samples: inout [DoctorSample], _ size: Vector2
  ) {
    let (low, high, scale) = (layout.low, layout.high, profile.points.scale)
    let points: (Vector2) -> Vector2
    if low.min() >= 0, high.max() <= 1 {
      find(
        .targetsAsShares, "All targets lie between 0 and 1: they are shares of the screen, not points.",
        ["largest x": high.x, "largest y": high.y])
      points = { $0 * size }
    } else if low.max() < 0, high.min() > 0, max(abs((low + high).x / size.x), abs((low + high).y / size.y)) < 0.2 {
      find(
        .targetsFromMiddle,
        "Targets go from \(low.text(", ")) to \(high.text(", ")): they are counted from the screen's middle.",
        ["smallest x [pt]": low.x, "largest x [pt]": high.x])
      points = { $0 + size / 2 }
    } else if low.min() >= 0, arePixels(layout.middle(size), high / size, scale) {
      find(
        .targetsInPixels,
        "Targets go to \(high.text(", ")) on a screen of \(size.text()) points: they are pixels"
          + (scale == 2 ? ", or twice as far from the corner as they should be, which is the same." : "."),
        ["largest x [pt]": high.x, "largest y [pt]": high.y])
      let factor = 1 / scale
      points = { $0 * factor }
    } else {
      return
    }
    for index in samples.indices { samples[index].target = points(samples[index].target) }
    layout = TargetLayout(Set(fixations.targets.map(points))) ?? layout
  }

  /// True if the targets' coordinates exceed twice the screen's size in points, or if the targets' layout is centred on
  /// a screen of the panel's pixels.
  private func arePixels(_ middle: Vector2, _ high: Vector2, _ scale: Double) -> Bool {
    let isCentred = max(abs(middle.x / scale - 1), abs(middle.y / scale - 1)) < 0.02
    return scale > 1.5 && high.max() <= scale + 0.05 && (isCentred || high.min() > 2)
  }

  private mutating func judgeEyes() {
    guard camera.frames > 0 else { return }
    if eyes.isReversed, header.assumptions.contains(where: { $0.contains(ImportOptions.leftEye) }) {
      // An importer of a source without eye positions placed the eyes at assumed positions, and stated so in the
      // header.
      check(
        "eyes",
        "leftEye is at the face's -x, unlike ARKit's. The import assumed this and says so; which eye is which cannot "
          + "be checked.", eyes.numbers)
    } else if eyes.isReversed || eyes.isTurnedInward {
      let isBlind = fixations.count < Self.fewest
      find(
        .eyesSwapped,
        (eyes.isReversed
          ? "leftEye is \(NumberText.rounded(abs(eyes.separation) * 1000, 1)) mm to the face's -x of rightEye, where "
            + "ARKit's left eye is the one at +x: the two are exchanged"
          : "The eyes point \(NumberText.rounded(abs(eyes.outward.degrees), 1)) degrees inward, at every distance, "
            + "where ARKit's point as much outward: the two rotations are exchanged")
          + (isBlind ? ", or x is mirrored; only targets could distinguish the two." : "."), eyes.numbers)
    } else {
      check("eyes", "The left eye is the one at the face's +x.", eyes.numbers)
    }
  }

  private mutating func judgeCamera() {
    guard camera.frames > 0 else { return }
    let numbers: DoctorReport.Numbers = [
      "frames": camera.frames, "camera turned by up to [deg]": camera.spread.degrees,
    ]
    switch camera.state {
    case .moving: check("camera", "The camera's pose moves with the phone.", numbers)
    case .identity:
      check(
        "camera",
        "The camera's pose is the unit matrix throughout: right where poses are the camera's own (a camera-aligned "
          + "world), and the phone's pose ignored where they are the world's.", numbers)
    case .constant where header.source == .recorded && fixations.count < Self.fewest:
      find(
        .poseIgnored,
        "The camera's pose is the same to the last bit in all \(camera.frames) frames, as no tracked phone's is: "
          + "that of one frame was kept.", numbers)
    case .constant:
      check("camera", "The camera's pose never changes, and nothing says that the phone moved.", numbers)
    }
  }
}
