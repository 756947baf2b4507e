import GazeMetrics
import GazePipeline
import Testing
import TestSupport

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct RecentreStudyBarsTests {
  private typealias Figures = RecentreStudy.Figures

  private func row(
    _ arm: RecentreStudy.Arm = .reading, _ window: RecentreStudy.Window = .late, people: Int = 40,
    _ figures: (Int) -> Figures
  ) -> RecentreStudy.Row {
    let pairs = (0..<people).map { person in
      let none = Double(100 + person)
      return (none: Figures(whole: none, early: none, late: none, p90: 2 * none, lines: 3), arm: figures(person))
    }
    return RecentreStudy.Row(.init(seed: 1, phone: 1), "typical", .typical, arm, window, pairs, bars: .init())
  }

  @Test("an arm whose values all keep their bars meets them")
  func met() {
    let row = row { _ in Figures(whole: 40, early: 40, late: 40, p90: 100, lines: 0.2) }
    #expect(row.verdict == "met" && row.bar == 0.5 && row.notWorse == 1 && row.worseTail == 0 && row.locked == 0)
    #expect(row.noneMedian == 119.5 && row.ratio == 40 / 119.5 && row.noneLocked == 1 && row.people == 40)
    #expect(row.noneMean == 119.5 && row.mean == 40 && row.p90 == 40)
  }

  @Test("each bar that is missed is named: the ratio by its upper limit, the shares by themselves")
  func missed() {
    #expect(row { _ in Figures(late: 70, p90: 100, lines: 0.2) }.verdict == "missed: ratio")
    #expect(row { Figures(late: $0 < 7 ? 300 : 30, p90: 100, lines: 0) }.verdict == "missed: not worse")
    #expect(row { Figures(late: 40, p90: $0 < 3 ? 900 : 90, lines: 0) }.verdict == "missed: p90")
    #expect(row { Figures(late: 40, p90: 90, lines: $0 < 5 ? -1.6 : 1.2) }.verdict == "missed: locked")
    #expect(row { Figures(late: 40, p90: 90, lines: $0 < 4 ? -1.6 : 1.2) }.verdict == "met")
    // Exactly at a bar counts as met: 34 of 40 people are not worse, 2 of 40 have a longer tail.
    #expect(row { Figures(late: $0 < 6 ? 300 : 30, p90: $0 < 2 ? 900 : 90, lines: 0) }.verdict == "met")
  }

  @Test("only the arm reading is judged by locked people, and only in its two windows")
  func windows() {
    #expect(row(.dot, .whole) { _ in Figures(whole: 40, p90: 100, lines: 5) }.verdict == "met")
    let whole = row(.reading, .whole) { _ in Figures(whole: 40, p90: 100, lines: 0) }
    #expect(whole.bar == nil && whole.verdict == nil)
    #expect(row(people: 19) { _ in Figures(late: 40, p90: 90, lines: 0) }.verdict == "too few people")
    #expect(RecentreStudy.Arm.pure.allSatisfy { RecentreStudy.Bars().ratio($0, .whole) == nil })
  }

  /// The row of a condition in which no line fits, judged; `none` is 100 pt for everybody.
  private func harm(_ split: String, _ arm: (Int) -> Double) -> RecentreStudy.Row {
    func row(_ condition: RecentreStudy.Condition, _ arm: (Int) -> Double) -> RecentreStudy.Row {
      let pairs = (0..<40).map { (none: Figures(whole: 100), arm: Figures(whole: arm($0))) }
      return RecentreStudy.Row(.init(seed: 1, phone: 1), split, condition, .reading, .whole, pairs, bars: .init())
    }
    var row = row(.column, arm)
    row.compare(with: self.row(.reading, .whole) { _ in Figures(whole: 50) }, .init())
    return row
  }

  @Test("where no line fits the paired ratio's upper limit is judged, and points with an error-free tracker")
  func harm() throws {
    // Even people have 1.02 and odd ones 1.04 times the error: geometric mean 1.02995, a narrow interval.
    let slight = harm("typical") { $0 % 2 == 0 ? 102 : 104 }
    #expect(abs(try #require(slight.pairedRatio) - (1.02 * 1.04).squareRoot()) < 1e-9 && slight.verdict == "met")
    let limit = try #require(slight.pairedRatioCI95).upper
    #expect(limit > 1.03 && limit < 1.05)
    #expect(harm("typical") { $0 % 2 == 0 ? 102 : 109 }.verdict == "missed: paired ratio")
    // 1 and 2 pt more: mean 1.5, standard deviation 0.506, standard error 0.080, upper limit 1.657.
    let small = harm("ideal") { $0 % 2 == 0 ? 101 : 102 }
    #expect(abs(try #require(small.worseByUpper95) - 1.6570) < 1e-4 && small.verdict == "met")
    #expect(harm("ideal") { $0 % 2 == 0 ? 102 : 103 }.verdict == "missed: points")
  }

  @Test("the bars of text read line by line do not judge an error-free tracker")
  func errorFree() {
    let pairs = (0..<40).map { _ in (none: Figures(late: 12), arm: Figures(late: 14)) }
    let row = RecentreStudy.Row(
      .init(seed: 1, phone: 1), "ideal", .typical, .reading, .late, pairs, bars: .init())
    #expect(row.ratio == 14.0 / 12 && row.bar == nil && row.verdict == nil)
  }

  @Test("dots wanted are counted over the people whose take is long enough")
  func dots() {
    let wanted = row { Figures(late: 40, p90: 90, lines: 0, wantedDot: $0 < 10 ? nil : $0 < 25) }
    #expect(wanted.wantedDot == 0.5)
    #expect(row { _ in Figures(late: 40, p90: 90, lines: 0) }.wantedDot == nil)
  }

  @Test("people without a figure in the window do not count")
  func absent() {
    #expect(row { Figures(late: $0 < 10 ? nil : 40, p90: 90, lines: nil) }.people == 30)
    let none = row { _ in Figures() }
    #expect(none.people == 0 && none.ratio == nil && none.notWorse == nil && none.verdict == "too few people")
  }
}
