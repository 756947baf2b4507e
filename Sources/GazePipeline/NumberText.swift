/// Every way to write a number for people to read, each implemented once.
///
/// Formats with a fixed number of decimals need Foundation, which no pipeline links; they are in GazeRecording's
/// extension of this type.
package enum NumberText {
  // MARK: Rounded by arithmetic, and written as Swift writes it

  /// The nearest number with `decimals` decimals, ties away from 0.
  package static func nearest(_ value: Double, _ decimals: Int) -> Double {
    // Powers of ten are exact up to 10²².
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (value * scale).rounded() / scale
  }

  /// `2.0`, `0.25`, `-0.0`, `nan`: at most `decimals` decimals and at least one, ties away from 0.
  package static func rounded(_ value: Double, _ decimals: Int) -> String { "\(nearest(value, decimals))" }

  /// `2`, `0.25`, `0` for −0, `1e+16`: the shortest text from which the same number is read back; a whole number below
  /// 10¹⁵ has no decimals.
  package static func shortest(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  /// `2`, `0.25`: at most `decimals` decimals, ties away from 0.
  package static func shortest(_ value: Double, _ decimals: Int) -> String { shortest(nearest(value, decimals)) }

  /// `1235`, `12.35`, `0.012`: four significant digits, but at most three decimals, ties away from 0.
  package static func fourDigits(_ value: Double) -> String {
    shortest(value, abs(value) >= 1000 ? 0 : abs(value) >= 100 ? 1 : abs(value) >= 10 ? 2 : 3)
  }

  /// `1235.0`, `12.35`, `0.001235`: `digits` significant digits, however small the number is, ties away from 0.
  package static func significant(_ value: Double, _ digits: Int = 4) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    let magnitude = (Elementary.log(abs(value)) / Elementary.log(10)).rounded(.down)
    let scale = Elementary.pow(10, Double(digits - 1) - magnitude)
    return scale.isFinite && scale > 0 ? "\((value * scale).rounded() / scale)" : "\(value)"
  }

  /// `12`, `2.345`, `0.0125`: as many digits as a factor needs; a factor above 10⁹ is written as 10⁹.
  package static func factor(_ value: Double) -> String {
    value >= 10 ? whole(value, within: 1e9) : rounded(value, value >= 0.1 ? 3 : 4)
  }

  /// `12.5` for 0.0125: the value times 1000 (such as metres in millimetres), rounded to a tenth, ties away from 0.
  package static func thousandths(_ value: Double) -> String { "\((value * 10_000).rounded() / 10)" }

  /// `-3`, `0` for −0, `nan`: the nearest whole number, ties away from 0, clamped to ±`limit`.
  package static func whole(_ value: Double, within limit: Double = 9e18) -> String {
    value.isNaN ? "nan" : "\(Int(min(max(value.rounded(), -limit), limit)))"
  }

  // MARK: Counts

  /// `1 person`, `2 people`, `0 takes`: a count and the noun that it counts; `many` is `one` with an s by default.
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(word(count, one, many))"
  }

  /// `once`, `2 times`.
  package static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// The noun that fits the count, without the count; `many` is `one` with an s by default.
  package static func word(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count == 1 ? one : many ?? one + "s"
  }
}
