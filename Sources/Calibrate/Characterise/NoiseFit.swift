import GazeMetrics
import GazePipeline

/// The tracker's noise of one person from windows in which the eyes rest: σ, τ and white part by maximum likelihood of
/// `NoiseModel`, intervals from the sandwich over windows.
struct NoiseFit: Sendable {
  /// Windows that it takes.
  static let fewest = 15
  /// Windows that it uses at most: more say no more than their time.
  static let most = 160
  /// Where nothing else is known: noise's time constant as in the recorded takes, times or divided by e, log-normal; the
  /// head's, of its velocity. Weak and assumed; they keep a short recording from running away.
  private static let timePrior = (median: 0.325, spread: 1.0), swayTimePrior = (median: 3.0, spread: 1.0), velocityTimePrior = (median: 0.05, spread: 1.5)

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
    let stride = max((all.count + Self.most - 1) / Self.most, 1)
    let model = NoiseModel(all.indices.filter { $0 % stride == 0 }.map { all[$0] })
    let used = (all.count + stride - 1) / stride
    guard used >= Self.fewest, period > 0 else { return nil }
    let hasPose = model.hasPose
    // The rest only where there is a pose.
    let log = Elementary.log
    var start = [log(0.15), log(Self.timePrior.median), log(0.01), logRate?.mean ?? log(0.06)]
    var bounds = [log(1e-4)...log(30), log(0.005)...log(10), log(1e-4)...log(10), log(1e-6)...log(1e3)]
    var weights: [Double] = [0, 1 / (Self.timePrior.spread * Self.timePrior.spread), 0.05, 0.1]
    if let logRate { weights[3] = 1 / (logRate.sd * logRate.sd) }
    if hasPose {
      start += [
        log(0.15), gain?.x ?? 0.9, gain?.y ?? 0.9, 0, 0, log(Self.swayTimePrior.median),
        log(Self.velocityTimePrior.median),
      ]
      bounds += [
        log(1e-4)...log(10), -3...3, -3...3, log(1e-4)...log(100), log(1e-4)...log(100), log(0.3)...log(100),
        log(0.0005)...log(1),
      ]
      let sway = 1 / (Self.swayTimePrior.spread * Self.swayTimePrior.spread)
      let velocity = 1 / (Self.velocityTimePrior.spread * Self.velocityTimePrior.spread)
      weights += [0.05, 25, 25, 0.05, 0.05, sway, velocity]
    }
    let fit = ScoreFit(from: start, bounds: bounds, prior: (start, weights)) { x in
      model.logLikelihoods(Self.parameters(x))
    }
    func figure(_ value: ([Double]) -> Double) -> ResponseFit.Figure { Self.figure(fit, value) }
    noiseSD = figure { $0[0] }
    noiseTime = figure { $0[1] }
    whiteSD = Self.scaled(figure { $0[2] }, by: .pi / 180)
    poseSD = hasPose ? figure { $0[4] } : nil
    func variances(_ x: [Double]) -> (noise: Double, white: Double, decay: Double) {
      (Elementary.exp(2 * x[0]), Elementary.exp(2 * x[2]), Elementary.exp(-period / Elementary.exp(x[1])))
    }
    std = figure { x in
      let v = variances(x)
      return 0.5 * log(v.noise + v.white)
    }
    rmsS2S = figure { x in
      let v = variances(x)
      return 0.5 * log(2 * v.noise * (1 - v.decay) + 2 * v.white)
    }
    // 1 − lag is positive and its logarithm nearly normal.
    let off = figure { x in
      let v = variances(x)
      return log(1 - v.noise * v.decay / (v.noise + v.white))
    }
    lag1 = ResponseFit.Figure(
      value: 1 - off.value, interval: off.interval.flatMap { Interval(1 - $0.upper, 1 - $0.lower) })
    windows = used
    seconds = model.seconds
    self.hasPose = hasPose
  }

  private static func parameters(_ x: [Double]) -> NoiseModel.Parameters {
    let exp = Elementary.exp
    let hasPose = x.count > 4
    return NoiseModel.Parameters(
      noiseSD: exp(x[0]), noiseTime: exp(x[1]), whiteSD: exp(x[2]), walkRate: exp(x[3]),
      poseSD: hasPose ? exp(x[4]) : 0, gain: hasPose ? SIMD2(x[5], x[6]) : .zero,
      swaySD: hasPose ? SIMD2(exp(x[7]), exp(x[8])) : .zero, swayTime: hasPose ? exp(x[9]) : 1,
      velocityTime: hasPose ? exp(x[10]) : 0.1)
  }

  /// e^value with the interval of the delta method.
  private static func figure(_ fit: ScoreFit, _ value: ([Double]) -> Double) -> ResponseFit.Figure {
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
        let half = min(1.96 * max(variance, 0).squareRoot(), 20)
        return Interval(Elementary.exp(here - half), Elementary.exp(here + half))
      })
  }

  private static func scaled(_ figure: ResponseFit.Figure, by factor: Double) -> ResponseFit.Figure {
    ResponseFit.Figure(
      value: figure.value * factor,
      interval: figure.interval.flatMap { Interval($0.lower * factor, $0.upper * factor) })
  }
}
