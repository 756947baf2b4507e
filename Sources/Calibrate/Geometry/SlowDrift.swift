import GazePipeline
private import PortableFoundation

/// Slow drift of a tracker between fixations, estimated from a fit's residuals:
///
///     r(t) = μ_session + d(t) + e,   d Ornstein–Uhlenbeck (SD σ, time constant τ), e white
///
/// for each session and axis separately, with one (σ, τ, SD of e) for all. The estimate is by restricted likelihood:
/// for given τ and σ²/SD², a Kalman filter removes the correlation and μ in time linear in the number of fixations, and
/// SD follows in closed form. The result is the best point of a grid over τ and σ²/SD², which is as fine as such data
/// can resolve.
///
/// A drift is reported only if it is certain (`init`). A standard error takes the most likely correlation, certain or
/// not (`correlation`): a correlation of 0.12 between neighbours, too small to be certain with four people, makes the
/// error of a gain a seventh larger, and an interval that waits for certainty covers about 0.92.
package struct SlowDrift: Equatable {
  /// `sd`: standard deviation of the drift, degrees; `white`: standard deviation of the part that differs from
  /// fixation to fixation, degrees.
  package var sd, time, white: Double

  /// Log-likelihood ratio above which white noise alone is rejected: χ² with two degrees of freedom at 0.1 %.
  private static let threshold = 13.8 / 2
  static let times = [5.0, 10, 20, 40, 80, 160]
  private static let ratios = (0...12).map { pow(10, -1.5 + 0.25 * Double($0)) }
  /// Time constants and ratios of `correlation`: from half of a usual fixation on, and down to a drift that adds a
  /// hundredth to the variance of the mean of ten fixations.
  private static let allTimes = [0.6, 1.2, 2.5] + times
  private static let allRatios = [0] + (0...18).map { pow(10, -3 + 0.25 * Double($0)) }
  /// Smallest gain in likelihood: a smaller one may be rounding, as if all fixations have the same time.
  private static let rounding = 1e-6

  /// One session's fixations in the order of time, one axis.
  struct Series {
    var times, residuals: [Double]
  }
}

extension SlowDrift {
  /// The drift that these residuals show; nil if they look white.
  init?(_ series: [Series]) {
    let series = series.filter { $0.times.count >= 4 }
    guard Self.neighbours(series) > 2.5 else { return nil }
    let flat = Self.likelihood(series, ratio: 0, time: 1)
    var best: (log: Double, ratio: Double, time: Double, white: Double)?
    for time in Self.times {
      for ratio in Self.ratios {
        let (log, white) = Self.likelihood(series, ratio: ratio, time: time)
        if log > best?.log ?? -.infinity { best = (log, ratio, time, white) }
      }
    }
    guard let best, best.log - flat.log > Self.threshold else { return nil }
    self.init(sd: best.white * best.ratio.squareRoot(), time: best.time, white: best.white)
  }

  /// The most likely drift, whatever its evidence; nil if white residuals are at least as likely.
  static func correlation(_ series: [Series]) -> SlowDrift? {
    let series = series.filter { $0.times.count >= 4 }
    guard neighbours(series) > 0 else { return nil }
    var best = (likelihood(series, ratio: 0, time: 1), time: 1.0, ratio: 0.0)
    let least = best.0.log + rounding
    // With the time constant, the most likely ratio changes little, so it is searched from the last one.
    var place = allRatios.count / 2
    for time in allTimes {
      var here = likelihood(series, ratio: allRatios[place], time: time)
      for step in [1, -1] {
        while allRatios.indices.contains(place + step) {
          let next = likelihood(series, ratio: allRatios[place + step], time: time)
          guard next.log > here.log else { break }
          (here, place) = (next, place + step)
        }
      }
      if here.log > max(best.0.log, least) { best = (here, time, allRatios[place]) }
    }
    let ((_, white), time, ratio) = best
    return ratio > 0 ? SlowDrift(sd: white * ratio.squareRoot(), time: time, white: white) : nil
  }

  /// Correlation of each fixation with the next one, in units of its standard deviation for white residuals, 1/√n; 0
  /// without pairs.
  private static func neighbours(_ series: [Series]) -> Double {
    var (products, squares, count) = (0.0, 0.0, 0)
    for one in series {
      let mean = one.residuals.reduce(0, +) / Double(one.residuals.count)
      for (a, b) in zip(one.residuals, one.residuals.dropFirst()) {
        products += (a - mean) * (b - mean)
        count += 1
      }
      squares += one.residuals.sum { ($0 - mean) * ($0 - mean) }
    }
    guard count > 0, squares > 0 else { return 0 }
    return products / squares * Double(count).squareRoot()
  }

  /// Restricted log-likelihood with the variance of the white part at its optimum, and that optimum.
  private static func likelihood(_ series: [Series], ratio: Double, time: Double) -> (log: Double, white: Double) {
    var (logs, squares, freedom) = (0.0, 0.0, 0.0)
    for one in series {
      // State of the filter: drift of the residuals, and of a constant 1 with the same gains.
      var (mean, unit, variance) = (0.0, 0.0, ratio)
      var (crossed, own) = (0.0, 0.0)
      var sum = 0.0
      for k in one.times.indices {
        if k > 0 {
          let decay = exp(-max(one.times[k] - one.times[k - 1], 0) / time)
          mean *= decay
          unit *= decay
          variance = decay * decay * variance + ratio * (1 - decay * decay)
        }
        let s = variance + 1
        let (e, u) = (one.residuals[k] - mean, 1 - unit)
        logs += log(s)
        sum += e * e / s
        crossed += e * u / s
        own += u * u / s
        let gain = variance / s
        mean += gain * e
        unit += gain * u
        variance -= gain * variance
      }
      logs += log(own)
      squares += sum - crossed * crossed / own
      freedom += Double(one.times.count - 1)
    }
    let white = max(squares / max(freedom, 1), 1e-300)
    return (-0.5 * (logs + freedom * log(white)), white.squareRoot())
  }
}
