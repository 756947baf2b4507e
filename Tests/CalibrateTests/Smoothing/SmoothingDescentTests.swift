import GazePipeline
import GazeRecording
import Testing

@testable import Calibrate

@Suite struct SmoothingDescentTests {
  private let objective = SmoothingObjective([
    [.jumping(white: 10, coloured: 5, looks: 10)], [.jumping(white: 3, coloured: 8, looks: 10, seed: 3)],
  ])

  /// Residuals whose squares sum to the cost.
  private func problem(_ search: SmoothingSearch, _ weights: [SIMD2<Double>]) -> LeastSquaresProblem {
    let groups = objective.groups
    return LeastSquaresProblem(parameterCount: search.ranges.count, residualCount: 2 * objective.count) { x, r in
      var row = 0
      for (tracks, weight) in zip(groups, weights) {
        for track in tracks {
          for (sample, point) in zip(track.samples, track.filtered(search.smoothing(0, at: x))) {
            guard let reference = sample.reference else { continue }
            let error = (point - reference) * (sample.isMoving ? weight.y : weight.x).squareRoot()
            (r[row], r[row + 1]) = (error.x, error.y)
            row += 2
          }
        }
      }
    }
  }

  @Test(
    "a descent ends where the general solver ends, at the same cost",
    arguments: [Smoothing.Family.exponential, .doubleExponential, .oneEuro])
  func minimum(family: Smoothing.Family) throws {
    let search = SmoothingSearch(family)
    for (movingWeight, excluded) in [(1.0, Int?.none), (0.1, nil), (4, 1)] {
      let weights = objective.weights(movingWeight, without: excluded)
      let starts = [SIMD2(1.0, 0), SIMD2(-1, 1)]
      var descents = starts.map { SmoothingDescent(from: .init(variant: 0, x: $0), weights: weights) }
      SmoothingDescent.run(&descents, search, objective)
      for (descent, start) in zip(descents, starts) {
        var options = LeastSquares.Options()
        options.maximumIterations = 500
        let solution = try LeastSquares.solve(
          problem(search, weights), from: [start.x, start.y].prefix(search.ranges.count).map { $0 }, options: options)
        #expect(descent.cost <= solution.cost * (1 + 1e-7), "\(family) from \(start), weight \(movingWeight)")
        let tallies = objective.tallies(search.smoothing(at: descent.best))
        let cost = objective.cost(tallies, movingWeight: movingWeight, without: excluded)
        #expect(abs(descent.cost / cost - 1) < 1e-12)
      }
    }
  }

  @Test("a filter whose gate makes the cost jump ends below its start")
  func jumps() {
    let search = SmoothingSearch(.kalman)
    for variant in search.variants.indices {
      let start = SmoothingDescent.Place(variant: variant, x: SIMD2(1, 0))
      var descents = [SmoothingDescent(from: start, weights: objective.weights(1))]
      SmoothingDescent.run(&descents, search, objective)
      let before = objective.cost(objective.tallies(search.smoothing(at: start)), movingWeight: 1)
      #expect(descents[0].cost < before && descents[0].best.variant == variant)
    }
  }

  @Test("an odd number of descents gives what each gives alone")
  func pairs() {
    let search = SmoothingSearch(.oneEuro)
    let weights = objective.weights(1)
    let starts = [SIMD2(1.0, 0), SIMD2(-1, 1), SIMD2(2, -2)]
    var together = starts.map { SmoothingDescent(from: .init(variant: 0, x: $0), weights: weights) }
    SmoothingDescent.run(&together, search, objective)
    for (start, found) in zip(starts, together) {
      var alone = [SmoothingDescent(from: .init(variant: 0, x: start), weights: weights)]
      SmoothingDescent.run(&alone, search, objective)
      #expect(alone[0].best.x == found.best.x && alone[0].cost == found.cost && found.stop?.isConverged == true)
    }
  }
}
