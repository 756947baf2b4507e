import GazePipeline

/// Findings about an explanation: sentences with their numbers.
enum GazeFinding {
  static func finding(
    _ fault: DoctorFault, _ best: GazeEvidence.Scored, _ none: GazeEvidence.Scored, _ all: [GazeEvidence.Scored],
    _ context: GazeContext
  ) -> DoctorReport.Finding {
    let rival = all.first { $0.hypothesis.fault != fault && $0.hypothesis.fault != nil }
    var figures: [DoctorReport.Figure] = [
      .init("log odds against nothing wrong", best.total - none.total),
      .init("of that by the gaze alone", best.gaze - none.gaze),
      .init("error left", best.residual, "deg"), .init("error left if nothing were wrong", none.residual, "deg"),
    ]
    if let rival {
      figures.append(.init("log odds against \(rival.hypothesis.fault?.title ?? "")", best.total - rival.total))
    }
    let (low, high, size) = (context.layout.low, context.layout.high, context.points)
    let middle = context.layout.middle(size)
    if let factor = best.hypothesis.factor {
      figures += [.init("factor across", factor.x), .init("factor down", factor.y)]
    }
    figures += [
      .init("targets from x", low.x, "pt"), .init("to x", high.x, "pt"), .init("from y", low.y, "pt"),
      .init("to y", high.y, "pt"), .init("middle of the targets over the screen's, across", middle.x),
      .init("down", middle.y),
    ]
    if fault == .doubledGain {
      figures += [.init("gain sideways", best.gain.x), .init("gain up and down", best.gain.y)]
    }
    if fault == .poseIgnored {
      figures += [
        .init("eyes above the camera's axis", none.offAxis.y, "deg"),
        .init("once put right", best.offAxis.y, "deg"),
      ]
    }
    return DoctorReport.Finding(
      fault, "\(what(fault)): the fixations agree with the targets as if \(best.hypothesis.way).", figures)
  }

  /// A finding that the best explanation's residual is too large. Either the tracker fails for this person, or there is
  /// a cause that is not among the explanations.
  static func unexplained(_ best: GazeEvidence.Scored, _ none: GazeEvidence.Scored) -> DoctorReport.Finding {
    let degrees = NumberText.rounded(best.residual, 1)
    let even = best.hypothesis.fault.map { "Even so (\($0.title))" } ?? "As recorded"
    return DoctorReport.Finding(
      .unexplained,
      "\(even) eyes and targets are \(degrees) degrees apart: as in the one person of twenty whom a tracker fails, or "
        + "something else is wrong that is not known here, such as poses in another frame of reference or targets in "
        + "other units.",
      [.init("error left", best.residual, "deg"), .init("error left if nothing were wrong", none.residual, "deg")],
      severity: .warning)
  }

  /// A finding that some fixations were not on their targets, while the others agree with theirs.
  static func missed(_ best: GazeEvidence.Scored) -> DoctorReport.Finding {
    DoctorReport.Finding(
      .missedTargets,
      "In about \(NumberText.whole(100 * best.missed)) % of the fixations the eyes were not at the target; the others "
        + "leave an error of \(NumberText.rounded(best.residual, 1)) degrees.",
      [
        .init("looks elsewhere", best.missed), .init("of them the middle one off by", best.elsewhere, "deg"),
        .init("error left in the others", best.residual, "deg"),
        .init("gain sideways", best.gain.x), .init("gain up and down", best.gain.y),
      ])
  }

  private static func what(_ fault: DoctorFault) -> String {
    switch fault {
    case .mirroredX: "x is mirrored"
    case .flippedY: "y is flipped"
    case .displayZoom: "Display Zoom is on, or was when targets were placed"
    case .landscape: "Landscape was taken for portrait, or the other way round"
    case .bodySize: "The body's size was used for the screen's"
    case .screenSize: "Another size was used for the screen's"
    case .doubledGain: "The data contain a gain of 2, or of a half"
    case .poseIgnored: "The phone's pose is ignored"
    default: fault.title
    }
  }

  static func check(
    _ none: GazeEvidence.Scored, _ rival: GazeEvidence.Scored?, _ context: GazeContext
  ) -> DoctorReport.Check {
    let next = rival.map { "; the next best explanation is \($0.hypothesis.fault?.title ?? "none")" } ?? ""
    var figures: [DoctorReport.Figure] = [
      .init("gain sideways", none.gain.x), .init("gain up and down", none.gain.y),
      .init("error left", none.residual, "deg"),
    ]
    if let rival { figures.append(.init("log odds against the next best", none.total - rival.total)) }
    return DoctorReport.Check(
      "axes, points, orientation, sizes, gain and the phone's pose",
      "The eyes go to the targets as recorded, to the right for a larger x, down for a larger y\(next).", figures)
  }
}
