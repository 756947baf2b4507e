import GazeMetrics
import GazePipeline
private import PortableFoundation

/// One person's tracker noise, from windows in which the eyes rest: σ, τ and the white part by maximum likelihood of
/// `NoiseModel`, with intervals from the sandwich estimator over windows.
struct NoiseFit {
  static let fewest = 15
  /// Largest number of windows that a fit uses: more windows cost time and add little information.
  static let most = 160
  /// Lengths of a window, seconds, the best first.
  private static let lengths = [0.7, 0.45, 0.3]
  /// Prior of the noise's time constant: log-normal, with the recorded takes' time constant as its median and a
  /// standard deviation of a factor of e. The prior is weak and assumed; it keeps the estimate of a short recording
  /// from diverging.
  private static let timePrior = (median: 0.325, spread: 1.0)
  /// Spread of the prior for the time constant of the face pose's noise, which has the same median; one standard
  /// deviation is a factor of 1.6. Little is known of this time constant, and it matters little.
  private static let poseTimeSpread = 0.5
  /// Error of `rmsS2S` because the model does not contain the sway of the head: one standard deviation over 100
  /// simulated recordings, as a share of `rmsS2S`.
  private static let swaySD = 0.06
  /// Prior of the time over which the pose is smooth, seconds: about one frame.
  private static let poseSmoothPrior = (median: 0.012, spread: 1.0)

  let noiseSD, noiseTime, whiteSD: Figure
  /// Results for the noise and the white part together, as they appear in a recording's samples: degrees, degrees, and
  /// a number without unit.
  let std: Figure
  let rmsS2S: Figure
  let lag1: Figure
  /// Noise of the face pose, as an angle; nil without a pose that shows it.
  let poseSD: Figure?
  let windows: Int
  let seconds: Double
  let hasPose: Bool

  /// - Parameters:
  ///   - period: seconds between two frames, for `rmsS2S` and `lag1`.
  ///   - logRate: prior knowledge of slow drift, from `ResponseFit`.
  ///   - gain: the person's gain, from `ResponseFit`.
  init?(
    _ all: [FixationWindow], period: Double, logRate: (mean: Double, sd: Double)?, gain: Vector2?
  ) {
    // Shorter periods are refused: trackers deliver at most 240 frames a second, and a transform of more samples would
    // only cost time.
    guard period >= 1.0 / 400 else { return nil }
    let stride = max((all.count + Self.most - 1) / Self.most, 1)
    let thinned = all.indices.filter { $0 % stride == 0 }.map { all[$0] }
    // The longest length for which there are enough windows is used, since only long windows show slow noise.
    let models = Self.lengths.lazy.map { NoiseModel(thinned, seconds: $0, period: period) }
    guard let model = models.first(where: { $0.windows >= Self.fewest }) else { return nil }
    let search = Search(logRate: logRate, poseGain: model.hasPose ? gain ?? SIMD2(0.9, 0.9) : nil)
    let fit = ScoreFit(from: search.start, bounds: search.bounds, prior: (search.start, search.weights)) { x in
      // Without a target no gain is known, and the eye's own drift is left out: it is the smallest part of the noise.
      model.logLikelihoods(Self.parameters(x, still: gain ?? .zero))
    }
    (windows, hasPose) = (model.windows, model.hasPose)
    seconds = Double(model.windows * model.length) * period
    let scale = Self.scaleVariance(thinned)
    noiseSD = Self.figure(fit, extra: scale) { $0[Search.noise] }
    noiseTime = Self.figure(fit, extra: 0) { $0[Search.time] }
    whiteSD = Self.figure(fit, extra: scale) { $0[Search.white] }.scaled(by: .pi / 180)
    poseSD = model.hasPose ? Self.figure(fit, extra: 0) { $0[Search.pose] } : nil
    std = Self.figure(fit, extra: scale) { x in
      let v = Self.variances(x, period)
      return 0.5 * log(v.noise + v.white)
    }
    rmsS2S = Self.figure(fit, extra: scale + Self.swaySD * Self.swaySD) { x in
      let v = Self.variances(x, period)
      return 0.5 * log(2 * v.noise * (1 - v.decay) + 2 * v.white)
    }
    lag1 = Self.lag1(fit, period)
  }

  /// Parameters of the search, which are logarithms except for the gains: start values (also the means of their prior),
  /// bounds, and the prior's precisions.
  private struct Search {
    /// Positions in x, and so in `start`, `bounds` and `weights`, which list the numbers in this order.
    static let noise = 0, time = 1, white = 2, walk = 3, pose = 4
    /// Positions that exist only with a pose: its gains (two), time and smoothness.
    static let poseGain = 5, poseTime = 7, poseSmooth = 8

    private(set) var start: [Double]
    private(set) var bounds: [ClosedRange<Double>]
    private(set) var weights: [Double] = [0, 1 / (timePrior.spread * timePrior.spread), 0.05, 0.1]

    init(logRate: (mean: Double, sd: Double)?, poseGain: Vector2?) {
      start = [log(0.15), log(timePrior.median), log(0.01), logRate?.mean ?? log(0.06)]
      bounds = [log(1e-4)...log(30), log(0.005)...log(10), log(1e-4)...log(10), log(1e-6)...log(1e3)]
      if let logRate {
        weights[Self.walk] = 1 / (logRate.sd * logRate.sd)
      } else {
        // Without targets, slow drift cannot be distinguished from noise, so all of it counts as noise, which gives an
        // upper bound.
        start[Self.walk] = bounds[Self.walk].lowerBound
        bounds[Self.walk] = start[Self.walk]...start[Self.walk]
        weights[Self.walk] = 1
      }
      guard let poseGain else { return }
      start += [log(0.15), poseGain.x, poseGain.y, log(timePrior.median), log(poseSmoothPrior.median)]
      bounds += [log(1e-4)...log(10), -3...3, -3...3, log(0.005)...log(10), log(1e-4)...log(0.1)]
      weights += [
        0.05, 100, 100, 1 / (poseTimeSpread * poseTimeSpread), 1 / (poseSmoothPrior.spread * poseSmoothPrior.spread),
      ]
    }
  }

  /// Relative variance of the noise's scale. The optical axis is known only to about a degree, which limits the
  /// accuracy of the expected noise.
  private static func scaleVariance(_ windows: [FixationWindow]) -> Double {
    let slope =
      windows.reduce(Vector2.zero) { $0 + $1.noiseSlope } / Double(windows.count) * NoiseScale.axisSD
    return (slope * slope).sum() + NoiseScale.distanceSD * NoiseScale.distanceSD
  }

  /// Variances of the noise and the white part, and the share of the noise that is left one frame later.
  private static func variances(_ x: [Double], _ period: Double) -> (noise: Double, white: Double, decay: Double) {
    (
      exp(2 * x[Search.noise]), exp(2 * x[Search.white]),
      exp(-period / exp(x[Search.time]))
    )
  }

  /// Lag-1 correlation with its interval, computed from 1 − lag, which is positive and whose logarithm is nearly
  /// normal.
  private static func lag1(_ fit: ScoreFit, _ period: Double) -> Figure {
    let off = figure(fit, extra: 0) { x in
      let v = variances(x, period)
      return log(1 - v.noise * v.decay / (v.noise + v.white))
    }
    return Figure(
      value: 1 - off.value, interval: off.interval.flatMap { ConfidenceInterval(max(1 - $0.upper, 0), 1 - $0.lower) })
  }

  private static func parameters(_ x: [Double], still: Vector2) -> NoiseModel.Parameters {
    let hasPose = x.count > Search.pose
    return NoiseModel.Parameters(
      noiseSD: exp(x[Search.noise]), noiseTime: exp(x[Search.time]), whiteSD: exp(x[Search.white]),
      walkRate: exp(x[Search.walk]), poseSD: hasPose ? exp(x[Search.pose]) : 0,
      poseTime: hasPose ? exp(x[Search.poseTime]) : 1, poseSmooth: hasPose ? exp(x[Search.poseSmooth]) : 0,
      gain: hasPose ? SIMD2(x[Search.poseGain], x[Search.poseGain + 1]) : still)
  }

  /// e^value with the interval of the delta method; `extra` is a variance that the fit does not contain.
  private static func figure(
    _ fit: ScoreFit, extra: Double, _ value: ([Double]) -> Double
  ) -> Figure {
    let here = value(fit.x)
    let slope = fit.x.indices.map { j in
      var (up, down) = (fit.x, fit.x)
      up[j] += 1e-4
      down[j] -= 1e-4
      return (value(up) - value(down)) / 2e-4
    }
    return Figure(
      value: exp(here),
      interval: fit.covariance.flatMap { covariance in
        let variance = covariance.square(of: slope)
        // Twenty e-folds mean that nothing is known, and are still a finite number.
        let half = min(
          Distributions.studentQuantile(0.975, freedom: fit.freedom) * (max(variance, 0) + extra).squareRoot(), 20)
        return ConfidenceInterval(exp(here - half), exp(here + half))
      })
  }
}
