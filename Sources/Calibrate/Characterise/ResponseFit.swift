import GazeMetrics
import GazePipeline
private import PortableFoundation

/// Bias, gain and slow drift of one person, from fixations of targets. The posterior over drift is computed on a grid,
/// both axes together, and bias and gain are averaged over it, so that their intervals allow for slow drift that looks
/// like bias.
struct ResponseFit {
  static let fewest = 12
  /// Prior of drift's time constant: log-normal, with a median of 20 s and a standard deviation of a factor of 2.7. The
  /// prior is assumed; a recording of a minute hardly determines this time constant.
  private static let timePrior = (median: 20.0, spread: 1.0)

  /// Smallest share of information that must come from the data for the time constant of drift to count as measured.
  private static let leastLearned = 0.5

  let fixationCount: Int
  /// `bias`: bias in degrees: reported minus true direction at the reference.
  let bias, gain: (yaw: Figure, pitch: Figure)
  let driftSD: Figure
  /// Time constant of drift; nil if the data add little to the prior.
  let driftTime: Figure?
  /// Standard deviation of a fixation's mean without drift, degrees per axis.
  let lookSD: Figure
  /// Logarithm of the variance that drift gains per second (deg²/s): mean and standard deviation.
  let logRate: (mean: Double, sd: Double)

  init?(_ windows: [FixationWindow], scale: NoiseScale, cameraSigma: Vector2) {
    let fixations = TargetFixation.first(of: windows)
    guard fixations.count >= Self.fewest else { return nil }
    let takes = [SessionFixations(session: 0, fixations: fixations)]
    let models = [0, 1].map { ResponseModel(takes, axis: $0, scale: scale, cameraSigma: cameraSigma) }
    let points = Self.grid(models)
    let total = points.sum { $0.weight }
    func average(_ value: (Point) -> Double) -> Double { points.sum { $0.weight * value($0) } / total }
    func coefficient(_ axis: Int, _ index: Int, plus constant: Double = 0) -> Figure {
      let n = ResponseModel.priors.count + 1
      let mean = average { $0.posteriors[axis].mean[index] }
      let variance = average { point in
        let off = point.posteriors[axis].mean[index] - mean
        return point.posteriors[axis].covariance[index * n + index] + off * off
      }
      return Figure(mean + constant, half: 1.96 * max(variance, 0).squareRoot())
    }
    self.fixationCount = fixations.count
    // The model is written about the optical reference; this shifts it to the visual direction at which the person
    // looked.
    let off = (scale.reference - scale.visualReference) * (180 / .pi)
    bias = (coefficient(0, ResponseModel.bias, plus: off.x), coefficient(1, ResponseModel.bias, plus: off.y))
    gain = (coefficient(0, ResponseModel.gain), coefficient(1, ResponseModel.gain))
    driftSD = Self.figure(points, total, \.drift.sd)
    let times = average { log($0.drift.time) }
    let scatter = average { point in
      let off = log(point.drift.time) - times
      return off * off
    }
    let isLearned = 1 - scatter / Self.priorScatter(points) >= Self.leastLearned
    driftTime = isLearned ? Self.figure(points, total, \.drift.time) : nil
    lookSD = Self.figure(points, total, \.drift.white)
    func rate(_ point: Point) -> Double { log(2 * point.drift.sd * point.drift.sd / point.drift.time) }
    let mean = average(rate)
    logRate = (mean, max(average { (rate($0) - mean) * (rate($0) - mean) }, 0.01).squareRoot())
  }

  private struct Point {
    var drift: ResponseModel.Drift
    var posteriors: [ResponseModel.Posterior]
    var weight: Double
  }

  /// Fine grid that covers the posterior, around the best point of a coarse grid.
  private static func grid(_ models: [ResponseModel]) -> [Point] {
    let times = (0..<9).map { 4 * pow(2, Double($0) / 1.6) }
    func point(_ sd: Double, _ time: Double, _ white: Double) -> Point {
      let drift = ResponseModel.Drift(sd: sd, time: time, white: white)
      let posteriors = models.map { $0.posterior(drift) }
      let z = log(time / timePrior.median) / timePrior.spread
      return Point(
        drift: drift, posteriors: posteriors,
        weight: posteriors.reduce(-0.5 * z * z) { $0 + $1.logLikelihood })
    }
    func ladder(_ centre: Double, _ steps: Int, _ step: Double) -> [Double] {
      (-steps...steps).map { centre * exp(Double($0) * step) }
    }
    func all(_ sds: [Double], _ times: [Double], _ whites: [Double]) -> [Point] {
      sds.flatMap { sd in times.flatMap { time in whites.map { point(sd, time, $0) } } }
    }
    func best(_ points: [Point]) -> ResponseModel.Drift {
      (points.max { $0.weight < $1.weight } ?? point(1, 20, 0.3)).drift
    }
    let rough = best(all(ladder(0.5, 6, 0.7), [8, 20, 50], ladder(0.3, 5, 0.6)))
    let centre = best(all(ladder(rough.sd, 3, 0.25), [8, 14, 20, 35, 50], ladder(rough.white, 3, 0.2)))
    var points = all(ladder(centre.sd, 8, 0.14), times, ladder(centre.white, 3, 0.12))
    let top = points.reduce(-Double.infinity) { max($0, $1.weight) }
    for i in points.indices { points[i].weight = exp(points[i].weight - top) }
    return points
  }

  /// Variance of the logarithm of drift's time constant under the prior alone, on the same grid.
  private static func priorScatter(_ points: [Point]) -> Double {
    let logs = Set(points.map(\.drift.time)).map { log($0 / timePrior.median) }.sorted()
    let weights = logs.map { exp(-0.5 * $0 * $0 / (timePrior.spread * timePrior.spread)) }
    let total = weights.reduce(0, +)
    let mean = dot(logs, weights) / total
    return max(zip(logs, weights).sum { ($0.0 - mean) * ($0.0 - mean) * $0.1 } / total, 1e-9)
  }

  private static func figure(
    _ points: [Point], _ total: Double, _ path: KeyPath<Point, Double>
  ) -> Figure {
    var weights: [Double: Double] = [:]
    for point in points { weights[point[keyPath: path], default: 0] += point.weight / total }
    return LevelPosterior(weights).figure
  }
}
