import Foundation
import GazeImport
import GazeMetrics
import GazePipeline
import GazeRecording
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct ReadersStudyTests {
  private typealias Study = ReadersStudy

  private func study(_ trials: Int = 6) -> ReadersStudy {
    var study = ReadersStudy(
      (0..<trials).map { PlainReader.trial("t\($0)", group: $0 % 2 == 0 ? "adult" : "child", seed: UInt64($0)) },
      PlainReader.passages)
    study.draws = 2
    return study
  }

  @Test("people who read once are judged in takes of both starts, and the full pass finds their lines")
  func results() async throws {
    let study = study()
    let results = try await study.results(twoJobs)
    #expect(results.map(\.name) == (0..<6).map { "t\($0)" })
    #expect(results.allSatisfy { $0.takes.map(\.start) == [.first, .random, .first, .random] })
    let row = Study.Row("all", results, seed: 1)
    #expect(row.trials == 6 && row.fixations > 100 && row.right.ci95 != nil)
    let means = try Study.passRows(results, seed: 1).map { try #require($0.mean.value) }
    #expect(means[2] > 0.97 && means[5] > 0.9 && means[3] < 0.6, "\(means)")
    let text = study.table(results).lines.joined(separator: "\n")
    for part in ["tuning: none; others: A1", "adult", "CC BY 4.0", "t5, A1", "with the tracker's errors"] {
      #expect(text.contains(part), "\(part)")
    }
    // The result does not depend on the other trials.
    let few = try await self.study(1).results(StudyRunner(jobs: 1))
    #expect(few[0].takes == results[0].takes && few[0].replayed == results[0].replayed)
  }

  @Test("the interval decides on a bar, or leaves it undecided")
  func verdicts() {
    func verdict(_ lower: Double, _ upper: Double) -> Study.Verdict {
      .init(ConfidenceInterval(lower, upper), bar: 0.85)
    }
    #expect(verdict(0.85, 0.9) == .met && verdict(0.8, 0.8499) == .missed)
    #expect(verdict(0.8499, 0.9) == .undecided && Study.Verdict(nil, bar: 0.85) == .undecided)
  }

  @Test("passages are chosen by name or by how it begins")
  func choose() throws {
    var study = study()
    try study.choose(["A"])
    #expect(study.trials.count == 6)
    #expect(throws: UnknownNameError.self) { try study.choose(["A1", "B"]) }
    #expect(Study.isTuned("3B") && !Study.isTuned("4A") && !Study.isTuned(""))
  }

  /// A take of ten fixations, of which the first ones are right; the right ones are sure.
  private func take(_ right: Int, _ start: Study.Start = .first, error: Double = 10) -> Study.Take {
    Study.Take(
      start: start,
      fixations: (0..<10).map { index in
        Study.Judged(
          isRight: index < right, confidence: index < right ? 0.9 : 0.3, isTrusted: index == 0,
          plain: SIMD2(-2 * error, 4 * error), left: SIMD2(error, -error))
      })
  }

  private func result(_ takes: [Study.Take], _ shares: [Double] = []) -> Study.TrialResult {
    func passes(_ more: Double) -> [Study.Pass] {
      shares.map { Study.Pass(right: $0 + more, left: SIMD2(1, 2)) }
    }
    return Study.TrialResult(
      name: "t", group: "", passage: "A", takes: takes, asRecorded: shares.isEmpty ? nil : passes(0),
      replayed: shares.isEmpty ? [] : [passes(-0.1), passes(0.1)])
  }

  @Test("a trial counts once, however many takes it has; shares at a confidence are over all fixations")
  func weights() throws {
    let empty = Study.Take(start: .random, fixations: [])
    let results = [
      result([take(8), take(4), empty]), result([take(2, .random, error: 30)]), result([empty]),
    ]
    let row = Study.Row("all", results, seed: 1)
    #expect(row.trials == 2 && row.fixations == 30 && row.right == Figure(0.4, nil))
    #expect(row.sureShare.value == 14.0 / 30 && row.sureRight.value == 1)
    #expect(row.trustedShare == 3.0 / 30 && row.trustedRight == 1)
    #expect(row.plain == [40, 80] && row.left == [20, 20])
    let first = Study.Row("first", results, seed: 1) { $0.start == .first }
    let right = try #require(first.right.value)
    #expect(first.trials == 1)
    expectNear(right, 0.6, 1e-12)
    let none = Study.Row("none", [], seed: 1)
    #expect(none.trials == 0 && none.right.value == nil && none.sureRight.value == nil && none.left == [nil, nil])
  }

  @Test("a full pass is compared with warp on the same trials")
  func passes() throws {
    let results = (0..<6).map { index in result([], [0.5, 0.9, 0.92 + 0.005 * Double(index)]) }
    let rows = Study.passRows(results, seed: 1)
    #expect(rows.map(\.trials) == [Int](repeating: 6, count: 6) && rows[5].left == [1, 2])
    let (change, median) = (try #require(rows[2].toWarp.value), try #require(rows[2].median))
    expectNear(change, 0.0325, 1e-9)
    expectNear(median, 0.935, 1e-9)
    let interval = try #require(rows[2].toWarp.ci95)
    #expect(interval.contains(0.0325) && interval.lower > 0.02 && interval.upper < 0.045)
    expectNear(rows[5].mean.value, 0.9325, 1e-9)
    #expect(Study.passRows([], seed: 1).allSatisfy { $0.mean.value == nil && $0.trials == 0 })
  }

  private let scale = 1194.0 / 1920
  private let trial = PlainReader.trial()

  private func judge(offset: Double = 0, _ trial: ReadingTrial? = nil) -> [Study.Judged] {
    let trial = trial ?? self.trial
    let page = Study.Page(PlainReader.passage, scale: scale, screen: SIMD2(1194, 672))
    let error = Study.TrackerError(offset: offset, drift: 0)
    return page.judge(.init(trial, scale: scale, error: error, seed: 3, draw: 0, start: .first), trial)
  }

  @Test("a person who reads once without errors of the tracker is followed, and each fixation from 20 s on is judged")
  func plain() {
    let judged = judge()
    #expect(judged.count == trial.fixations.count { $0.start - 0.1 >= 20 } && judged.count > 10)
    let right = judged.count(where: \.isRight)
    #expect(Double(right) > 0.85 * Double(judged.count), "\(right) of \(judged.count)")
    #expect(judged.allSatisfy { $0.plain == .zero && $0.left != nil && (0...1).contains($0.confidence) })
    // During the first fixations of a line the stage still names the line before.
    #expect(judged.count(where: \.wasRight) < right && judged.contains(where: \.isTrusted))
  }
  @Test("what recentring leaves is its offset minus the true one")
  func errors() throws {
    let judged = judge(offset: 60)
    let (plain, left) = (try #require(judged.last?.plain), try #require(judged.last?.left))
    #expect(judged.allSatisfy { $0.plain == plain } && plain.length > 1)
    #expect(left.length < plain.length, "\(plain) \(left)")
  }

  @Test("boxes are those of the lines with text, and keep their numbers")
  func page() {
    var passage = PlainReader.passage
    passage.lines[1] = "  "
    passage.lines[2] = "  two words "
    let page = Study.Page(passage, scale: 0.5, screen: SIMD2(960, 540))
    #expect(page.boxes.count == 11 && page.numbers == [1] + Array(3...12))
    #expect(page.boxes[1] == TextLine(x: 196, y: 125.5, width: 72, height: 32))
  }
}
