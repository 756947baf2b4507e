/// A place at which the person is known to have looked, as an observation of the pointer's offset.
struct OffsetObservation: Sendable, Equatable {
  /// Raw pointer minus the place, points.
  var offset: SIMD2<Double>
  /// Variance of the observation per axis, points²; infinite on an axis that says nothing.
  var noise: SIMD2<Double>
}

extension OffsetObservation {
  /// The observation after which an offset that was unknown, with mean 0 and the variance `unknown`, has this mean and
  /// variance. An axis whose variance is not below `unknown` says nothing.
  init(mean: SIMD2<Double>, variance: SIMD2<Double>, unknown: Double) {
    (offset, noise) = (.zero, SIMD2(repeating: .infinity))
    for axis in 0..<2 where mean[axis].isFinite && variance[axis] < 0.99 * unknown {
      // At least half a bin of the reading filter's grid (`ReadingGrid.binWidth`), which cannot hold a narrower offset.
      let known = max(variance[axis], 16)
      noise[axis] = known * unknown / (unknown - known)
      offset[axis] = mean[axis] * unknown / (unknown - known)
    }
  }
}

/// Standard deviation of a fixation about the place that a person looks at, points. Assumed: 0.25° at 35 cm.
let fixationScatter = 10.0
