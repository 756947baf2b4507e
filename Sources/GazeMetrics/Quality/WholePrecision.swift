package import GazePipeline

/// RMS-S2S of a whole recording by two methods that saccades hardly affect, and its data loss, as in ETDQualitizer
/// 1.2.0:
///
///     median:  √ median(Δazimuth² + Δelevation²) over successive samples
///     window:  median over all windows of a given length of √ mean(Δazimuth² + Δelevation²) within
///
/// Both medians are exact, so 8 bytes are kept for each sample; `add` refuses more than `capacity` samples.
package struct WholePrecision {
  /// Largest number of samples: seven hours at 1,000 Hz.
  package static let capacity = 25_000_000

  /// `sampleCount`: number of samples, valid or not; `validCount`: number of samples with a gaze.
  package private(set) var sampleCount = 0, validCount = 0
  /// Squared length of each step, radians²; NaN if either sample is lost.
  private var steps: [Float] = []
  private var last: Vector2?
  private var clock = FixationQuality(target: .zero)

  /// A measurement without samples.
  package init() {}

  /// Adds a sample, whose `gaze` is nil if it is lost; returns false if the capacity is exhausted.
  package mutating func add(_ gaze: GazeAngles?, at time: Double) -> Bool {
    guard sampleCount < Self.capacity else { return false }
    sampleCount += 1
    clock.add(gaze, at: time)
    let angles = gaze.map { SIMD2($0.yaw, $0.pitch) }
    if sampleCount > 1 {
      var square = Float.nan
      if let angles, let last {
        let step = angles - last
        square = Float((step * step).sum())
      }
      steps.append(square)
    }
    if angles != nil { validCount += 1 }
    last = angles
    return true
  }

  /// RMS-S2S by the median step, degrees; nil without two successive valid samples.
  package var medianDegrees: Double? {
    Quantiles.median(sorted: steps.filter { !$0.isNaN }.sorted()).map { Double($0).squareRoot().degrees }
  }

  /// RMS-S2S by the median window of `samples` samples, degrees; nil if there are no more samples than that, or if no
  /// window has two successive valid ones.
  package func windowDegrees(samples: Int) -> Double? {
    let length = samples - 1
    guard length > 0, samples < sampleCount else { return nil }
    var values: [Float] = []
    values.reserveCapacity(steps.count - length + 1)
    // Running sums, recomputed now and then, so that rounding does not accumulate.
    var (sum, count) = (0.0, 0)
    for i in steps.indices {
      if i % 4096 == 0 {
        (sum, count) = (0, 0)
        for k in max(i - length, 0)..<i where !steps[k].isNaN {
          sum += Double(steps[k])
          count += 1
        }
      }
      if !steps[i].isNaN {
        sum += Double(steps[i])
        count += 1
      }
      if i >= length, !steps[i - length].isNaN {
        sum -= Double(steps[i - length])
        count -= 1
      }
      if i >= length - 1, count > 0 { values.append(Float((max(sum, 0) / Double(count)).squareRoot())) }
    }
    return Quantiles.median(sorted: values.sorted()).map { Double($0).degrees }
  }

  /// Share of the samples without a gaze, 0…1; nil without a sample.
  package var dataLoss: Double? { sampleCount > 0 ? 1 - Double(validCount) / Double(sampleCount) : nil }
  /// Data loss relative to the number of samples that `rate` implies for the duration.
  package func dataLoss(expectedRate rate: Double) -> Double? { clock.dataLoss(expectedRate: rate) }
  /// Valid samples per second; nil with fewer than two samples.
  package var effectiveFrequency: Double? { clock.effectiveFrequency }
  /// Samples per second by the median interval; nil with fewer than two samples.
  package var nominalRate: Double? { clock.medianInterval.map { 1 / $0 } }
}
