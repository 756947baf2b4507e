import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

struct BudgetMeterTests {
  private func sample(error: SIMD2<Double>, place: SIMD2<Double> = SIMD2(1, 2)) -> BudgetSums.Row {
    BudgetSums.Row(place: place, error: error)
  }

  @Test("the squares of the error vectors are those of the angles, with truth and without", arguments: [true, false])
  func squares(isTruth: Bool) throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .validation, participants: 1, duration: 20)
    let result = simulation.result(
      try StandardPipeline(device: "iphone12mini"), against: isTruth ? .truth : .target)
    let errors = isTruth ? result.settled : result.target
    let rms = try #require(errors.degrees.rms)
    let sums = try #require(result.budget.first)
    #expect(result.budget.count == 1 && sums.samples == Double(errors.degrees.count))
    let last = BudgetSums.error
    let square = (sums.all.x.matrix[last][last] + sums.all.y.matrix[last][last]) / sums.samples
    expectNear(square / (rms * rms), 1, 1e-9)
    #expect((10.0...20).contains(sums.fixations))
  }

  @Test("a pause, long rest or backward time ends a fixation; blocks are 0.25 s")
  func fixations() throws {
    var meter = BudgetMeter()
    for frame in 0..<60 { meter.add(sample(error: SIMD2(1, 0)), at: Double(frame) / 60) }
    for frame in 0..<30 { meter.add(sample(error: SIMD2(3, 0)), at: 2 + Double(frame) / 60) }
    for frame in 0..<30 { meter.add(sample(error: SIMD2(0, 0)), at: 1 + Double(frame) / 60) }
    let finished = meter.finish()
    let sums = try #require(finished)
    #expect(sums.fixations == 3 && sums.blocks == 8 && sums.samples == 120)
    #expect(sums.next.count == 1 && sums.afterNext.count == 0)
    let last = BudgetSums.error
    expectNear(sums.next.products.x.matrix[last][last], 4, 1e-12)
    var long = BudgetMeter()
    for frame in 0..<600 { long.add(sample(error: .zero), at: Double(frame) / 60) }
    let cut = long.finish()
    #expect(cut?.fixations == 7)
  }

  @Test("numbers from hostile files change nothing and do not trap")
  func hostile() {
    var meter = BudgetMeter()
    for time in [Double.nan, .infinity, -.infinity, 1e300] {
      meter.follow(gaze: SIMD2(1e300, .nan), at: time)
      meter.follow(target: SIMD2(.infinity, 0), at: time)
      meter.add(sample(error: SIMD2(.nan, 0)), at: time)
      meter.add(sample(error: SIMD2(1e200, 0)), at: time)
    }
    let finished = meter.finish()
    #expect(finished == nil)
    for frame in 0..<1000 { meter.follow(target: SIMD2(Double(frame), 0), at: 0) }
  }

  @Test("the products of both axes are those of their ten numbers")
  func products() {
    var sums = BudgetSums.Axes()
    let (place, error, lagX, lagY) = (SIMD2(1.5, -2), SIMD2(0.3, 0.7), SIMD3(4.0, 5, 6), SIMD3(7.0, 8, 9))
    sums.add(BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY), weight: 2)
    for (matrix, numbers) in [
      (sums.x.matrix, [1, 1.5, -2, 2.25, -3, 4, 4, 5, 6, 0.3]),
      (sums.y.matrix, [1, -2, 1.5, 4, -3, 2.25, 7, 8, 9, 0.7]),
    ] {
      let products = numbers.map { (row: Double) -> [Double] in numbers.map { 2 * row * $0 } }
      #expect(matrix == products)
    }
    var difference = BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY)
    difference += difference
    let half = difference / 2
    #expect((difference - half) == half && half == BudgetSums.Row(place: place, error: error, lagX: lagX, lagY: lagY))
  }
}
