import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// A figure that was judged, in words and as a strip: a row of the page's verdict and of the verdict's picture.
struct VerdictRow {
  /// Name of the figure in words, as text.
  var name: String
  /// The figure's verdict.
  var verdict: GateVerdict
  /// The value with its unit.
  var value: String
  /// The interval and the limit in words.
  var note: String
  private var number: Double?
  private var interval: ConfidenceInterval?
  private var limit: Double
  private var isMax: Bool

  /// The row of a limit.
  init<R: Rig>(_ gate: GateResult, in report: Report<R>) {
    name = MetricText(gate.metric).words
    (verdict, number, interval) = (gate.verdict, gate.value, gate.ci95)
    (limit, isMax) = (gate.limit, gate.direction == .max)
    value = gate.value == nil ? "not measured" : FigureText.value(gate.value, gate.metric)
    let range = FigureText.interval95(gate.ci95, gate.metric, needed: gate.peopleNeeded)
    note =
      "\(range), limit \(isMax ? "at most" : "at least") "
      // A limit that is not 0 must not be shown as 0.
      + (abs(limit) > 0 && abs(limit) < 0.0005
        ? "\(limit)" + FigureText.unit(MetricText(gate.metric).unit)
        : FigureText.limitValue(limit, gate.metric))
  }

  /// The row of a comparison with a baseline, in percent of the earlier value.
  init<R: Rig>(_ row: BaselineComparison.Row, in report: Report<R>) {
    typealias Percent = BaselineComparison.Row
    name = "\(MetricText(row.metric).words), change"
    (verdict, number, interval) = (row.verdict, row.change, row.ci95)
    (limit, isMax) = (row.direction == .max ? row.margin : -row.margin, row.direction == .max)
    value = row.change.map(Percent.percent) ?? "not measured"
    let range = row.ci95 == nil ? "no interval" : "\(row.interval) (95 %)"
    note = "\(range), limit \(isMax ? "at most" : "at least") \(Percent.percent(limit))"
  }

  /// The row in one sentence.
  var sentence: String { "\(name): \(verdict.rawValue), \(value), \(note)." }

  /// The strip; `place` is its place and width within an outer drawing.
  func strip(place: String = "width=\"100%\"") -> String {
    let values = [number, interval?.lower, interval?.upper, limit].compactMap { $0 }.filter(\.isFinite)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let room = max((high - low) * 0.15, abs(high) * 0.02, 1e-9)
    let axis = Axis("", holding: [max(low - room, low >= 0 ? 0 : -.infinity), high + room])
    return Strip(axis).drawing(
      number, interval, limit: limit, isMax: isMax, series: verdict == .fail ? 1 : verdict == .pass ? 0 : 5,
      description: XML.text(sentence), place: place)
  }
}
