package import GazePipeline
private import PortableFoundation

/// Numbers with a given number of decimals or digits, independent of the user's locale, rounded from the shortest text
/// that reads back, ties to even (2.675 becomes 2.68).
extension NumberText {
  /// `2.50`, `-0.0`, `NaN`, `INF`: exactly this many decimals, for any number.
  package static func exact(_ value: Double, _ decimals: Int) -> String {
    signed(value) { magnitude in
      var digits = ShortestDigits(magnitude)
      digits.round(toPlace: -decimals)
      return digits.fixed(decimals)
    }
  }

  private static func signed(_ value: Double, _ text: (Double) -> String) -> String {
    let magnitude = value.magnitude
    return (value.sign == .minus ? "-" : "") + (value.isNaN ? "NaN" : magnitude.isInfinite ? "INF" : text(magnitude))
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
    return value == 0 ? "0" : fixed(value, decimalsOfThree(value))
  }

  /// Number of decimals with which three digits of a number other than 0 are shown, at most six.
  private static func decimalsOfThree(_ value: Double) -> Int {
    min(max(2 - Int(log10(abs(value)).rounded(.down)), 0), 6)
  }

  /// `12.3`, `1.00`, `0.00123`, `2945`, `0`: three significant digits after rounding, but at most six decimals, and no
  /// rounding before the decimal point; a dash for a number that is not finite.
  package static func significantDigits(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    func decimals(_ value: Double) -> Int { value == 0 ? 0 : decimalsOfThree(value) }
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

  /// `0.0123`, `1.23E+06`: this many digits, at least 1, without zeros at the end.
  package static func general(_ value: Double, _ digits: Int) -> String {
    signed(value) { magnitude in
      var number = ShortestDigits(magnitude)
      number.round(toDigits: digits)
      let (text, power) = (number.text, number.exponent + number.count - 1)
      guard power < -4 || power >= digits else { return number.fixed(max(-number.exponent, 0)) }
      let fraction = text.utf8.count > 1 ? "." + text.dropFirst() : ""
      return text.prefix(1) + fraction + (power < 0 ? "E-" : "E+") + (abs(power) < 10 ? "0" : "") + "\(abs(power))"
    }
  }

  /// `0.0123`, `1.23e+06`, `nan`: as `general(_:_:)`, in the lower case of C's `%g`.
  package static func printf(_ value: Double, _ digits: Int = 6) -> String { general(value, digits).lowercased() }
}

/// The shortest decimal number that reads back as a floating-point one: `digits` · 10^`exponent`.
///
/// Numbers are rounded from this text and not from the binary value, as a reader would round what is printed: 2.675
/// becomes 2.68, although the nearest binary number lies below it. A tie goes to the even digit.
struct ShortestDigits {
  var digits: UInt64
  var exponent: Int

  /// - Parameter magnitude: finite number, 0 or above.
  init(_ magnitude: Double) {
    // Such as 123.25, 0.001 or 1.5e-07: at most 17 digits, and a 0 before or after the point.
    let text = magnitude.description.split(separator: "e")
    (digits, exponent) = (0, text.count > 1 ? Int(text[1]) ?? 0 : 0)
    var isFraction = false
    for character in text[0].utf8 {
      if character == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits * 10 + UInt64(character - UInt8(ascii: "0"))
        exponent -= isFraction ? 1 : 0
      }
    }
    dropZeros()
  }

  var count: Int { text.utf8.count }

  var text: String { "\(digits)" }

  /// Rounds to a multiple of 10^`place`.
  mutating func round(toPlace place: Int) {
    let shift = place - exponent
    guard shift > 0 else { return }
    exponent = place
    // Eighteen digits or fewer are below half of 10^19.
    guard shift < 19 else { return digits = 0 }
    let divisor = (0..<shift).reduce(UInt64(1)) { product, _ in product * 10 }
    let (whole, rest) = digits.quotientAndRemainder(dividingBy: divisor)
    digits = rest > divisor - rest || (rest == divisor - rest && whole % 2 == 1) ? whole + 1 : whole
  }

  /// Rounds to this many digits, at least 1, and drops zeros at the end.
  mutating func round(toDigits count: Int) {
    round(toPlace: exponent + self.count - count)
    dropZeros()
  }

  private mutating func dropZeros() {
    while digits > 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    if digits == 0 { exponent = 0 }
  }

  /// `2.50`: exactly this many decimals, at least as many as the number has.
  func fixed(_ decimals: Int) -> String {
    let zeros = digits == 0 ? 0 : max(exponent + decimals, 0)
    let all = text + String(repeating: "0", count: zeros)
    let padded = String(repeating: "0", count: max(decimals + 1 - all.utf8.count, 0)) + all
    return decimals == 0 ? padded : padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
