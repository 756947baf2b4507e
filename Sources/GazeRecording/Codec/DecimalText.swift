/// A JSON number in decimal digits: `± mantissa · 10^exponent`.
///
/// Uses Clinger's fast path: a mantissa below 2⁵³ and a power of ten up to 10²² are exact as Double, so their product
/// or quotient is rounded only once. All other numbers are parsed by the standard library, which rounds correctly but
/// is slower.
struct DecimalText {
  /// Range of bytes of the number, for the slow path.
  var range: Range<Int>
  var isNegative = false
  /// At most 19 significant digits.
  var mantissa: UInt64 = 0
  var exponent = 0
  /// False if there were more digits than the mantissa holds.
  var isExact = true

  private static let powers: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
  }

  /// The magnitude as Double if the fast path gives it with one rounding; nil if the slow path is needed.
  @inline(__always)
  private var fastMagnitude: Double? {
    guard isExact, mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let value = Double(mantissa)
    return exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
  }

  /// The Double nearest to the number; infinite if the number is out of range.
  func double(in bytes: UnsafeRawBufferPointer) -> Double {
    if let value = fastMagnitude { return isNegative ? -value : value }
    return Double(text(in: bytes)) ?? .nan
  }

  /// The Float nearest to the number, rounded once; infinite if the number is out of range.
  func float(in bytes: UnsafeRawBufferPointer) -> Float {
    if mantissa == 0, isExact { return isNegative ? -0.0 : 0.0 }
    if let value = fastMagnitude, value >= 0x1p-126, value < 0x1p127 {
      // Rounding to Double and then to Float is wrong only if the Double is exactly halfway between two Floats, that
      // is, if its low 29 bits are 2²⁸.
      if value.bitPattern & 0x1FFF_FFFF != 0x1000_0000 { return isNegative ? -Float(value) : Float(value) }
    }
    return Float(text(in: bytes)) ?? .nan
  }

  /// The number as an Int; nil if the number is not whole or is beyond ±2⁵³.
  func integer(in bytes: UnsafeRawBufferPointer) -> Int? { Int(exactly: double(in: bytes)) }

  private func text(in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}

extension DecimalText {
  /// Reads a number in JSON's grammar from `index` on; returns nil and leaves `index` unchanged if no number is there.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, at index: inout Int) {
    let (start, end) = (index, bytes.count)
    var i = start
    var number = DecimalText(range: start..<start)
    if i < end, bytes[i] == UInt8(ascii: "-") {
      number.isNegative = true
      i += 1
    }
    let first = i
    while i < end, let digit = Self.digit(bytes[i]) {
      number.take(digit, isFraction: false)
      i += 1
    }
    // JSON requires at least one digit, and no leading zero before another digit.
    guard i > first, i == first + 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    if i < end, bytes[i] == UInt8(ascii: ".") {
      i += 1
      let fraction = i
      while i < end, let digit = Self.digit(bytes[i]) {
        number.take(digit, isFraction: true)
        i += 1
      }
      guard i > fraction else { return nil }
    }
    if i < end, bytes[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      var isNegative = false
      if i < end, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") {
        isNegative = bytes[i] == UInt8(ascii: "-")
        i += 1
      }
      let power = i
      var value = 0
      while i < end, let digit = Self.digit(bytes[i]) {
        // The exponent is clamped far beyond that of any Double, so that an exponent with many digits does not
        // overflow.
        value = min(value * 10 + Int(digit), 100_000)
        i += 1
      }
      guard i > power else { return nil }
      number.exponent += isNegative ? -value : value
    }
    number.range = start..<i
    index = i
    self = number
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  @inline(__always)
  private mutating func take(_ digit: UInt8, isFraction: Bool) {
    // A mantissa below 10¹⁸ has room for one more digit.
    if mantissa < 1_000_000_000_000_000_000 {
      mantissa = mantissa * 10 + UInt64(digit)
      if isFraction { exponent -= 1 }
    } else {
      isExact = false
      if !isFraction { exponent += 1 }
    }
  }
}
