import GazePipeline

/// The sum of squares of a smoothing fit, over unbounded x.
///
/// Each of log minCutoff and log beta is `low + (high − low) / (1 + e^−x)`: x anywhere, the number within its bounds.
final class SmoothingObjective {
  private let tracks: [PointerTrack]
  private let movingRoot: Double
  /// Samples with a reference.
  let count: Int

  init(_ tracks: [PointerTrack], movingWeight: Double) {
    self.tracks = tracks
    movingRoot = movingWeight.squareRoot()
    count = tracks.reduce(0) { $0 + $1.samples.count { $0.reference != nil } }
  }

  static func settings(at x: [Double]) -> OneEuroFilter.Settings {
    func bounded(_ x: Double, _ range: ClosedRange<Double>) -> Double {
      let (low, high) = (Elementary.log(range.lowerBound), Elementary.log(range.upperBound))
      return Elementary.exp(low + (high - low) / (1 + Elementary.exp(-x)))
    }
    return OneEuroFilter.Settings(
      minCutoff: bounded(x[0], SmoothingFit.minCutoffRange), beta: bounded(x[1], SmoothingFit.betaRange),
      derivativeCutoff: 1)
  }

  func leastSquares() -> LeastSquaresProblem {
    LeastSquaresProblem(parameterCount: 2, residualCount: 2 * count) { [self] x, r in
      var row = 0
      run(Self.settings(at: x)) { error, isMoving in
        let weighted = isMoving ? error * movingRoot : error
        r[row] = weighted.x
        r[row + 1] = weighted.y
        row += 2
      }
    }
  }

  /// The lowest points of a 7 × 7 grid, none beside another that is lower.
  func starts(count: Int) -> [[Double]] {
    let side = 7
    func x(_ i: Int) -> Double { -3 + Double(i) }
    let cost = (0..<side * side).map { i in
      var sum = 0.0
      run(Self.settings(at: [x(i / side), x(i % side)])) { error, isMoving in
        let square = (error * error).sum()
        sum += isMoving ? square * movingRoot * movingRoot : square
      }
      return sum
    }
    var chosen: [Int] = []
    for i in cost.indices.sorted(by: { cost[$0] < cost[$1] }) where chosen.count < count {
      let isApart = chosen.allSatisfy { abs($0 / side - i / side) > 1 || abs($0 % side - i % side) > 1 }
      if isApart { chosen.append(i) }
    }
    return chosen.map { [x($0 / side), x($0 % side)] }
  }

  /// RMS distances in points; nil settings for no filter.
  func errors(_ settings: OneEuroFilter.Settings?) -> (all: Double, still: Double, moving: Double?) {
    var (still, moving) = (0.0, 0.0)
    var movingCount = 0
    run(settings) { error, isMoving in
      let square = (error * error).sum()
      if isMoving {
        moving += square
        movingCount += 1
      } else {
        still += square
      }
    }
    let stillCount = count - movingCount
    return (
      ((still + moving) / Double(max(count, 1))).squareRoot(), (still / Double(max(stillCount, 1))).squareRoot(),
      movingCount > 0 ? (moving / Double(movingCount)).squareRoot() : nil
    )
  }

  private func run(_ settings: OneEuroFilter.Settings?, _ body: (_ error: SIMD2<Double>, _ isMoving: Bool) -> Void) {
    for track in tracks {
      var filter = settings.map { OneEuroFilter($0) }
      for sample in track.samples {
        let point = filter?.step(sample.point, at: sample.time) ?? sample.point
        if let reference = sample.reference { body(point - reference, sample.isMoving) }
      }
    }
  }
}
