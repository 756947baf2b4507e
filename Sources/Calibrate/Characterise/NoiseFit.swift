import GazeMetrics
import GazePipeline

/// The tracker's noise of one person from windows in which the eyes rest: σ, τ and white part by maximum likelihood of
/// `NoiseModel`, intervals from the sandwich over windows.
struct NoiseFit: Sendable {
  /// Windows that it takes.
  static let fewest = 15
  /// Windows that it uses at most: more say no more than their time.
  static let most = 160
  /// Lengths of a window, seconds, the best first.
  private static let lengths = [0.7, 0.45, 0.3]
  /// Where nothing else is known: noise's time constant as in the recorded takes, times or divided by e, log-normal. Weak
  /// and assumed; it keeps a short recording from running away.
  private static let timePrior = (median: 0.325, spread: 1.0)
  /// The face pose's is taken for as slow, times or divided by 1.6: what is known of it is little, and matters little.
  private static let poseTimeSpread = 0.5
  /// Error of `rmsS2S` because the model does not contain the sway of the head: one standard deviation, as a share of the
  /// figure, over 100 simulated recordings.
  private static let swaySD = 0.06
  /// Seconds over which the pose is smooth: a frame or so.
  private static let poseSmoothPrior = (median: 0.012, spread: 1.0)

  /// Degrees, seconds, radians.
  let noiseSD: ResponseFit.Figure
  let noiseTime: ResponseFit.Figure
  let whiteSD: ResponseFit.Figure
  /// Of noise and white part together, as the samples of a recording show it: degrees, degrees, 1.
  let std: ResponseFit.Figure
  let rmsS2S: ResponseFit.Figure
  let lag1: ResponseFit.Figure
  /// Of the face pose, as an angle; nil where there is no pose to tell it by.
  let poseSD: ResponseFit.Figure?
  let windows: Int
  let seconds: Double
  let hasPose: Bool

  /// - Parameters:
  ///   - period: seconds between two frames, for `rmsS2S` and `lag1`.
  ///   - logRate: what is known of slow drift, from `ResponseFit`.
  ///   - gain: the person's, from there.
  init?(
    _ all: [LookWindow], period: Double, logRate: (mean: Double, sd: Double)?, gain: SIMD2<Double>?
  ) {
    // Trackers give at most 240 frames a second; a transform of more would only cost time.
    guard period >= 1.0 / 400 else { return nil }
    let stride = max((all.count + Self.most - 1) / Self.most, 1)
    let thinned = all.indices.filter { $0 % stride == 0 }.map { all[$0] }
    // The longest windows of which there are enough: slow noise shows in long ones only.
    let models = Self.lengths.lazy.map { NoiseModel(thinned, seconds: $0, period: period) }
    guard let model = models.first(where: { $0.windows >= Self.fewest }) else { return nil }
    let hasPose = model.hasPose
    // Without a target the eye's own drift is the least of what is in the figures.
    let still = gain ?? .zero
    // The rest only where there is a pose.
    let log = Elementary.log
    var start = [log(0.15), log(Self.timePrior.median), log(0.01), logRate?.mean ?? log(0.06)]
    var bounds = [log(1e-4)...log(30), log(0.005)...log(10), log(1e-4)...log(10), log(1e-6)...log(1e3)]
    var weights: [Double] = [0, 1 / (Self.timePrior.spread * Self.timePrior.spread), 0.05, 0.1]
    if let logRate {
      weights[3] = 1 / (logRate.sd * logRate.sd)
    } else {
      // Nothing but looks at targets tells slow drift from noise: all counts as noise, which makes it an upper bound.
      start[3] = bounds[3].lowerBound
      bounds[3] = start[3]...start[3]
      weights[3] = 1
    }
    if hasPose {
      start += [
        log(0.15), gain?.x ?? 0.9, gain?.y ?? 0.9, log(Self.timePrior.median), log(Self.poseSmoothPrior.median),
      ]
      bounds += [log(1e-4)...log(10), -3...3, -3...3, log(0.005)...log(10), log(1e-4)...log(0.1)]
      weights += [
        0.05, 100, 100, 1 / (Self.poseTimeSpread * Self.poseTimeSpread),
        1 / (Self.poseSmoothPrior.spread * Self.poseSmoothPrior.spread),
      ]
    }
    let fit = ScoreFit(from: start, bounds: bounds, prior: (start, weights)) { x in
      model.logLikelihoods(Self.parameters(x, still: still))
    }
    // Where the optical axis points is known to a degree or so, and with it how much noise was to be expected.
    let slope = thinned.reduce(SIMD2<Double>.zero) { $0 + $1.noiseSlope } / Double(thinned.count) * NoiseScale.axisSD
    let scaleVariance = (slope * slope).sum() + NoiseScale.distanceSD * NoiseScale.distanceSD
    func figure(isScaled: Bool = true, extra: Double = 0, _ value: ([Double]) -> Double) -> ResponseFit.Figure {
      Self.figure(fit, extra: (isScaled ? scaleVariance : 0) + extra, value)
    }
    noiseSD = figure { $0[0] }
    noiseTime = figure(isScaled: false) { $0[1] }
    whiteSD = Self.scaled(figure { $0[2] }, by: .pi / 180)
    poseSD = hasPose ? figure(isScaled: false) { $0[4] } : nil
    func variances(_ x: [Double]) -> (noise: Double, white: Double, decay: Double) {
      (Elementary.exp(2 * x[0]), Elementary.exp(2 * x[2]), Elementary.exp(-period / Elementary.exp(x[1])))
    }
    std = figure { x in
      let v = variances(x)
      return 0.5 * log(v.noise + v.white)
    }
    rmsS2S = figure(extra: Self.swaySD * Self.swaySD) { x in
      let v = variances(x)
      return 0.5 * log(2 * v.noise * (1 - v.decay) + 2 * v.white)
    }
    // 1 − lag is positive and its logarithm nearly normal.
    let off = figure(isScaled: false) { x in
      let v = variances(x)
      return log(1 - v.noise * v.decay / (v.noise + v.white))
    }
    lag1 = ResponseFit.Figure(
      value: 1 - off.value, interval: off.interval.flatMap { ConfidenceInterval(max(1 - $0.upper, 0), 1 - $0.lower) })
    windows = model.windows
    seconds = Double(model.windows * model.length) * period
    self.hasPose = hasPose
  }

  private static func parameters(_ x: [Double], still: SIMD2<Double>) -> NoiseModel.Parameters {
    let exp = Elementary.exp
    let hasPose = x.count > 4
    return NoiseModel.Parameters(
      noiseSD: exp(x[0]), noiseTime: exp(x[1]), whiteSD: exp(x[2]), walkRate: exp(x[3]),
      poseSD: hasPose ? exp(x[4]) : 0, poseTime: hasPose ? exp(x[7]) : 1,
      poseSmooth: hasPose ? exp(x[8]) : 0,
      gain: hasPose ? SIMD2(x[5], x[6]) : still)
  }

  /// e^value with the interval of the delta method; `extra` is a variance that the fit does not know of.
  private static func figure(
    _ fit: ScoreFit, extra: Double, _ value: ([Double]) -> Double
  ) -> ResponseFit.Figure {
    let here = value(fit.x)
    let slope = fit.x.indices.map { j in
      var (up, down) = (fit.x, fit.x)
      up[j] += 1e-4
      down[j] -= 1e-4
      return (value(up) - value(down)) / 2e-4
    }
    let variance = fit.covariance.map { covariance in
      zip(covariance.times(slope), slope).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return ResponseFit.Figure(
      value: Elementary.exp(here),
      interval: variance.flatMap { variance in
        // Twenty e-folds say "nothing is known" and are still a number.
        let half = min(GSL.studentQuantile(0.975, freedom: fit.freedom) * (max(variance, 0) + extra).squareRoot(), 20)
        return ConfidenceInterval(Elementary.exp(here - half), Elementary.exp(here + half))
      })
  }

  private static func scaled(_ figure: ResponseFit.Figure, by factor: Double) -> ResponseFit.Figure {
    ResponseFit.Figure(
      value: figure.value * factor,
      interval: figure.interval.flatMap { ConfidenceInterval($0.lower * factor, $0.upper * factor) })
  }
}
