/// A JSON number in decimal digits: `± mantissa · 10^exponent`.
///
/// Numbers that people and programs write are converted with one rounding by one operation: a mantissa below 2⁵³ and a
/// power of ten up to 10²² are exact as Double (Clinger's fast path), and other mantissas are divided as whole numbers.
/// All other numbers are parsed by the standard library, which rounds correctly but is slower.
struct DecimalText {
  /// Range of bytes of the number, for the slow path.
  var range: Range<Int>
  var isNegative = false
  /// At most 19 significant digits.
  var mantissa: UInt64 = 0
  var exponent = 0
  /// False if there were more digits than the mantissa holds.
  var isExact = true

  // Literals, because the compiler then places the lists in the program's data.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
  private static let powersOfFive: [UInt64] = [
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625, 1_220_703_125,
    6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625, 19_073_486_328_125,
    95_367_431_640_625, 476_837_158_203_125, 2_384_185_791_015_625, 11_920_928_955_078_125, 59_604_644_775_390_625,
    298_023_223_876_953_125, 1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
  ]

  /// The magnitude as Double, rounded once; nil if the slow path is needed.
  @inline(__always)
  private var magnitude: Double? {
    guard isExact else { return nil }
    guard mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return quotient }
    let value = Double(mantissa)
    return exponent < 0 ? value / Self.powersOfTen[-exponent] : value * Self.powersOfTen[exponent]
  }

  /// The magnitude of a number with 1 to 27 decimal places, rounded once; nil for other numbers. Most Doubles that are
  /// not rounded have such a text, for example 0.016666666666666666.
  private var quotient: Double? {
    guard mantissa != 0, exponent < 0, exponent > -Self.powersOfFive.count else { return nil }
    // mantissa / 10ⁿ is mantissa / 5ⁿ / 2ⁿ. With their highest bits set, dividend and divisor give a quotient of 63 or
    // 64 bits.
    let divisor = Self.powersOfFive[-exponent]
    let (up, down) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let dividend = mantissa << up
    let (bits, rest) = (divisor << down).dividingFullWidth((dividend >> 1, dividend << 63))
    // A rest sets the lowest bit, which is far below the 53 bits that remain: it tells only on which side of halfway
    // the number is.
    return Double(sign: .plus, exponent: down - up - 63 + exponent, significand: Double(rest == 0 ? bits : bits | 1))
  }

  /// The Double nearest to the number; infinite if the number is out of range.
  @inline(__always)
  func double(in bytes: UnsafeRawBufferPointer) -> Double {
    if let value = magnitude { return isNegative ? -value : value }
    return Double(text(in: bytes)) ?? .nan
  }

  /// The Float nearest to the number, rounded once; infinite if the number is out of range.
  @inline(__always)
  func float(in bytes: UnsafeRawBufferPointer) -> Float {
    if mantissa == 0, isExact { return isNegative ? -0.0 : 0.0 }
    if let value = magnitude, value >= 0x1p-126, value < 0x1p127 {
      // Rounding to Double and then to Float is wrong only if the Double is exactly halfway between two Floats, that
      // is, if its low 29 bits are 2²⁸.
      if value.bitPattern & 0x1FFF_FFFF != 0x1000_0000 { return isNegative ? -Float(value) : Float(value) }
    }
    return Float(text(in: bytes)) ?? .nan
  }

  /// The number as an Int; nil if the number is not whole or is beyond ±2⁵³.
  func integer(in bytes: UnsafeRawBufferPointer) -> Int? { Int(exactly: double(in: bytes)) }

  @inline(never)
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
    range = start..<start
    if i < end, bytes[i] == UInt8(ascii: "-") {
      isNegative = true
      i += 1
    }
    let first = i
    takeDigits(bytes, &i)
    var digits = i - first
    // JSON requires at least one digit, and no leading zero before another digit.
    guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    if i < end, bytes[i] == UInt8(ascii: ".") {
      let fraction = i + 1
      i = fraction
      takeDigits(bytes, &i)
      guard i > fraction else { return nil }
      exponent = fraction - i
      digits += i - fraction
    }
    // More digits may have overflowed the mantissa.
    if digits > 19 { recount(bytes, first..<i) }
    if i < end, bytes[i] | 0x20 == UInt8(ascii: "e") {
      guard let power = Self.power(bytes, &i) else { return nil }
      exponent += power
    }
    range = start..<i
    index = i
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  /// Appends digits to the mantissa, up to the first byte that is not a digit; an overflow wraps around.
  @inline(__always)
  private mutating func takeDigits(_ bytes: UnsafeRawBufferPointer, _ i: inout Int) {
    while i < bytes.count, let digit = Self.digit(bytes[i]) {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      i += 1
    }
  }

  /// Takes the first 19 significant digits of a longer number.
  @inline(never)
  private mutating func recount(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    (mantissa, exponent) = (0, 0)
    var isFraction = false
    for byte in bytes[range] {
      guard let digit = Self.digit(byte) else {
        isFraction = true
        continue
      }
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

  /// Reads the power of ten from its `e` on; nil if it has no digits.
  @inline(never)
  private static func power(_ bytes: UnsafeRawBufferPointer, _ i: inout Int) -> Int? {
    i += 1
    var isNegative = false
    if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") {
      isNegative = bytes[i] == UInt8(ascii: "-")
      i += 1
    }
    let first = i
    var value = 0
    while i < bytes.count, let digit = digit(bytes[i]) {
      // The power is clamped far beyond that of any Double, so that a power with many digits does not overflow.
      value = min(value * 10 + Int(digit), 100_000)
      i += 1
    }
    guard i > first else { return nil }
    return isNegative ? -value : value
  }
}
