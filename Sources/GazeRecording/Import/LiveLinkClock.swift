/// When a row of a Live Link Face file was taken, in seconds since the first one.
///
/// `HH:MM:SS:FF.mmm`: FF counts 60ths of a second and `.mmm` thousandths of such a frame, whatever the recording's own
/// rate. Decoded files hold `(FrameNumber + SubFrame) · RateDen / RateNum` seconds. A step back by more than half a day
/// is midnight; a smaller one is an error.
struct LiveLinkClock {
  private static let day = 86_400.0
  private var first: Double?
  private var last = 0.0
  private var days = 0.0

  /// A row's time of day to seconds since the first row.
  mutating func seconds(timeOfDay: Double, column: String) throws(LineFault) -> Double {
    guard let first else {
      (first, last) = (timeOfDay, timeOfDay)
      return 0
    }
    if timeOfDay < last - Self.day / 2 {
      days += 1
    } else if timeOfDay < last {
      let step = (last - timeOfDay) * 1000
      let message = "time runs back by \(Self.rounded(step)) ms; expected rows in the order they were taken"
      throw LineFault(field: column, message: message)
    }
    last = timeOfDay
    return days * Self.day + timeOfDay - first
  }

  /// `HH:MM:SS:FF.mmm` to seconds since midnight.
  static func timeOfDay(_ bytes: UnsafeRawBufferPointer, column: String) throws(LineFault) -> Double {
    // `;` before the frames marks a drop-frame count elsewhere; here they are 60ths either way.
    let parts = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    if parts.count == 4,
      let hours = number(parts[0], below: 24), let minutes = number(parts[1], below: 60),
      let seconds = number(parts[2], below: 60), let frames = number(parts[3], below: 60, hasFraction: true)
    {
      return (hours * 60 + minutes) * 60 + seconds + frames / 60
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

  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
