import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
private import PortableFoundation

/// The conclusions of a comparison, the most particular one first: the reader's own pointer, recentrings, rules of the
/// trigger, a calibration, smoothings, then the ranking and what a calibration within the session could bring.
struct GazeComparisonConclusion {
  private let report: GazeComparisonReport
  /// The rows with an error, in the order of the short form.
  private let rows: [GazeComparison.Row]

  init(_ report: GazeComparisonReport) {
    self.report = report
    rows = report.ranked
  }

  private static let nothing = "no pipeline has an error that could be measured"
  private static let standard = GazeRig.standard.name

  /// The sentences; never empty.
  var sentences: [String] {
    guard !rows.isEmpty else { return [Self.nothing] }
    let particular = [ownPointer, recentred, triggered, calibrated, smoothed, varied].compactMap(\.self)
    let last = [hindsight].compactMap(\.self)
    var all: [String]
    if rows.allSatisfy({ $0.pipeline == Self.standard }) {
      // The variants are the question, and the ranking has no answer.
      all = particular + last
    } else {
      let isSaid = available.first.map { $0.label == ownRow?.label || $0.calibration != nil } ?? false
      all = particular + (isSaid ? [] : [ranking]) + last
    }
    // The reader's own pointer alone, without an error of the reference, has no comparison.
    return all.isEmpty ? [ranking] : all
  }

  // MARK: A row beside the reference

  /// A row's error beside the reference's, as far as the people can tell.
  private enum Outcome {
    case tooFew
    case cannotTell
    /// The factor in words.
    case times(String)
  }

  private func outcome(_ row: GazeComparison.Row) -> Outcome? {
    guard let ratio = RatioText(row.ratio, row.ratioCI95) else { return nil }
    guard let interval = row.ratioCI95 else { return .tooFew }
    return interval.contains(1) || ratio.isSame ? .cannotTell : .times(ratio.words)
  }

  /// The reference at a row's recline.
  private func reference(of row: GazeComparison.Row) -> GazeComparison.Row? {
    rows.first { $0.label == report.reference && $0.recline == row.recline }
  }

  private func name(_ row: GazeComparison.Row) -> String { report.name(of: row) }

  private func error(_ row: GazeComparison.Row) -> String { FigureText.measured(row.errorPoints, "pt") }

  // MARK: Conclusions

  /// The row of the reader's own pointer: the recording's, or that of an external program.
  private var ownRow: GazeComparison.Row? {
    let names = report.pipelines.filter { [.recorded, .program].contains($0.kind) }.map(\.name)
    return rows.first { names.contains($0.pipeline) && $0.label != report.reference }
  }

  /// The quality of the reader's own pointer.
  private var ownPointer: String? {
    guard let row = ownRow, let reference = reference(of: row), let outcome = outcome(row) else { return nil }
    let start = "\(name(row)) is \(error(row)) off"
    return switch outcome {
    case .tooFew: "\(start), \(name(reference)) \(error(reference)); \(report.tooFewForInterval)"
    case .cannotTell: "\(start); \(report.people) cannot tell it from \(name(reference)), \(error(reference))"
    case .times(let times): "\(start): \(times) than \(name(reference))"
    }
  }

  /// A choice in which rows of `standard` can differ.
  private enum Choice: String, CaseIterable {
    case recentring, trigger

    func value(of row: GazeComparison.Row) -> String? {
      switch self {
      case .recentring: row.recentre
      case .trigger: row.trigger
      }
    }
  }

  /// The rows that an app can have whose choice is another than the reference's.
  private func rows(with choice: Choice) -> [GazeComparison.Row] {
    rows.filter { row in
      guard let value = choice.value(of: row), row.preset == nil, row.label != report.reference else { return false }
      return value != reference(of: row).flatMap(choice.value(of:))
    }
  }

  /// `recentring reading`, or `trigger confirm with recentring reading` if the rows differ in both.
  private func words(_ choice: Choice, of row: GazeComparison.Row) -> String {
    let other = choice == .recentring ? Choice.trigger : .recentring
    let start = "\(choice.rawValue) \(choice.value(of: row) ?? "")"
    guard let second = other.value(of: row), Set(rows.compactMap(other.value(of:))).count > 1 else { return start }
    return "\(start) with \(other.rawValue) \(second)"
  }

  /// The recentring with the smallest error, against the reference.
  private var recentred: String? {
    guard let row = rows(with: .recentring).first, let reference = reference(of: row), let outcome = outcome(row)
    else { return nil }
    let subject = words(.recentring, of: row)
    let sizes = "\(error(row)) instead of \(error(reference)) (\(name(reference)))"
    return switch outcome {
    case .tooFew: "\(subject): \(sizes); \(report.tooFewForInterval)"
    case .cannotTell: "\(report.people) cannot tell \(subject), \(error(row)), from none, \(error(reference))"
    case .times(let times): "\(subject): \(sizes), \(times)"
    }
  }

  /// The rule with the largest F1, against the reference, and its false scrolls.
  private var triggered: String? {
    let best = rows(with: .trigger).filter { $0.f1 != nil }.max { ($0.f1 ?? 0) < ($1.f1 ?? 0) }
    guard let row = best, let reference = reference(of: row), let f1 = row.f1, let usual = reference.f1 else {
      return nil
    }
    func text(_ value: Double) -> String { NumberText.significantDigits(value) }
    let scores = "F1 \(text(f1)) instead of \(text(usual)) (\(name(reference)))"
    let subject = words(.trigger, of: row)
    guard let interval = row.f1DifferenceCI95 else { return "\(subject): \(scores); \(report.tooFewForInterval)" }
    if interval.contains(0) {
      return "\(report.people) cannot tell \(subject) from \(words(.trigger, of: reference)): \(scores)"
    }
    guard let own = row.falsePerMinute, let others = reference.falsePerMinute else { return "\(subject): \(scores)" }
    return "\(subject): \(scores), false scrolls \(text(own)) instead of \(text(others)) a minute"
  }

  /// The value of the calibration.
  private var calibrated: String? {
    guard let row = rows.first(where: { $0.calibration != nil }), let reference = reference(of: row),
      let outcome = outcome(row)
    else { return nil }
    let (with, without, standard) = (error(row), error(reference), Self.standard)
    return switch outcome {
    case .tooFew:
      "with the calibration \(standard) is \(with) off, without it \(without); \(report.tooFewForInterval)"
    case .cannotTell:
      "\(report.people) cannot tell \(standard) with the calibration, \(with), from without, \(without)"
    case .times(let times): "with the calibration \(standard) is \(with) off: \(times) than without"
    }
  }

  /// Share of the error below which a difference between smoothings is called small.
  private static let small = 0.05

  /// The difference that the smoothing makes.
  private var smoothed: String? {
    guard let first = rows.first(where: { $0.smoothing != nil }),
      let usual = reference(of: first)?.errorPoints, usual > 0
    else { return nil }
    let compared = rows.filter { $0.recline == first.recline && ($0.smoothing != nil || $0.label == report.reference) }
    guard let best = compared.first, let worst = compared.last else { return nil }
    func named(_ row: GazeComparison.Row) -> String { "\(row.smoothing ?? "the profile's") \(error(row))" }
    let change = compared.map { abs(($0.errorPoints ?? usual) / usual - 1) }.max() ?? 0
    let ends = "\(named(best)), \(named(worst))"
    if change < Self.small {
      let percent = NumberText.shortest(max((change * 1000).rounded(.up) / 10, 0.1))
      return "smoothing changes the error by at most \(percent) %: \(ends)"
    }
    return "smoothing matters: \(ends)" + (best.ratioCI95 == nil ? "; \(report.tooFewForInterval)" : "")
  }

  /// The value of a varied constant with the largest effect, of those that the people can tell from the present one,
  /// and the number of such values.
  private var varied: String? {
    let varied = report.varied.filter { $0.ratio != nil }
    func effect(_ row: GazeComparison.Row) -> Double { abs(log(row.ratio ?? 1)) }
    let known = varied.filter { !report.isTie($0) }
    guard let row = (known.isEmpty ? varied : known).max(by: { effect($0) < effect($1) }),
      let reference = reference(of: row),
      let ratio = RatioText(row.ratio, row.ratioCI95)
    else { return nil }
    let sizes = "\(name(row)): \(error(row)) instead of \(error(reference))"
    if row.ratioCI95 == nil { return "\(sizes); \(report.tooFewForInterval)" }
    return Variation.conclusion(sizes, ratio.words, known: known.count, of: varied.count, report.people)
  }

  /// The most that a calibration within the session could bring.
  private var hindsight: String? {
    guard let row = rows.first(where: { $0.label == Self.standard + VariantLabel.hindsight }),
      let ratio = RatioText(row.ratio, row.ratioCI95), report.reference.hasPrefix(Self.standard)
    else { return nil }
    return "\(Self.standard) recalibrated in the session: \(error(row)) at best, \(ratio.words)"
  }

  /// The rows that an app can have: hindsight cannot be known beforehand, and no tracker is ideal.
  private var available: [GazeComparison.Row] {
    rows.filter { !$0.label.hasSuffix(VariantLabel.hindsight) && $0.preset == nil }
  }

  /// The best row that an app can have, and whether the people suffice to say so.
  private var ranking: String {
    let rows = available
    guard let best = rows.first else { return Self.nothing }
    let (name, error) = (name(best), error(best))
    guard rows.count > 1 else { return "\(name) is \(error) off" }
    if best.label == report.reference {
      if rows.contains(where: { $0.ratioCI95 == nil && $0.label != report.reference }) {
        return undecided(best, rows[1])
      }
      let ties = rows.count { report.isTie($0) }
      return ties == 0
        ? "\(name) is the best, \(error) off"
        : "\(name) is ahead, \(error) off; \(report.people) cannot tell it from "
          + NumberText.count(ties, "other") + GazeComparisonReport.tieMark
    }
    let reference = VariantLabel.short(report.reference)
    return switch outcome(best) {
    case nil, .tooFew: undecided(best, self.reference(of: best) ?? rows[1])
    case .cannotTell: "\(name) has the smallest error, \(error), but \(report.people) cannot tell it from \(reference)"
    case .times(let times): "\(name) is ahead, \(error) off: \(times) than \(reference)"
    }
  }

  /// `2 people are too few to say which is best: 149 pt for standard, 160 pt for gazecapture`. It names no winner,
  /// because the order of the mean errors and that of the paired ratios can differ.
  private func undecided(_ first: GazeComparison.Row, _ second: GazeComparison.Row) -> String {
    "\(report.tooFew) to say which is best: \(error(first)) for \(name(first)), \(error(second)) for \(name(second))"
  }
}
