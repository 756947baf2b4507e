import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The pipelines of a rig side by side on the same people, metric by metric: the JSON from which every other format is
/// rendered.
struct Comparison: Encodable {
  /// One figure of one pipeline.
  struct Figure: Equatable, Encodable {
    var metric: String
    var unit: String
    /// The metric in words; nil if its path is enough.
    @ExplicitNull var label: String?
    /// Its value over people; null if nobody has it.
    @ExplicitNull var value: Double?
    /// 95 % interval over people.
    @ExplicitNull var ci95: ConfidenceInterval?
    /// Mean over people of the reference's figure minus this one.
    @ExplicitNull var difference: Double?
    /// 95 % interval of the difference, paired over people.
    @ExplicitNull var differenceCI95: ConfidenceInterval?
    /// p of a paired t test of the difference, adjusted by Holm over all values of the varied constants; present only
    /// in their rows.
    var adjustedP: Double?
  }

  /// One pipeline.
  struct Row: Equatable, Encodable {
    /// The pipeline's name, with ` + calibration` if it was given one.
    var pipeline: String
    var summary: String
    var source: String
    /// Assumptions made in implementing it.
    var assumptions: [String]
    /// The varied constants with the row's values; present only in such rows.
    var set: [String: Double]?
    /// Sentences that a reader must know together with its figures.
    var remarks: [String]
    /// All metrics, the headlines first.
    var figures: [Figure]

    /// The figure of a metric.
    subscript(metric: String) -> Figure? { figures.first { $0.metric == metric } }
  }

  /// The pipelines under one condition.
  struct Part: Equatable, Encodable {
    var condition: RigCondition
    var rows: [Row]
  }

  let schema = "gazesim.comparison"
  let version = 1
  let rig: String
  /// The device's identifier.
  let device: String
  /// Source of the people.
  let source: String
  /// The sensor's preset; null for recordings of a phone.
  @ExplicitNull private(set) var preset: String?
  /// Constants that the user has changed, by key, in the constants' units; present only if there are any.
  private(set) var set: [String: Double]?
  /// Seed of people, behaviour and noise; null for recordings of a phone.
  @ExplicitNull private(set) var seed: UInt64?
  /// Number of the simulated phone; null for recordings of a phone.
  @ExplicitNull private(set) var phone: UInt64?
  /// Scenarios, joined by `+`.
  let scenario: String
  /// Number of people, including those whom the sensor fails.
  let participants: Int
  /// Number of people whom the sensor fails; they are left out of all figures.
  let failing: Int
  /// The pipeline from whose figures the others' are subtracted.
  let reference: String
  /// The headline metrics.
  let headlines: [String]
  /// A row per pipeline, under the first condition if there are several.
  let rows: [Row]
  /// The conditions, the hardest first; nil if the pipelines ran once with the requested settings.
  let conditions: [Part]?
  /// The first headline metric with other values of unknown constants, under the first condition; nil if nothing was
  /// varied.
  let sweep: [Part]?
  /// Differences between devices; nil if no devices were requested.
  let devices: RigDeviceTable?
  /// People and their recordings; nil if the people were simulated for the comparison.
  let recorded: [RecordedPeople.Person]?

  /// Runs the pipelines on the same people; the last one is the reference.
  ///
  /// - Parameters:
  ///   - variants: further rows of `standard`.
  ///   - profiles: the devices of the table of devices; empty leaves the table out.
  /// - Throws: an error for an invalid run.
  init<R: Rig>(
    _ run: Run<R>, pipelines: [Pipeline<R>], variants: StandardVariants = StandardVariants(),
    devices profiles: [DeviceProfile] = [], _ work: Work
  ) async throws where R.Findings == PlainFindings {
    try run.validate()
    let variants = variants.rows(of: pipelines)
    devices = profiles.isEmpty ? nil : try R.facts.devices?(profiles)
    // The rig's conditions, unless the user has set a constant of one, and the other values of constants that the user
    // has not set.
    let simulation = run.simulation
    func isFree(_ condition: RigCondition) -> Bool {
      simulation.settings.keys.allSatisfy { condition.settings[$0] == nil }
    }
    // Constants that the user varies are the question.
    let isVaried = variants.contains { !$0.settings.isEmpty }
    let conditions = !isVaried && R.facts.conditions.allSatisfy(isFree) ? R.facts.conditions : []
    let varied = isVaried ? [] : R.facts.sweep.filter(isFree)
    let hardest = Array(conditions.prefix(1))
    let settings = [hardest] + conditions.dropFirst().map { [$0] } + varied.map { hardest + [$0] }
    let tables = try await Self.tables(run, variants, under: settings, work)
    (rows, failing) = tables[0]
    let parts = zip(conditions, tables).map { Part(condition: $0, rows: $1.rows) }
    self.conditions = parts.nonEmpty
    let sweep = zip(varied, tables.suffix(varied.count)).map { condition, table in
      Part(
        condition: condition,
        rows: table.rows.map { row in
          var short = row
          short.figures = row.figures.filter { $0.metric == R.headlines.first }
          return short
        })
    }
    self.sweep = sweep.nonEmpty
    (rig, source, recorded) = (R.name, "simulated", nil)
    device = run.profile.id
    set = simulation.settings.nonEmpty
    scenario = run.scenario
    participants = run.participants
    reference = variants.last?.label ?? ""
    headlines = R.headlines
    preset = simulation.preset.name
    seed = simulation.seed
    phone = simulation.phone
  }

  /// Compares the pipelines of a run on the same recordings; the last one is the reference. Recordings are compared as
  /// they are, so there are no conditions and no sweep.
  ///
  /// - Throws: an error if nothing in the recordings can be judged.
  init<R: Rig>(_ run: RecordedRun<R>, path: String) throws where R.Findings == PlainFindings {
    let (variants, header) = (run.compared, try run.first(path))
    let people = variants.indices.map { Cohort<R>(run.results($0), of: .recorded) }
    (rows, failing) = Self.rows(people, variants, variants.map(run.subject(of:)))
    (conditions, sweep, devices, recorded) = (nil, nil, nil, run.recordedPeople)
    (rig, source, device) = (R.name, header.source.rawValue, run.profile.id)
    scenario = run.scenario
    participants = people.first?.count ?? 0
    reference = variants.last?.label ?? ""
    headlines = R.headlines
    preset = header.preset
    seed = header.seed
    phone = header.phone
  }

  /// For each list of conditions the rows of the pipelines on the same people, and the number of people whom the sensor
  /// fails. All people are the command's cells (`Shards`).
  private static func tables<R: Rig>(
    _ run: Run<R>, _ variants: [PipelineVariant<R>], under settings: [[RigCondition]], _ work: Work
  ) async throws -> [(rows: [Row], failing: Int)] where R.Findings == PlainFindings {
    let groups = try settings.map { conditions in
      var changed = run
      for (key, value) in conditions.flatMap(\.settings) { try changed.simulation.set(key, value) }
      return try variants.map { try changed.with($0) }
    }
    var people = groups.map { $0.map { _ in Cohort<R>() } }
    try await Run.cells(
      groups, jobs: work.jobs, progress: work.progress,
      fault: { ContentFault("result", count: $2.count, expected: groups[$0].count) }
    ) {
      $0
    } take: { group, results in
      for (place, person) in results.enumerated() { people[group][place].add(person) }
    }
    return zip(groups, people).map { runs, people in rows(people, variants, runs.map { ReportSubject($0) }) }
  }

  /// Rows of the pipelines from the same people with each pipeline, and the number of people whom the sensor fails.
  private static func rows<R: Rig>(
    _ people: [Cohort<R>], _ variants: [PipelineVariant<R>], _ subjects: [ReportSubject]
  ) -> (rows: [Row], failing: Int) where R.Findings == PlainFindings {
    guard let reference = people.last else { return ([], 0) }
    let metrics =
      R.headlines.compactMap { name in R.Person.metrics.first { $0.name == name } }
      + R.Person.metrics.filter { !R.headlines.contains($0.name) }
    var rows = zip(zip(variants, subjects), people).map { row, people in
      let facts = row.0.pipeline.facts
      let isVaried = !row.0.settings.isEmpty
      return Row(
        pipeline: row.0.label, summary: facts.summary, source: facts.source, assumptions: facts.assumptions,
        set: isVaried ? row.0.settings : nil, remarks: R.findings(people, [:], row.1).remarks,
        figures: metrics.map { figure($0, people, against: reference, isTested: isVaried) })
    }
    for place in metrics.indices {
      let adjusted = PairedTest.holm(rows.map { $0.figures[place].adjustedP })
      for row in rows.indices { rows[row].figures[place].adjustedP = adjusted[row] }
    }
    return (rows, people[0].isFailing.count { $0 })
  }

  private static func figure<R: Rig>(
    _ metric: PeopleMetric<R.Person>, _ people: Cohort<R>, against reference: Cohort<R>, isTested: Bool
  ) -> Figure {
    let estimate = people.estimate(metric)
    func value(_ people: Cohort<R>, _ index: Int) -> Double? {
      let part = people.part(metric, index)
      return part.denominator > 0 ? part.numerator / part.denominator : nil
    }
    var rng = PhiloxGenerator(seed: 1, stream: 1)
    let pairs = (0..<people.count).compactMap { index -> (first: Double, second: Double)? in
      guard let first = value(reference, index), let second = value(people, index) else { return nil }
      return (first, second)
    }
    let difference = PeopleEstimate.pairedDifference(of: pairs, using: &rng)
    return Figure(
      metric: metric.name, unit: metric.unit, label: metric.label, value: estimate?.value,
      ci95: estimate?.interval.interval, difference: difference?.value,
      differenceCI95: pairs.count < people.population.fewestPeople ? nil : difference?.interval.interval,
      adjustedP: isTested ? PairedTest.p(of: pairs) : nil)
  }
}
