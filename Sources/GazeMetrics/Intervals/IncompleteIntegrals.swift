internal import PortableFoundation

/// The regularised incomplete gamma and beta functions and their inverses: the tails of the Poisson, binomial, χ² and t
/// distributions.
///
/// They use series and continued fractions (DLMF 8.7.1, 8.9.2, 8.17.22), evaluated by the modified Lentz method, with a
/// relative accuracy of about 1e-12 for moderate arguments. The inverses use bisection. The number of terms is limited
/// to 200,000, so evaluation ends even for a count of 10⁹.
enum IncompleteGamma {
  /// P(a, x) = γ(a, x)/Γ(a), a > 0, x ≥ 0: the probability that a Gamma(a, 1) variable is at most x.
  static func lower(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < .infinity else { return 1 }
    let scale = exp(a * log(x) - x - logGamma(a))
    if x < a + 1 {
      var (term, sum, n) = (1 / a, 1 / a, a)
      for _ in 0..<mostTerms {
        n += 1
        term *= x / n
        sum += term
        if term < sum * 1e-16 { break }
      }
      return min(scale * sum, 1)
    }
    let fraction = lentz(first: x + 1 - a) { i in (-i * (i - a), x + 2 * i + 1 - a) }
    return 1 - min(scale / fraction, 1)
  }

  /// The x at which P(a, x) = p; 0 at p ≤ 0.
  static func quantile(_ p: Double, _ a: Double) -> Double {
    guard p > 0 else { return 0 }
    var high = max(2 * a, 1)
    while lower(a, high) < p, high < 1e300 { high *= 2 }
    return bisect(0, high) { lower(a, $0) < p }
  }
}

/// The regularised incomplete beta function and its inverse; for the method see `IncompleteGamma`.
enum IncompleteBeta {
  /// I_x(a, b), a, b > 0, 0 ≤ x ≤ 1: the probability that a Beta(a, b) variable is at most x.
  static func lower(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The continued fraction converges fast only below the mean; above the mean, use the complement by symmetry.
    if x > (a + 1) / (a + b + 2) { return 1 - lowerTail(1 - x, b, a) }
    return lowerTail(x, a, b)
  }

  /// The x at which I_x(a, b) = p; 0 at p ≤ 0 and 1 at p ≥ 1.
  static func quantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    guard p > 0 else { return 0 }
    guard p < 1 else { return 1 }
    return bisect(0, 1) { lower($0, a, b) < p }
  }

  private static func lowerTail(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let scale = exp(a * log(x) + b * log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a
    let fraction = lentz(first: 1) { step in
      // Coefficients alternate: even 2m, odd 2m + 1.
      let m = (step / 2).rounded(.down)
      let numerator =
        step == 2 * m
        ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      return (numerator, 1)
    }
    return min(scale / fraction, 1)
  }
}

/// Student's t distribution.
enum StudentT {
  /// The `p` quantile of t (0.5 ≤ p < 1) for `degrees` > 0 of freedom.
  static func quantile(_ p: Double, degrees: Double) -> Double {
    // t² relates to a Beta(ν/2, 1/2) by x = ν/(ν + t²).
    let x = IncompleteBeta.quantile(2 * (1 - p), degrees / 2, 0.5)
    return (degrees * (1 - x) / x).squareRoot()
  }
}

/// The normal distribution.
enum StandardNormal {
  /// The `p` quantile of z (0.5 ≤ p < 1): z²/2 has a Gamma(1/2) distribution.
  static func quantile(_ p: Double) -> Double { (2 * IncompleteGamma.quantile(2 * p - 1, 0.5)).squareRoot() }
}

/// Largest number of terms of a series or fraction.
private let mostTerms = 200_000

/// ln Γ(x).
private func logGamma(_ x: Double) -> Double {
  // The tuple form is re-entrant; the plain C one writes a global.
  let (value, _) = lgamma(x) as (Double, Int)
  return value
}

/// b₀ + a₁/(b₁ + a₂/(b₂ + …)) with `next(i)` = (aᵢ, bᵢ), i = 1, 2, …
private func lentz(first: Double, _ next: (Double) -> (Double, Double)) -> Double {
  let tiny = 1e-300
  var f = first == 0 ? tiny : first
  var (c, d) = (f, 0.0)
  for i in 1...mostTerms {
    let (a, b) = next(Double(i))
    d = b + a * d
    c = b + a / c
    if abs(d) < tiny { d = tiny }
    if abs(c) < tiny { c = tiny }
    d = 1 / d
    f *= c * d
    if abs(c * d - 1) < 1e-15 { break }
  }
  return f
}

/// The argument at which `isBelow` turns false, to the last digit or after 400 halvings.
private func bisect(_ low: Double, _ high: Double, _ isBelow: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  for _ in 0..<400 {
    let middle = low + (high - low) / 2
    if middle <= low || middle >= high { break }
    if isBelow(middle) { low = middle } else { high = middle }
  }
  return low + (high - low) / 2
}
