package import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting
import Inspection

extension Report {
  /// The report in words: the verdict or the conclusion, the figures behind it, what they mean, and the next commands;
  /// in its details, everything.
  ///
  /// - Parameters:
  ///   - command: the command line of this run, from which the next ones are made.
  ///   - accepted: the file of the new baseline if these results were accepted.
  package func document(_ command: Invocation = .current, accepted: String? = nil) -> Document {
    let rigWords = R.words(self)
    let isGate = verdict != nil || baseline != nil
    let faults = recordingFaults ?? []
    let warning = RecordingFault.conclusion(faults) ?? (mapping?.isWrong ?? false ? mapping?.fault : nil)
    var document =
      isGate ? gateHeadline(accepted: accepted) : Document(warning: warning, rigWords.conclusion, briefSubject)
    for sentence in warnings { document.addFault("! " + sentence) }
    // Without this line nobody could say what the figures are of, so it is never left out.
    document.addNote(briefPeople, indent: isGate ? 6 : 2, rank: 0)
    document.addGap()
    isGate ? addJudged(to: &document, isAccepted: accepted != nil) : addFigures(rigWords.metrics, to: &document)
    if isGate { addCorrectness(to: &document) }
    if let lagAdvice { document.add(.text([.init(lagAdvice)], indent: 2), rank: 2) }
    document.addGap()
    if isGate { document.add("Overall", rigWords.conclusion, rank: 4) }
    document.add("Beside", rigWords.beside, rank: 2)
    document.add("Means", rigWords.meaning, rank: 2)
    // A wrong mapping or recording would be counted as the people's error.
    if !isGate, warning == nil { document.add("Made of", rigWords.made, rank: 4) }
    if !isGate { document.add("Worst", rigWords.worst, rank: 5) }
    let explain = isGate || rigWords.made.isEmpty || !faults.isEmpty ? [] : [command.explaining]
    document.addNext(RecordingFault.doctor(faults) + explain + nextCommands(command))
    addDetails(rigWords, isAccepted: accepted != nil, to: &document)
    return document
  }

  /// `iPhone 12 mini, pipeline standard`, `iPhone 12 mini, pipeline standard, recentring dot`.
  var briefSubject: String { "\(self.profile.name), pipeline \(self.pipeline)\(subject.choices)" }

  /// People and their origin in one sentence.
  var briefPeople: String {
    let failing = failingParticipants > 0 ? " Left out: \(failingParticipants) (sensor fails)." : ""
    let simulation = ReportSubject.conditions(self.preset, self.constants, self.seed)
    let loop = self.loop == "open" ? "" : "; loop closed by \(self.loop)"
    let figures = ScenarioWords.sentence(R.self, self.scenario)
    guard recorded != nil else {
      let people = NumberText.count(participants, "simulated person", "simulated people")
      let pages = self.hasOwnPages.map { $0 ? ", a page each" : ", one page for all" } ?? ""
      return "\(people)\(pages), one simulated phone (\(simulation)\(loop)). \(figures)\(failing)"
    }
    let of =
      self.source == "simulated"
      ? " of a simulation (\(simulation)), not a phone" : " recorded; errors to \(self.comparedWith)"
    return "\(peopleInWords), \(NumberText.significantDigits(seconds / 60)) min\(of). \(figures)\(failing)"
  }

  /// The metrics with their intervals; those without a value are left out.
  private func addFigures(_ metrics: [String], to document: inout Document) {
    let figures = metrics.compactMap { figure($0) }.filter { $0.value != nil }
    let needed = figures.compactMap(\.peopleNeeded)
    let isWithout = !figures.isEmpty && figures.allSatisfy { $0.ci95 == nil }
    var table = Table([.init("figure"), .init("value", right: true), .init("95 % over people", right: true)])
    if isWithout { table.columns.removeLast() }
    for figure in figures {
      let interval = FigureText.interval(figure.ci95, figure.metric)
      let needed = figure.peopleNeeded.map { "takes \($0) people" }
      table.add([
        MetricText(figure.metric).words, FigureText.value(figure.value, figure.metric),
        figure.ci95 == nil ? needed ?? "-" : interval,
      ])
    }
    document.add(table, isInDetails: false)
    if isWithout, let least = needed.min() {
      let people = NumberText.count(participants, "person is", "people are")
      document.addNote("No intervals: they take \(least) people, and \(people) here.", rank: 4)
    }
  }

  /// The next commands: a page unless it was written, a way to a verdict, and everything.
  private func nextCommands(_ command: Invocation) -> [Invocation] {
    // A command that accepts is not to be repeated unseen.
    let command = command.repeatable.without("--accept")
    var next: [Invocation] = lagAdvice == nil ? [] : [command.adding("--write-limits", "limits.json")]
    if verdict == .inconclusive, let most = mostParticipants {
      next.append(command.setting("--most-participants", most))
    }
    if !command.words.contains(where: { $0.hasSuffix(".html") }) { next.append(command.adding("-o", "report.html")) }
    return next + [command.adding("--details")]
  }

  /// A number of people with which an inconclusive gate on simulated people would probably end; nil if none is known.
  private var mostParticipants: String? {
    guard recorded == nil, let analyses else { return nil }
    let now = analyses.people.prefix(analyses.taken).last ?? participants
    let all =
      switch decisive {
      case .people(let more), .atLeast(let more): now + more
      case .noNumber, .unknown: Int.max
      }
    return all <= 100_000 ? "\(all)" : nil
  }
}
