/// The date that time stamps count from, recognised by their size.
///
/// Swift's `Date` encodes as seconds since 2001 unless asked otherwise, others write seconds or milliseconds since
/// 1970, or text as ISO 8601 has it. The years taken for a recording's are 2010 to 2100.
struct WallClock: Sendable, Equatable {
  /// In seconds, as a sentence's middle.
  let name: String
  let unit: TimeUnit

  /// nil where the number is no date: it counts from the recording's start, or from the phone's.
  init?(_ value: Double) {
    let (since2001, since1970) = (284_000_000.0...3_130_000_000, 1_262_000_000.0...4_103_000_000)
    // The two overlap from 2041 on: the earlier date is meant.
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
