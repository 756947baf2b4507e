/// What a key asks of a replay.
package enum ReplayKey: Sendable, Equatable {
  /// Pause, or go on: space.
  case pause
  /// One frame on: `.` or →.
  case forward
  /// One frame back: `,` or ←.
  case back
  /// Begin again at the end, or not: `l`.
  case loop
  /// Twice as fast: `+`.
  case faster
  /// Half as fast: `-`.
  case slower
  /// End it: `q`, or the end of the input.
  case quit
  /// No key: the program was stopped (Ctrl-Z) and goes on.
  case resumed
}

/// Keys out of the bytes that a terminal sends: an arrow is three of them, and may come in pieces.
package struct ReplayKeyReader: Sendable {
  private var sequence: [UInt8] = []

  package init() {}

  /// The keys in these bytes; what means nothing is left out, an escape sequence of another key as a whole.
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
      // ESC [ (or, in application mode, ESC O) begins a sequence; after any other byte it was the key itself.
      guard byte == bracket || byte == application else {
        sequence = []
        return Self.plain(byte)
      }
      sequence.append(byte)
      return nil
    default:
      // Parameters, then one final byte from 0x40 on. A longer one than any key's is none.
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
    // Ctrl-D, where the terminal does not take it for itself.
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: .quit
    default: nil
    }
  }
}
