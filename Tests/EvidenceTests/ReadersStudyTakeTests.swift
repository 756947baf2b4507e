import GazeImport
import GazePipeline
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ReadersStudyTakeTests {
  private let scale = 1194.0 / 1920
  private let trial = PlainReader.trial()

  private func judge(_ error: ReadersStudy.TrackerError, _ trial: ReadingTrial? = nil) -> [ReadersStudy.Judged] {
    let trial = trial ?? self.trial
    let page = ReadersStudy.Page(PlainReader.passage, scale: scale, screen: SIMD2(1194, 672))
    let replay = ReadersStudy.Replay(trial, scale: scale, error: error, seed: 3, draw: 0, start: .first)
    return ReadersStudy.Take.judge(replay, trial, page, .init(reading: .lines))
  }

  private var none: ReadersStudy.TrackerError {
    var error = ReadersStudy.TrackerError()
    (error.offset, error.drift) = (0, 0)
    return error
  }

  @Test("a person who reads once without errors of the tracker is followed, and each fixation from 20 s on is judged")
  func plain() {
    let judged = judge(none)
    #expect(judged.count == trial.fixations.count { $0.start - 0.1 >= 20 } && judged.count > 10)
    let right = judged.count(where: \.isRight)
    #expect(Double(right) > 0.85 * Double(judged.count), "\(right) of \(judged.count)")
    #expect(judged.allSatisfy { $0.plain == .zero && $0.left != nil && (0...1).contains($0.confidence) })
    // During the first fixations of a line the stage still names the line before.
    #expect(judged.count(where: \.wasRight) < right && judged.contains(where: \.isTrusted))
  }

  @Test("fixations without a known line are replayed, but not judged")
  func discarded() {
    var other = trial
    for index in other.fixations.indices where index % 3 == 0 { other.fixations[index].line = 0 }
    let all = trial.fixations.indices.filter { trial.fixations[$0].start - 0.1 >= 20 }
    let judged = judge(none, other)
    #expect(judged.count == all.count { $0 % 3 != 0 })
    #expect(judged == zip(judge(none), all).filter { $0.1 % 3 != 0 }.map(\.0))
  }

  @Test("what recentring leaves is its offset minus the true one")
  func errors() throws {
    var error = none
    error.offset = 60
    let judged = judge(error)
    let (plain, left) = (try #require(judged.last?.plain), try #require(judged.last?.left))
    #expect(judged.allSatisfy { $0.plain == plain } && plain.length > 1)
    #expect(left.length < plain.length, "\(plain) \(left)")
  }

  @Test("boxes are those of the lines with text, and keep their numbers")
  func page() {
    var passage = PlainReader.passage
    passage.lines[1] = "  "
    passage.lines[2] = "  two words "
    let page = ReadersStudy.Page(passage, scale: 0.5, screen: SIMD2(960, 540))
    #expect(page.boxes.count == 11 && page.numbers == [1] + Array(3...12))
    #expect(page.boxes[1] == TextLine(x: 196, y: 125.5, width: 72, height: 32))
  }
}
