import GazePipeline
import GazeRecording

/// The doctor's checks that use the gaze: axes, points, sizes, gain, the phone's pose, the eyes.
extension Doctor {
  func gaze(_ report: inout DoctorReport) {
    if isFaceless { return }
    guard looks.looks > 0 else {
      report.findings.append(
        .init(
          .noTargets,
          looks.withTarget == 0
            ? "The recording shows no target, so axes, sizes, gain and the phone's pose cannot be checked; clock, "
              + "eyes, camera and data loss can."
            : "No target was looked at for a second with the face tracked; nothing can be said of axes, sizes and "
              + "gain.",
          [.init("frames with a target", Double(looks.withTarget))], severity: .note))
      eyesAlone(&report)
      cameraAlone(&report)
      return
    }
    guard looks.looks >= Self.fewest, var layout = TargetLayout(looks.targets) else {
      report.findings.append(
        .init(
          .fewLooks,
          "There are \(looks.looks) fixations at \(looks.targets.count) places, too few to check axes and sizes.",
          [.init("looks", Double(looks.looks)), .init("places", Double(looks.targets.count))], severity: .warning))
      eyesAlone(&report)
      cameraAlone(&report)
      return
    }
    if isOffTheClock(&report) {
      eyesAlone(&report)
      cameraAlone(&report)
      return
    }
    var samples = looks.samples.sorted { $0.participant < $1.participant }
    let distances = samples.map { ($0.face.translation - $0.camera.translation).length }
    if let median = Quantiles.upperMedian(distances), median < Self.nearest {
      report.findings.append(
        .init(
          .transposed,
          "The face is \(NumberText.rounded(median * 100, 1)) cm from the camera: the translations are not where they "
            + "should be, as in matrices written row by row.", [.init("median distance", median, "m")]))
      return
    }
    if let finding = lengths(&samples) { report.findings.append(finding) }
    let context = context(&layout, &samples, &report)
    var hypotheses = context.hypotheses
    for index in hypotheses.indices { hypotheses[index].prior += eyePrior(hypotheses[index]) }
    var scored = GazeEvidence.scored(hypotheses, samples)
    if let first = scored.first, first.residual > Self.mostLeftOfAll {
      let trimmed = GazeEvidence.trimmed(hypotheses, samples)
      if let best = trimmed.first, Self.missedShare.contains(best.missed), best.residual < Self.mostLeftOfLooks,
        best.elsewhere > Self.leastElsewhere
      {
        report.findings.append(GazeFinding.missed(best))
        scored = trimmed
      }
    }
    guard let none = scored.first(where: { $0.hypothesis.fault == nil }),
      let best = scored.first(where: { Self.isSupported($0, against: none, isCentred: context.isCentred) })
    else { return }
    if let fault = best.hypothesis.fault {
      report.findings.append(GazeFinding.finding(fault, best, none, scored, context))
      if best.residual > Self.mostLeft { report.findings.append(GazeFinding.unexplained(best, none)) }
    } else if best.residual > Self.mostLeftAsRecorded {
      report.findings.append(GazeFinding.unexplained(best, none))
    } else {
      let rival = scored.first { $0.hypothesis.fault != nil }
      report.checked.append(GazeFinding.check(none, rival, context))
    }
    if best.hypothesis.fault != .poseIgnored { cameraAlone(&report) }
    if best.hypothesis.fault != .mirroredX || !best.hypothesis.reversesEyes { eyesAlone(&report) }
  }

  /// Log odds of strong evidence, 10 to 1 (Jeffreys, Theory of Probability, 1961). If an explanation is right, its own
  /// evidence is as strong against it in at most one of ten recordings.
  static let strong = 2.303

  /// False for a wrong size in a layout that is centred as recorded, if the gaze alone is strong evidence against it.
  /// Only equal or round margins are left for it then, and an app may have any margins.
  private static func isSupported(
    _ scored: GazeEvidence.Scored, against none: GazeEvidence.Scored, isCentred: Bool
  ) -> Bool {
    !scored.hypothesis.isSize || !isCentred || scored.gaze - none.gaze > -strong
  }

  /// Reports the delay of the gaze after the targets. Returns true if the delay is so long that fixations are assigned
  /// to wrong targets and so give no information about axes, sizes and gain.
  func isOffTheClock(_ report: inout DoctorReport) -> Bool {
    guard let lag = lag.estimate() else { return false }
    guard let offset = lag.offset else {
      report.checked.append(
        .init("targets' clock", "The eyes follow the targets as fast as eyes do.", lag.figures))
      return false
    }
    report.findings.append(
      .init(
        .clockOffset,
        "The eyes "
          + (lag.lag < 0
            ? "go to a target \(NumberText.rounded(-lag.lag, 1)) s before it is shown"
            : "come to a target \(NumberText.rounded(lag.lag, 1)) s after it is shown")
          + ", where eyes take 0.2 to 0.4 s: frames come about \(NumberText.rounded(abs(offset), 1)) s too "
          + "\(offset > 0 ? "late" : "early") for their targets.",
        lag.figures))
    guard abs(offset) > Self.mostOffset else { return false }
    report.checked.append(
      .init(
        "axes, points, orientation, sizes, gain and the phone's pose",
        "These cannot be judged before the times are right: frames go with the targets of another moment.", []))
    return true
  }

  /// Log prior of an explanation, given the eyes: a penalty if the eyes are reversed and the explanation does not
  /// reverse them, or if the explanation reverses eyes that are not reversed; and a penalty if the eyes do not point
  /// outward as far as ARKit's do.
  func eyePrior(_ hypothesis: GazeHypothesis) -> Double {
    var prior = 0.0
    if eyes.isReversed, !hypothesis.reversesEyes { prior -= 5 }
    if !eyes.isReversed, !eyes.isTurnedInward, hypothesis.reversesEyes { prior -= 3 }
    let outward = abs(eyes.outward)
    if (0.02...0.17).contains(outward) {
      let off = (outward - 0.066 * hypothesis.eyeFactor.x) / 0.02
      prior += max(-0.5 * off * off, -6)
    }
    return prior
  }

  /// Converts translations in millimetres or centimetres to metres, and reports the wrong unit.
  func lengths(_ samples: inout [DoctorSample]) -> DoctorReport.Finding? {
    let median = Quantiles.upperMedian(samples.map { ($0.face.translation - $0.camera.translation).length }) ?? 0
    guard median > 3 else { return nil }
    let unit = [10.0, 39.37, 100, 1000].first { (0.12...1.5).contains(median / $0) } ?? 1000
    let apart = abs(eyes.separation)
    let eyeUnit = [10.0, 39.37, 100, 1000].first { (0.04...0.09).contains(apart / $0) } ?? 1
    for index in samples.indices {
      samples[index].face.translation /= unit
      samples[index].camera.translation /= unit
      samples[index].left.translation /= eyeUnit
      samples[index].right.translation /= eyeUnit
    }
    let name = unit == 1000 ? "millimetres" : unit == 100 ? "centimetres" : "no metres"
    return .init(
      .lengthUnits, "The face is \(NumberText.rounded(median, 1)) m from the camera as recorded: lengths are \(name).",
      [.init("median distance as recorded", median, "m")])
  }

  func context(
    _ layout: inout TargetLayout, _ samples: inout [DoctorSample], _ report: inout DoctorReport
  ) -> GazeContext {
    // The panel's size from its pixels, even if the profile states another size: `MappingCheck` reports a wrong
    // profile.
    let panel = MappingCheck.panel(profile)
    let off = profile.geometry.metres / panel - 1
    var upright = profile.geometry
    if max(abs(off.x), abs(off.y)) > 0.018 { upright.metres = panel }
    if let points = header.points, let zoom, (0.6...1.5).contains(zoom) {
      let isTall = upright.points.x < upright.points.y
      upright.points = isTall ? SIMD2(points.min(), points.max()) : SIMD2(points.max(), points.min())
    }
    units(&layout, &samples, upright.turned(to: header.orientation).points, &report)
    let width = profile.geometry.points.min()
    // Ratios for Display Zoom: the widths in points that zoomed phones have, and the inverse of the factor of an iPad's
    // "More Space".
    var zooms = [320.0, 375, 402].map { $0 / width } + (width > 800 ? [0.8598] : [])
    if let zoom { zooms.append(min(zoom, 1 / zoom)) }
    zooms = zooms.filter { (0.75...0.97).contains($0) }
    return GazeContext(
      screen: upright, orientation: header.orientation, layout: layout,
      body: BodySize.millimetres(profile.id).map { $0 / 1000 }, zooms: zooms, camera: camera.state,
      swings: camera.swings, isSimulated: header.source == .simulated)
  }

  /// Converts targets in pixels, in shares of the screen, or relative to the screen's middle to points, and reports the
  /// wrong unit or origin.
  func units(
    _ layout: inout TargetLayout, _ samples: inout [DoctorSample], _ size: SIMD2<Double>,
    _ report: inout DoctorReport
  ) {
    let (low, high) = (layout.low, layout.high)
    var factor: SIMD2<Double>?
    if low.min() >= 0, high.max() <= 1 {
      factor = size
      report.findings.append(
        .init(
          .targetsAsShares, "All targets lie between 0 and 1: they are shares of the screen, not points.",
          [.init("largest x", high.x), .init("largest y", high.y)]))
    } else if low.max() < 0, high.min() > 0, max(abs((low + high).x / size.x), abs((low + high).y / size.y)) < 0.2 {
      report.findings.append(
        .init(
          .targetsFromMiddle,
          "Targets go from \(NumberText.rounded(low.x, 1)), \(NumberText.rounded(low.y, 1)) to "
            + "\(NumberText.rounded(high.x, 1)), \(NumberText.rounded(high.y, 1)): they are counted from the screen's "
            + "middle.",
          [.init("smallest x", low.x, "pt"), .init("largest x", high.x, "pt")]))
      for index in samples.indices { samples[index].target += size / 2 }
      layout = TargetLayout(Set(looks.targets.map { $0 + size / 2 })) ?? layout
    } else if low.min() >= 0, arePixels(layout.middle(size), high / size) {
      factor = SIMD2(repeating: 1 / profile.points.scale)
      report.findings.append(
        .init(
          .targetsInPixels,
          "Targets go to \(NumberText.rounded(high.x, 1)), \(NumberText.rounded(high.y, 1)) on a screen of "
            + "\(NumberText.rounded(size.x, 1)) x \(NumberText.rounded(size.y, 1)) points: they are pixels"
            + (profile.points.scale == 2
              ? ", or twice as far from the corner as they should be, which is the same." : "."),
          [.init("largest x", high.x, "pt"), .init("largest y", high.y, "pt")]))
    }
    guard let factor else { return }
    for index in samples.indices { samples[index].target *= factor }
    layout = TargetLayout(Set(looks.targets.map { $0 * factor })) ?? layout
  }

  /// True if the targets' coordinates exceed twice the screen's size in points, or if the targets' layout is centred on
  /// a screen of the panel's pixels.
  func arePixels(_ middle: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    let scale = profile.points.scale
    let isCentred = max(abs(middle.x / scale - 1), abs(middle.y / scale - 1)) < 0.02
    return scale > 1.5 && high.max() <= scale + 0.05 && (isCentred || high.min() > 2)
  }

  func eyesAlone(_ report: inout DoctorReport) {
    guard camera.frames > 0 else { return }
    if eyes.isReversed, header.assumptions.contains(where: { $0.contains("left eye") }) {
      // An importer of a source without eye positions placed the eyes at assumed positions, and stated so in the
      // header.
      report.checked.append(
        .init(
          "eyes",
          "leftEye is at the face's -x, unlike ARKit's. The import assumed this and says so; which eye is which cannot "
            + "be checked.", eyes.figures))
      return
    }
    if eyes.isReversed || eyes.isTurnedInward {
      let isBlind = looks.looks < Self.fewest
      report.findings.append(
        .init(
          .eyesSwapped,
          (eyes.isReversed
            ? "leftEye is \(NumberText.rounded(abs(eyes.separation) * 1000, 1)) mm to the face's -x of rightEye, where "
              + "ARKit's left eye is the one at +x: the two are exchanged"
            : "The eyes point \(NumberText.rounded(abs(eyes.outward.degrees), 1)) degrees inward, at every distance, "
              + "where ARKit's point as much outward: the two rotations are exchanged")
            + (isBlind ? ", or x is mirrored; only targets could distinguish the two." : "."), eyes.figures))
    } else {
      report.checked.append(.init("eyes", "The left eye is the one at the face's +x.", eyes.figures))
    }
  }

  func cameraAlone(_ report: inout DoctorReport) {
    guard camera.frames > 0 else { return }
    let figures: [DoctorReport.Figure] = [
      .init("frames", Double(camera.frames)), .init("camera turned by up to", camera.spread.degrees, "deg"),
    ]
    switch camera.state {
    case .moving: report.checked.append(.init("camera", "The camera's pose moves with the phone.", figures))
    case .identity:
      report.checked.append(
        .init(
          "camera",
          "The camera's pose is the unit matrix throughout: right where poses are the camera's own (a camera-aligned "
            + "world), and the phone's pose ignored where they are the world's.", figures))
    case .constant:
      if header.source == .recorded, looks.looks < Self.fewest {
        report.findings.append(
          .init(
            .poseIgnored,
            "The camera's pose is the same to the last bit in all \(camera.frames) frames, as no tracked phone's is: "
              + "that of one frame was kept.", figures))
      } else {
        report.checked.append(
          .init("camera", "The camera's pose never changes, and nothing says that the phone moved.", figures)
        )
      }
    }
  }
}
