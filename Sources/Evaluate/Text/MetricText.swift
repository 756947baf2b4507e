package import Documents
package import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// A metric as text needs it, whichever rig it is of: a copy of its row.
struct MetricText: Sendable {
  /// The metric in few words that begin with a small letter.
  let words: String
  let unit: String
  /// True for a share of a whole, which is printed in percent.
  let isShare: Bool

  /// The texts of the metric with this name; a metric of no rig is its own name.
  init(_ name: String) {
    self = GazeMetric.find(name).map(Self.init) ?? Self.all[name] ?? MetricText(words: name, unit: "", isShare: false)
  }

  private init(words: String, unit: String, isShare: Bool) {
    (self.words, self.unit, self.isShare) = (words, unit, isShare)
  }

  private init<Person>(_ metric: PeopleMetric<Person>) {
    self.init(words: metric.words, unit: metric.unit, isShare: metric.isShare)
  }

  private static let all: [String: MetricText] = {
    func rows<R: Rig>(_: R.Type) -> [(String, MetricText)] { R.Person.metrics.map { ($0.name, MetricText($0)) } }
    return Dictionary(Rigs.all.flatMap { rows($0) }) { first, _ in first }
  }()
}

/// A metric's value as text: three significant digits and the unit.
extension FigureText {
  /// `101 pt`, `2.57°`, `1.70 %`; a dash for a value that is not known.
  static func value(_ value: Double?, _ metric: String) -> String {
    let text = MetricText(metric)
    return text.isShare ? share(value) : measured(value, text.unit)
  }

  /// `81.3 to 138`, in the unit of the value.
  static func interval(_ interval: ConfidenceInterval?, _ metric: String = "") -> String {
    guard let interval else { return "-" }
    let scale = scale(metric)
    return "\(NumberText.significantDigits(interval.lower * scale))\u{A0}to\u{A0}"
      + NumberText.significantDigits(interval.upper * scale)
  }

  /// `81.3 to 138 (95 %)`, in the unit of the value; without an interval, the number of people that one needs.
  static func interval95(_ interval: ConfidenceInterval?, _ metric: String = "", needed: Int? = nil) -> String {
    guard interval != nil else { return needed.map { "interval needs \($0) people" } ?? "no interval" }
    // A page and a picture may break the line at the spaces.
    return self.interval(interval, metric).replacing("\u{A0}", with: " ") + " (95\u{A0}%)"
  }

  /// `<= 230`, in the unit of the value.
  static func limit(_ limit: Double, _ direction: AccuracyGate.Direction, _ metric: String) -> String {
    (direction == .max ? "<= " : ">= ") + number(limit, metric)
  }

  /// `230 pt`, `5 %`: a limit with its unit, without zeros at its end.
  static func limitValue(_ limit: Double, _ metric: String) -> String {
    let text = MetricText(metric)
    return number(limit, metric) + (text.isShare ? "\u{A0}%" : unit(text.unit))
  }

  /// `[low, high]`; a dash if the interval is nil.
  package static func brackets(_ interval: ConfidenceInterval?, _ decimals: Int = 1) -> String {
    guard let interval else { return "-" }
    return "[\(NumberText.fixed(interval.lower, decimals)), \(NumberText.fixed(interval.upper, decimals))]"
  }

  private static func number(_ limit: Double, _ metric: String) -> String {
    let number = NumberText.significantDigits(limit * scale(metric))
    return number.contains(".") ? String(number.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : number
  }

  private static func scale(_ metric: String) -> Double { MetricText(metric).isShare ? 100 : 1 }
}

/// The words in which help and pages say what an interval covers; a test compares them with the pages.
package enum IntervalWords {
  /// A sentence on everything that varies behind an interval, and on the rest, which is the same for everybody.
  package static let sentence =
    "An interval is over people, each with a face, a behaviour, a page and tracker noise of their own; device and "
    + "phone are the same for all of them."
}
