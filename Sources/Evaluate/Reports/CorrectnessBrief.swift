package import GazeTesting

/// The short form of the correctness stage alone.
package enum CorrectnessBrief {
  package static func brief(_ stage: Correctness, subject: String, _ command: Invocation) -> Brief {
    let isRight = stage.verdict == .pass
    let wrong = stage.checks.count { $0.verdict == .fail }
    var brief = Brief(
      [
        .init(isRight ? "PASS" : "FAIL", isRight ? .good : .bad),
        .init(
          isRight ? "  the mapping is right" : "  \(wrong) of \(stage.checks.count) figures of the mapping", .strong),
      ], subject: subject)
    brief.addNote("Two simulated faces without any error; not a phone.", indent: 6)
    brief.addGap()
    if isRight {
      brief.add(.text([.init(stage.summary)], indent: 2), rank: 1)
    } else {
      for finding in stage.findings { brief.add(.text([.init(finding)], indent: 2), rank: 1) }
    }
    brief.addNext([command.adding("--details")])
    return brief
  }
}
