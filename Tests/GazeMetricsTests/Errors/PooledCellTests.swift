import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

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
