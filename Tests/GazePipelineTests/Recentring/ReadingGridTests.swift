import TestSupport
import Testing

@testable import GazePipeline

struct ReadingGridTests {
  private func grid(rows: Int, _ random: inout SeededGenerator) -> ReadingGrid {
    var grid = ReadingGrid(rows: rows, offset: DriftingOffset(OffsetModel()))
    for index in grid.weights.indices { grid.weights[index] = random.number(0...1) }
    for row in 0..<rows { grid.offsets[row].observe(surprise: Double(row), noise: 100) }
    return grid
  }

  @Test("moving rows keeps their weights and offsets; new rows are empty")
  func move() {
    var random = SeededGenerator(seed: 10)
    for shift in [-4, -1, 0, 1, 3] {
      let before = grid(rows: 8, &random)
      var after = before
      // The rows that leave are emptied first.
      var columns = [Double](repeating: 0, count: ReadingGrid.bins)
      let leaving = (0..<5).filter { !(0..<8).contains($0 + shift) }
      for row in leaving { after.empty(row, into: &columns) }
      for row in 5..<8 { after.empty(row, into: &columns) }
      after.move(by: shift, rows: 5)
      for row in 0..<5 where (0..<8).contains(row + shift) {
        #expect(after.sum(row + shift) == before.sum(row) && after.offsets[row + shift] == before.offsets[row])
      }
      let whole = (0..<8).reduce(0) { $0 + after.sum($1) } + columns.reduce(0, +)
      expectNear(whole, before.weights.reduce(0, +), 1e-9)
    }
  }

  @Test("a row's sum, factored sum and addition to a column are its bins'")
  func sums() {
    var random = SeededGenerator(seed: 11)
    let grid = grid(rows: 3, &random)
    let factors = (0..<ReadingGrid.bins).map { _ in random.number(-1...1) }
    for row in 0..<3 {
      let weights = Array(grid.weights[row * ReadingGrid.bins..<(row + 1) * ReadingGrid.bins])
      expectNear(grid.sum(row), weights.reduce(0, +), 1e-12)
      expectNear(grid.sum(row, times: factors), zip(weights, factors).reduce(0) { $0 + $1.0 * $1.1 }, 1e-12)
      var column = factors
      grid.add(row, times: 0.5, to: &column)
      #expect(column == zip(factors, weights).map { $0 + $1 * 0.5 })
    }
  }

  @Test("the horizontal offset's wandering adds its variance and keeps the weight")
  func blur() {
    for variance in [1.0, 30, 200, 1000] {
      var grid = ReadingGrid(rows: 2, offset: DriftingOffset(OffsetModel()))
      grid.weights[ReadingGrid.bins + ReadingGrid.bins / 2] = 1
      grid.blur(variance, rows: 0..<2)
      #expect(grid.sum(0) == 0)
      expectNear(grid.sum(1), 1, 1e-12)
      var second = 0.0
      for bin in 0..<ReadingGrid.bins {
        let x = ReadingGrid.offset(bin)
        second += grid.weights[ReadingGrid.bins + bin] * x * x
        #expect(grid.weights[ReadingGrid.bins + bin] >= 0)
      }
      expectNear(second, variance, 1e-6 * variance)
    }
  }

  @Test("the bins are symmetric about 0 and reach to the largest offset's neighbourhood")
  func bins() {
    #expect(ReadingGrid.offset(ReadingGrid.bins / 2) == 0)
    #expect(ReadingGrid.offset(0) == -ReadingGrid.offset(ReadingGrid.bins - 1))
    #expect(ReadingGrid.offset(ReadingGrid.bins - 1) >= Recentring.Settings().cap)
  }

  @Test("an observation multiplies the weights by its likelihood")
  func observation() {
    var random = SeededGenerator(seed: 11)
    let before = grid(rows: 2, &random)
    var after = before
    after.observe(OffsetObservation(offset: SIMD2(40, 0), noise: SIMD2(400, .infinity)), row: 1)
    for bin in 0..<ReadingGrid.bins {
      let far = 40 - ReadingGrid.offset(bin)
      let density = Elementary.exp(-far * far / 800) / (2 * Double.pi * 400).squareRoot()
      expectNear(after.weights[ReadingGrid.bins + bin], before.weights[ReadingGrid.bins + bin] * density, 1e-15)
    }
    #expect(after.offsets == before.offsets && after.sum(0) == before.sum(0))
  }
}
