import GazeMetrics
import GazePipeline
import GazeRecording

extension BaselineComparison.Row {
  /// `pointer.errorPoints.median against the baseline: at most +5 %`.
  var rule: String {
    "\(metric) against the baseline: "
      + "\(direction == .max ? "at most +" : "at least -")\(NumberText.brief(margin * 100, 1)) %"
  }

  /// The result in a line.
  var outcome: String {
    let interval =
      decision.map { "\(NumberText.brief($0.level * 100, 2)) % [\(Self.percent($0.lower)), \(Self.percent($0.upper))]" }
      ?? "no interval"
    return
      "\(NumberText.brief(before)) before, \(NumberText.brief(after)) now, "
      + "\(change.map(Self.percent) ?? "change not computable"), \(interval) of \(decision?.people ?? 0) people"
  }

  /// The report's 95 % interval, or an empty text.
  var interval: String { ci95.map { "\(Self.percent($0.lower)) to \(Self.percent($0.upper))" } ?? "" }

  /// A share in percent, with its sign.
  static func percent(_ share: Double) -> String { (share > 0 ? "+" : "") + NumberText.brief(share * 100, 1) + " %" }
}

extension BaselineComparison {
  /// A line for each metric that is better than the baseline by more than the margin. If an improvement is not
  /// accepted, a later regression back to the old value goes unnoticed.
  package var remarks: [String] {
    comparisons.filter(\.isBetter).map {
      "\($0.metric) is better than the baseline by \(NumberText.brief(abs($0.change ?? 0) * 100, 1)) %: accept it with "
        + "--accept"
    }
  }
}

extension GateResult {
  /// `pointer.errorPoints.median <= 230`.
  var rule: String { "\(metric) \(direction == .max ? "<=" : ">=") \(NumberText.shortest(limit))" }

  /// Value, limit and interval in a line.
  var outcome: String {
    let interval =
      ci95.map { "95 % [\(NumberText.brief($0.lower)), \(NumberText.brief($0.upper))]" }
      ?? (peopleNeeded.map { "no interval: it needs \($0) people" } ?? "no interval")
    return
      "\(value.map { NumberText.brief($0) } ?? "missing"), limit \(direction == .max ? "at most" : "at least") "
      + "\(NumberText.shortest(limit)), \(interval)"
  }
}
