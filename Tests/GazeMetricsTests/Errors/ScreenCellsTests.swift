import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct ScreenCellsTests {
  @Test("Each cell has the mean error, bias and size of its own samples")
  func cells() {
    var cells = ScreenCells()
    for row in 0..<5 {
      for column in 0..<3 {
        let gaze = SIMD2((Double(column) + 0.5) / 3, (Double(row) + 0.5) / 5)
        for sign in [-1.0, 1] {
          cells.add(
            SIMD2(10 * Double(column + 1), sign * 40 * Double(row)), degrees: Double(row + column), gaze: gaze)
        }
      }
    }
    for row in 0..<5 {
      for column in 0..<3 {
        let cell = cells.cell(column: column, row: row)
        let (x, y) = (10 * Double(column + 1), 40 * Double(row))
        #expect(cell.count == 2 && cell.biasPoints == SIMD2(x, 0))
        expectNear(cell.errorPoints, (x * x + y * y).squareRoot(), 1e-12)
        #expect(cell.errorDegrees == Double(row + column))
        // The bins are 20 points wide, so all samples are inside from the next bin on.
        #expect(cell.hitRate(side: 2 * max(x, y) + 20) == 1 && cell.hitRate(side: 2 * max(x, y)) == 0)
      }
    }
    #expect(cells.cell(column: 3, row: 0).count == 0 || cells.cell(column: 0, row: 5).count == 0)
  }

  @Test("A gaze off the screen is the nearest cell's; halves merge; NaN is ignored")
  func borders() {
    var (a, b, whole) = (ScreenCells(), ScreenCells(), ScreenCells())
    for (index, gaze) in [SIMD2(-1.0, -1), SIMD2(2, 2), SIMD2(1, 1), SIMD2(0, 0)].enumerated() {
      whole.add(SIMD2(1, 0), degrees: nil, gaze: gaze)
      if index < 2 {
        a.add(SIMD2(1, 0), degrees: nil, gaze: gaze)
      } else {
        b.add(SIMD2(1, 0), degrees: nil, gaze: gaze)
      }
    }
    a.merge(b)
    a.add(SIMD2(.nan, 0), degrees: 1, gaze: .zero)
    a.add(.zero, degrees: 1, gaze: SIMD2(.nan, 0))
    #expect(a == whole)
    #expect(whole.cell(column: 0, row: 0).count == 2 && whole.cell(column: 2, row: 4).count == 2)
    #expect(whole.cell(column: 0, row: 0).errorDegrees == nil && whole.cell(column: 1, row: 1).errorPoints == nil)
  }
}

struct PooledCellTests {
  @Test("figures are means over those who looked; the size is where these cross the share")
  func means() throws {
    var (pooled, cells) = (PooledCell(), [ScreenCells.Cell]())
    for person in 0..<30 {
      var own = ScreenCells()
      for sample in 0..<(person % 5 * 8) {
        own.add(
          SIMD2(Double(sample % 7) * 9 - 20, Double(person)), degrees: sample % 2 == 0 ? nil : Double(person) / 10,
          gaze: SIMD2(0.1, 0.1))
      }
      let cell = own.cell(column: 0, row: 0)
      pooled.add(cell)
      if cell.count > 0 { cells.append(cell) }
    }
    #expect(pooled.people == 24 && pooled.samples == cells.reduce(0) { $0 + $1.count })
    #expect(Array(pooled.errorPoints) == cells.compactMap(\.errorPoints))
    let degrees = cells.compactMap(\.errorDegrees)
    #expect(pooled.errorDegrees == degrees.mean)
    #expect(pooled.biasPoints == cells.compactMap(\.biasPoints).reduce(.zero, +) / 24)
    func mean(_ side: Double) -> Double { cells.reduce(0) { $0 + ($1.hitRate(side: side) ?? 0) } / 24 }
    let side = try #require(pooled.side(for: 0.9))
    let (below, above) = ((side / 20).rounded(.down) * 20, (side / 20).rounded(.up) * 20)
    #expect(mean(below) < 0.9 && mean(above) >= 0.9)
    expectNear(mean(below) + (mean(above) - mean(below)) * (side - below) / 20, 0.9, 1e-12)
  }

  @Test("nobody has no figures, and a pointer that is far away no size")
  func nobody() {
    #expect(PooledCell().side(for: 0.5) == nil && PooledCell().errorDegrees == nil && PooledCell().biasPoints == nil)
    var (far, pooled) = (ScreenCells(), PooledCell())
    far.add(SIMD2(5000, 0), degrees: nil, gaze: SIMD2(0.5, 0.5))
    pooled.add(far.cell(column: 1, row: 2))
    #expect(pooled.people == 1 && pooled.side(for: 0.5) == nil && pooled.errorDegrees == nil)
  }
}
