import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// Measures how often intervals over people contain the truth. A pool of simulated people is the population, and the
/// pool's metrics are the truth. Each study draws n people of the pool with replacement and computes every metric with
/// its interval, as an evaluation of these people would. People for whom tracking fails are left out, as in an
/// evaluation.
package struct IntervalStudy: Study {
  package static let name = "intervals"
  package static let question = "Do the intervals of 'evaluate' and 'gate' have their stated coverage?"

  /// Range of coverage in which an interval may be printed.
  static let accepted = 0.92...0.98
  /// Number of studies in a batch; the studies of a batch share one random stream.
  private static let batch = 20

  /// Default metrics: those of pointer error and scrolling, and all others that have an interval in both loops.
  private static let metrics = [
    "pointer.errorPoints.mean", "pointer.errorPoints.median", "pointer.errorPoints.p90", "pointer.sizeFor95Points",
    "pointer.accuracyDegrees", "pointer.stepResponseMilliseconds.median", "pointer.latencyMilliseconds",
    "pointer.dataLoss", "pointer.raw.errorDegrees.median", "scroll.precision", "scroll.recall", "scroll.f1",
    "scroll.kappa", "scroll.falsePerMinute", "scroll.midasPerMinute", "scroll.overshootPoints",
    "scroll.offScreenScrollPointsPerMinute",
  ]
  /// Additional metrics of a closed loop.
  private static let closedLoopMetrics = [
    "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
  ]

  /// The pool and its task.
  let run: Run<GazeRig>
  /// Numbers of people per study.
  let people: [Int]
  /// Number of studies for each number of people.
  let studies: Int
  /// Names of the metrics.
  let names: [String]

  package init(_ run: Run<GazeRig>, people: [Int], studies: Int, metrics: [String]? = nil) {
    self.run = run
    self.people = people
    self.studies = studies
    names = metrics ?? Self.metrics + (run.loop == .closed ? Self.closedLoopMetrics : [])
  }

  /// Results for one metric and one number of people.
  struct Row: Sendable, Encodable, Equatable {
    var metric: String
    var unit: String
    /// Number of people in a study.
    var people: Int
    /// Value of the metric over the pool; null if nobody has a value.
    @ExplicitNull var truth: Double?
    /// Number of studies that computed the metric.
    var studies: Int
    /// Number of studies that printed an interval.
    var printed: Int
    /// Number of studies whose interval contained the truth.
    var covered: Int
    /// covered/printed; null if no interval was printed.
    @ExplicitNull var coverage: Double?
    /// Clopper and Pearson's 95 % interval of `coverage`; it contains the variation over studies only.
    @ExplicitNull var ci95: ConfidenceInterval?
    /// Median width of the intervals, divided by the truth.
    @ExplicitNull var relativeWidth: Double?
    /// Number of people needed, according to the studies that printed no interval; the most frequent answer.
    @ExplicitNull var peopleNeeded: Int?
  }

  package func run(_ runner: StudyRunner) async throws -> StudyTable {
    let (rows, pool) = try await findings(runner)
    let simulation = run.simulation
    let columns: [StudyColumn<Row>] = [
      .init("figure", \.metric), .init("people", count: \.people),
      .init("truth") { "\(NumberText.fixed($0.truth, 3)) \($0.unit)" }, .init("coverage", 3, \.coverage),
      .init(3, \.ci95), .init("width / truth", 2, \.relativeWidth),
      .init("printed") { "\($0.printed) of \($0.studies)" },
      .init("0.92 to 0.98") { row in
        row.coverage.map { Self.accepted.contains($0) ? "yes" : "no" }
          ?? row.peopleNeeded.map { "no interval: needs \($0) people" } ?? "no interval"
      },
    ]
    let time = simulation.duration.map { NumberText.fixed($0, 0) + " s" } ?? "the scenario's own time"
    return StudyTable(
      title: [
        """
        \(run.profile.id), \(run.pipeline.name), \(run.scenario), \(run.loop.rawValue) loop, preset \
        \(simulation.preset.name), seed \(simulation.seed): a pool of \(pool) people, \
        \(time) per take
        """,
        """
        \(studies) studies of each number of people, drawn from the pool with replacement; the truth is the pool's \
        figure
        """,
      ],
      parts: [StudyPart(rows, columns)], conclusion: conclusion(rows),
      facts: StudyFacts(
        schema: "gazesim.study.intervals",
        [
          "device": run.profile.id, "pipeline": run.pipeline.name, "scenario": run.scenario,
          "loop": run.loop.rawValue, "preset": simulation.preset.name, "seed": simulation.seed, "pool": pool,
          "duration": simulation.duration, "studies": studies, "rows": rows,
        ]))
  }

  /// Number of intervals with the stated coverage.
  private func conclusion(_ rows: [Row]) -> String {
    let known = rows.compactMap(\.coverage)
    let within = known.count { Self.accepted.contains($0) }
    return "\(within) of \(NumberText.count(known.count, "interval contains", "intervals contain")) the truth in 92 to "
      + "98 % of studies"
  }

  /// One study's result for one metric.
  private struct Answer: Sendable {
    var interval: ConfidenceInterval?
    var peopleNeeded: Int?
  }

  /// Simulates the pool and draws the studies; returns rows, and the number of people in the pool for whom tracking
  /// works.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist, `SimulationError` for a number out of range.
  func findings(_ runner: StudyRunner) async throws -> (rows: [Row], pool: Int) {
    try run.validate()
    let metrics = try names.map { try GazeMetric.named($0) }
    guard people.allSatisfy({ (2...10_000).contains($0) }), !people.isEmpty, (1...100_000).contains(studies) else {
      let sizes = people.map(String.init).joined(separator: ",")
      throw SimulationError.argument("\(sizes) people, \(studies) studies: expected 2 to 10000 and 1 to 100000")
    }
    let count = Double(run.simulation.participants)
    let simulating = runner.part(0, 0.7)
    let everybody = try await run.people(jobs: runner.jobs) { simulating.progress(Double($0) / count) }
    let pool = everybody.filter { !$0.pointer.isFailing }
    var rows: [Row] = []
    for (place, size) in people.enumerated() {
      rows += try await self.rows(metrics, pool, size: size, runner.part(0.7, 1).part(place, of: people.count))
    }
    let order = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    rows.sort { (order[$0.metric] ?? 0, $0.people) < (order[$1.metric] ?? 0, $1.people) }
    return (rows, pool.count)
  }

  private func rows(
    _ metrics: [GazeMetric], _ pool: [Measured<PersonResult>], size: Int, _ runner: StudyRunner
  ) async throws -> [Row] {
    let (studies, seed) = (studies, run.simulation.seed)
    let batches = try await runner.map((studies + Self.batch - 1) / Self.batch) { batch in
      // The random stream depends only on the batch's number, so that the people do not depend on the core that draws
      // them.
      var rng = PhiloxGenerator(seed: seed &+ UInt64(size) &* 1_000_003, stream: UInt32(batch + 1))
      return (0..<min(Self.batch, studies - batch * Self.batch)).map { _ in
        let drawn = (0..<size).map { _ in Int(rng.next().multipliedFullWidth(by: UInt64(pool.count)).high) }
        return metrics.map { metric -> Answer? in
          metric.estimate(drawn.map { pool[$0].person(for: metric) })
            .map { Answer(interval: $0.interval.interval, peopleNeeded: $0.interval.peopleNeeded) }
        }
      }
    }
    let answers = batches.flatMap { $0 }
    return metrics.indices.map { index in
      let metric = metrics[index]
      let truth = metric.estimate(pool.map { $0.person(for: metric) })?.value
      return Self.row(metric, truth, answers.compactMap { $0[index] }, size: size)
    }
  }

  private static func row(_ metric: GazeMetric, _ truth: Double?, _ answers: [Answer], size: Int) -> Row {
    let intervals = answers.compactMap(\.interval)
    let covered = truth.map { truth in intervals.count { $0.contains(truth) } } ?? 0
    let widths = intervals.map { $0.upper - $0.lower }
    let needed = answers.compactMap(\.peopleNeeded).reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return Row(
      metric: metric.name, unit: metric.unit, people: size, truth: truth, studies: answers.count,
      printed: intervals.count, covered: covered,
      coverage: intervals.isEmpty ? nil : Double(covered) / Double(intervals.count),
      ci95: ConfidenceInterval.clopperPearson(successes: covered, of: intervals.count),
      relativeWidth: truth.flatMap { truth in
        truth != 0 ? PeoplePercentiles.quantile(0.5, of: widths).map { $0 / abs(truth) } : nil
      },
      peopleNeeded: needed.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key)
  }
}
