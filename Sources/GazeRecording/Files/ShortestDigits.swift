/// The shortest decimal number that reads back as a floating-point one: `digits` · 10^`exponent`.
///
/// Numbers are rounded from this text and not from the binary value, as a reader would round what is printed: 2.675
/// becomes 2.68, although the nearest binary number lies below it. A tie goes to the even digit.
struct ShortestDigits {
  private(set) var digits: UInt64
  private(set) var exponent: Int

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

  /// Number of digits.
  var count: Int { text.utf8.count }

  /// The digits as text.
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
