import GazePipeline

/// Half the width of a 95 % interval in standard errors, by Student's distribution.
package enum StudentReach {
  /// The 0.975 quantile for at least one degree of freedom, which need not be a whole number: within 0.05 % from two
  /// degrees on (Hill 1970, Algorithm 396), within 3 % below (interpolated).
  package static func of95Percent(freedom: Double) -> Double {
    let (chance, n) = (0.05, max(freedom, 1))
    guard n >= 2 else {
      let (one, two) = (12.706204736174705, 4.302652729749464)
      return two * Elementary.pow(one / two, 2 / n - 1)
    }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    var y = Elementary.pow(d * chance, 2 / n)
    if y > 0.05 + a {
      let x = -1.959963984540054
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y *= a * y
      y = y > 0.002 ? Elementary.exp(y) - 1 : 0.5 * y * y + y
    } else {
      y =
        ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2)
        + 1 / y
    }
    return (n * y).squareRoot()
  }
}
