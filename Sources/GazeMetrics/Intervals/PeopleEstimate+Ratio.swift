import GazePipeline

/// Estimates of a proportion and of a rate, both ratios of sums over people.
extension PeopleEstimate {
  /// Fewest people for the interval of a proportion.
  public static let fewestPeopleForProportion = 5
  /// Fewest people for the interval of a rate.
  public static let fewestPeopleForRate = 12

  /// A proportion Σa/Σb over people, 0…1: precision, recall, F1, data loss.
  ///
  /// The interval is the exact binomial interval with an effective number of trials, which follows from the scatter
  /// between people (Korn & Graubard, Survey Methodology 24, 1998):
  ///
  ///     var = n/(n − 1) Σ(aᵢ − p bᵢ)²/(Σb)²,  trials = min(p(1 − p)/var, Σb) · (z/t(n − 1))²
  ///
  /// At p = 0 or 1 there is no scatter, and every person counts as one trial.
  ///
  /// - Parameters:
  ///   - parts: one per person, 0 ≤ numerator ≤ denominator; a part with denominator 0, or out of range, is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if no person is left.
  public static func proportion(
    of parts: [(numerator: Double, denominator: Double)], level: Double = 0.95
  ) -> PeopleEstimate? {
    let parts = parts.filter {
      $0.denominator > 0 && $0.denominator < 1e15 && (0...$0.denominator).contains($0.numerator)
    }
    guard let ratio = Ratio(parts) else { return nil }
    return proportion(
      ratio.value, trials: ratio.denominator, variance: ratio.variance, people: parts.count, level: level)
  }

  /// A proportion over people and its interval, from the people's trials together and the proportion's variance.
  static func proportion(
    _ share: Double, trials most: Double, variance: Double, people: Int, level: Double
  ) -> PeopleEstimate {
    // Rounding in the sums must not move p out of 0…1.
    let p = min(max(share, 0), 1)
    return PeopleEstimate(value: p, people: people, fewest: fewestPeopleForProportion) {
      let trials =
        p == 0 || p == 1
        ? Double(people)
        : min(p * (1 - p) / variance, most, ConfidenceInterval.largestCount)
          * smallSampleFactor(people: people, level: level)
      return ConfidenceInterval.clopperPearson(successes: p * trials, of: trials, level: level)
    }
  }

  /// A rate Σevents/Σexposure over people, such as false scrolls per minute.
  ///
  /// The interval is the exact Poisson interval with an effective count, which follows from the scatter between people
  /// by the same reasoning as in `proportion(of:level:)`; it is a gamma interval like that of Fay & Feuer (Statistics
  /// in Medicine 16, 1997):
  ///
  ///     φ = max(1, var · (Σexposure)²/Σevents),  count = Σevents/φ · (z/t(n − 1))²
  ///
  /// Without any event the interval is the Poisson interval of 0 events in the whole exposure, which assumes
  /// independent events.
  ///
  /// - Parameters:
  ///   - parts: one per person, events ≥ 0; a part without exposure, or out of range, is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if no person is left.
  public static func rate(
    of parts: [(events: Double, exposure: Double)], level: Double = 0.95
  ) -> PeopleEstimate? {
    let parts = parts.filter { $0.exposure > 0 && $0.exposure < 1e15 && $0.events >= 0 && $0.events < 1e15 }
    guard let ratio = Ratio(parts.map { ($0.events, $0.exposure) }) else { return nil }
    return PeopleEstimate(value: ratio.value, people: parts.count, fewest: fewestPeopleForRate) {
      let events = ratio.value * ratio.denominator
      guard events > 0 else {
        return ConfidenceInterval.poisson(count: 0, level: level)
          .flatMap { ConfidenceInterval(0, $0.upper / ratio.denominator) }
      }
      let dispersion = max(1, ratio.variance * ratio.denominator / ratio.value)
      let count =
        min(events / dispersion, ConfidenceInterval.largestCount) * smallSampleFactor(people: parts.count, level: level)
      return ConfidenceInterval.poisson(count: count, level: level)
        .flatMap { ConfidenceInterval($0.lower / count * ratio.value, $0.upper / count * ratio.value) }
    }
  }

  /// (z/t)²: reduces the effective number of trials, because a variance from n people is itself uncertain.
  private static func smallSampleFactor(people: Int, level: Double) -> Double {
    let p = 1 - alpha(level: level) / 2
    let ratio = StandardNormal.quantile(p) / StudentT.quantile(p, degrees: Double(people - 1))
    return ratio * ratio
  }

  /// A ratio of sums over people and its linearised variance.
  private struct Ratio {
    var value, denominator, variance: Double

    init?(_ parts: [(Double, Double)]) {
      guard !parts.isEmpty else { return nil }
      let total = parts.sum { $0.1 }
      let ratio = parts.sum { $0.0 } / total
      let squares = parts.sum { part in
        // Residuals are shares of the total, so that their squares neither overflow nor underflow.
        let residual = (part.0 - ratio * part.1) / total
        return residual * residual
      }
      let n = Double(parts.count)
      (value, denominator, variance) = (ratio, total, n > 1 ? n / (n - 1) * squares : 0)
    }
  }
}
