import Documents
import GazeMetrics
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct PointerMeaningTests {
  @Test("the largest grid of cells that hold a square of the size; none if only the whole screen does")
  func grid() {
    typealias Grid = PointerMeaning.Grid
    let points = SIMD2(375.0, 812.0)
    #expect(PointerMeaning.grid(of: 100, on: points) == Grid(columns: 3, rows: 8))
    #expect(PointerMeaning.grid(of: 125, on: points) == Grid(columns: 3, rows: 6))
    #expect(PointerMeaning.grid(of: 375, on: points) == Grid(columns: 1, rows: 2))
    #expect(PointerMeaning.grid(of: 376, on: points) == nil)
    #expect(PointerMeaning.grid(of: 500, on: points) == nil)
    for size in [0, -1, .nan, .infinity] { #expect(PointerMeaning.grid(of: size, on: points) == nil) }
  }

  @Test("the sentence has the report's own figures: button, grid, unwanted scrolls")
  func sentence() async throws {
    let report = try await Run.mini([.reading], participants: 2, duration: 30).evaluation(jobs: 1)
    let meaning = PointerMeaning(report)
    let share = try #require(report.pointer.targetSizes.first { $0.points == 44 }?.hitRate)
    #expect(meaning.buttonShare == share && meaning.size == report.value("pointer.sizeFor95Points"))
    #expect(meaning.sentence.contains("A 44\u{A0}pt button holds "))
    let precision = report.scroll.precision
    #expect(
      meaning.unwantedOfTen == (report.scroll.detected > 0 ? precision.map { Int((10 * (1 - $0)).rounded()) } : nil))
  }

  @Test("an exact pointer has a grid, and nothing measured says nothing")
  func ends() async throws {
    let report = try await Run.mini(preset: .ideal, participants: 2, duration: 10, personCalibration: .none)
      .evaluation(jobs: 1)
    let grid = try #require(PointerMeaning(report).grid)
    #expect(grid.columns > 3 && PointerMeaning(report).sentence.contains("equal cells hold 95\u{A0}% of them."))
    #expect(PointerMeaning().sentence.isEmpty)
    #expect(PointerMeaning(isWithoutScrolls: true).sentence == "It never scrolls.")
  }
}
