import GazePipeline

/// Sums of a track's points with which a mean over a window costs the same however long the window is:
///
///     Σ x₋ₖ = P(t) − P(t − n),  Σ (n − k) x₋ₖ = n P(t) − (P(t − 1) + … + P(t − n)),  k = 0…n − 1
///
/// with P(t) the sum of all points up to t; the sum in brackets is a difference of two sums of P. The means differ from
/// those of `MovingAverage` and `GatedTriangularFilter` by rounding, about 1e-8 points, so they can rank filters, but a
/// filter's figures must come from the filter itself.
struct RunningSums {
  private let points: [SIMD2<Double>]
  /// Sum of the points before i, relative to the first point, so that the sums stay small.
  private var sums: [SIMD2<Double>] = [.zero]
  /// Sum of the sums before i.
  private var sumsOfSums: [SIMD2<Double>] = [.zero]

  init(_ track: PointerTrack) {
    let origin = track.samples.first?.point ?? .zero
    points = track.samples.map { $0.point - origin }
    for (i, point) in points.enumerated() {
      sumsOfSums.append(sumsOfSums[i] + sums[i])
      sums.append(sums[i] + point)
    }
  }

  /// Calls `body` with each sample's number and the way that `MovingAverage` moves it.
  @inline(__always)
  func mean(of window: Int, _ body: (_ sample: Int, _ way: SIMD2<Double>) -> Void) {
    for t in points.indices {
      let count = min(t + 1, window)
      body(t, (sums[t + 1] - sums[t + 1 - count]) / Double(count) - points[t])
    }
  }

  /// Calls `body` with each sample's number and the way that `GatedTriangularFilter` moves it.
  @inline(__always)
  func triangularMean(
    _ settings: GatedTriangularFilter.Settings, _ body: (_ sample: Int, _ way: SIMD2<Double>) -> Void
  ) {
    var (count, mean) = (0, SIMD2<Double>.zero)
    for t in points.indices {
      if count > 0, !((points[t] - mean).length <= settings.threshold) { count = 0 }
      count = min(count + 1, settings.window)
      let weighted = Double(count) * sums[t + 1] - (sumsOfSums[t + 1] - sumsOfSums[t + 1 - count])
      mean = weighted / Double(count * (count + 1) / 2)
      body(t, mean - points[t])
    }
  }
}
