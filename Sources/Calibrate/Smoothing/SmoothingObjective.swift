import GazePipeline

/// Cost of a smoothing on groups of tracks:
///
///     cost = mean over groups of Σ wᵢ |filtered(tᵢ) − reference(tᵢ)|² / Σ wᵢ
///
/// with w = `movingWeight` just after a jump, 1 elsewhere. Every group counts the same, however long it is.
struct SmoothingObjective: Sendable {
  /// Sums of squares of one group.
  struct Tally: Sendable, Equatable {
    var still = 0.0, moving = 0.0
    var stillCount = 0, movingCount = 0

    /// Weighted mean square distance.
    func meanSquare(_ movingWeight: Double) -> Double {
      (still + movingWeight * moving) / weights(movingWeight)
    }

    func weights(_ movingWeight: Double) -> Double {
      max(Double(stillCount) + movingWeight * Double(movingCount), .leastNormalMagnitude)
    }
  }

  private let groups: [[PointerTrack]]
  /// Sum of weights of each group.
  private let weights: [Double]
  let movingWeight: Double
  /// Number of samples with a reference.
  let count: Int

  init(_ groups: [[PointerTrack]], movingWeight: Double) {
    self.groups = groups
    self.movingWeight = movingWeight
    let counted = groups.map { Self.tally($0, .none) }
    weights = counted.map { $0.weights(movingWeight) }
    count = counted.reduce(0) { $0 + $1.stillCount + $1.movingCount }
  }

  var groupCount: Int { groups.count }

  /// Sums of squares of each group.
  func tallies(_ smoothing: Smoothing) -> [Tally] { groups.map { Self.tally($0, smoothing) } }

  /// Cost from tallies; `excluded` is a group to leave out.
  func cost(_ tallies: [Tally], without excluded: Int? = nil) -> Double {
    let kept = tallies.indices.filter { $0 != excluded }
    return kept.reduce(0) { $0 + tallies[$1].meanSquare(movingWeight) } / Double(max(kept.count, 1))
  }

  /// The cost as a sum of squares.
  func leastSquares(_ search: SmoothingSearch, variant: Int, without excluded: Int? = nil) -> LeastSquaresProblem {
    let kept = groups.indices.filter { $0 != excluded }
    let samples = kept.reduce(0) { sum, group in
      sum + groups[group].reduce(0) { $0 + $1.samples.count { $0.reference != nil } }
    }
    return LeastSquaresProblem(parameterCount: search.ranges.count, residualCount: 2 * samples) { [self] x, r in
      let smoothing = search.smoothing(variant, at: x)
      var row = 0
      for group in kept {
        let still = (1 / (weights[group] * Double(kept.count))).squareRoot()
        let moving = still * movingWeight.squareRoot()
        Self.run(groups[group], smoothing) { error, isMoving in
          let weighted = error * (isMoving ? moving : still)
          r[row] = weighted.x
          r[row + 1] = weighted.y
          row += 2
        }
      }
    }
  }

  /// Median settling time over saccades, from the unsmoothed pointer's halfway point to three quarters of the way for
  /// the smoothed pointer, seconds; nil without saccades, or if the pointer does not get there before the next saccade
  /// for most of them.
  func settling(_ smoothing: Smoothing) -> Double? {
    let times = groups.joined().flatMap { $0.settlingTimes($0.filtered(smoothing)) }
    return Quantiles.upperMedian(times).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func tally(_ tracks: [PointerTrack], _ smoothing: Smoothing) -> Tally {
    var tally = Tally()
    run(tracks, smoothing) { error, isMoving in
      let square = (error * error).sum()
      if isMoving {
        tally.moving += square
        tally.movingCount += 1
      } else {
        tally.still += square
        tally.stillCount += 1
      }
    }
    return tally
  }

  /// Uses the filter's concrete type, so that the filter is mutated in place: a case of an enum would be copied at
  /// every sample.
  private static func run(
    _ tracks: [PointerTrack], _ smoothing: Smoothing, _ body: (_ error: SIMD2<Double>, _ isMoving: Bool) -> Void
  ) {
    switch smoothing {
    case .none: run(tracks, from: PassThrough(), body)
    case .movingAverage(let window): run(tracks, from: MovingAverage(window: window), body)
    case .exponential(let settings): run(tracks, from: ExponentialFilter(settings), body)
    case .doubleExponential(let settings): run(tracks, from: DoubleExponentialFilter(settings), body)
    case .oneEuro(let settings): run(tracks, from: OneEuroFilter(settings), body)
    case .kalman(let settings): run(tracks, from: VelocityKalmanFilter(settings), body)
    case .gatedTriangular(let settings): run(tracks, from: GatedTriangularFilter(settings), body)
    }
  }

  @inline(__always)
  private static func run<Filter: SampleFilter>(
    _ tracks: [PointerTrack], from start: Filter, _ body: (_ error: SIMD2<Double>, _ isMoving: Bool) -> Void
  ) {
    for track in tracks {
      var filter = start
      for sample in track.samples {
        let point = filter.next(sample)
        if let reference = sample.reference { body(point - reference, sample.isMoving) }
      }
    }
  }
}

private protocol SampleFilter {
  mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double>
}

private struct PassThrough: SampleFilter {
  func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { sample.point }
}

extension MovingAverage: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point) }
}

extension ExponentialFilter: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point, at: sample.time) }
}

extension DoubleExponentialFilter: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point, at: sample.time) }
}

extension OneEuroFilter: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point, at: sample.time) }
}

extension VelocityKalmanFilter: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point, at: sample.time) }
}

extension GatedTriangularFilter: SampleFilter {
  fileprivate mutating func next(_ sample: PointerTrack.Sample) -> SIMD2<Double> { step(sample.point) }
}
