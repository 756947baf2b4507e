import GazeRecording

/// Conversion of the times in a foreign file to seconds: a count of some unit, a date as text, a time of day, a
/// timecode or a frame number.
///
/// Counts from a date are recognised by their size. Times of day continue after midnight: a step from the last hour of
/// a day to the first hour begins a new day. A step back from the first hour to the last returns to the day before,
/// because rows around midnight may be out of order.
struct ImportClock {
  private static let day = 86_400.0
  private static let hour = 3600.0
  /// Largest accepted count: nanoseconds since 1970 are 2e18.
  private static let limit = 1e19

  /// Unit of counts that are not dates.
  let unit: TimeUnit
  /// Frames per second in a timecode.
  let timecodeBase: Double
  /// Date from which counts begin, recognised in the first count; nil if counts are not dates.
  var date: WallClock?
  /// True if a date as text or a time of day was read.
  var hasWords = false
  /// Highest frame number in a timecode, and the number of changes of its second.
  var timecode = (largest: 0.0, seconds: 0)
  private var recognisesDates: Bool
  private var lastSecond: Double?
  private var lastTimeOfDay: Double?
  private var days = 0.0

  init(unit: TimeUnit = .seconds, recognisesDates: Bool = false, timecodeBase: Double = 60) {
    self.unit = unit
    self.recognisesDates = recognisesDates
    self.timecodeBase = timecodeBase
  }

  /// Seconds of a count.
  mutating func seconds(count: Double, field: String) throws(LineFault) -> Double {
    try expect(abs(count) <= Self.limit, field, "expected a time within ±1e19")
    if recognisesDates { date = WallClock(count) }
    recognisesDates = false
    return count * (date?.unit ?? unit).seconds
  }

  /// Seconds of `2024-05-01T10:00:00.125Z`, `2024/05/01 10:00:00.125 +0000` or `10:00:00.125`; nil for any other text.
  mutating func seconds(words text: String) -> Double? {
    guard text.utf8.count < 48 else { return nil }
    if let seconds = Self.tight(text).withUnsafeBufferPointer({ ISO8601Time.seconds(utf8: $0) }) {
      hasWords = true
      return seconds
    }
    let parts = text.split(separator: ":")
    guard parts.count == 3, let hours = Double(parts[0]), let minutes = Double(parts[1]),
      let seconds = Double(parts[2]),
      (0..<25).contains(hours), (0..<60).contains(minutes), (0..<61).contains(seconds)
    else { return nil }
    hasWords = true
    return continued((hours * 60 + minutes) * 60 + seconds)
  }

  /// A date as ISO 8601 has it: without blanks before the offset, and with `-` for `/`.
  private static func tight(_ text: String) -> [UInt8] {
    var tight: [UInt8] = []
    tight.reserveCapacity(48)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), tight.last == UInt8(ascii: " ") { tight.removeLast() }
      tight.append(byte == UInt8(ascii: "/") ? UInt8(ascii: "-") : byte)
    }
    return tight
  }

  /// Seconds since the midnight before the first row, for a time of day in seconds.
  mutating func continued(_ timeOfDay: Double) -> Double {
    defer { lastTimeOfDay = timeOfDay }
    guard let last = lastTimeOfDay else { return timeOfDay }
    if last >= Self.day - Self.hour, timeOfDay < Self.hour { days += 1 }
    if days > 0, last < Self.hour, timeOfDay >= Self.day - Self.hour { days -= 1 }
    return days * Self.day + timeOfDay
  }

  /// Seconds of `HH:MM:SS:FF.mmm`, in which FF counts frames and `.mmm` thousandths of a frame; or of `HH:MM:SS.mmm`,
  /// in which the fraction is part of a second.
  mutating func seconds(timecode bytes: UnsafeRawBufferPointer, field: String) throws(LineFault) -> Double {
    // In other programs `;` before the frames marks a drop-frame count; here the number after `:` or `;` always counts
    // frames.
    let parts = bytes.split(omittingEmptySubsequences: false) { $0 == .colon || $0 == UInt8(ascii: ";") }
    let hasFrames = parts.count == 4
    if hasFrames || parts.count == 3, let hours = Self.number(parts[0], below: 24),
      let minutes = Self.number(parts[1], below: 60),
      let seconds = Self.number(parts[2], below: 60, hasFraction: !hasFrames),
      let frames = hasFrames ? Self.number(parts[3], below: 60, hasFraction: true) : 0
    {
      let timeOfDay = (hours * 60 + minutes) * 60 + seconds
      guard hasFrames else { return continued(timeOfDay) }
      timecode.largest = max(timecode.largest, frames)
      if let lastSecond, lastSecond != seconds { timecode.seconds += 1 }
      lastSecond = seconds
      return continued(timeOfDay + min(frames / timecodeBase, 1))
    }
    let found = LineFault.printable(String(decoding: bytes, as: UTF8.self))
    throw LineFault(field: field, message: "expected HH:MM:SS:FF.mmm with FF below 60, found `\(found)`")
  }

  private static func number(
    _ bytes: Slice<UnsafeRawBufferPointer>, below limit: Double, hasFraction: Bool = false
  ) -> Double? {
    let isPlain = bytes.allSatisfy { (0x30...0x39).contains($0) || (hasFraction && $0 == UInt8(ascii: ".")) }
    guard isPlain, bytes.count <= 16, let value = Double(String(decoding: bytes, as: UTF8.self)), value < limit else {
      return nil
    }
    return value
  }
}

/// Date from which time stamps count, recognised by their size.
///
/// By default Swift's `Date` is encoded as seconds since 2001; other programs write seconds or milliseconds since 1970,
/// or ISO 8601 text. Times in the years 2010 to 2100 are accepted as dates.
struct WallClock: Equatable {
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
