package import Documents
import GazePipeline
import GazeRecording
package import GazeTesting

extension Correctness {
  static let isLate = "the pointer is late"

  /// True if the mapping is wrong. A pointer that is only late is not: lag is one of the causes of the error.
  var isWrong: Bool { verdict == .fail && !isOnlyLate }

  /// The fault in a few words: `the mapping is wrong`, in how many orientations if it is right in the run's, or that
  /// the pointer is late if that is all.
  package var fault: String {
    if isOnlyLate { return Self.isLate }
    let turned = wrongOrientations.count
    return "the mapping is wrong" + (turned > 0 ? " in \(turned) of \(orientations.count) orientations" : "")
  }

  /// The correctness stage alone.
  package func document(subject: String, _ command: Invocation = .current) -> Document {
    let isRight = verdict == .pass
    var document = Document(
      [
        .init(isRight ? "PASS" : "FAIL", isRight ? .good : .bad),
        .init("  " + (isRight ? "the mapping is right" : wrong), .strong),
      ], subject: subject)
    let orientations = orientations.count
    document.addNote(
      "Two simulated faces without any error, "
        + (orientations > 1 ? "\(orientations) orientations" : self.orientations[0].rawValue) + "; not a phone.",
      indent: 6)
    document.addGap()
    for sentence in isRight ? [summary] : findings { document.add(.text([.init(sentence)], indent: 2), rank: 1) }
    document.addNext([command.adding("--details")])
    document.addDetails(of: self)
    return document
  }

  /// `3 of 9 figures of the mapping`, or the orientations in which the mapping is wrong.
  private var wrong: String {
    guard wrongOrientations.isEmpty else { return fault }
    return "\(checks.count { $0.verdict == .fail }) of \(checks.count) figures of the mapping"
  }
}

extension Document {
  /// Adds the correctness stage: one line if it passes; if it fails, every measured number.
  mutating func addDetails(of stage: Correctness) {
    addDetail("Correctness, on error-free simulated gaze: \(stage.verdict.rawValue); \(stage.summary).")
    guard stage.verdict != .pass else { return }
    addDetail(
      Table(
        ["figure", "eyes on the target", "ARKit's eyes", "expected", "verdict"],
        stage.checks.map { check in
          [
            check.name, NumberText.fixed(check.physical, 3), NumberText.fixed(check.arkit, 3), check.range,
            check.verdict.rawValue,
          ]
        }))
  }
}

extension Correctness.Check {
  /// `correctness: pointer.gain.x from 0.9 to 1.1`.
  var rule: String { "correctness: \(name) \(range)" }

  /// `from 0.9 to 1.1`, `at most 120`.
  package var range: String {
    lowest.map { "from \(NumberText.brief($0, 3)) to \(NumberText.brief(highest, 3))" }
      ?? "at most \(NumberText.brief(highest, 3))"
  }

  /// The result in a line.
  var outcome: String {
    func text(_ value: Double?) -> String { value.map { NumberText.brief($0, 3) } ?? "missing" }
    return "\(text(physical)) with eyes that point at the target, \(text(arkit)) with ARKit's, expected \(range)"
  }
}
