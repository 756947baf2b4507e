import GazeRecording

/// What angles are written in.
public enum AngleUnit: String, Sendable, Codable, CaseIterable {
  case radians, degrees

  var radians: Double { self == .radians ? 1 : .pi / 180 }
}

/// What lengths are written in.
public enum LengthUnit: String, Sendable, Codable, CaseIterable {
  case metres = "m"
  case centimetres = "cm"
  case millimetres = "mm"

  var metres: Double {
    switch self {
    case .metres: 1
    case .centimetres: 0.01
    case .millimetres: 0.001
    }
  }
}

/// What times are written in.
public enum TimeUnit: String, Sendable, Codable, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  var seconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// The unit in which a usual step is 4 to 1,000 frames a second; nil where it is so in none.
  static func recognised(step: Double) -> TimeUnit? {
    allCases.first { (0.000_99...0.250_1).contains(step * $0.seconds) }
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
