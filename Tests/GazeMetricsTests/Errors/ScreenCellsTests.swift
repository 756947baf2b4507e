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
