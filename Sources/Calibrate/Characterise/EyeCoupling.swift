import GazeMetrics
import GazePipeline

/// Relation of the reported directions of one person's two eyes: constant difference, scatter of the difference,
/// correlation.
///
/// The difference is stated for a distance of 35 cm. The share of the vergence demand (the vergence that the distance
/// requires) which appears in the difference is fitted if the distance varied, with a prior of 0.02 ± 0.02 (the seven
/// takes allow at most 0.08).
struct EyeCoupling {
  /// Smallest slope that a Float matrix resolves.
  private static let resolution = 1e-6

  /// Distance for which the difference is stated, metres; the simulator's `TrackerView` takes the same one.
  static let distance = 0.35
  /// The mean is the default of the simulator's constant `tracker.vergenceShare`.
  private static let sharePrior = (mean: 0.02, sd: 0.02)
  /// Relative standard deviation of the depth of the point looked at: error of the tracker's distance, and of a
  /// reported axis that is off by three degrees.
  private static let depthSD = 0.05
  /// Relative standard deviation of changes of the depth of the point looked at; most changes occur because the person
  /// looks elsewhere.
  private static let depthChangeSD = 0.2

  private var outward = BatchMeans()
  /// Vergence demand minus the vergence demand at 35 cm, radians.
  private var vergence = BatchMeans()
  /// Vergence demand at 35 cm, radians.
  private var atReference = BatchMeans()
  private var pitch = BatchMeans()
  private var count = 0.0
  private var mean = (left: Vector2.zero, right: Vector2.zero)
  private var variance = (left: Vector2.zero, right: Vector2.zero)
  private var covariance = Vector2.zero

  mutating func add(_ glance: FrameGlance) {
    guard let eyes = glance.eyes, !glance.isRepeat else { return }
    guard eyes.outward.isFinite, let depth = eyes.depth else { return }
    outward.add(eyes.outward)
    vergence.add(eyes.separation / max(depth, 0.05) - eyes.separation / Self.distance)
    atReference.add(eyes.separation / Self.distance)
    pitch.add(eyes.left.y - eyes.right.y)
    count += 1
    let (l, r) = (eyes.left - mean.left, eyes.right - mean.right)
    mean.left += l / count
    mean.right += r / count
    variance.left += l * (eyes.left - mean.left)
    variance.right += r * (eyes.right - mean.right)
    covariance += l * (eyes.right - mean.right)
  }

  /// Smallest share of information that must come from the data, 1 − (posterior SD/prior SD)², for the vergence share
  /// to count as measured.
  private static let leastLearned = 0.75

  /// Least squares over batches of outward = a − s · vergence with the prior on s. Gives a and s with their intervals;
  /// s is nil if it comes from the prior rather than from the data.
  private var response: (outward: Figure, share: Figure?)? {
    let (y, x) = (outward.means, vergence.means)
    guard y.count > 3, y.count == x.count else { return nil }
    let n = Double(y.count)
    let (sx, sxx, sy, sxy) = (x.reduce(0, +), dot(x, x), y.reduce(0, +), dot(x, y))
    let priorVariance = Self.sharePrior.sd * Self.sharePrior.sd
    func solve(_ variance: Double) -> (a: Double, s: Double, aa: Double, ss: Double) {
      let prior = variance / priorVariance
      let determinant = n * (sxx + prior) - sx * sx
      let right = sxy - prior * Self.sharePrior.mean
      let a = (sy * (sxx + prior) - sx * right) / determinant
      return (
        a, -(n * right - sx * sy) / determinant, variance * (sxx + prior) / determinant, variance * n / determinant
      )
    }
    // The scatter and the weight of the prior depend on each other; a few rounds are enough.
    var fit = solve(Self.resolution * Self.resolution)
    for _ in 0..<3 {
      let residual = zip(x, y).sum { pair in
        let off = pair.1 - fit.a + fit.s * pair.0
        return off * off
      }
      fit = solve(max(residual / (n - 2), Self.resolution * Self.resolution))
    }
    let t = Distributions.studentQuantile(0.975, freedom: n - 2)
    // A relative error of the depth causes the same relative error in both vergence terms.
    let shift = abs(fit.s) * Self.depthSD * (vergence.mean + atReference.mean)
    func figure(_ value: Double, _ variance: Double, _ systematic: Double) -> Figure {
      Figure(value, half: t * (variance + systematic * systematic).squareRoot())
    }
    // s is a share, so it is limited to 0…1.
    let share = figure(min(max(fit.s, 0), 1), fit.ss, fit.s * Self.depthChangeSD)
    return (figure(fit.a, fit.aa, shift), 1 - fit.ss / priorVariance >= Self.leastLearned ? share : nil)
  }

  private func correlation(_ axis: Int) -> Figure {
    let scale = variance.left[axis] * variance.right[axis]
    return Figure(value: scale > 0 ? covariance[axis] / scale.squareRoot() : .nan)
  }

  var characteristics: [Characteristic] {
    let n = outward.count
    let windows = "frames with both eyes within 25 deg of the camera's axis, repeated ones left out; at 35 cm"
    func row(
      _ name: String, _ figure: Figure?, note: String? = nil
    ) -> Characteristic {
      Characteristic(
        name, n > 0 ? figure : nil, count: n, of: "frames", windows: windows, note: note)
    }
    let response = response
    let assumed =
      response?.share == nil
      ? "assumed, not measured (\(Self.sharePrior.mean) +- \(Self.sharePrior.sd)): the distance changes too little"
      : nil
    return [
      row("outward", response?.outward),
      row("vergenceShare", response?.share, note: assumed),
      row("outwardSD", outward.standardDeviation.map { Figure(value: $0 * 1000) }),
      row(
        "pitchDifference",
        Figure(value: pitch.mean, interval: pitch.interval(resolution: Self.resolution)).scaled(by: 1000)),
      row("correlationYaw", correlation(0)),
      row("correlationPitch", correlation(1)),
    ]
  }
}
