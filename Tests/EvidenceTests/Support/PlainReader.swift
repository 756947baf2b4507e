import GazeImport
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// How the tests run a study.
let twoJobs = StudyRunner(jobs: 2)

/// A passage of twelve lines of different lengths, and a person who reads it once without detours: the tests know the
/// truth.
enum PlainReader {
  static let passage = ReadingPassage(
    left: 360, firstLine: 155, pitch: 64, character: 16,
    lines: [70, 62, 72, 40, 68, 73, 55, 70, 66, 30, 72, 64].map { count in
      String(String(repeating: "seven letters ", count: 6).prefix(count))
    })
  static let passages = ["A1": passage]

  /// A trial with fixations of 0.25 s, each 130 pixels (8 characters) after the one before, with the given scatter.
  static func trial(_ name: String = "plain", group: String = "", scatter: Double = 12, seed: UInt64 = 1)
    -> ReadingTrial
  {
    var random = SeededGenerator(seed: seed)
    var fixations: [ReadingTrial.Fixation] = []
    var time = 0.1
    for (line, text) in passage.lines.enumerated() {
      let right = passage.left + Double(text.count) * passage.character
      var x = passage.left + 40
      while x < right - 10 {
        let place = SIMD2(x + scatter * random.normal(), passage.middle(line) + scatter * random.normal())
        fixations.append(.init(start: time, end: time + 0.25, place: place, line: line + 1))
        time += 0.29
        x += 130
      }
      time += 0.03
    }
    return ReadingTrial(name: name, group: group, passage: "A1", fixations: fixations)
  }
}
