package import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Inspection

/// The answer of `gazesim explain`: the causes of the pointer's error, and the changes that would mend it.
package struct Explanation: Sendable {
  /// Device, pipeline, people and all other inputs.
  let subject: ReportSubject
  /// The parts of the error; nil if there are too few fixations.
  let budget: ErrorBudget?
  /// Median pointer error, mean over people, points.
  let errorPointsMedian: Double?
  /// Changes that an app can make, the best one first.
  let remedies: [Remedy]
  /// Results of the people for whom tracking works.
  let people: [PersonResult]
  /// Number of people, those for whom tracking fails included.
  let participants: Int
  /// Sessions and takes of each simulated person; nil for recordings.
  let repeats: (sessions: Int, takes: Int)?
  /// The mapping on error-free faces; nil for recordings, whose code is not at hand. A wrong mapping is an error that
  /// the causes below take for the people's.
  var correctness: Correctness?
  /// Faults that the doctor found in the recordings; nil for simulated people.
  var recordingFaults: [RecordingFault]?

  /// Number of people for whom tracking fails; they are in no figure.
  private var failingParticipants: Int { participants - people.count }
  /// Share of the frames without a pointer, and with closed lids.
  private var lost: (withoutPointer: Double, blinks: Double) {
    let frames = Double(max(people.reduce(0) { $0 + $1.frames }, 1))
    return (
      people.reduce(0) { $0 + Double($1.leftOut.withoutPointer) } / frames,
      people.reduce(0) { $0 + Double($1.leftOut.blinks) } / frames
    )
  }
}

extension Explanation: Encodable {
  /// Writes every key, with null for a missing number.
  package func encode(to encoder: any Encoder) throws {
    var tree: FigureTree = [
      "schema": "gazesim.explanation",
      "version": 1,
      "participants": participants,
      "failingParticipants": failingParticipants,
      "sessions": repeats?.sessions,
      "takesPerSession": repeats?.takes,
      "errorPointsMedian": errorPointsMedian,
      "errorBudget": budget,
      "correctness": correctness,
      "lost.withoutPointer": lost.withoutPointer,
      "lost.blinks": lost.blinks,
      "remedies": remedies,
    ]
    subject.write(to: &tree)
    for (key, text) in subject.ofPointer { tree.set(key, text) }
    if let recordingFaults { tree.set("recordingFaults", recordingFaults) }
    try tree.encode(to: encoder)
  }
}

extension Explanation {
  /// The largest cause and what would mend it, all causes, and all remedies.
  package func document(_ command: Invocation = .current) -> Document {
    var document = Document(
      warning: RecordingFault.conclusion(recordingFaults ?? []), wrong.map { "\($0): mend that first" } ?? conclusion)
    for sentence in RecordingFault.remarks(recordingFaults ?? []) { document.addFault("! " + sentence) }
    if wrong != nil {
      for finding in correctness?.findings ?? [] { document.addFault(finding) }
      document.addNote("\(conclusion). These shares hold the wrong mapping, too.", rank: 2)
    }
    document.addNote(about)
    guard let budget else { return document }
    document.addGap()
    document.add(table(budget), isInDetails: false)
    for note in notes(budget) { document.addNote(note, rank: 4) }
    // A remedy for the shares does not mend a wrong mapping.
    if !remedies.isEmpty, !budget.largest.isEmpty, wrong == nil {
      document.addGap()
      document.add(remedyTable, rank: 1, isInDetails: false)
    }
    document.addNext(RecordingFault.doctor(recordingFaults) + [command.adding("--details")])
    addDetails(budget, to: &document)
    return document
  }

  /// All causes and remedies with their intervals.
  private func addDetails(_ budget: ErrorBudget, to document: inout Document) {
    func number(_ value: Double?, _ decimals: Int) -> String { NumberText.fixed(value, decimals) }
    func interval(_ ends: ConfidenceInterval?) -> String {
      ends.map { "[\(number(100 * $0.lower, 1)), \(number(100 * $0.upper, 1))]" } ?? "-"
    }
    document.addDetail(
      "\(subject.device), \(subject.pipeline), \(subject.scenario): against the "
        + "\(subject.comparedWith == ErrorReference.truth.rawValue ? "true gaze" : "shown target"), eyes at rest; "
        + "person calibration \(subject.personCalibration), smoothing \(subject.smoothing)\(subject.choices)")
    var causes = Table(
      ["cause", "share", "95 % over people", "mean square, deg²", "rms, deg", "meaning"],
      budget.parts.map { part in
        let (label, _, meaning) = budget.words(part.cause)
        return [
          label, number(100 * part.share, 1) + " %", interval(part.ci95), number(part.meanSquareDegrees2, 4),
          number(part.degrees, 3), meaning,
        ]
      })
    causes.add([
      "all", "100.0 %", "", number(budget.meanSquareDegrees2, 4), number(budget.degrees, 3),
      "\(budget.people) people, \(budget.fixations) fixations",
    ])
    document.addDetail(causes)
    guard !remedies.isEmpty else { return }
    let table = Table(
      ["change", "median, pt", "change, %", "95 % over people", "remark"],
      remedies.map { remedy in
        [
          remedy.name,
          (remedy.errorPointsBefore.map { number($0, 1) + " -> " } ?? "") + number(remedy.errorPointsMedian, 1),
          number(remedy.change.map { 100 * $0 }, 1), interval(remedy.ci95), remedy.reason ?? "",
        ]
      })
    document.addDetail(table)
    document.addDetail("without a change: median \(number(errorPointsMedian, 1)) pt")
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
    func named(_ cause: ErrorCause) -> String {
      "\(budget.words(cause).noun) (\(ErrorBudget.percent(budget.share(cause))))"
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
        [budget.words(part.cause).label, ErrorBudget.percent(part.share)]
          + (hasIntervals ? [interval ?? "-"] : [])
          + [FigureText.measured(part.degrees, "deg"), budget.words(part.cause).meaning])
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
