import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// Conclusions of a comparison of recentrings and of rules of the trigger.
extension GazeComparisonConclusion {
  /// The rows of these choices that an app can have, besides the reference.
  private func choices(_ choice: KeyPath<GazeComparison.Row, String?>) -> [GazeComparison.Row] {
    rows.filter { row in
      row[keyPath: choice] != nil && row.preset == nil && row.label != report.reference
        && row[keyPath: choice] != reference(of: row)?[keyPath: choice]
    }
  }

  /// The recentring with the smallest error, against the reference.
  var recentred: String? {
    guard let row = choices(\.recentre).first, let reference = reference(of: row),
      let times = Times(row.ratio, row.ratioCI95)
    else { return nil }
    let sizes = "\(error(row)) instead of \(error(reference)) (\(name(reference)))"
    let subject = words("recentring", \.recentre, of: row, "trigger", \.trigger)
    guard let interval = row.ratioCI95 else { return "\(subject): \(sizes); \(tooFew)" }
    return interval.contains(1) || times.isSame
      ? "\(people) cannot tell \(subject), \(error(row)), from none, \(error(reference))"
      : "\(subject): \(sizes), \(times.words)"
  }

  /// `recentring reading`, or `trigger confirm with recentring reading` if the rows differ in both.
  private func words(
    _ kind: String, _ choice: KeyPath<GazeComparison.Row, String?>, of row: GazeComparison.Row, _ otherKind: String,
    _ other: KeyPath<GazeComparison.Row, String?>
  ) -> String {
    let start = "\(kind) \(row[keyPath: choice] ?? "")"
    guard let second = row[keyPath: other], Set(rows.compactMap { $0[keyPath: other] }).count > 1 else { return start }
    return "\(start) with \(otherKind) \(second)"
  }

  /// The rule with the largest F1, against the reference, and its false scrolls.
  var triggered: String? {
    let best = choices(\.trigger).filter { $0.f1 != nil }.max { ($0.f1 ?? 0) < ($1.f1 ?? 0) }
    guard let row = best, let reference = reference(of: row), let f1 = row.f1, let usual = reference.f1 else {
      return nil
    }
    func text(_ value: Double) -> String { NumberText.significantDigits(value) }
    let scores = "F1 \(text(f1)) instead of \(text(usual)) (\(name(reference)))"
    let subject = words("trigger", \.trigger, of: row, "recentring", \.recentre)
    guard let interval = row.f1DifferenceCI95 else { return "\(subject): \(scores); \(tooFew)" }
    if interval.contains(0) {
      let usual = words("trigger", \.trigger, of: reference, "recentring", \.recentre)
      return "\(people) cannot tell \(subject) from \(usual): \(scores)"
    }
    var sentence = "\(subject): \(scores)"
    if let own = row.falsePerMinute, let others = reference.falsePerMinute {
      sentence += ", false scrolls \(text(own)) instead of \(text(others)) a minute"
    }
    return sentence
  }
}

extension GazeComparisonReport {
  /// True if the rows differ in recentring or in the trigger's rule.
  var showsChoices: Bool { rows.contains { $0.recentre != nil || $0.trigger != nil } }

  /// True if the rows differ in the trigger's rule.
  var showsTriggers: Bool { rows.contains { $0.trigger != nil } }

  /// True if every row is of `standard`, so that its choices name it.
  var isOfStandard: Bool { rows.allSatisfy { $0.pipeline == GazeRig.standard.name } }

  /// The choices of a row in few words, such as `reading`, `confirm` or `dot, below`; nil for a row without a choice.
  func choice(of row: GazeComparison.Row) -> String? {
    guard isOfStandard, row.smoothing == nil, row.calibration == nil, row.recentre != nil || row.trigger != nil,
      row.label.contains(GazeComparison.fivePoints) || isRecorded
    else { return nil }
    return [row.preset == nil ? row.recentre : "ideal", row.trigger].compactMap(\.self).joined(separator: ", ")
  }

  /// Sentences on rows that differ in recentring or in the trigger's rule.
  var remarksOnChoices: [String] {
    var remarks: [String] = []
    let recentres = RecentreChoice.allCases.filter { choice in rows.contains { $0.recentre == choice.rawValue } }
    if !recentres.isEmpty {
      let words = recentres.filter { $0 != .none }.map { "\($0.rawValue) (\($0.summary))" }
      remarks.append(
        "Recentring in the session: \(words.joined(separator: "; ")). Each includes x, the middle of the lines read, "
          + "which an app that shows text has for nothing.")
    }
    if showsTriggers {
      remarks.append(
        isRecorded
          ? "Each rule of the trigger ran on the recorded faces; the people of the recording knew none of these rules "
            + "but their app's."
          : "People do what each rule of the trigger asks: below, they look below the screen; confirm, they raise "
            + "their brows while they look at an edge; sign, they raise the brows or pucker the lips. Hits, misses and "
            + "spontaneous raises are simulated ('gazesim scenarios reading --provenance': sign).")
    }
    if rows.contains(where: { $0.preset != nil }) {
      remarks.append("The ideal tracker makes no error: the best that the task itself permits, with each rule.")
    }
    return remarks
  }

  private var isRecorded: Bool { recorded != nil }
}
