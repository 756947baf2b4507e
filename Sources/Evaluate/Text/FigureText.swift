import GazeMetrics
import GazeRecording
import GazePipeline

/// A metric's value as the short form prints it: three significant digits and the unit.
enum FigureText {
  /// `101 pt`, `2.57°`, `1.70 %`; a dash for a value that is not known.
  static func value(_ value: Double?, _ metric: String, unit: String) -> String {
    guard let value, value.isFinite else { return "-" }
    if isPercent(metric, unit) { return NumberText.significantDigits(value * 100) + "\u{A0}%" }
    return measured(value, unit)
  }

  /// `101 pt`, `2.57°`: a value that is no share.
  static func measured(_ value: Double?, _ unit: String) -> String {
    guard let value, value.isFinite else { return "-" }
    return NumberText.significantDigits(value) + self.unit(unit)
  }

  /// A unit as it follows a number: ` pt`, `°`; empty for a number without one.
  static func unit(_ unit: String) -> String {
    let printed = MetricLabel.printed(unit: unit)
    return printed.isEmpty || printed.hasPrefix("°") || printed.hasPrefix("/") ? printed : "\u{A0}" + printed
  }

  /// `81.3 to 138`, in the unit of the value.
  static func interval(_ interval: ConfidenceInterval?, _ metric: String, unit: String) -> String {
    guard let interval else { return "-" }
    let scale = isPercent(metric, unit) ? 100.0 : 1
    return "\(NumberText.significantDigits(interval.lower * scale))\u{A0}to\u{A0}"
      + NumberText.significantDigits(interval.upper * scale)
  }

  /// `81.3 to 138 (95 %)`, in the unit of the value; without an interval, the number of people that one needs.
  static func interval95(_ interval: ConfidenceInterval?, _ metric: String, unit: String, needed: Int?) -> String {
    guard interval != nil else { return needed.map { "interval needs \($0) people" } ?? "no interval" }
    // A page and a picture may break the line at the spaces.
    return self.interval(interval, metric, unit: unit).replacing("\u{A0}", with: " ") + " (95\u{A0}%)"
  }

  /// `<= 230`, in the unit of the value.
  static func limit(_ limit: Double, _ direction: AccuracyGate.Direction, _ metric: String, unit: String) -> String {
    (direction == .max ? "<= " : ">= ") + number(limit, metric, unit)
  }

  /// `230 pt`, `5 %`: a limit with its unit, without zeros at its end.
  static func limitValue(_ limit: Double, _ metric: String, unit: String) -> String {
    number(limit, metric, unit) + (isPercent(metric, unit) ? "\u{A0}%" : self.unit(unit))
  }

  private static func number(_ limit: Double, _ metric: String, _ unit: String) -> String {
    let number = NumberText.significantDigits(isPercent(metric, unit) ? limit * 100 : limit)
    return number.contains(".") ? String(number.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : number
  }

  private static func isPercent(_ metric: String, _ unit: String) -> Bool { unit == "1" && MetricLabel.isShare(metric) }
}
