import GazeMetrics

extension GazeComparisonReport {
  /// The comparison as CSV (RFC 4180): one line per row, each with the conditions of the run.
  package var csv: String {
    let figures: [(String, (GazeComparison.Row) -> (Double?, ConfidenceInterval?))] = [
      ("errorPoints", { ($0.errorPoints, $0.errorPointsCI95) }),
      ("errorDegrees", { ($0.errorDegrees, $0.errorDegreesCI95) }), ("ratio", { ($0.ratio, $0.ratioCI95) }),
      ("precision", { ($0.precision, $0.precisionCI95) }), ("recall", { ($0.recall, $0.recallCI95) }),
      ("f1", { ($0.f1, $0.f1CI95) }), ("f1Difference", { ($0.f1Difference, $0.f1DifferenceCI95) }),
      ("falsePerMinute", { ($0.falsePerMinute, $0.falsePerMinuteCI95) }),
      (
        "offScreenScrollPointsPerMinute",
        { ($0.offScreenScrollPointsPerMinute, $0.offScreenScrollPointsPerMinuteCI95) }
      ),
      ("offScreenDifference", { ($0.offScreenDifference, $0.offScreenDifferenceCI95) }),
    ]
    let header =
      [
        "device", "scenario", "loop", "source", "preset", "seed", "phone", "participants", "recline", "label",
        "pipeline",
        "kind", "offsetX", "offsetY",
      ] + figures.flatMap { [$0.0, "\($0.0)CI95Low", "\($0.0)CI95High"] }
      + (showsSmoothing ? ["latencyMilliseconds", "jitterDegrees"] : [])
    func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let numbers = [seed, phone].map { $0.map(String.init) ?? "" }
    let about = ([device, scenario, loop, source, preset ?? ""] + numbers + ["\(participants)"]).map(CSV.text)
    let lines = (rows + resting).map { row in
      let kind = pipelines.first { $0.name == row.pipeline }?.kind.rawValue ?? ""
      let own = [
        field(row.recline), CSV.text(row.label), CSV.text(row.pipeline), CSV.text(kind), field(row.offset?.first),
        field(row.offset?.last),
      ]
      let values = figures.flatMap { figure in
        let (value, interval) = figure.1(row)
        return [field(value), field(interval?.lower), field(interval?.upper)]
      }
      let smoothing = showsSmoothing ? [field(row.latencyMilliseconds), field(row.jitterDegrees)] : []
      return (about + own + values + smoothing).joined(separator: ",")
    }
    return ([header.joined(separator: ",")] + lines).joined(separator: "\r\n") + "\r\n"
  }
}
