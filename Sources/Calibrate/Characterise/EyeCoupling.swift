import GazeMetrics
import GazePipeline

/// How one person's two eyes go together: constant difference, its scatter, correlation.
struct EyeCoupling: Sendable {
  /// A Float matrix does not hold a slope any finer.
  private static let resolution = 1e-6

  private var outward = BatchMeans()
  private var pitch = BatchMeans()
  private var count = 0.0
  private var mean = (left: SIMD2<Double>.zero, right: SIMD2<Double>.zero)
  private var variance = (left: SIMD2<Double>.zero, right: SIMD2<Double>.zero)
  private var covariance = SIMD2<Double>.zero

  mutating func add(_ glance: FrameGlance) {
    guard let eyes = glance.eyes, !glance.isRepeat else { return }
    outward.add(eyes.outward)
    pitch.add(eyes.left.y - eyes.right.y)
    count += 1
    let (l, r) = (eyes.left - mean.left, eyes.right - mean.right)
    mean.left += l / count
    mean.right += r / count
    variance.left += l * (eyes.left - mean.left)
    variance.right += r * (eyes.right - mean.right)
    covariance += l * (eyes.right - mean.right)
  }

  private var correlation: SIMD2<Double> {
    let scale = variance.left * variance.right
    return SIMD2(
      scale.x > 0 ? covariance.x / scale.x.squareRoot() : .nan,
      scale.y > 0 ? covariance.y / scale.y.squareRoot() : .nan)
  }

  var characteristics: [Characteristic] {
    let n = outward.count
    let windows = "frames with both eyes, repeated ones left out"
    func row(_ name: String, key: String? = nil, unit: String, _ value: Double?, _ interval: Interval?) -> Characteristic
    {
      Characteristic(
        name, key: key, unit: unit, value: n > 0 ? value : nil, ci95: interval, count: n, of: "frames", windows: windows)
    }
    return [
      row(
        "outward", key: "tracker.outward", unit: "1", outward.mean, outward.interval(resolution: Self.resolution)),
      row("outwardSD", unit: "mrad", outward.standardDeviation.map { $0 * 1000 }, nil),
      row(
        "pitchDifference", unit: "mrad", pitch.mean * 1000,
        pitch.interval(resolution: Self.resolution).flatMap { Interval($0.lower * 1000, $0.upper * 1000) }),
      row("correlationYaw", unit: "1", correlation.x, nil),
      row("correlationPitch", unit: "1", correlation.y, nil),
    ]
  }
}
