import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// The bars of a row, and whether its people keep them.
struct RecentreRowTests {
  private typealias Figures = RecentreStudy.Figures

  /// Figures with the same error in the whole take, and in two windows.
  private static func figures(_ error: Double?, p90: Double? = 90, lines: Double? = 0) -> Figures {
    var figures = Figures(p90: p90, lines: lines)
    for window in [RecentreStudy.Window.whole, .early, .late] { figures.medians[window] = error }
    return figures
  }

  private func row(
    _ arm: RecentreStudy.Arm = .reading, _ window: RecentreStudy.Window = .late, people: Int = 40,
    split: String = "typical", _ figures: (Int) -> Figures
  ) -> RecentreStudy.Row {
    let pairs = (0..<people).map { person in
      (none: Self.figures(Double(100 + person), p90: 2 * Double(100 + person), lines: 3), arm: figures(person))
    }
    return RecentreStudy.Row(.init(seed: 1, phone: 1), split, .typical, arm, window, pairs)
  }

  @Test("an arm whose values all keep their bars meets them")
  func met() {
    let row = row { _ in Self.figures(40, p90: 100, lines: 0.2) }
    #expect(row.verdict == "met" && row.bar == 0.5 && row.notWorse == 1 && row.worseTail == 0 && row.locked == 0)
    #expect(row.ratio.value == 40 / 119.5 && row.noneLocked == 1 && row.people == 40)
    #expect(row.medians == (119.5, 40) && row.means == (119.5, 40) && row.p90s.arm == 40)
  }

  @Test("each bar that is missed is named: the ratio by its upper limit, the shares by themselves")
  func missed() {
    #expect(row { _ in Self.figures(70) }.verdict == "missed: ratio")
    #expect(row { Self.figures($0 < 7 ? 300 : 30) }.verdict == "missed: not worse")
    #expect(row { Self.figures(40, p90: $0 < 3 ? 900 : 90) }.verdict == "missed: p90")
    #expect(row { Self.figures(40, lines: $0 < 5 ? -1.6 : 1.2) }.verdict == "missed: locked")
    #expect(row { Self.figures(40, lines: $0 < 4 ? -1.6 : 1.2) }.verdict == "met")
    // Exactly at a bar counts as met: 34 of 40 people are not worse, 2 of 40 have a longer tail.
    #expect(row { Self.figures($0 < 6 ? 300 : 30, p90: $0 < 2 ? 900 : 90) }.verdict == "met")
  }

  @Test("only the arm reading is judged by locked people, in its two windows, and with errors of the tracker")
  func windows() {
    #expect(row(.dot, .whole) { _ in Self.figures(40, lines: 5) }.verdict == "met")
    #expect(row(.reading, .whole) { _ in Self.figures(40) }.missed == nil)
    #expect(row(people: 19) { _ in Self.figures(40) }.verdict == "too few people")
    #expect(RecentreStudy.Arm.pure.allSatisfy { RecentreStudy.Bars.ratio($0, .whole) == nil })
    #expect(row(split: "ideal") { _ in Self.figures(40) }.missed == nil)
  }

  /// The row of a condition in which no line fits, judged; `none` is 100 pt for everybody.
  private func harm(_ split: String, _ arm: (Int) -> Double) throws -> RecentreStudy.Row {
    let pairs = (0..<40).map { (none: Self.figures(100), arm: Self.figures(arm($0))) }
    return RecentreStudy.Row(
      .init(seed: 1, phone: 1), split, try .named("column"), .reading, .whole, pairs,
      plain: row(.reading, .whole) { _ in Self.figures(50) })
  }

  @Test("where no line fits the paired ratio's upper limit is judged, and points with an error-free tracker")
  func harm() throws {
    // Even people have 1.02 and odd ones 1.04 times the error: geometric mean 1.02995, a narrow interval.
    let slight = try harm("typical") { $0 % 2 == 0 ? 102 : 104 }
    #expect(slight.verdict == "met")
    expectNear(slight.pairedRatio.value, (1.02 * 1.04).squareRoot(), 1e-9)
    #expect(try harm("typical") { $0 % 2 == 0 ? 102 : 109 }.verdict == "missed: paired ratio")
    // 1 and 2 pt more: mean 1.5, standard deviation 0.506, standard error 0.080, upper limit 1.657.
    let small = try harm("ideal") { $0 % 2 == 0 ? 101 : 102 }
    #expect(small.verdict == "met")
    expectNear(small.worseByUpper95, 1.6570, 1e-4)
    #expect(try harm("ideal") { $0 % 2 == 0 ? 102 : 103 }.verdict == "missed: points")
  }

  @Test("people without a figure in the window do not count, nor whose take is too short for a dot")
  func absent() {
    #expect(row { Self.figures($0 < 10 ? nil : 40, lines: nil) }.people == 30)
    let none = row { _ in Figures() }
    #expect(none.people == 0 && none.ratio.value == nil && none.notWorse == nil && none.verdict == "too few people")
    #expect(row { Figures(wantedDot: $0 < 10 ? nil : $0 < 25) }.wantedDot == 0.5 && none.wantedDot == nil)
  }

  @Test("the same people in both lists, one of them scaled, have exactly that ratio in every resample; nobody has none")
  func paired() throws {
    for count in [20, 21] {
      let none = (0..<count).map { Double(100 + $0 * $0 % 37) }
      let found = RecentreStudy.medianRatio(none.map { 0.5 * $0 }, none, seed: 9)
      for value in [found.value, found.ci95?.lower, found.ci95?.upper] {
        expectNear(value, 0.5, 1e-12)
      }
    }
    #expect(RecentreStudy.medianRatio([1, 2], [2, 4], seed: 1) == Figure(0.5, nil))
    #expect(RecentreStudy.medianRatio([], [], seed: 1).value == nil)
    #expect(RecentreStudy.medianRatio([1], [0], seed: 1).value == nil)
  }
}
