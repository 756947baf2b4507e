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
    var text = Columns(text: text)
    guard let year = text.number(digits: 4), text.take("-"), let month = text.number(digits: 2), text.take("-"),
      let day = text.number(digits: 2), text.take("T") || text.take(" "), let hour = text.number(digits: 2),
      text.take(":"), let minute = text.number(digits: 2), text.take(":"), let second = text.number(digits: 2),
      let fraction = text.fraction(), let offset = text.offset(), text.isAtEnd
    else { return nil }
    guard (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60 else { return nil }
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
  private struct Columns {
    let text: UnsafeBufferPointer<UInt8>
    var place = 0

    var isAtEnd: Bool { place == text.count }

    private var digit: Int? {
      guard place < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) else { return nil }
      return Int(text[place] - UInt8(ascii: "0"))
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    /// Reads a number of exactly this many digits.
    mutating func number(digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard let digit else { return nil }
        number = number * 10 + digit
        place += 1
      }
      return number
    }

    /// Reads a decimal separator and 1 to 9 digits, if they are there: the fraction is `value / scale`.
    mutating func fraction() -> (value: Int, scale: Int)? {
      var (value, scale) = (0, 1)
      guard take(".") || take(",") else { return (value, scale) }
      while scale < 1_000_000_000, let digit {
        (value, scale) = (value * 10 + digit, scale * 10)
        place += 1
      }
      return scale > 1 ? (value, scale) : nil
    }

    /// Reads an offset from UTC, if it is there, in minutes.
    mutating func offset() -> Int? {
      if isAtEnd || take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(digits: 2) else { return nil }
      _ = take(":")
      guard let minutes = number(digits: 2) else { return nil }
      return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
  }
}
