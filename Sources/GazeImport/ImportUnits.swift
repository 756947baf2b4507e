import GazeRecording

/// Units that angles are written in.
public enum AngleUnit: String, Sendable, Codable, CaseIterable {
  case radians, degrees

  /// Radians a unit.
  var radians: Double { self == .radians ? 1 : .pi / 180 }
}

/// Units that lengths are written in.
public enum LengthUnit: String, Sendable, Codable, CaseIterable {
  case metres = "m"
  case centimetres = "cm"
  case millimetres = "mm"

  /// Metres a unit.
  var metres: Double {
    switch self {
    case .metres: 1
    case .centimetres: 0.01
    case .millimetres: 0.001
    }
  }
}

/// Units that times are written in.
public enum TimeUnit: String, Sendable, Codable, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// Seconds a unit.
  package var seconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// Seconds from frame to frame, 4 to 1,000 a second.
  static let stepsOfFrames = 0.000_99...0.250_1

  /// The unit of a word, as columns' titles have it; nil of anything else.
  init?(word: some StringProtocol) {
    switch word {
    case "s", "sec", "seconds": self = .seconds
    case "ms", "msec", "milliseconds": self = .milliseconds
    case "us", "µs": self = .microseconds
    case "ns": self = .nanoseconds
    default: return nil
    }
  }

  /// The unit in a time column's title: `time_ms`, `t [us]`, `timestampNs`.
  init?(title: String) {
    let simple = ColumnNames.simple(title)
    for name in ["timestamp", "time", "t"] where simple.hasPrefix(name) {
      if let unit = TimeUnit(word: simple.dropFirst(name.count)) {
        self = unit
        return
      }
    }
    return nil
  }
}

/// How a file's numbers are read: what was stated, recognised or mended.
struct ImportReading: Sendable, Equatable {
  var time = TimeUnit.seconds
  /// True where the unit in a column's name cannot be, so that `time` counts.
  var ignoresTimeUnitName = false
  var angle = AngleUnit.radians
  var length = LengthUnit.metres
  var layout = MatrixLayout.columns
  /// True where the eyes' poses are the world's instead of the face's.
  var eyesAreInWorld = false
  /// Frames that a timecode counts a second.
  var timecodeBase = 60.0
}
