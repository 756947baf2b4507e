import GazeRecording

/// Unit of angles.
public enum AngleUnit: String, Sendable, Codable, CaseIterable {
  /// A unit of angles; files name it as the case is named.
  case radians, degrees

  /// Radians per unit.
  var radians: Double { self == .radians ? 1 : .pi / 180 }
}

/// Unit of lengths.
public enum LengthUnit: String, Sendable, Codable, CaseIterable {
  /// Metres.
  case metres = "m"
  /// Centimetres.
  case centimetres = "cm"
  /// Millimetres.
  case millimetres = "mm"

  /// Metres per unit.
  var metres: Double {
    switch self {
    case .metres: 1
    case .centimetres: 0.01
    case .millimetres: 0.001
    }
  }
}

/// Unit of times.
public enum TimeUnit: String, Sendable, Codable, CaseIterable {
  /// Seconds.
  case seconds = "s"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Microseconds.
  case microseconds = "us"
  /// Nanoseconds.
  case nanoseconds = "ns"

  /// Seconds per unit.
  package var seconds: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    }
  }

  /// Plausible intervals between frames, in seconds: 4 to 1,000 Hz.
  static let stepsOfFrames = 0.000_99...0.250_1

  /// Unit named by a word in a column's title; nil for any other word.
  init?(word: some StringProtocol) {
    switch word {
    case "s", "sec", "seconds": self = .seconds
    case "ms", "msec", "milliseconds": self = .milliseconds
    case "us", "µs", "μs": self = .microseconds
    case "ns": self = .nanoseconds
    default: return nil
    }
  }

  /// Unit in the title of a column of times: `time_ms`, `t [us]`, `timestampNs`, `Recording timestamp [μs]`.
  init?(title: String) {
    let simple = ColumnNames.simple(title)
    for name in ["recordingtimestamp", "timestamp", "time", "t"] where simple.hasPrefix(name) {
      if let unit = TimeUnit(word: simple.dropFirst(name.count)) {
        self = unit
        return
      }
    }
    return nil
  }
}

/// Units and conventions by which a file's numbers are read, as stated, recognised or corrected.
struct ImportReading: Equatable {
  var time = TimeUnit.seconds
  /// True if the unit in a column's name is impossible, so that `time` is used instead.
  var ignoresTimeUnitName = false
  var angle = AngleUnit.radians
  var length = LengthUnit.metres
  var layout = MatrixLayout.columns
  /// True if the eyes' poses are relative to the world instead of the face.
  var eyesAreInWorld = false
  /// Frames per second in a timecode; 60 means that `ImportJudgement` has found no other base.
  var timecodeBase = 60.0
  /// Coordinates of the points of a table without poses.
  var points = TablePoints()
}

/// The units, among several candidates, in which a quantity that was measured in a file is plausible.
package struct UnitGuess<Unit> {
  /// The plausible units, in the order of the candidates.
  package let plausible: [Unit]

  package init(_ candidates: some Sequence<Unit>, where isPlausible: (Unit) -> Bool) {
    plausible = candidates.filter(isPlausible)
  }

  /// The unit if exactly one unit is plausible, else nil.
  package var unit: Unit? { plausible.count == 1 ? plausible.first : nil }

  /// True if several units are plausible, so that the user must state the unit.
  package var isAmbiguous: Bool { plausible.count > 1 }
}

extension UnitGuess where Unit == TimeUnit {
  /// Creates the guess of the units in which the usual step from row to row is within `steps`, in seconds.
  package init(step: Double, within steps: ClosedRange<Double>, of candidates: [TimeUnit] = TimeUnit.allCases) {
    self.init(candidates) { steps.contains(step * $0.seconds) }
  }
}

extension UnitGuess where Unit: RawRepresentable, Unit.RawValue == String {
  /// The plausible units as command-line options from which the user chooses: `--lengths cm or --lengths mm`.
  func options(_ option: String) -> String {
    plausible.map { "\(option) \($0.rawValue)" }.joined(separator: " or ")
  }
}
