import GazePipeline
import TestSupport
import Testing

@testable import Evidence

struct OffsetSmootherTests {
  private var model: OffsetModel {
    var model = OffsetModel()
    (model.spread, model.drift, model.time) = (85, 33, 20)
    return model
  }

  /// The mean of a Gaussian process with the same covariance, by elimination: K (K + N)⁻¹ z.
  private func direct(_ z: [Double], _ t: [Double], noise: [Double]) -> [Double] {
    let n = z.count
    func covariance(_ i: Int, _ j: Int) -> Double {
      85 * 85 + 33 * 33 * Elementary.exp(-abs(t[i] - t[j]) / 20)
    }
    var rows = (0..<n).map { i in (0..<n).map { covariance(i, $0) + ($0 == i ? noise[i] * noise[i] : 0) } + [z[i]] }
    for i in 0..<n {
      for j in 0..<n where j != i {
        let factor = rows[j][i] / rows[i][i]
        for k in i...n { rows[j][k] -= factor * rows[i][k] }
      }
    }
    let solved = (0..<n).map { rows[$0][n] / rows[$0][$0] }
    return (0..<n).map { i in (0..<n).reduce(0) { $0 + covariance(i, $1) * solved[$1] } }
  }

  @Test("the offsets are those of a Gaussian process with the weights of the last pass")
  func direct() {
    var random = SeededGenerator(seed: 7102)
    var (times, deviations): ([Double], [Double]) = ([], [])
    for index in 0..<40 {
      times.append((times.last ?? 0) + .random(in: 0...1.5, using: &random))
      deviations.append(60 + Double(index) + 12 * random.normal() + (index == 20 ? 300 : 0))
    }
    let smoother = OffsetSmoother(model: model, noise: 12)
    var noise = [Double](repeating: 12, count: 40)
    var expected = direct(deviations, times, noise: noise)
    for _ in 0..<2 {
      noise = zip(deviations, expected).map { 12 * (1 + (($0 - $1) / 24) * (($0 - $1) / 24)).squareRoot() }
      expected = direct(deviations, times, noise: noise)
    }
    let found = smoother.estimate(deviations, at: times).offsets
    for (one, other) in zip(found, expected) { expectNear(one, other, 1e-6) }
    expectNear(found[20], 80, 15, "one place that is far off counts little: \(found[20])")
  }

  @Test("a large offset, a fast one, and scattered deviations cost more")
  func cost() {
    let smoother = OffsetSmoother(model: model, noise: 12)
    let times = (0..<50).map { 0.3 * Double($0) }
    func cost(_ deviation: (Int) -> Double) -> Double {
      smoother.estimate(times.indices.map(deviation), at: times).cost
    }
    let still = cost { _ in 20 }
    #expect(cost { _ in 200 } > still + 1 && cost { 20 + 10 * Double($0) } > still + 5)
    #expect(cost { $0 % 2 == 0 ? 50 : -10 } > still + 20)
  }

  @Test("equal times and one deviation have finite offsets, and none has none")
  func few() {
    let smoother = OffsetSmoother(model: model, noise: 12)
    #expect(smoother.estimate([], at: []).offsets.isEmpty)
    expectNear(smoother.estimate([50], at: [3]).offsets[0], 50, 2)
    let same = smoother.estimate([40, 60, 50], at: [1, 1, 0]).offsets
    #expect(same.allSatisfy { abs($0 - 50) < 2 })
  }
}
