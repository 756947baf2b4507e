import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// Words and facts that comparisons on recordings share.
enum RecordedComparison {
  /// A sentence on the number of people that intervals need.
  static func fewPeople(_ people: Int) -> String {
    let needed = Population.recorded.fewestPeople
    return people < needed
      ? "Intervals on recorded people need \(needed) people; here there \(people == 1 ? "is 1" : "are \(people)")."
      : "Each pipeline ran on the same samples."
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
    // A pipeline that learns from a person is the reference, as in a comparison on simulated people.
    let ordered = pipelines.filter { $0.learns != .person } + pipelines.filter { $0.learns == .person }
    self.init(profile: profile, pipeline: ordered[ordered.count - 1])
    var variants = variants
    variants.ownRule = profile.trigger.settings.rule
    others = variants.rows(of: ordered).dropLast()
    isExamined = true
  }

  /// The rows of the comparison; the last one is the reference.
  var compared: [PipelineVariant<R>] { others + [PipelineVariant(pipeline)] }

  /// All people's results in a row of the comparison.
  func results(_ row: Int) -> [Measured<R.Person>] { people(row < others.count ? row + 1 : 0) }

  /// True if the first recording states that its people were simulated, so that their numbers identify them.
  package var areDrawn: Bool { headers.first?.seed != nil }

  /// The people of the recordings.
  package var recordedPeople: [RecordedPeople.Person] { roster.people }

  /// The recordings' scenarios, each once, joined by `+`.
  var scenario: String {
    headers.map(\.scenario).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: "+")
  }

  /// The subject of the report on one of the rows.
  func subject(of row: PipelineVariant<R>) -> ReportSubject {
    var one = self
    one.pipeline = row.pipeline
    if let own = row.calibration { one.calibration = own }
    return ReportSubject(one)
  }
}

extension Rig {
  /// Compares the pipelines on the recordings, metric by metric.
  package static func compare(
    _ run: RecordedRun<Self>, path: String, needsPointer: Bool
  ) throws -> WrittenComparison {
    let report = try Comparison(run, path: path)
    return WrittenComparison(
      json: report, lines: ComparisonText.lines(report), brief: { ComparisonBrief.brief(report, $0, all: $1) },
      markdown: { report.markdown }, csv: { report.csv }, html: { report.html }, ranges: { report.rangesPicture })
  }
}

extension GazeRig {
  /// Compares the pipelines on the recordings, each as published: what a person's constants would change is not known
  /// from a recording.
  package static func compare(
    _ run: RecordedRun<GazeRig>, path: String, needsPointer: Bool
  ) throws -> WrittenComparison {
    let report = try GazeComparisonReport(run, path: path, needsPointer: needsPointer)
    return WrittenComparison(
      json: report, lines: GazeComparisonText.lines(report),
      brief: { GazeComparisonBrief.brief(report, $0, all: $1) }, markdown: { report.markdown }, csv: { report.csv },
      html: { report.html }, ranges: { report.rangesPicture })
  }
}

extension GazeComparisonReport {
  /// Sentences that hold for all rows of a comparison on recordings.
  var remarksOnRecordings: [String] {
    var remarks = [
      against == ErrorReference.truth.rawValue
        ? "Errors are distances to the true gaze, which the recordings hold."
        : "Errors are distances to the shown targets: they include what the eyes miss of a target.",
      "Each pipeline runs as published, without anything learned about the person"
        + (rows.contains { $0.calibration != nil } ? " except by the calibration" : "")
        + ": constants and five points need another session of the same person.",
      RecordedComparison.fewPeople(participants),
    ]
    if failing > 0 { remarks.append("Tracking fails for \(failing) of the people; they are in no figure.") }
    if source == "simulated" {
      remarks.append("Simulated people: these figures compare pipelines; they say nothing of a phone.")
    }
    return remarks
  }
}
