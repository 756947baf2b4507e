import GazeMetrics
import GazePipeline
import GazeSimulation
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct ReadersStudyRowsTests {
  private typealias Study = ReadersStudy

  /// A take of ten fixations, of which the first ones are right; the right ones are sure.
  private func take(_ right: Int, _ start: Study.Start = .first, error: Double = 10) -> Study.Tally {
    let judged = (0..<10).map { index in
      Study.Judged(
        isRight: index < right, confidence: index < right ? 0.9 : 0.3, isTrusted: index == 0,
        plain: SIMD2(2 * error, 4 * error), left: SIMD2(error, error))
    }
    return Study.Tally(judged, start: start, confidence: 0.8)
  }

  private func result(_ takes: [Study.Tally], _ shares: [Double] = []) -> Study.TrialResult {
    func passes(_ more: Double) -> [Study.Pass] {
      shares.map { Study.Pass(right: $0 + more, left: SIMD2(1, 2)) }
    }
    return Study.TrialResult(
      name: "t", group: "", passage: "A", fixations: 10, takes: takes, asRecorded: shares.isEmpty ? nil : passes(0),
      replayed: shares.isEmpty ? [] : [passes(-0.1), passes(0.1)])
  }

  @Test("a trial counts once, however many takes it has; shares at a confidence are over all fixations")
  func weights() throws {
    let empty = Study.Tally([], start: .random, confidence: 0.8)
    let results = [
      result([take(8), take(4), empty]), result([take(2, .random, error: 30)]), result([empty]),
    ]
    let row = Study.row("all", results, Study.resamples(1))
    #expect(row.trials == 2 && row.fixations == 30 && row.right == 0.4 && row.rightCI95 == nil)
    #expect(row.sureShare == 14.0 / 30 && row.sureRight == 1 && row.trustedShare == 3.0 / 30 && row.trustedRight == 1)
    #expect(row.plainX == 40 && row.leftX == 20 && row.ratioX == 0.5 && row.ratioY == 0.25)
    let first = Study.row("first", results, Study.resamples(1)) { $0.start == .first }
    let right = try #require(first.right)
    #expect(first.trials == 1 && abs(right - 0.6) < 1e-12)
    let none = Study.row("none", [], Study.resamples(1))
    #expect(none.trials == 0 && none.right == nil && none.sureRight == nil && none.ratioY == nil)
  }

  @Test("a full pass is compared with warp on the same trials")
  func passes() throws {
    let results = (0..<6).map { index in result([], [0.5, 0.9, 0.92 + 0.005 * Double(index)]) }
    let rows = Study.passRows(results, Study.resamples(1))
    #expect(rows.count == 6 && rows.map(\.trials) == [Int](repeating: 6, count: 6))
    let own = try #require(rows.first { $0.method == .settled })
    let (change, median) = (try #require(own.toWarp), try #require(own.median))
    #expect(abs(change - 0.0325) < 1e-9 && abs(median - 0.935) < 1e-9)
    let interval = try #require(own.toWarpCI95)
    #expect(interval.contains(0.0325) && interval.lower > 0.02 && interval.upper < 0.045)
    let mean = try #require(rows[5].mean)
    #expect(abs(mean - 0.9325) < 1e-9 && rows[5].data != rows[2].data && rows[1].toWarp == nil)
    #expect(rows[5].leftX == 1 && rows[5].leftY == 2)
    #expect(Study.passRows([], Study.resamples(1)).allSatisfy { $0.mean == nil && $0.trials == 0 })
  }

  @Test("confidence is shown in tenths, with the share of right lines in each")
  func tenths() {
    let tenths = Study.tenths([result([take(5), take(3)])])
    #expect(tenths.count == 10 && tenths[3].share == 0.6 && tenths[3].right == 0 && tenths[9].right == 1)
    #expect(tenths[0].right == nil && Study.tenths([])[0].share == nil)
  }
}
