import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

extension Explanation {
  /// The short form: the largest cause and what would mend it, all causes, and all remedies.
  package func brief(_ command: Invocation) -> Document {
    var brief = Document(
      warning: RecordingFault.conclusion(recordingFaults ?? []), wrong.map { "\($0): mend that first" } ?? conclusion)
    for sentence in RecordingFault.remarks(recordingFaults ?? []) {
      brief.add(.text([.init("! " + sentence, .bad)], indent: 2), rank: 1)
    }
    if wrong != nil {
      for finding in correctness?.findings ?? [] { brief.add(.text([.init(finding, .bad)], indent: 2), rank: 1) }
      brief.addNote("\(conclusion). These shares hold the wrong mapping, too.", rank: 2)
    }
    brief.addNote(about)
    guard let budget else { return brief }
    brief.addGap()
    brief.add(table(budget))
    for note in notes(budget) { brief.addNote(note, rank: 4) }
    // A remedy for the shares does not mend a wrong mapping.
    if !remedies.isEmpty, !budget.largest.isEmpty, wrong == nil {
      brief.addGap()
      brief.add(remedyTable, rank: 1)
    }
    brief.addNext([command.adding("--details")], wrong: recordingFaults)
    return brief
  }

  /// Everything: the conclusion, all causes with their intervals and meanings, all remedies with theirs.
  package func lines() -> [String] {
    var lines =
      (wrong.map { ["\($0): mend that first"] + (correctness?.findings ?? []) } ?? []) + [
        conclusion,
        "\(subject.device), \(subject.pipeline), \(subject.scenario): \(about)",
        "against the \(subject.comparedWith == ErrorReference.truth.rawValue ? "true gaze" : "shown target"), eyes at "
          + "rest; person calibration \(subject.personCalibration), smoothing \(subject.smoothing)\(subject.choices)",
      ]
    guard let budget else { return lines }
    let isJoined = budget.isPersonAndSession
    func number(_ value: Double?, _ decimals: Int) -> String { NumberText.fixed(value, decimals) }
    var causes = Table(["cause", "share", "95 % over people", "mean square, deg²", "rms, deg", "meaning"])
    for part in budget.parts {
      causes.add([
        part.cause.label(isJoined: isJoined), number(100 * part.share, 1) + " %",
        part.ci95.map { "[\(number(100 * $0.lower, 1)), \(number(100 * $0.upper, 1))]" } ?? "-",
        number(part.meanSquareDegrees2, 4), number(part.degrees, 3), part.cause.meaning(isJoined: isJoined),
      ])
    }
    causes.add([
      "all", "100.0 %", "", number(budget.meanSquareDegrees2, 4), number(budget.degrees, 3),
      "\(budget.people) people, \(budget.fixations) fixations",
    ])
    lines += [""] + causes.lines + notes(budget)
    guard !remedies.isEmpty else { return lines }
    var table = Table(["change", "median, pt", "change, %", "95 % over people", "remark"])
    for remedy in remedies {
      table.add([
        remedy.name,
        (remedy.errorPointsBefore.map { number($0, 1) + " -> " } ?? "") + number(remedy.errorPointsMedian, 1),
        number(remedy.change.map { 100 * $0 }, 1),
        remedy.ci95.map { "[\(number(100 * $0.lower, 1)), \(number(100 * $0.upper, 1))]" } ?? "-",
        remedy.reason ?? "",
      ])
    }
    return lines + ["", "without a change: median \(number(errorPointsMedian, 1)) pt"] + table.lines
  }

  /// `The mapping is wrong`, on error-free faces as well; nil if it is right or not known.
  private var wrong: String? {
    correctness?.isWrong == true ? "The mapping is wrong, on error-free faces as well" : nil
  }

  /// `Most of the error is the person's offset (71 %); five points at the session's start: 149 to 60 pt`
  var conclusion: String {
    guard let budget else { return "No causes: fewer than \(Int(PersonBudget.fewestFixations)) fixations a person" }
    let size = NumberText.significantDigits(budget.degrees)
    guard let first = budget.largest.first else {
      return "No cause: the error is \(size)°, below \(ErrorBudget.floor)°, as far as eyes rest from a target"
    }
    let isJoined = budget.isPersonAndSession
    func named(_ cause: ErrorCause) -> String {
      "\(cause.noun(isJoined: isJoined)) (\(ErrorBudget.percent(budget.share(cause))))"
    }
    let causes: String
    if budget.largest.count > 1 {
      let names = budget.largest.map(named)
      // The interval of the difference of two shares holds 0, however far they are apart.
      let isEqual = budget.share(first) < 1.5 * (budget.largest.map(budget.share).min() ?? 0)
      causes =
        (isEqual ? "About equal: " : "Not certain which is largest: ") + names.dropLast().joined(separator: ", ")
        + " and " + (names.last ?? "")
    } else {
      causes =
        (budget.share(first) > 0.5 ? "Most of the error is " : "The largest part of the error is ") + named(first)
    }
    guard wrong == nil, let best = remedies.first(where: \.helps), let after = best.errorPointsMedian,
      let before = best.errorPointsBefore ?? errorPointsMedian
    else { return causes }
    let change = "\(NumberText.significantDigits(before)) to \(FigureText.measured(after, "pt"))"
    return "\(causes); \(best.name): \(change)"
  }

  /// People and their origin.
  private var about: String {
    let failing = failingParticipants > 0 ? " Left out: \(failingParticipants) whom the sensor fails." : ""
    let what = "\(subject.profile.name), pipeline \(subject.pipeline)\(subject.choices): "
    guard let repeats else {
      return what + NumberText.count(participants, "person", "people") + " \(subject.source), errors to the "
        + (subject.comparedWith == ErrorReference.truth.rawValue ? "true gaze." : "shown targets.") + failing
    }
    return what + NumberText.count(participants, "simulated person", "simulated people")
      + " (\(ReportSubject.conditions(subject.preset, subject.constants, subject.seed)); \(subject.scenario)), "
      + "\(repeats.sessions) sessions of \(repeats.takes) takes each." + failing
  }

  private func table(_ budget: ErrorBudget) -> Table {
    let isJoined = budget.isPersonAndSession
    let hasIntervals = budget.parts.contains { $0.ci95 != nil }
    var table = Table(
      [.init("made of"), .init("share", right: true)]
        + (hasIntervals ? [.init("95 % over people", right: true)] : [])
        + [.init("rms", right: true), .init("", needed: false)])
    for part in budget.parts.sorted(by: { $0.share > $1.share }) {
      let interval = part.ci95.map {
        "\(Int((100 * $0.lower).rounded()))\u{A0}to\u{A0}\(Int((100 * $0.upper).rounded()))"
      }
      table.add(
        [part.cause.label(isJoined: isJoined), ErrorBudget.percent(part.share)]
          + (hasIntervals ? [interval ?? "-"] : [])
          + [FigureText.measured(part.degrees, "deg"), part.cause.meaning(isJoined: isJoined)])
    }
    return table
  }

  private func notes(_ budget: ErrorBudget) -> [String] {
    var notes: [String] = []
    let away = [(lost.withoutPointer, "without a pointer"), (lost.blinks, "with closed lids")].filter { $0.0 > 0 }
    if !away.isEmpty {
      let shares = away.map { "\(FigureText.share($0.0)) \($0.1)" }
      notes.append("Not in the sum: frames \(shares.joined(separator: ", ")).")
    }
    if budget.isPersonAndSession {
      notes.append("One session of a person cannot tell the person's offset from the session's.")
    }
    return notes
  }

  private var remedyTable: Table {
    var table = Table([.init("what would mend it"), .init("median error", right: true), .init("", needed: false)])
    for remedy in remedies {
      var result = "not known"
      if let after = remedy.errorPointsMedian, let before = remedy.errorPointsBefore ?? errorPointsMedian {
        let change = "\(NumberText.significantDigits(before)) -> \(FigureText.measured(after, "pt"))"
        result = remedy.isNothing ? remedy.isUnused ? "±0, not used" : "±0" : change
      } else if let change = remedy.change {
        result = "\(NumberText.fixed(100 * change, 0))\u{A0}%"
      }
      table.add([remedy.name, result, remedy.reason ?? ""])
    }
    return table
  }
}
