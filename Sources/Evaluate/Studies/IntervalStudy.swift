package import GazeMetrics
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// Do an evaluation's intervals over people hold what they say?
///
/// A pool of simulated people is the population, its figures the truth. A study draws n of them with replacement and
/// forms every figure with its interval as an evaluation of these people would; counted is how often the truth lies inside.
/// People whom tracking fails are left out, as they are in an evaluation.
package struct IntervalStudy: Sendable {
  /// What an interval's coverage must lie in to be printed.
  package static let accepted = 0.92...0.98
  /// Studies that one draw of random numbers serves at once.
  private static let batch = 20

  /// What is asked for where nothing else is: pointer error, scrolling, and all else that has an interval in both loops.
  package static let metrics = [
    "pointer.errorPoints.mean", "pointer.errorPoints.median", "pointer.errorPoints.p90", "pointer.sizeFor95Points",
    "pointer.accuracyDegrees", "pointer.stepResponseMilliseconds.median", "pointer.latencyMilliseconds",
    "pointer.dataLoss", "pointer.raw.errorDegrees.median", "scroll.precision", "scroll.recall", "scroll.f1",
    "scroll.kappa", "scroll.falsePerMinute", "scroll.midasPerMinute", "scroll.overshootPoints",
    "scroll.offScreenScrollPointsPerMinute",
  ]
  /// What a closed loop adds.
  package static let closedLoopMetrics = [
    "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
  ]

  /// Who is in the pool and what they do.
  package var run: Run<GazeRig>
  /// How many people a study has.
  package var people: [Int]
  /// How many studies are drawn for each.
  package var studies: Int
  /// The figures.
  package var names: [String]

  /// A study with this pool.
  package init(_ run: Run<GazeRig>, people: [Int] = [20, 60], studies: Int = 2000, metrics: [String]? = nil) {
    self.run = run
    self.people = people
    self.studies = studies
    names = metrics ?? Self.metrics + (run.loop == .closed ? Self.closedLoopMetrics : [])
  }

  /// One figure at one number of people.
  package struct Row: Sendable, Codable, Equatable {
    /// Its name.
    package var metric: String
    /// Its unit.
    package var unit: String
    /// People of a study.
    package var people: Int
    /// The pool's own figure; null where nobody has it.
    @ExplicitNull package var truth: Double?
    /// Studies that formed the figure.
    package var studies: Int
    /// Those of them that printed an interval.
    package var printed: Int
    /// Those of them whose interval held the truth.
    package var covered: Int
    /// covered / printed; null where none was printed.
    @ExplicitNull package var coverage: Double?
    /// Clopper and Pearson's 95 % interval of `coverage`, from the studies alone.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// Median width of the intervals over the truth.
    @ExplicitNull package var relativeWidth: Double?
    /// How many people it takes, by the studies that printed none; the most often said.
    @ExplicitNull package var peopleNeeded: Int?

    /// Does the coverage lie where it must? nil where no interval was printed.
    package var isAccepted: Bool? { coverage.map(IntervalStudy.accepted.contains) }
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.intervals`.
    package var schema = "gazesim.study.intervals"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The pipeline.
    package var pipeline: String
    /// The scenarios, joined with `+`.
    package var scenario: String
    /// `open` or `closed`.
    package var loop: String
    /// The tracker preset.
    package var preset: String
    /// Draws people, behaviour and noise, and who is in a study.
    package var seed: UInt64
    /// People of the pool, without those whom tracking fails.
    package var pool: Int
    /// Seconds of each take; null is the scenario's own.
    @ExplicitNull package var duration: Double?
    /// Studies of each number of people.
    package var studies: Int
    /// Figure by figure.
    package var rows: [Row]
  }

  /// What one study said of one figure.
  private struct Answer: Sendable {
    var interval: ConfidenceInterval?
    var peopleNeeded: Int?
  }

  /// Simulates the pool and draws the studies; `progress` hears a share of 0…1 now and then.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist, `SimulationError` for a number that makes no sense.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    try run.validate()
    let metrics = try names.map { try GazeMetric.named($0) }
    guard people.allSatisfy({ (2...10_000).contains($0) }), !people.isEmpty, (1...100_000).contains(studies) else {
      throw SimulationError.argument(
        "\(people.map(String.init).joined(separator: ",")) people, \(studies) studies: expected 2 to 10000 and 1 to 100000"
      )
    }
    let count = Double(run.simulation.participants)
    let everybody = try await run.people(jobs: jobs) { index in
      if index.isMultiple(of: 20) { progress(0.7 * Double(index) / count) }
    }
    let pool = everybody.filter { !$0.pointer.isFailing }
    var rows: [Row] = []
    for (place, size) in people.enumerated() {
      rows += try await self.rows(metrics, pool, size: size, jobs: jobs)
      progress(0.7 + 0.3 * Double(place + 1) / Double(people.count))
    }
    let order = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    rows.sort { (order[$0.metric] ?? 0, $0.people) < (order[$1.metric] ?? 0, $1.people) }
    return Report(
      device: run.profile.id, pipeline: run.pipeline.name,
      scenario: run.scenario, loop: run.loop.rawValue,
      preset: run.simulation.preset.name, seed: run.simulation.seed, pool: pool.count,
      duration: run.simulation.duration, studies: studies, rows: rows)
  }

  private func rows(
    _ metrics: [GazeMetric], _ pool: [Measured<PersonResult>], size: Int, jobs: Int
  ) async throws -> [Row] {
    let (studies, seed) = (studies, run.simulation.seed)
    let batches = try await mapInParallel(count: (studies + Self.batch - 1) / Self.batch, jobs: jobs) { batch in
      // A batch of studies has its own people, whichever core draws them.
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
