import GazePipeline

/// Findings about an explanation: sentences with their numbers.
enum GazeFinding {
  /// Subjects that fixations on targets show.
  static let subject = "axes, points, orientation, sizes, gain and the phone's pose"

  static func finding(
    _ fault: DoctorFault, _ best: GazeHypothesis, _ none: GazeHypothesis, _ all: [GazeHypothesis],
    _ context: GazeContext
  ) -> DoctorReport.Finding {
    var numbers: DoctorReport.Numbers = [
      "log odds against nothing wrong": best.total - none.total, "of that by the gaze alone": best.gaze - none.gaze,
      "error left [deg]": best.residual, "error left if nothing were wrong [deg]": none.residual,
    ]
    if let rival = all.first(where: { $0.fault != fault && $0.fault != nil }) {
      numbers += ["log odds against \(rival.fault?.title ?? "")": best.total - rival.total]
    }
    let (low, high, middle) = (context.layout.low, context.layout.high, context.layout.middle(context.points))
    if let factor = best.factor { numbers += ["factor across": factor.x, "factor down": factor.y] }
    numbers += [
      "targets from x [pt]": low.x, "to x [pt]": high.x, "from y [pt]": low.y, "to y [pt]": high.y,
      "middle of the targets over the screen's, across": middle.x, "down": middle.y,
    ]
    if fault == .doubledGain { numbers += gain(best) }
    if fault == .poseIgnored {
      numbers += ["eyes above the camera's axis [deg]": none.offAxis.y, "once put right [deg]": best.offAxis.y]
    }
    return .init(fault, "\(what(fault)): the fixations agree with the targets as if \(best.way).", numbers)
  }

  private static func gain(_ scored: GazeHypothesis) -> DoctorReport.Numbers {
    ["gain sideways": scored.gain.x, "gain up and down": scored.gain.y]
  }

  /// A finding that the best explanation's residual is too large. Either the tracker fails for this person, or there is
  /// a cause that is not among the explanations.
  static func unexplained(_ best: GazeHypothesis, _ none: GazeHypothesis) -> DoctorReport.Finding {
    let even = best.fault.map { "Even so (\($0.title))" } ?? "As recorded"
    return .init(
      .unexplained,
      "\(even) eyes and targets are \(NumberText.rounded(best.residual, 1)) degrees apart: as in the one person of "
        + "twenty whom a tracker fails, or something else is wrong that is not known here, such as poses in another "
        + "frame of reference or targets in other units.",
      ["error left [deg]": best.residual, "error left if nothing were wrong [deg]": none.residual], severity: .warning)
  }

  /// A finding that some fixations were not on their targets, while the others agree with theirs.
  static func missed(_ best: GazeHypothesis) -> DoctorReport.Finding {
    var numbers: DoctorReport.Numbers = [
      "looks elsewhere": best.missed, "of them the middle one off by [deg]": best.elsewhere,
      "error left in the others [deg]": best.residual,
    ]
    numbers += gain(best)
    return .init(
      .missedTargets,
      "In about \(NumberText.whole(100 * best.missed)) % of the fixations the eyes were not at the target; the others "
        + "leave an error of \(NumberText.rounded(best.residual, 1)) degrees.", numbers)
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

  static func check(_ none: GazeHypothesis, _ rival: GazeHypothesis?) -> DoctorReport.Check {
    let next = rival.map { "; the next best explanation is \($0.fault?.title ?? "none")" } ?? ""
    var numbers = gain(none)
    numbers += ["error left [deg]": none.residual]
    if let rival { numbers += ["log odds against the next best": none.total - rival.total] }
    return .init(
      subject, "The eyes go to the targets as recorded, to the right for a larger x, down for a larger y\(next).",
      numbers)
  }
}
