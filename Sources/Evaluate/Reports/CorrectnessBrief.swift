package import GazeTesting

/// The short form of the correctness stage alone.
package enum CorrectnessBrief {
  package static func brief(_ stage: Correctness, subject: String, _ command: Invocation) -> Document {
    let isRight = stage.verdict == .pass
    var brief = Document(
      [
        .init(isRight ? "PASS" : "FAIL", isRight ? .good : .bad),
        .init("  " + (isRight ? "the mapping is right" : Self.wrong(stage)), .strong),
      ], subject: subject)
    let orientations = stage.orientations.count
    brief.addNote(
      "Two simulated faces without any error, "
        + (orientations > 1 ? "\(orientations) orientations" : stage.orientations[0].rawValue) + "; not a phone.",
      indent: 6)
    brief.addGap()
    if isRight {
      brief.add(.text([.init(stage.summary)], indent: 2), rank: 1)
    } else {
      for finding in stage.findings { brief.add(.text([.init(finding)], indent: 2), rank: 1) }
    }
    brief.addNext([command.adding("--details")])
    return brief
  }

  /// `3 of 9 figures of the mapping`, or the orientations in which the mapping is wrong.
  private static func wrong(_ stage: Correctness) -> String {
    guard stage.wrongOrientations.isEmpty else { return stage.fault }
    return "\(stage.checks.count { $0.verdict == .fail }) of \(stage.checks.count) figures of the mapping"
  }
}
