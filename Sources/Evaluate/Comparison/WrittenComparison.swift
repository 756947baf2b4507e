package import Documents
import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting
package import Inspection

/// Format of a comparison. JSON is complete; the others show a part of it.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html, svg
}

/// Options of `compare` in addition to those of a run.
package struct ComparisonChoice<R: Rig>: Sendable {
  /// The pipelines to compare.
  package var pipelines = R.pipelines
  /// Further rows of `standard`.
  package var variants = StandardVariants()
  /// The devices to list in a rig's table of differences between devices.
  package var devices: [DeviceProfile] = []

  // MARK: Gaze

  /// Variants of each pipeline that have a row in the table.
  package var variantChoice = GazeComparison.VariantChoice.constants
  /// Reclines of the phone to compare, degrees back from upright.
  package var reclines: [Double] = []
  /// Splits of the raw error into its parts for which the comparison is repeated, so that ranges can be shown; nil
  /// shows no ranges.
  package var splits: [ErrorSplit]?
  /// Number of draws of people and phone that are pooled.
  package var draws = 1
  /// True to refuse recordings that hold no pointer, if it is to be compared; otherwise its row is left out.
  package var needsPointer = false

  package init() {}
}

/// A finished comparison. It is encoded as the complete JSON, and says what the other formats show.
package protocol WrittenComparison: Encodable {
  /// Number of people, including those who are in no figure.
  var participants: Int { get }
  /// Device, people and conditions in a line.
  var subject: String { get }
  /// Faults that the doctor found in the recordings; nil if the people were simulated.
  var recordingFaults: [RecordingFault]? { get }
  /// The conclusion, its warnings and the subject, with which every form begins. Only a short form's table marks ties.
  func head(isShort: Bool) -> Document
  /// Adds to a short form its table, of which it shows the first rows unless `all` are asked for, and notes.
  ///
  /// - Returns: the number of rows that are left out.
  func addShortTable(to document: inout Document, all: Bool) -> Int
  /// Everything that follows the head in the full form, in order. The first section has no heading there.
  var sections: [ComparisonSection] { get }
  /// Title of the page, and its heading, which is HTML.
  var pageTitle: (title: String, heading: String) { get }
  /// Tracks that the page replays.
  var replay: ReplayTraces? { get }
  var csv: String { get }
  /// The picture of the rows with their intervals.
  var rangesPicture: String { get }
}

/// A section of a comparison's full form: sentences and tables, and charts, which only the page has.
package struct ComparisonSection {
  /// Identifier on the page.
  let id: String
  /// Name in the page's navigation.
  let name: String
  let heading: String
  /// HTML before the blocks.
  var charts = ""
  var blocks: [Document.Block] = []

  fileprivate func html(after head: [Document.Block]) -> String {
    let text = (head + blocks).map { block in
      if case .table(let table) = block { table.html(caption: HTML.text(heading)) } else { HTMLRenderer().html(block) }
    }
    // The replay's charts are a section of their own.
    return id == "replay" ? charts : HTML.section(id, heading, charts + text.joined())
  }
}

/// A row of a short form's table.
struct ShortRow {
  let name: String
  let isReference: Bool
  /// True if the people cannot tell it from the reference.
  let isTie: Bool
  let figure: String
  /// The figure against the reference's.
  let change: String
  /// Cells of further columns.
  let others: [String]
}

extension Document.Block {
  /// A sentence in a line of its own.
  static func sentence(_ text: String) -> Self { .text([.init(text)], indent: 0) }
}

extension WrittenComparison {
  /// The comparison in words.
  ///
  /// - Parameters:
  ///   - command: the command of a short form, from which it makes the next ones; nil for the full form, in which the
  ///     sections take the place of the short table.
  ///   - all: a short form shows every row.
  package func document(short command: Invocation? = nil, all: Bool = false) -> Document {
    var document = head(isShort: command != nil)
    if let command = command?.repeatable {
      document.isLimited = !all
      let hidden = addShortTable(to: &document, all: all)
      let page = command.words.contains { $0.hasSuffix(".html") } ? [] : [command.adding("-o", "compare.html")]
      let rows = hidden == 0 ? [] : [command.adding("--all")]
      document.addNext(RecordingFault.doctor(recordingFaults) + page + rows + [command.adding("--details")])
      return document
    }
    for (place, section) in sections.enumerated() where !section.blocks.isEmpty {
      if place > 0 { document.addDetail(heading: section.heading) }
      for block in section.blocks {
        if case .table(let table) = block {
          document.addDetail(table)
        } else {
          document.add(block, rank: Document.inDetails)
        }
      }
    }
    return document
  }

  /// Adds a short form's table.
  ///
  /// - Parameters:
  ///   - first: headings of the rows' names and of their first figure.
  ///   - others: further columns.
  ///   - hidden: number of rows that are left out.
  func addTable(
    _ rows: [ShortRow], _ first: (name: String, figure: String), _ others: [Table.Column], hidden: Int,
    to document: inout Document
  ) {
    guard !rows.isEmpty else { return document.addGap() }
    var table = Table(
      [
        .init(""), .init(first.name), .init(first.figure, right: true), .init("against the reference", right: true),
      ] + others)
    (table.indent, table.mostRows, table.option) = (0, rows.count, "--all")
    for row in rows {
      let name = Document.Span(row.name, row.isReference ? .strong : .plain)
      let cells = [row.figure, row.isReference ? "reference" : row.change] + row.others
      table.add([.init(row.isTie ? "~" : ""), name] + cells.map { .init($0) })
    }
    // Rows that are left out are only counted.
    for _ in 0..<hidden { table.add([String]()) }
    document.addGap()
    document.add(table)
  }

  /// A picture of the rows with their intervals.
  ///
  /// - Parameter missing: what no row has if nothing can be drawn.
  func picture(_ rows: [RangeRow], _ axis: ([RangeRow]) -> Axis, _ caption: String, missing: String) -> String {
    var frame = PictureFrame(conclusion, lead: subject + ".")
    guard rows.contains(where: { $0.value != nil }) else {
      frame.addText("None of these runs has \(missing) that could be measured.", "ink")
      return frame.text("")
    }
    frame.addText(caption)
    return RangeRow.picture(rows, axis(rows), &frame)
  }

  package var markdown: String { MarkdownRenderer().text(document()) }

  /// The comparison as one HTML page that needs no other file.
  package var html: String {
    let head = head(isShort: false).parts.map(\.block)
    return PageFrame.document(
      title: pageTitle.title, heading: pageTitle.heading, parts: sections.map { ($0.id, $0.name) },
      content: sections.enumerated().map { $1.html(after: $0 == 0 ? head : []) }.joined(), traces: replay)
  }

  /// Number of rows that a short form shows unless all are asked for.
  static var shortRows: Int { 6 }

  /// The end of a conclusion on ties, which only a short form's table marks.
  static var tieMark: String { " (~)" }

  /// The conclusion of a picture.
  var conclusion: String { head(isShort: false).conclusion }

  /// `20 people`, as the subject of "cannot tell".
  var people: String { NumberText.count(participants, "person", "people") }

  /// `1 person is too few`, to which the use of more is added.
  var tooFew: String { NumberText.count(participants, "person is", "people are") + " too few" }

  var tooFewForInterval: String { tooFew + " for an interval" }

  /// A remark on simulated people.
  var simulatedPeople: String {
    "Simulated people: these figures compare pipelines; they say nothing of a phone."
  }

  /// A sentence on the number of recorded people that intervals need.
  var fewRecordedPeople: String {
    let needed = Population.recorded.fewestPeople
    return participants < needed
      ? "Intervals on recorded people need \(needed) people; here there "
        + (participants == 1 ? "is 1." : "are \(participants).")
      : "Each pipeline ran on the same samples."
  }

  /// `20 simulated people (typical, seed 1), not a phone.` or `3 recorded people.`
  ///
  /// - Parameter failing: what is said of people who are in no figure; empty for nothing.
  func peopleInShort(
    preset: String?, set constants: [String: Double]?, seed: UInt64?, draws: Int? = nil, failing: String
  ) -> String {
    let failing = failing.isEmpty ? "" : "; \(failing)"
    guard let preset, let seed else {
      return NumberText.count(participants, "recorded person", "recorded people") + "\(failing)."
    }
    let pooled = draws.map { " and the next \($0 - 1), a phone for each" } ?? ""
    return NumberText.count(participants, "simulated person", "simulated people")
      + " (\(ReportSubject.conditions(preset, constants, seed))\(pooled)\(failing)), not a phone."
  }

  /// An estimate and its interval: `0.62 [.55, .70]`. The ends of an interval drop a leading zero.
  func estimate(_ value: Double?, _ interval: ConfidenceInterval?) -> String {
    guard let value else { return "-" }
    // The digits follow the interval's width, since the digits of a difference that is nearly 0 do not show how precise
    // it is.
    let decimals = NumberText.decimals(max(abs(value), interval.map { $0.upper - $0.lower } ?? 0))
    func text(_ number: Double) -> String { NumberText.fixed(number, decimals) }
    func short(_ end: Double) -> String { String(text(end).trimmingPrefix(/0(?=\.)/)) }
    return text(value) + (interval.map { " [\(short($0.lower)), \(short($0.upper))]" } ?? "")
  }

  /// A sentence on a pipeline: what it does, its source, and what had to be assumed.
  func source(_ name: String, _ summary: String, of source: String, _ assumed: [String]) -> Document.Block {
    .sentence(
      "\(name): \(summary) (\(source))" + (assumed.isEmpty ? "" : "; assumed: " + assumed.joined(separator: "; ")))
  }

  /// A number in CSV.
  func csvNumber(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }

  /// CSV (RFC 4180) of fields that are escaped already.
  func csvFile(_ lines: [[String]]) -> String {
    lines.map { $0.joined(separator: ",") + "\r\n" }.joined()
  }
}

// MARK: Comparisons

extension Rig where Findings == PlainFindings {
  /// Compares the pipelines metric by metric; on simulated people under each of the rig's conditions.
  package static func compare(
    _ source: Source<Self>, _ choice: ComparisonChoice<Self>, _ work: Work
  ) async throws -> any WrittenComparison {
    switch source {
    case .simulated(let run):
      try await Comparison(
        run, pipelines: choice.pipelines, variants: choice.variants, devices: choice.devices, work)
    case .recorded(let run, let path): try Comparison(run, path: path)
    }
  }
}

extension GazeRig {
  /// Compares the pipelines on recordings, or on simulated people at each recline of the phone, each pipeline with
  /// every calibration that an app could give it.
  package static func compare(
    _ source: Source<GazeRig>, _ choice: ComparisonChoice<GazeRig>, _ work: Work
  ) async throws -> any WrittenComparison {
    let run: Run<GazeRig>
    switch source {
    case .simulated(let simulated): run = simulated
    case .recorded(let recorded, let path):
      return try GazeComparisonReport(recorded, path: path, needsPointer: choice.needsPointer)
    }
    var variants = choice.variants
    variants.ownRule = run.setup.trigger.rule
    // In a closed loop the reader cannot be better served than by a tracker without errors.
    variants.showsIdeal = variants.hasChoices && run.loop == .closed && run.simulation.preset.name != "ideal"
    var comparison = GazeComparison(
      run, reclines: choice.reclines,
      variants: GazeComparison.variants(choice.pipelines, choice.variantChoice, of: variants))
    comparison.draws = 0..<choice.draws
    let splits = choice.splits ?? []
    let all = try await GazeComparison.results(
      of: [comparison] + comparison.varied(over: splits), jobs: work.jobs, progress: work.progress)
    let ranges = GazeComparison.ranges(splits, all.dropFirst().map(\.rows))
    return GazeComparisonReport(comparison, all[0], splits: choice.splits == nil ? nil : ranges)
  }
}

extension RecordedRun {
  /// Creates a run of several pipelines on the same samples; the last one is the reference of the comparison.
  ///
  /// - Parameter variants: further rows of `standard`.
  /// - Precondition: `pipelines` is not empty.
  package init(
    profile: DeviceProfile, comparing pipelines: [Pipeline<R>], variants: StandardVariants = StandardVariants()
  ) {
    let ordered = PipelineVariant.ordered(pipelines)
    self.init(profile: profile, pipeline: ordered[ordered.count - 1])
    var variants = variants
    variants.ownRule = profile.trigger.settings.rule
    others = variants.rows(of: ordered).dropLast()
    runsDoctor = true
  }

  /// The rows of the comparison; the last one is the reference.
  var compared: [PipelineVariant<R>] { others + [PipelineVariant(pipeline)] }

  /// All people's results in a row of the comparison.
  func results(_ row: Int) -> [PersonMeasurement<R.Person>] { people(row < others.count ? row + 1 : 0) }

  /// True if the first recording states that its people were simulated, so that their numbers identify them.
  package var areSimulated: Bool { headers.first?.seed != nil }

  /// The people of the recordings.
  package var recordedPeople: [RecordedPeople.Person] { roster.people }

  /// The recordings' scenarios, each once, joined by `+`.
  var scenario: String {
    headers.map(\.scenario).unique.joined(separator: "+")
  }

  /// The subject of the report on one of the rows.
  func subject(of row: PipelineVariant<R>) -> ReportSubject {
    var one = self
    one.pipeline = row.pipeline
    if let own = row.calibration { one.calibration = own }
    return ReportSubject(one)
  }
}
