private import Foundation
package import GazePipeline

/// Numbers with a given number of decimals or digits, independent of the user's locale.
///
/// With a locale, Foundation's formatting rounds the shortest decimal text that reads back, ties to even (2.675 becomes
/// 2.68). Without a locale it uses C's `printf`, which rounds the exact binary value (2.67).
extension NumberText {
  private static let locale = Locale(identifier: "en_US_POSIX")

  /// `2.50`, `-0.0`, `NaN`: exactly this many decimals, for any number.
  ///
  /// Foundation makes a formatter for each number (30 µs) and reads its locale's data for the first (3 ms, a quarter of
  /// what a short command takes), so only numbers that do not fit an integer are left to it.
  package static func exact(_ value: Double, _ decimals: Int) -> String {
    guard let all = scaled(value.magnitude, decimals) else {
      return String(format: "%.\(decimals)f", locale: locale, value)
    }
    let digits = "\(all)"
    let text = String(repeating: "0", count: max(decimals + 1 - digits.utf8.count, 0)) + digits
    let sign = value.sign == .minus ? "-" : ""
    return decimals == 0 ? sign + text : sign + text.dropLast(decimals) + "." + text.suffix(decimals)
  }

  /// `magnitude` · 10^`decimals` as a whole number, rounded from the shortest text that reads back, ties to even; nil
  /// if it does not fit, or the magnitude is not finite.
  private static func scaled(_ magnitude: Double, _ decimals: Int) -> UInt64? {
    guard magnitude < 1e15, (0...15).contains(decimals) else { return nil }
    // Such as 123.25, 0.001 or 1.5e-07: at most 17 digits and a 0 before or after the point.
    let text = magnitude.description.split(separator: "e")
    var (all, shift) = (UInt64(0), decimals + (text.count > 1 ? Int(text[1]) ?? 0 : 0))
    var isFraction = false
    for character in text[0].utf8 {
      if character == UInt8(ascii: ".") {
        isFraction = true
      } else {
        all = all * 10 + UInt64(character - UInt8(ascii: "0"))
        shift -= isFraction ? 1 : 0
      }
    }
    while shift > 0 {
      let (product, overflows) = all.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      (all, shift) = (product, shift - 1)
    }
    guard shift > -19 else { return 0 }
    let divisor = (0..<(-shift)).reduce(UInt64(1)) { product, _ in product * 10 }
    let (whole, rest) = all.quotientAndRemainder(dividingBy: divisor)
    return rest > divisor - rest || (rest == divisor - rest && whole % 2 == 1) ? whole + 1 : whole
  }

  /// `2.5`: exactly this many decimals, and no sign before zeros; a dash for nil and for a number that is not finite.
  package static func fixed(_ value: Double?, _ decimals: Int = 1) -> String {
    guard let value, value.isFinite else { return "-" }
    let text = exact(value, decimals)
    // A number that rounds to 0 is shown without a minus.
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) } ? String(text.dropFirst()) : text
  }

  /// `12.35`, `1235`, `-0.0000`: this many decimals, but at most four or five digits; empty for nil and for a number
  /// that is not finite.
  package static func brief(_ value: Double?, _ decimals: Int = 4) -> String {
    guard let value, value.isFinite else { return "" }
    return exact(
      value, min(decimals, abs(value) >= 1000 ? 0 : abs(value) >= 100 ? 1 : abs(value) >= 10 ? 2 : decimals))
  }

  /// `12.4 %` for 0.1235; `-` for nil and `- %` for a number that is not finite.
  package static func percent(_ share: Double?) -> String { share.map { fixed($0 * 100, 1) + " %" } ?? "-" }

  /// `12`, `0.235`, `12.3`, `1235`: a whole number without decimals, else three decimals, fewer from 10 on; a dash for
  /// a number that is not finite.
  package static func plain(_ value: Double) -> String {
    if abs(value) < 1e9, value == value.rounded() { return fixed(value, 0) }
    return fixed(value, abs(value) < 10 ? 3 : abs(value) < 1000 ? 1 : 0)
  }

  /// `12.3`, `0.00123`, `0`: three digits, but at most six decimals, and no rounding before the decimal point; a dash
  /// for nil and for a number that is not finite.
  package static func threeDigits(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    if value == 0 { return "0" }
    return fixed(value, min(max(2 - Int(log10(abs(value)).rounded(.down)), 0), 6))
  }

  /// `12.3`, `1.00`, `0.00123`, `2945`, `0`: three significant digits after rounding, but at most six decimals, and no
  /// rounding before the decimal point; a dash for a number that is not finite.
  package static func significantDigits(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    func decimals(_ value: Double) -> Int {
      value == 0 ? 0 : min(max(2 - Int(log10(abs(value)).rounded(.down)), 0), 6)
    }
    // 9.996 has two decimals, 10.0 one.
    let text = fixed(value, decimals(Double(exact(value, decimals(value))) ?? value))
    return text.contains { "123456789".contains($0) } ? text : "0"
  }

  /// Number of decimals with which about three digits of a number of this size are shown.
  package static func decimals(_ value: Double?) -> Int {
    guard let value, value.isFinite, value != 0 else { return 2 }
    return abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? 2 : abs(value) >= 0.001 ? 4 : 6
  }

  /// `-12.3°`, `250 pt`, `–`: typeset for a page. The sign is a hyphen, as in every other output, so that numbers can
  /// be searched for and pasted into a spreadsheet. Numbers below 100 have this many decimals, numbers below 1000 at
  /// most one, larger ones none. The unit follows after a space that does not break. nil and numbers that are not
  /// finite are an en dash.
  package static func typeset(_ value: Double?, _ decimals: Int = 2, _ unit: String = "") -> String {
    guard let value, value.isFinite else { return "–" }
    let shown = typeset(fixed: value, abs(value) >= 1000 ? 0 : abs(value) >= 100 ? min(decimals, 1) : decimals)
    let space = unit.isEmpty || unit.hasPrefix("°") || unit.hasPrefix("/") || unit == "%" ? "" : "\u{A0}"
    return shown + space + (unit == "%" ? "\u{A0}%" : unit)
  }

  /// `-12.30`: exactly this many decimals, and no sign before zeros.
  package static func typeset(fixed value: Double, _ decimals: Int) -> String { fixed(value, decimals) }

  /// `0.0123`, `1.23E+06`: this many digits, without zeros at the end.
  package static func general(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)g", locale: locale, value)
  }

  /// `0.0123`, `1.23e+06`: this many digits in the form of C's `%g`, which rounds the exact binary value.
  package static func printf(_ value: Double, _ digits: Int = 6) -> String { String(format: "%.\(digits)g", value) }
}
