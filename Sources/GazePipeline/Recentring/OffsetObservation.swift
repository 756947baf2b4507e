/// A place at which the person is known to have looked, as an observation of the pointer's offset.
struct OffsetObservation: Sendable, Equatable {
  /// Raw pointer minus the place, points.
  var offset: SIMD2<Double>
  /// Variance of the observation per axis, points²; infinite on an axis that says nothing.
  var noise: SIMD2<Double>
}

/// Standard deviation of a fixation about the place that a person looks at, points. Assumed: 0.25° at 35 cm.
let fixationScatter = 10.0
