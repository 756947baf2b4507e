import GazePipeline
import GazeRecording
package import GazeTesting

extension Correctness {
  static let isLate = "the pointer is late"

  /// True if the mapping is wrong. A pointer that is only late is not: lag is one of the causes of the error.
  var isWrong: Bool { verdict == .fail && !isOnlyLate }

  /// The fault in a few words: `the mapping is wrong`, in how many orientations if it is right in the run's, or that
  /// the pointer is late if that is all.
  var fault: String {
    if isOnlyLate { return Self.isLate }
    let turned = wrongOrientations.count
    return "the mapping is wrong" + (turned > 0 ? " in \(turned) of \(orientations.count) orientations" : "")
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
