/// Dates with a time of day in ISO 8601 format.
package enum ISO8601Time {
  /// Seconds since 1970 of a text such as `2018-07-01T09:30:00.125Z`, or with an offset such as `+09:00`; nil for any
  /// other text.
  package static func seconds(of text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 40,
      let match = String(text).wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:[.,]\d{1,9})?)(Z|[+-]\d\d:?\d\d)?/)
    else { return nil }
    func number(_ text: Substring) -> Double { Double(text.replacing(",", with: ".")) ?? .nan }
    let (year, month, day) = (number(match.1), number(match.2), number(match.3))
    guard (1...12).contains(month), (1...31).contains(day), number(match.4) < 25, number(match.5) < 60 else {
      return nil
    }
    // Days since 1970-03-01 of the civil calendar (H. Hinnant, "days_from_civil").
    let y = month <= 2 ? year - 1 : year
    let era = (y / 400).rounded(.down)
    let yearOfEra = y - era * 400
    let dayOfYear = ((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5).rounded(.down) + day - 1
    let dayOfEra = yearOfEra * 365 + (yearOfEra / 4).rounded(.down) - (yearOfEra / 100).rounded(.down) + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    var seconds = ((days * 24 + number(match.4)) * 60 + number(match.5)) * 60 + number(match.6)
    if let zone = match.7, zone != "Z" {
      let digits = zone.dropFirst().filter { $0 != ":" }
      let offset = (number(digits.prefix(2)) * 60 + number(digits.suffix(2))) * 60
      seconds -= zone.first == "-" ? -offset : offset
    }
    return seconds.isFinite ? seconds : nil
  }
}
