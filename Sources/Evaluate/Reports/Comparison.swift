package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// The pipelines of a rig side by side on the same people: the JSON from which every other format is rendered.
package struct Comparison: Sendable, Encodable {
  /// One figure of one pipeline.
  package struct Figure: Sendable, Equatable, Encodable {
    /// The metric.
    package var metric: String
    /// Its unit.
    package var unit: String
    /// The metric in words; nil if its path is enough.
    package var label: String?
    /// Its value over people; null if nobody has it.
    package var value: Double?
    /// 95 % interval over people.
    package var ci95: ConfidenceInterval?
    /// Mean over people of the reference's figure minus this one.
    package var difference: Double?
    /// 95 % interval of the difference, paired over people.
    package var differenceCI95: ConfidenceInterval?

    /// Writes every key, with null for a missing number.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(metric, forKey: .metric)
      try container.encode(unit, forKey: .unit)
      try container.encode(label, forKey: .label)
      try container.encode(value, forKey: .value)
      try container.encode(ci95, forKey: .ci95)
      try container.encode(difference, forKey: .difference)
      try container.encode(differenceCI95, forKey: .differenceCI95)
    }

    private enum CodingKeys: String, CodingKey {
      case metric, unit, label, value, ci95, difference, differenceCI95
    }
  }

  /// One pipeline.
  package struct Row: Sendable, Equatable, Encodable {
    /// The pipeline's name, with ` + calibration` if it was given one.
    package var pipeline: String
    /// A summary of the pipeline.
    package var summary: String
    /// The pipeline's source.
    package var source: String
    /// Assumptions made in implementing it.
    package var assumptions: [String]
    /// Sentences that a reader must know together with its figures.
    package var remarks: [String]
    /// All metrics, the headlines first.
    package var figures: [Figure]

    /// This row with the figure of one metric alone.
    func only(_ metric: String?) -> Row {
      var short = self
      short.figures = figures.filter { $0.metric == metric }
      return short
    }
  }

  /// The pipelines under one condition.
  package struct Part: Sendable, Equatable, Encodable {
    /// The condition.
    package var condition: RigCondition
    /// A row per pipeline.
    package var rows: [Row]
  }

  /// `gazesim.comparison`.
  package let schema = "gazesim.comparison"
  /// Version of this layout.
  package let version = 1
  /// The rig's name.
  package let rig: String
  /// The device's identifier.
  package let device: String
  /// Source of the people.
  package let source: String
  /// The sensor's preset; null for recordings of a phone.
  @ExplicitNull package private(set) var preset: String?
  /// Constants that the user has changed, by key, in the constants' units; present only if there are any.
  package private(set) var set: [String: Double]?
  /// Seed of people, behaviour and noise; null for recordings of a phone.
  @ExplicitNull package private(set) var seed: UInt64?
  /// Number of the simulated phone; null for recordings of a phone.
  @ExplicitNull package private(set) var phone: UInt64?
  /// Scenarios, joined by `+`.
  package let scenario: String
  /// Number of people, including those whom the sensor fails.
  package let participants: Int
  /// Number of people whom the sensor fails; they are left out of all figures.
  package let failing: Int
  /// The pipeline from whose figures the others' are subtracted.
  package let reference: String
  /// The headline metrics.
  package let headlines: [String]
  /// A row per pipeline, under the first condition if there are several.
  package let rows: [Row]
  /// The conditions, the hardest first; nil if the pipelines ran once with the requested settings.
  package let conditions: [Part]?
  /// The first headline metric with other values of unknown constants, under the first condition; nil if nothing was
  /// varied.
  package let sweep: [Part]?
  /// Differences between devices; nil if no devices were requested.
  package let devices: RigDeviceTable?
  /// People and their recordings; nil if the people were simulated for the comparison.
  package let recorded: [RecordedPeople.Person]?

  /// Runs the pipelines on the same people; the last one is the reference.
  ///
  /// - Parameters:
  ///   - variants: further rows of `standard`.
  ///   - profiles: the devices of the table of devices; empty leaves the table out.
  /// - Throws: an error for an invalid run.
  package init<R: Rig>(
    _ run: Run<R>, pipelines: [Pipeline<R>], variants: StandardVariants = StandardVariants(),
    devices profiles: [DeviceProfile] = [], jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws {
    try run.validate()
    let facts = variants.rows(of: pipelines)
    devices = profiles.isEmpty ? nil : try R.table(of: profiles)
    let (conditions, varied) = Self.conditions(of: run)
    let hardest = Array(conditions.prefix(1))
    let settings = [hardest] + conditions.dropFirst().map { [$0] } + varied.map { hardest + [$0] }
    let tables = try await Self.tables(run, facts, under: settings, jobs: jobs, progress: progress)
    (rows, failing) = tables[0]
    let others = tables.dropFirst().map(\.rows)
    self.conditions =
      conditions.isEmpty ? nil : zip(conditions, [tables[0].rows] + others).map { Part(condition: $0, rows: $1) }
    let sweep = zip(varied, others.dropFirst(max(conditions.count - 1, 0))).map { condition, rows in
      Part(condition: condition, rows: rows.map { $0.only(R.headlines.first) })
    }
    self.sweep = sweep.isEmpty ? nil : sweep
    (rig, source, recorded) = (R.name, "simulated", nil)
    device = run.profile.id
    preset = run.simulation.preset.name
    set = run.simulation.settings.isEmpty ? nil : run.simulation.settings
    seed = run.simulation.seed
    phone = run.simulation.phone
    scenario = run.scenarios.map(\.rawValue).joined(separator: "+")
    participants = run.participants
    reference = facts.last?.label ?? ""
    headlines = R.headlines
  }

  /// The rig's conditions, unless a requested setting is part of one, and the other values of constants that no
  /// requested setting fixes.
  private static func conditions<R: Rig>(
    of run: Run<R>
  ) -> (conditions: [RigCondition], varied: [RigCondition]) {
    let byHand = Set(run.simulation.settings.keys)
    let isAsAsked = R.facts.conditions.contains { !byHand.isDisjoint(with: $0.settings.keys) }
    return (
      isAsAsked ? [] : R.facts.conditions, R.facts.sweep.filter { byHand.isDisjoint(with: $0.settings.keys) }
    )
  }

  /// For each list of conditions the rows of the pipelines on the same people, and the number of people whom the sensor
  /// fails. All people are the command's cells (`Cells`).
  private static func tables<R: Rig>(
    _ run: Run<R>, _ facts: [PipelineVariant<R>], under settings: [[RigCondition]], jobs: Int,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws -> [(rows: [Row], failing: Int)] {
    let groups = try settings.map { conditions in
      var own = run
      for condition in conditions {
        for (key, value) in condition.settings { try own.simulation.set(key, value) }
      }
      return facts.map { variant in
        var own = own
        own.pipeline = variant.pipeline
        if let calibration = variant.calibration { own.calibration = calibration }
        return own
      }
    }
    var people = groups.map { $0.map { _ in People<R>() } }
    try await Run.cells(
      groups, jobs: jobs, progress: progress,
      fault: { ContentFault("result", count: $2.count, expected: groups[$0].count) }
    ) {
      $0
    } take: { group, arms in
      for (arm, person) in arms.enumerated() { people[group][arm].add(person) }
    }
    return zip(groups, people).map { runs, people in
      var subjects = runs.map { ReportSubject($0) }[...]
      return rows(people, facts) { _ in subjects.removeFirst() }
    }
  }

  /// Rows of the pipelines from the same people with each pipeline, and the number of people whom the sensor fails.
  private static func rows<R: Rig>(
    _ people: [People<R>], _ facts: [PipelineVariant<R>], _ subject: (PipelineVariant<R>) -> ReportSubject
  ) -> (rows: [Row], failing: Int) {
    guard let reference = people.last else { return ([], 0) }
    let metrics =
      R.headlines.compactMap { name in R.Person.metrics.first { $0.name == name } }
      + R.Person.metrics.filter { !R.headlines.contains($0.name) }
    let rows = zip(facts, people).map { variant, own in
      let facts = variant.pipeline.facts
      return Row(
        pipeline: variant.label, summary: facts.summary, source: facts.source,
        assumptions: facts.assumptions, remarks: R.remarks(own, subject(variant)).map(Sentence.text),
        figures: metrics.map { Self.figure($0, own, against: reference) })
    }
    return (rows, people[0].isFailing.count { $0 })
  }

  /// Compares the pipelines of a run on the same recordings; the last one is the reference. Recordings are compared as
  /// they are, so there are no conditions and no sweep.
  ///
  /// - Throws: an error if nothing in the recordings can be judged.
  init<R: Rig>(_ run: RecordedRun<R>, path: String) throws {
    try R.check(run, path: path)
    let (facts, header) = (run.compared, try run.first(path))
    let people = facts.indices.map { People<R>(run.results($0), of: .recorded) }
    (rows, failing) = Self.rows(people, facts) { run.subject(of: $0) }
    (conditions, sweep, devices, recorded) = (nil, nil, nil, run.roster.people)
    (rig, source, device) = (R.name, header.source.rawValue, run.profile.id)
    scenario = run.scenario
    participants = people.first?.count ?? 0
    reference = facts.last?.label ?? ""
    headlines = R.headlines
    preset = header.preset
    seed = header.seed
    phone = header.phone
  }

  /// The conditions in force; a single one without a name if the pipelines ran once.
  package var parts: [Part] { conditions ?? [Part(condition: RigCondition("", ""), rows: rows)] }

  private static func figure<R: Rig>(
    _ metric: PeopleMetric<R.Person>, _ people: People<R>, against reference: People<R>
  ) -> Figure {
    let estimate = people.estimate(metric)
    func value(_ people: People<R>, _ index: Int) -> Double? {
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
      differenceCI95: pairs.count < people.population.fewestPeople ? nil : difference?.interval.interval)
  }

  /// The subject in a line.
  package var subject: String {
    let people = "\(device), \(rig): \(NumberText.count(participants, "person", "people")), \(source)"
    guard recorded == nil, let preset, let seed, let phone else { return "\(people), in recordings; \(scenario)" }
    return "\(people), preset \(preset), phone \(phone), seed \(seed); \(scenario)"
  }

  /// Sentences that apply to all rows.
  package var remarks: [String] {
    var remarks = [
      "Figures are over people with 95 % intervals; the difference is \(reference) minus the row's, paired over people."
    ]
    if failing > 0 { remarks.append("The sensor fails \(failing) of the people; they are in no figure.") }
    if recorded != nil { remarks.append(RecordedComparison.fewPeople(participants)) }
    if source != "simulated" { return remarks }
    return remarks + ["Simulated people: these figures compare pipelines; they say nothing of a phone."]
  }

  /// The metrics that at least one pipeline has, the headlines first.
  package var metrics: [Figure] { Self.metrics(rows) }

  /// The metrics that at least one of these rows has, the headlines first.
  package static func metrics(_ rows: [Row]) -> [Figure] {
    (rows.first?.figures ?? []).filter { figure in
      rows.contains { $0.figures.contains { $0.metric == figure.metric && $0.value != nil } }
    }
  }
}
