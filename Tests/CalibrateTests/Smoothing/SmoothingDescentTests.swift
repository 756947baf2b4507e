import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct SmoothingDescentTests {
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
          for (sample, point) in zip(
            track.samples,
            track.filtered(search.smoothing(at: .init(variant: 0, x: SIMD2(x[0], x.count > 1 ? x[1] : 0)))))
          {
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
      for start in starts {
        let descent = SmoothingDescent(from: .init(variant: 0, x: start), weights: weights).run(search, objective)
        let solution = try LeastSquares.solve(
          problem(search, weights), from: [start.x, start.y].prefix(search.ranges.count).map { $0 },
          options: .init(maximumIterations: 500))
        #expect(descent.cost <= solution.cost * (1 + 1e-7), "\(family) from \(start), weight \(movingWeight)")
        let tallies = objective.tallies(search.smoothing(at: descent.best))
        let cost = objective.cost(tallies, movingWeight: movingWeight, without: excluded)
        expectNear(descent.cost / cost, 1, 1e-12)
      }
    }
  }

  @Test("a filter whose gate makes the cost jump ends below its start")
  func jumps() {
    let search = SmoothingSearch(.kalman)
    for variant in search.variants.indices {
      let start = SmoothingSearch.Place(variant: variant, x: SIMD2(1, 0))
      let descent = SmoothingDescent(from: start, weights: objective.weights(1)).run(search, objective)
      let before = objective.cost(objective.tallies(search.smoothing(at: start)), movingWeight: 1)
      #expect(descent.cost < before && descent.best.variant == variant)
    }
  }

  @Test("the grid ranks filters by their own costs' bytes, gated means to 1e-9")
  func ranking() {
    for family in Smoothing.Family.allCases {
      let search = SmoothingSearch(family)
      let smoothings = search.grid.map(search.smoothing)
      let ranked = objective.ranking(smoothings)
      #expect(ranked.count == smoothings.count)
      for (smoothing, found) in zip(smoothings, ranked).enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
        let exact = objective.tallies(smoothing)
        for (a, b) in zip(found, exact) {
          #expect(a.stillCount == b.stillCount && a.movingCount == b.movingCount)
          let tolerance = family == .gatedTriangular ? 1e-9 : 0
          #expect(abs(a.still - b.still) <= tolerance * b.still && abs(a.moving - b.moving) <= tolerance * b.moving)
        }
      }
    }
  }

  @Test("running sums give every window's gated triangular mean: 1e-8 points")
  func runningSums() throws {
    let track = PointerTrack.jumping(white: 5, coloured: 5, looks: 20)
    for window in 2...32 {
      for threshold in [6.0, 27, 140, .infinity] {
        let smoothing = Smoothing.gatedTriangular(.init(window: window, threshold: threshold))
        var filter = try #require(RunningTriangularMean(smoothing))
        for (sample, expected) in zip(track.samples, track.filtered(smoothing)) {
          expectNear(filter.step(sample.point, at: sample.time), expected, 1e-8)
        }
      }
    }
  }
}
