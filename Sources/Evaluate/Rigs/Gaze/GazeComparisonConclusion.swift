import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// The conclusions of a comparison, the most particular one first: the reader's own pointer, a calibration, smoothings,
/// a calibration within the session, then the ranking.
struct GazeComparisonConclusion {
  let report: GazeComparisonReport
  /// The rows with an error, the smallest one first.
  let rows: [GazeComparison.Row]
  /// Name of a row in the short form.
  let name: (GazeComparison.Row) -> String

  /// The sentences; never empty.
  var sentences: [String] {
    guard !rows.isEmpty else { return ["no pipeline has an error that could be measured"] }
    let particular = [own, recentred, triggered, calibrated, smoothed].compactMap(\.self)
    let isStandardAlone = rows.allSatisfy { $0.pipeline == GazeRig.standard.name }
    // If everything is `standard`, the variants are the question and the ranking has no answer.
    let isSaid = ranked.first.map { $0.label == ownRow?.label || $0.calibration != nil } ?? false
    let isRanked = isStandardAlone ? particular.isEmpty && hindsight == nil : !isSaid
    let all =
      particular + (isStandardAlone ? [hindsight].compactMap(\.self) : []) + (isRanked ? [ranking] : [])
      + (isStandardAlone ? [] : [hindsight].compactMap(\.self))
    // The reader's own pointer alone, without an error of the reference, has no comparison.
    return all.isEmpty ? [ranking] : all
  }

  /// `20 people`, as the subject of "cannot tell".
  var people: String { NumberText.count(report.participants, "person", "people") }

  /// `1 person is too few for an interval`.
  var tooFew: String {
    NumberText.count(report.participants, "person is", "people are") + " too few for an interval"
  }

  /// `2 people are too few to say which is best: 149 pt for standard, 160 pt for gazecapture`. It names no winner,
  /// because the order of the mean errors and that of the paired ratios can differ.
  private func undecided(_ first: GazeComparison.Row, _ second: GazeComparison.Row) -> String {
    NumberText.count(report.participants, "person is", "people are")
      + " too few to say which is best: \(error(first)) for \(name(first)), \(error(second)) for \(name(second))"
  }

  func error(_ row: GazeComparison.Row) -> String { FigureText.measured(row.errorPoints, "pt") }

  /// The reference at a row's recline.
  func reference(of row: GazeComparison.Row) -> GazeComparison.Row? {
    rows.first { $0.label == report.reference && $0.recline == row.recline }
  }

  /// The row of the reader's own pointer: the recording's, or that of an external program.
  private var ownRow: GazeComparison.Row? {
    let kinds: [PipelineFacts.Kind] = [.recorded, .program]
    let names = report.pipelines.filter { kinds.contains($0.kind) }.map(\.name)
    return rows.first { names.contains($0.pipeline) && $0.label != report.reference }
  }

  /// The quality of the reader's own pointer.
  private var own: String? {
    guard let row = ownRow, let reference = reference(of: row), let times = Times(row.ratio, row.ratioCI95)
    else { return nil }
    let start = "\(name(row)) is \(error(row)) off"
    guard let interval = row.ratioCI95 else { return "\(start), \(name(reference)) \(error(reference)); \(tooFew)" }
    return interval.contains(1) || times.isSame
      ? "\(start); \(people) cannot tell it from \(name(reference)), \(error(reference))"
      : "\(start): \(times.words) than \(name(reference))"
  }

  /// The value of the calibration.
  private var calibrated: String? {
    guard let row = rows.first(where: { $0.calibration != nil }), let reference = reference(of: row),
      let times = Times(row.ratio, row.ratioCI95)
    else { return nil }
    let standard = GazeRig.standard.name
    guard let interval = row.ratioCI95 else {
      return "with the calibration \(standard) is \(error(row)) off, without it \(error(reference)); \(tooFew)"
    }
    return interval.contains(1) || times.isSame
      ? "\(people) cannot tell \(standard) with the calibration, \(error(row)), from without, \(error(reference))"
      : "with the calibration \(standard) is \(error(row)) off: \(times.words) than without"
  }

  /// Share of the error below which a difference between smoothings is called small.
  private static let small = 0.05

  /// The difference that the smoothing makes.
  private var smoothed: String? {
    let others = rows.filter { $0.smoothing != nil }
    guard let first = others.first, let reference = reference(of: first), let usual = reference.errorPoints else {
      return nil
    }
    let ranked = rows.filter { $0.recline == first.recline && ($0.smoothing != nil || $0.label == report.reference) }
    guard let best = ranked.first, let worst = ranked.last, usual > 0 else { return nil }
    func named(_ row: GazeComparison.Row) -> String {
      "\(row.smoothing ?? GazeComparisonConclusion.profile) \(error(row))"
    }
    let change = ranked.map { abs(($0.errorPoints ?? usual) / usual - 1) }.max() ?? 0
    let ends = "\(named(best)), \(named(worst))"
    if change < Self.small {
      let percent = NumberText.shortest(max((change * 1000).rounded(.up) / 10, 0.1))
      return "smoothing changes the error by at most \(percent) %: \(ends)"
    }
    return "smoothing matters: \(ends)" + (best.ratioCI95 == nil ? "; \(tooFew)" : "")
  }

  /// Name of the smoothing of the reference.
  static let profile = "the profile's"

  /// The most that a calibration within the session could bring.
  private var hindsight: String? {
    let label = GazeRig.standard.name + GazeComparison.hindsight
    guard let row = rows.first(where: { $0.label == label }), let times = Times(row.ratio, row.ratioCI95),
      report.reference.hasPrefix(GazeRig.standard.name)
    else { return nil }
    return "\(GazeRig.standard.name) recalibrated in the session: \(error(row)) at best, \(times.words)"
  }

  /// The rows that an app can have: hindsight cannot be known beforehand, and no tracker is ideal.
  private var ranked: [GazeComparison.Row] {
    rows.filter { !$0.label.hasSuffix(GazeComparison.hindsight) && $0.preset == nil }
  }

  /// The best row that an app can have, and whether the people suffice to say so.
  private var ranking: String {
    let rows = ranked
    guard let best = rows.first else { return "no pipeline has an error that could be measured" }
    let error = error(best)
    guard rows.count > 1 else { return "\(name(best)) is \(error) off" }
    if best.label == report.reference {
      let ties = rows.count { GazeComparisonBrief.isTie($0) && $0.label != report.reference }
      let unknown = rows.contains { $0.ratioCI95 == nil && $0.label != report.reference }
      if unknown { return undecided(best, rows[1]) }
      return ties == 0
        ? "\(name(best)) is the best, \(error) off"
        : "\(name(best)) is ahead, \(error) off; \(people) cannot tell it from \(NumberText.count(ties, "other")) (~)"
    }
    let reference = GazeComparisonBrief.short(report.reference)
    guard let times = Times(best.ratio, best.ratioCI95), let interval = best.ratioCI95 else {
      return undecided(best, self.reference(of: best) ?? rows[1])
    }
    return interval.contains(1) || times.isSame
      ? "\(name(best)) has the smallest error, \(error), but \(people) cannot tell it from \(reference)"
      : "\(name(best)) is ahead, \(error) off: \(times.words) than \(reference)"
  }
}
