import GazePipeline
import GazeRecording

/// A number with its unit as text: three significant digits; a dash for a value that is not known.
package enum FigureText {
  /// `101 pt`, `2.57°`: a value that is no share.
  package static func measured(_ value: Double?, _ unit: String) -> String {
    guard let value, value.isFinite else { return "-" }
    return NumberText.significantDigits(value) + self.unit(unit)
  }

  /// `1.70 %`: a share of a whole.
  package static func share(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return NumberText.significantDigits(value * 100) + "\u{A0}%"
  }

  /// A unit as it follows a number: ` pt`, `°`; empty for a number without one.
  package static func unit(_ unit: String) -> String {
    let printed = printed(unit: unit)
    return printed.isEmpty || printed.hasPrefix("°") || printed.hasPrefix("/") ? printed : "\u{A0}" + printed
  }

  /// A unit as printed after a number.
  package static func printed(unit: String) -> String {
    switch unit {
    case "1": ""
    case "deg": "°"
    case "deg²": "°²"
    case "deg/min": "°/min"
    case "1/min": "/min"
    default: unit
    }
  }
}
