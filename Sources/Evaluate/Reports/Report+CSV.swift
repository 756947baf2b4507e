import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

extension Report {
  /// The report as CSV (RFC 4180): a row per metric with its gate, if it has one, and the full subject. For rigs whose
  /// metric names do not contain the units (all rigs except gaze), `unit` and `rig` are the last columns.
  package var csv: String {
    var header = [
      "device", "pipeline", "scenario", "source", "preset", "seed", "phone", "participants", "metric", "value",
      "ci95Low",
      "ci95High", "peopleNeeded", "limit", "direction", "verdict",
    ]
    let hasUnits = !R.facts.namesHoldUnits
    if hasUnits { header += ["unit", "rig"] }
    func ending(_ metric: String) -> [String] {
      hasUnits ? [CSV.text(plainUnit(metric)), CSV.text(self.rig)] : []
    }
    var rows = [header.joined(separator: ",")]
    func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let about = [
      self.device, self.pipeline, self.scenario, self.source, self.preset ?? "", self.seed.map(String.init) ?? "",
      self.phone.map(String.init) ?? "", "\(participants)",
    ].map(CSV.text)
    for figure in figures + R.words(self).listed {
      let own = gates.filter { $0.metric == figure.metric }
      for gate in own.isEmpty ? [GateResult?.none] : own.map(Optional.some) {
        let row =
          about + [
            CSV.text(figure.metric), field(figure.value), field(figure.ci95?.lower), field(figure.ci95?.upper),
            figure.peopleNeeded.map(String.init) ?? "", field(gate?.limit), gate?.direction.rawValue ?? "",
            gate?.verdict.rawValue ?? "",
          ]
        rows.append((row + ending(figure.metric)).joined(separator: ","))
      }
    }
    for row in baseline?.comparisons ?? [] {
      // The relative change from the baseline has its own row, with the margin as its limit.
      let limit = row.direction == .max ? row.margin : -row.margin
      let change = row.metric + ".change"
      let line =
        about + [
          CSV.text(change), field(row.change), field(row.ci95?.lower), field(row.ci95?.upper), "", field(limit),
          row.direction.rawValue, row.verdict.rawValue,
        ]
      rows.append((line + ending(change)).joined(separator: ","))
    }
    for check in correctness?.checks ?? [] {
      for (face, value) in [("physical", check.physical), ("arkit", check.arkit)] {
        let place = check.orientation.map { $0.rawValue + "." } ?? ""
        let name = "correctness.\(place)\(check.metric).\(face)"
        let line =
          about + [
            CSV.text(name), field(value), "", "", "", field(check.highest), AccuracyGate.Direction.max.rawValue,
            check.verdict.rawValue,
          ]
        rows.append((line + ending(name)).joined(separator: ","))
      }
    }
    return rows.joined(separator: "\r\n") + "\r\n"
  }
}

extension Report {
  /// Each person's own values as CSV (RFC 4180), a row per person.
  package var peopleCSV: String {
    let table = R.words(self).people
    return ([table.columns] + table.rows).map { $0.map(CSV.text).joined(separator: ",") }.joined(separator: "\r\n")
      + "\r\n"
  }
}
