package import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// Are gates right? Many runs of a gate on people drawn from a population whose true figures are known exactly.
///
/// The population is a large number of simulated people, each simulated once for each version of the pipeline. A run draws
/// its people from them, with replacement, in the order in which it looks at them; so truth is the population's own figure,
/// and limits and regressions can be put exactly where they are wanted. Runs differ by their seeds alone.
package struct GateStudy: Sendable {
  /// A limit near a figure's true value.
  package struct Borderline: Sendable, Codable {
    /// The figure.
    package var metric: String
    /// Its value in the population.
    package var truth: Double
    /// The limit over the truth, less 1, towards the good side: below 0 the figure breaks its limit.
    package var step: Double
    /// Runs by verdict.
    package var verdicts: Counts
    /// Runs whose verdict is wrong: pass where the figure breaks its limit, fail where it does not. On the limit it
    /// keeps it.
    package var wrong: Int
    /// People at the last look, mean over runs.
    package var people: Double
  }

  /// Runs by verdict.
  package struct Counts: Sendable, Codable {
    /// Runs that passed.
    package var pass = 0
    /// Runs that failed.
    package var fail = 0
    /// Runs that stayed inconclusive.
    package var inconclusive = 0

    mutating func add(_ verdict: GateVerdict) {
      switch verdict {
      case .pass: pass += 1
      case .fail: fail += 1
      case .inconclusive: inconclusive += 1
      }
    }
  }

  /// A version of the pipeline, or of the noise, against the baseline.
  package struct Version: Sendable, Codable {
    /// What differs.
    package var name: String
    /// Of the figure that it should change: `pointer.errorPoints.median`.
    package var trueChange: Double
    /// The largest worsening among the compared figures, and which it is.
    package var worst: Double
    /// Its name.
    package var worstMetric: String
    /// Runs by the verdict on the pointer's figure.
    package var pointer: Counts
    /// Runs by the verdict of all figures together.
    package var all: Counts
    /// People at the last look, mean over runs.
    package var people: Double
  }

  /// What came of it.
  package struct Report: Sendable, Codable {
    /// `gazesim.gates`.
    package var schema = "gazesim.gates"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// People in the population, and those of them whom tracking fails.
    package var population: Int
    /// Failing ones.
    package var failing: Int
    /// Runs of each gate.
    package var runs: Int
    /// Draws people and runs.
    package var seed: UInt64
    /// How often a run looks, and at how many people.
    package var looks: GateLooks
    /// By how much a figure may get worse against the baseline.
    package var margin: Double
    /// One gate alone.
    package var borderline: [Borderline]
    /// All figures that are compared with a baseline, each with its limit exactly at its own true value: runs by verdict.
    package var family: Counts
    /// Against the baseline.
    package var versions: [Version]
    /// Gates of each row of `strangers`.
    package var strangerRuns: Int
    /// Gates on people who are not the simulator's.
    package var strangers: [StrangerStudy.Row]
  }

  /// Who does what; its number of participants is the population.
  package var run: Run<GazeRig>
  /// Runs of each gate.
  package var runs = 200
  /// Gates of each distribution of people who are not the simulator's; they cost no simulation.
  package var strangerRuns: Int { 5 * runs }
  /// How often a run looks.
  package var looks = GateLooks(first: 20, most: GateLooks.defaultMost)
  /// By how much a figure may get worse against the baseline.
  package var margin = BaselineComparison.Row.defaultMargin

  /// Limits over the truth, less 1.
  package static let steps = [-0.10, -0.05, -0.02, 0, 0.02, 0.05, 0.10]
  /// Figures with a limit near their true value.
  package static let borderlineMetrics = ["pointer.errorPoints.median", "scroll.falsePerMinute", "scroll.f1"]

  /// A study of the people of a run.
  package init(_ run: Run<GazeRig>) { self.run = run }

  /// By version, metric and person.
  private typealias Parts = [[[PeopleEstimate.Part]]]

  /// Everything; the same for any number of jobs.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    try run.simulation.validate()
    var metrics: [GazeMetric] = []
    for name in GazeRig.baselineMetrics { metrics.append(try GazeMetric.named(name)) }
    let (count, chosen) = (run.simulation.participants, metrics)
    let people = try await mapInParallel(count: count, jobs: jobs) { participant in
      defer { progress(0.8 * Double(participant + 1) / Double(count)) }
      return versions(participant).map { figures in
        let person = People([figures])
        return chosen.map { person.part($0, 0) }
      }
    }
    let parts: Parts = (people.first ?? []).indices.map { version in
      metrics.indices.map { metric in people.map { $0[version][metric] } }
    }
    let outcomes = try await mapInParallel(count: runs, jobs: jobs) { number in
      defer { progress(0.8 + 0.2 * Double(number + 1) / Double(runs)) }
      return outcome(number, chosen, parts)
    }
    return Report(
      device: run.profile.id, population: count,
      failing: (0..<count).count { run.simulation.person($0).isFailing }, runs: runs, seed: run.simulation.seed,
      looks: looks, margin: margin,
      borderline: borderline(outcomes, metrics, parts),
      family: outcomes.reduce(into: Counts()) { $0.add($1.family) },
      versions: against(outcomes, metrics, parts), strangerRuns: strangerRuns,
      strangers: try await StrangerStudy(runs: strangerRuns, seed: run.simulation.seed).rows(jobs: jobs))
  }

  // MARK: People

  /// What differs from the baseline, in the order of `versions(_:)`; the last ones change the baseline's own figures.
  private static let names = [
    "nothing", "tracker's noise drawn again", "no smoothing", "mean of 30 frames", "pointer jitters by 60 pt",
    "pointer 60 pt too low", "every pointer error x 1.10", "x 1.10, and noise drawn again",
  ]

  /// One person through every version: the same frames but for the noise.
  private func versions(_ participant: Int) -> [Measured<PersonResult>] {
    var (noisy, unsmoothed, slow) = (run, run, run)
    noisy.simulation.noise = 1
    unsmoothed.options.smoothing = Smoothing.none
    slow.options.smoothing = .movingAverage(30)
    let own = run.personalPipeline(participant)
    let same: [any PointerPipeline] = [
      own, unsmoothed.personalPipeline(participant), slow.personalPipeline(participant),
      spoilt(own, jitter: 60, participant), spoilt(own, shift: SIMD2(0, 60), participant),
    ]
    let figures = Self.figures(run, participant, same)
    let again = Self.figures(noisy, participant, [noisy.personalPipeline(participant)])
    return [figures[0], again[0]] + figures[1...]
  }

  private static func figures(
    _ run: Run<GazeRig>, _ participant: Int, _ pipelines: [any PointerPipeline]
  ) -> [Measured<PersonResult>] {
    var takes = pipelines.map { _ in [(kind: TakeKind, person: PersonResult)]() }
    for scenario in run.scenarios {
      var take = SimulatedTake(run.simulation(of: scenario), participant: participant)
      let setup = run.setup(of: scenario)
      let trials = pipelines.map { GazeRig.trial(of: $0, setup, participant) }
      for (index, result) in GazeRig.measure(&take, trials, watching: nil).enumerated() {
        var person = result
        take.complete(&person)
        takes[index].append((GazeRig.kind(scenario), person))
      }
    }
    return takes.compactMap { Measured($0) }
  }

  // MARK: Runs

  /// One run of every gate.
  private struct Outcome: Sendable {
    /// By metric and step.
    var borderline: [[(verdict: GateVerdict, people: Int)]] = []
    var family = GateVerdict.inconclusive
    /// By version.
    var versions: [(pointer: GateVerdict, all: GateVerdict, people: Int)] = []
  }

  private func outcome(_ number: Int, _ metrics: [GazeMetric], _ parts: Parts) -> Outcome {
    var rng = PhiloxGenerator(seed: run.simulation.seed, stream: UInt32(truncatingIfNeeded: number + 1))
    let count = UInt64(run.simulation.participants)
    let drawn = (0..<(looks.people.last ?? 0)).map { _ in
      Draw(person: Int(rng.next().multipliedFullWidth(by: count).high), isSwapped: rng.next() >> 63 == 1)
    }
    var known: [Key: PeopleEstimate?] = [:]
    func estimate(_ metric: Int, _ people: Int, _ level: Double) -> PeopleEstimate? {
      let key = Key(metric: metric, people: people, level: level)
      if let estimate = known[key] { return estimate }
      let estimate = metrics[metric].estimate(
        of: drawn.prefix(people).map { parts[0][metric][$0.person] }, level: level)
      known[key] = estimate
      return estimate
    }
    func judged(_ gates: [AccuracyGate], _ estimate: (Int, Int, Double) -> PeopleEstimate?) -> GateJudge {
      var judge = GateJudge(gates, looks)
      for people in looks.people {
        judge.look(people: people) { estimate($0, people, $1) }
        if judge.isOver { break }
      }
      return judge
    }
    var outcome = Outcome()
    for name in Self.borderlineMetrics {
      guard let place = metrics.firstIndex(where: { $0.name == name }) else { continue }
      outcome.borderline.append(
        Self.steps.map { step in
          let judge = judged([limit(metrics[place], Self.ratio(parts[0][place]), step)]) { estimate(place, $1, $2) }
          return (judge.verdict, looks.people[judge.taken - 1])
        })
    }
    outcome.family =
      judged(metrics.indices.map { limit(metrics[$0], Self.ratio(parts[0][$0]), 0) }, estimate).verdict
    let questions = metrics.map {
      BaselineQuestion<PersonResult>(metric: $0, direction: $0.better, margin: margin)
    }
    for version in Self.names.indices {
      let judge = judged(questions.map(\.gate)) { metric, people, level in
        PeopleEstimate.change(
          of: drawn.prefix(people).map { pair(version, metric, $0, metrics, parts) },
          least: metrics[metric].leastForChange, level: level)
      }
      outcome.versions.append((judge.verdicts[0], judge.verdict, looks.people[judge.taken - 1]))
    }
    return outcome
  }

  private struct Key: Hashable {
    var metric: Int
    var people: Int
    var level: Double
  }

  private func limit(_ metric: GazeMetric, _ truth: Double, _ step: Double) -> AccuracyGate {
    let factor = metric.better == .max ? 1 + step : 1 - step
    return AccuracyGate(metric: metric.name, limit: truth * factor, direction: metric.better)
  }

  /// A person who was drawn. Which of two draws of the noise is the baseline's is a matter of luck, too, so that on
  /// average over runs another noise changes nothing at all.
  private struct Draw {
    var person: Int
    var isSwapped: Bool
  }

  /// A person's part of a metric before and after. The planted versions are those of the baseline, or of the other noise,
  /// with every pointer error larger by a tenth.
  private func pair(
    _ version: Int, _ metric: Int, _ draw: Draw, _ metrics: [GazeMetric], _ parts: Parts
  ) -> (before: PeopleEstimate.Part, after: PeopleEstimate.Part) {
    let isPlanted = version >= parts.count
    let place = isPlanted ? version - parts.count : version
    var (before, after) = (parts[0][metric][draw.person], parts[place][metric][draw.person])
    if place == 1, draw.isSwapped { (before, after) = (after, before) }
    if isPlanted, metrics[metric].name.hasPrefix("pointer.error") { after.numerator *= 1.1 }
    return (before, after)
  }

  private static func ratio(_ parts: [PeopleEstimate.Part]) -> Double {
    parts.reduce(0) { $0 + $1.numerator } / max(parts.reduce(0) { $0 + $1.denominator }, 1e-300)
  }

  // MARK: Tables

  private func borderline(_ outcomes: [Outcome], _ metrics: [GazeMetric], _ parts: Parts) -> [Borderline] {
    Self.borderlineMetrics.enumerated().flatMap { index, name in
      Self.steps.enumerated().map { place, step in
        let own = outcomes.map { $0.borderline[index][place] }
        let counts = own.reduce(into: Counts()) { $0.add($1.verdict) }
        let truth = metrics.firstIndex { $0.name == name }.map { Self.ratio(parts[0][$0]) } ?? 0
        return Borderline(
          metric: name, truth: truth, step: step, verdicts: counts, wrong: step < 0 ? counts.pass : counts.fail,
          people: Double(own.reduce(0) { $0 + $1.people }) / Double(max(own.count, 1)))
      }
    }
  }

  private func against(_ outcomes: [Outcome], _ metrics: [GazeMetric], _ parts: Parts) -> [Version] {
    let people = 0..<run.simulation.participants
    return Self.names.enumerated().map { version, name in
      let own = outcomes.map { $0.versions[version] }
      let changes = metrics.indices.map { metric in
        // Both ways round, as the runs draw them.
        let pairs = people.flatMap { person in
          [false, true].map { pair(version, metric, Draw(person: person, isSwapped: $0), metrics, parts) }
        }
        let (before, after) = (Self.ratio(pairs.map(\.before)), Self.ratio(pairs.map(\.after)))
        return (after - before) / max(before, metrics[metric].leastForChange)
      }
      let worse = zip(metrics, changes).map { $0.better == .max ? $1 : -$1 }
      let worst = worse.indices.max { worse[$0] < worse[$1] } ?? 0
      return Version(
        name: name, trueChange: changes[0], worst: worse[worst], worstMetric: metrics[worst].name,
        pointer: own.reduce(into: Counts()) { $0.add($1.pointer) }, all: own.reduce(into: Counts()) { $0.add($1.all) },
        people: Double(own.reduce(0) { $0 + $1.people }) / Double(max(own.count, 1)))
    }
  }
}
