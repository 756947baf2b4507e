import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Measures how often intervals over people contain the truth.
///
/// Each study draws new people, with a seed of their own, and computes every metric with its interval, as an evaluation
/// of these people would. The truth is the metric's value over a population of other people. Everything that differs
/// between people differs between the studies: the people, their behaviour, and their pages. The phone does not: it is
/// the same for all people of a study and of its population. The studies are divided among several phones, each with a
/// population of its own. People for whom tracking fails are left out, as in an evaluation.
struct IntervalStudy: Sendable {
  /// Range of coverage in which an interval may be printed.
  static let accepted = 0.91...0.98

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

  /// The people's task; its number of participants is the size of the population of each phone.
  let run: Run<GazeRig>
  /// Numbers of people per study.
  let people: [Int]
  /// Number of studies for each number of people.
  let studies: Int
  /// The phones; each has an equal part of the studies.
  let phones: [UInt64]
  /// Names of the metrics.
  let names: [String]

  init(_ run: Run<GazeRig>, people: [Int], studies: Int, phones: [UInt64] = [1, 2], metrics: [String]? = nil) {
    (self.run, self.people, self.studies, self.phones) = (run, people, studies, phones)
    names = metrics ?? Self.metrics + (run.loop == .closed ? Self.closedLoopMetrics : [])
  }

  /// Results for one metric and one number of people.
  struct Row: Sendable, Equatable {
    let metric, unit: String
    /// Number of people in a study.
    let people: Int
    /// Value of the metric over the population, mean over phones; nil if nobody has a value.
    let truth: Double?
    /// Number of studies that printed an interval, and of those whose interval contained the truth.
    let printed, covered: Int
    /// covered/printed, with Clopper and Pearson's interval; nil if no interval was printed.
    let coverage: Figure
    /// Median width of the intervals, divided by the truth.
    let relativeWidth: Double?
    /// Number of people needed, according to the studies that printed no interval; the most frequent answer.
    let peopleNeeded: Int?

    fileprivate var verdict: String {
      coverage.value.map { accepted.contains($0) ? "yes" : "no" }
        ?? peopleNeeded.map { "no interval: needs \($0) people" } ?? "no interval"
    }
  }

  func table(jobs: Int) async throws -> StudyTable {
    let rows = try await findings(jobs: jobs)
    let simulation = run.simulation
    let columns: [StudyColumn<Row>] = [
      .init("figure", \.metric), .init("people", \.people), .init("truth", 3, \.truth), .init("unit", \.unit),
      .init("coverage", 3, \.coverage), .init("width / truth", 2, \.relativeWidth),
      .init("printed") { "\($0.printed) of \(studies)" }, .init("0.91 to 0.98", \.verdict),
    ]
    let coverages = rows.compactMap(\.coverage.value)
    return StudyTable(
      title: [
        """
        \(run.profile.id), \(run.pipeline.name), \(run.scenario), \(run.loop.rawValue) loop, preset \
        \(simulation.preset.name), seeds from \(simulation.seed) on, \
        \(simulation.duration.map { "\($0) s" } ?? "the scenario's own time") per take
        """,
        """
        \(studies) studies of each number of people, with new people and pages in each, on phones \
        \(phones.map(String.init).joined(separator: ", ")); the truth is the figure of \(simulation.participants) \
        other people on the same phone
        """,
      ],
      parts: [StudyPart(nil, rows, columns)],
      conclusion: """
        \(coverages.count(where: Self.accepted.contains)) of \(coverages.count) intervals contain the truth in 91 to \
        98 % of studies; \(percent: mean(coverages), 1) on average (at least 93 % wanted)
        """)
  }

  /// The populations, one for each phone, and the studies in the order of their results, each with new people.
  private func runs() -> (populations: [Run<GazeRig>], studies: [(phone: Int, people: Int, run: Run<GazeRig>)]) {
    let populations = phones.indices.map {
      run.drawn(seed: UInt64($0), phone: phones[$0], people: run.participants)
    }
    var all: [(phone: Int, people: Int, run: Run<GazeRig>)] = []
    for size in people {
      for study in 0..<studies {
        // The phones' parts of the studies are as large as possible in an equal division.
        let phone = study * phones.count / studies
        let seed = UInt64(phones.count + all.count)
        all.append((phone, size, run.drawn(seed: seed, phone: phones[phone], people: size)))
      }
    }
    return (populations, all)
  }

  /// Simulates the populations and the studies.
  ///
  /// - Throws: `UnknownNameError` for a metric that does not exist.
  func findings(jobs: Int) async throws -> [Row] {
    try run.validate()
    let metrics = try names.map { try GazeMetric.named($0) }
    let (populations, studies) = runs()
    var (truths, estimates) = ([[Double?]](), [[PeopleEstimate?]]())
    var (group, drawn) = (0, Cohort<GazeRig>())
    func close() {
      let own = metrics.map { drawn.estimate($0) }
      if group < populations.count { truths.append(own.map { $0?.value }) } else { estimates.append(own) }
    }
    let groups = (populations + studies.map(\.run)).map { [$0] }
    try await Run.cells(groups, jobs: jobs, progress: { _ in }) {
      $0[0]
    } take: { place, person in
      if place != group {
        close()
        (group, drawn) = (place, Cohort())
      }
      drawn.add(person)
    }
    close()
    return metrics.indices.flatMap { index in
      people.map { size in
        let own = zip(studies, estimates).filter { $0.0.people == size }.map { study, estimates in
          (truth: truths[study.phone][index], interval: estimates[index]?.interval)
        }
        return row(metrics[index], mean(truths.compactMap { $0[index] }), own, size: size)
      }
    }
  }

  private func row(
    _ metric: GazeMetric, _ truth: Double?, _ answers: [(truth: Double?, interval: IntervalEstimate?)], size: Int
  ) -> Row {
    let printed = answers.compactMap { answer in answer.interval?.interval.map { (truth: answer.truth, interval: $0) } }
    let covered = printed.count { answer in answer.truth.map(answer.interval.contains) ?? false }
    let needed = answers.compactMap { $0.interval?.peopleNeeded }.reduce(into: [Int: Int]()) {
      $0[$1, default: 0] += 1
    }
    return Row(
      metric: metric.name, unit: metric.unit, people: size, truth: truth, printed: printed.count, covered: covered,
      coverage: Figure(
        printed.isEmpty ? nil : Double(covered) / Double(printed.count),
        .clopperPearson(successes: covered, of: printed.count)),
      relativeWidth: truth.flatMap { truth in
        PeoplePercentiles.quantile(0.5, of: printed.map { $0.interval.upper - $0.interval.lower }).flatMap {
          truth != 0 ? $0 / abs(truth) : nil
        }
      },
      peopleNeeded: needed.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key)
  }
}
