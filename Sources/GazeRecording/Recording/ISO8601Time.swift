/// Dates with a time of day in ISO 8601 format.
package enum ISO8601Time {
  /// Seconds since 1970 of a text such as `2018-07-01T09:30:00.125Z`, or with an offset such as `+09:00`; nil for any
  /// other text.
  package static func seconds(of text: some StringProtocol) -> Double? {
    var text = String(text)
    return text.withUTF8 { seconds(utf8: $0) }
  }

  /// Seconds since 1970 of a text in UTF-8.
  ///
  ///     YYYY-MM-DD[T ]hh:mm:ss[.,f…]  then nothing, Z, ±hhmm or ±hh:mm; 1 to 9 digits f
  package static func seconds(utf8 text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard (19...40).contains(text.count) else { return nil }
    var rest = Reader(rest: text[...])
    guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
      let day = rest.number(2), rest.take("T") || rest.take(" "), let hour = rest.number(2), rest.take(":"),
      let minute = rest.number(2), rest.take(":"), let second = rest.number(2), let fraction = rest.fraction(),
      let offset = rest.offset(), rest.rest.isEmpty, (1...12).contains(month), (1...31).contains(day), hour < 25,
      minute < 60
    else { return nil }
    // Days since 1970-03-01 of the civil calendar (H. Hinnant, "days_from_civil").
    let y = month <= 2 ? year - 1 : year
    let era = (y < 0 ? y - 399 : y) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    // The second and its fraction have at most 11 digits, so their quotient is the double nearest to the text.
    let seconds = Double(second * fraction.scale + fraction.value) / Double(fraction.scale)
    return Double(((days * 24 + hour) * 60 + minute) * 60) + seconds - Double(offset * 60)
  }

  /// A text that is read from left to right.
  private struct Reader {
    var rest: Slice<UnsafeBufferPointer<UInt8>>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Reads at most this many digits.
    mutating func digits(_ most: Int) -> (value: Int, count: Int) {
      let digits = rest.prefix(most).prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
    }

    /// Reads a number of exactly this many digits.
    mutating func number(_ count: Int) -> Int? {
      let found = digits(count)
      return found.count == count ? found.value : nil
    }

    /// Reads a decimal separator and 1 to 9 digits, if they are there: the fraction is `value / scale`.
    mutating func fraction() -> (value: Int, scale: Int)? {
      guard take(".") || take(",") else { return (0, 1) }
      let found = digits(9)
      return found.count > 0 ? (found.value, (0..<found.count).reduce(1) { scale, _ in scale * 10 }) : nil
    }

    /// Reads an offset from UTC, if it is there, in minutes.
    mutating func offset() -> Int? {
      if rest.isEmpty || take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2) else { return nil }
      _ = take(":")
      return number(2).map { (hours * 60 + $0) * (isWest ? -1 : 1) }
    }
  }
}
