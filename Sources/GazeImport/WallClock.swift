/// Date from which time stamps count, recognised by their size.
///
/// By default Swift's `Date` is encoded as seconds since 2001; other programs write seconds or milliseconds since 1970,
/// or ISO 8601 text. Times in the years 2010 to 2100 are accepted as dates.
struct WallClock: Sendable, Equatable {
  /// Text for the middle of a sentence, such as "seconds since 1970".
  let name: String
  let unit: TimeUnit

  /// Recognises a date; nil if the number is not a date but counts from the start of the recording or of the phone.
  init?(_ value: Double) {
    let (since2001, since1970) = (284_000_000.0...3_130_000_000, 1_262_000_000.0...4_103_000_000)
    // From 2041 on, the ranges of seconds since 2001 and since 1970 overlap; the earlier date is assumed.
    switch value {
    case since2001 where value < 1_262_000_000: self.init("seconds since 2001, as Swift's Date encodes", .seconds)
    case since1970: self.init("seconds since 1970", .seconds)
    case 1_262_000_000_000...4_103_000_000_000: self.init("milliseconds since 1970", .milliseconds)
    case 284_000_000_000..<1_262_000_000_000: self.init("milliseconds since 2001", .milliseconds)
    case 1_262_000_000_000_000...4_103_000_000_000_000: self.init("microseconds since 1970", .microseconds)
    case 1_262_000_000_000_000_000...4_103_000_000_000_000_000: self.init("nanoseconds since 1970", .nanoseconds)
    default: return nil
    }
  }

  private init(_ name: String, _ unit: TimeUnit) {
    self.name = name
    self.unit = unit
  }
}
