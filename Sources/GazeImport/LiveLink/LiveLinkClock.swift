import GazeRecording

/// When a row of a Live Link Face file was taken, in seconds since midnight of the first one.
///
/// `HH:MM:SS:FF.mmm`: FF counts 60ths of a second and `.mmm` thousandths of such a frame, whatever the recording's own
/// rate; a file whose FF never reaches 24, 25, 30, 48 or 50 counts those. Decoded files hold
/// `(FrameNumber + SubFrame) · RateDen / RateNum` seconds. From the day's last hour to its first is midnight.
struct LiveLinkClock {
  private static let day = 86_400.0
  private static let hour = 3600.0
  /// Frames a second that FF counts.
  var base = 60.0
  private(set) var largestFrame = 0.0
  /// How often the second changed.
  private(set) var seconds = 0
  private var last: Double?
  private var lastSecond: Double?
  private var days = 0.0

  init(base: Double = 60) { self.base = base }

  /// A time of day to seconds that go on after midnight.
  mutating func continued(_ timeOfDay: Double) -> Double {
    defer { last = timeOfDay }
    guard let last else { return timeOfDay }
    if last >= Self.day - Self.hour, timeOfDay < Self.hour { days += 1 }
    // Back over midnight: rows out of order around it.
    if days > 0, last < Self.hour, timeOfDay >= Self.day - Self.hour { days -= 1 }
    return days * Self.day + timeOfDay
  }

  /// `HH:MM:SS:FF.mmm` to seconds since midnight; also `HH:MM:SS.mmm`, whose fraction is of a second.
  mutating func timeOfDay(_ bytes: UnsafeRawBufferPointer, column: String) throws(LineFault) -> Double {
    // `;` before the frames marks a drop-frame count elsewhere; here they are frames either way.
    let parts = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    if parts.count == 4,
      let hours = Self.number(parts[0], below: 24), let minutes = Self.number(parts[1], below: 60),
      let seconds = Self.number(parts[2], below: 60), let frames = Self.number(parts[3], below: 60, hasFraction: true)
    {
      largestFrame = max(largestFrame, frames)
      if let lastSecond, lastSecond != seconds { self.seconds += 1 }
      lastSecond = seconds
      return (hours * 60 + minutes) * 60 + seconds + min(frames / base, 1)
    }
    if parts.count == 3, let hours = Self.number(parts[0], below: 24), let minutes = Self.number(parts[1], below: 60),
      let seconds = Self.number(parts[2], below: 60, hasFraction: true)
    {
      return (hours * 60 + minutes) * 60 + seconds
    }
    let found = LineFault.printable(String(decoding: bytes, as: UTF8.self))
    let message = "expected HH:MM:SS:FF.mmm with FF below 60, found `\(found)`"
    throw LineFault(field: column, message: message)
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
