/// Running median of a sign's level: the face's rest, which differs between people and drifts with posture.
///
/// The median is that of a histogram whose samples lose weight exponentially. With the time constant 5 s / ln 2 it
/// changes to a new lasting level after 5 s, as the median of the last 10 s does. The histogram has a fixed size, so a
/// step allocates nothing; its 64 bins make the median accurate to half a bin (0.8 % of the range).
struct SignBaseline: Sendable, Equatable {
  /// Length of the median's window, seconds.
  static let window = 10.0

  /// The median; nil before the first sample.
  private(set) var value: Double?
  private let low: Double
  private let width: Double
  // Four vectors of 16, because a SIMD64 is copied element by element.
  private var bins: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) = (.zero, .zero, .zero, .zero)

  /// A baseline without samples.
  ///
  /// - Parameter range: levels that are distinguished; a level outside counts as the nearest bound.
  init(_ range: ClosedRange<Double>) {
    low = range.lowerBound
    width = (range.upperBound - range.lowerBound) / 64
  }

  /// Adds a finite level, weighted by the seconds since the previous one.
  mutating func add(_ level: Double, elapsed: Double) {
    // 1 / (1 + x) instead of e^−x: x is at most 0.014, because a gap counts as at most 0.1 s.
    let kept = Float(1 / (1 + elapsed * (0.6931 / (Self.window / 2))))
    func fade(_ bins: inout SIMD16<Float>) {
      bins *= kept
      // Denormal numbers would slow the step.
      bins.replace(with: 0, where: bins .< 1e-20)
    }
    fade(&bins.0)
    fade(&bins.1)
    fade(&bins.2)
    fade(&bins.3)
    let index = Int(min(max((level - low) / width, 0), 63))
    // The first sample has no duration and must count, too.
    let weight = Float(max(elapsed, 0.001))
    switch index >> 4 {
    case 0: bins.0[index & 15] += weight
    case 1: bins.1[index & 15] += weight
    case 2: bins.2[index & 15] += weight
    default: bins.3[index & 15] += weight
    }
    value = median
  }

  private var median: Double {
    let sums = (bins.0.sum(), bins.1.sum(), bins.2.sum(), bins.3.sum())
    let half = (sums.0 + sums.1 + sums.2 + sums.3) / 2
    if half <= sums.0 { return median(in: bins.0, from: 0, rest: half) }
    if half <= sums.0 + sums.1 { return median(in: bins.1, from: 16, rest: half - sums.0) }
    if half <= sums.0 + sums.1 + sums.2 { return median(in: bins.2, from: 32, rest: half - sums.0 - sums.1) }
    return median(in: bins.3, from: 48, rest: half - sums.0 - sums.1 - sums.2)
  }

  /// The level below which the weight `rest` of 16 bins lies, by linear interpolation within its bin.
  private func median(in bins: SIMD16<Float>, from first: Int, rest: Float) -> Double {
    var rest = rest
    for index in 0..<16 {
      let weight = bins[index]
      if rest <= weight {
        return low + (Double(first + index) + (weight > 0 ? Double(rest / weight) : 0.5)) * width
      }
      rest -= weight
    }
    return low + Double(first + 16) * width
  }

  /// True if the histograms are equal.
  static func == (a: Self, b: Self) -> Bool {
    a.value == b.value && a.low == b.low && a.width == b.width && a.bins == b.bins
  }
}
