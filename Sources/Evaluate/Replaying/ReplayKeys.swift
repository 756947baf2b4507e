/// Command of a key during a replay.
package enum ReplayKey: Sendable, Equatable {
  /// Pause or continue: space.
  case pause
  /// One frame forward: `.` or →.
  case forward
  /// One frame back: `,` or ←.
  case back
  /// Switch the loop on or off: `l`.
  case loop
  /// Twice as fast: `+`.
  case faster
  /// Half as fast: `-`.
  case slower
  /// End the replay: `q`, or the end of the input.
  case quit
  /// No key: the program was stopped (Ctrl-Z) and continues.
  case resumed
}

/// Reads keys from the bytes that a terminal sends; an arrow key is three bytes, which may arrive separately.
package struct ReplayKeyReader: Sendable {
  private var sequence: [UInt8] = []

  package init() {}

  /// The keys in these bytes. Bytes without a meaning are skipped, and so are complete escape sequences of other keys.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [ReplayKey] { bytes.compactMap { key($0) } }

  private mutating func key(_ byte: UInt8) -> ReplayKey? {
    let (escape, bracket, application) = (UInt8(0x1B), UInt8(ascii: "["), UInt8(ascii: "O"))
    if byte == escape {
      sequence = [byte]
      return nil
    }
    switch sequence.count {
    case 0: return Self.plain(byte)
    case 1:
      // ESC [ (or, in application mode, ESC O) begins a sequence. If any other byte follows, ESC was the Escape key
      // itself.
      guard byte == bracket || byte == application else {
        sequence = []
        return Self.plain(byte)
      }
      sequence.append(byte)
      return nil
    default:
      // A sequence has parameters, then one final byte that is at least 0x40. A sequence that is longer than any key's
      // is ignored.
      if byte < 0x40, sequence.count < 16 {
        sequence.append(byte)
        return nil
      }
      let isPlain = sequence.count == 2
      sequence = []
      guard isPlain else { return nil }
      switch byte {
      case UInt8(ascii: "C"): return .forward
      case UInt8(ascii: "D"): return .back
      default: return nil
      }
    }
  }

  private static func plain(_ byte: UInt8) -> ReplayKey? {
    switch byte {
    case UInt8(ascii: " "): .pause
    case UInt8(ascii: "."): .forward
    case UInt8(ascii: ","): .back
    case UInt8(ascii: "l"), UInt8(ascii: "L"): .loop
    case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
    case UInt8(ascii: "-"), UInt8(ascii: "_"): .slower
    // 0x04 is Ctrl-D, if the terminal passes it on.
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: .quit
    default: nil
    }
  }
}
