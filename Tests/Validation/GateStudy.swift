import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Runs a gate many times on people whose true figures are known.
///
/// Each run simulates new people, who read new pages, with a seed of its own, once for each version of the pipeline.
/// The truth is the figure of a population of other people on the same phone, so limits and regressions can be set
/// nearly exactly. The runs are divided equally among the phones.
struct GateStudy: Sendable {
  /// People and their task; the number of participants is the size of the population of each phone.
  let run: Run<GazeRig>
  /// The phones; each has an equal part of the runs.
  let phones: [UInt64] = [1, 2]
  /// Runs of each gate.
  let runs: Int
  /// Runs that are also compared with a baseline, at most; every version of the pipeline runs on their people.
  static let mostCompared = 60
  /// People of each population, at most, who run every version of the pipeline; their figures are the true change.
  static let mostChanged = 500
  /// Share by which a figure may be worse than the baseline.
  static let margin = BaselineComparison.Row.defaultMargin
  /// Interim analyses of a run: their numbers of people.
  let looks = GateAnalyses(first: 20, most: 40)
  /// Runs for each distribution other than the simulator's; they need no simulation.
  var strangerRuns: Int { 5 * runs }

  /// Limits, as limit/truth − 1.
  private static let steps = [-0.10, -0.05, -0.02, 0, 0.02, 0.05, 0.10]

  init(_ run: Run<GazeRig>, runs: Int) { (self.run, self.runs) = (run, runs) }

  /// Runs by verdict, and people at the runs' ends, mean over runs.
  struct Verdicts: Sendable {
    let pass, fail, inconclusive: Int
    let people: Double

    fileprivate init(_ ends: [End]) {
      func count(_ verdict: GateVerdict) -> Int { ends.count { $0.verdict == verdict } }
      (pass, fail, inconclusive) = (count(.pass), count(.fail), count(.inconclusive))
      people = mean(ends.map { Double($0.people) }) ?? 0
    }
  }

  /// A limit near a figure's true value.
  struct Borderline: Sendable {
    let metric: String
    /// Value of the figure in the population, mean over phones.
    let truth: Double
    /// limit/truth − 1, positive towards the lenient side: below 0 the figure breaks its limit.
    let step: Double
    let verdicts: Verdicts
    /// Runs with a wrong verdict: pass if the figure breaks its limit, fail if it does not. A figure exactly on the
    /// limit keeps it.
    let wrong: Int
  }

  /// Comparison of a version of the pipeline, or of the noise, with the baseline.
  struct Version: Sendable {
    /// Name of the difference from the baseline.
    let name: String
    /// True change of the pointer's median error, the figure that the version should change.
    let trueChange: Double
    /// Largest worsening among the compared figures, and the name of that figure.
    let worst: (change: Double, metric: String)
    /// Verdicts on the pointer's figure, and on all figures together.
    let pointer, all: Verdicts
  }

  struct Findings: Sendable {
    /// People of the populations whom tracking fails.
    let failing: Int
    /// Results of one gate alone.
    let borderline: [Borderline]
    /// Results of all figures that are compared with a baseline, each with its limit exactly at its true value.
    let family: Verdicts
    /// Comparisons of versions with the baseline.
    let versions: [Version]
    /// Results of gates on people from distributions other than the simulator's.
    let strangers: [OtherPopulationStudy.Row]
  }

  /// By version, metric and person.
  private typealias Parts = [[[PeopleEstimate.Part]]]

  /// Number of runs that are also compared with a baseline: every k-th, so that each phone has its part.
  var compared: Int { (runs + comparedStep - 1) / comparedStep }
  private var comparedStep: Int { max((runs + Self.mostCompared - 1) / Self.mostCompared, 1) }

  /// Index of a run's phone.
  private func phone(of number: Int) -> Int { number * phones.count / runs }

  func findings(jobs: Int) async throws -> Findings {
    try run.simulation.validate()
    // The figures of a gate with the built-in limits, the pointer's error first.
    let metrics = try GazeRig.defaultLimits(of: run.profile).map { try GazeMetric.named($0.metric) }
    let populations = phones.indices.map { run.drawn(seed: UInt64($0), phone: phones[$0], people: run.participants) }
    let groups =
      populations
      + (0..<runs).map {
        run.drawn(seed: UInt64(phones.count + $0), phone: phones[phone(of: $0)], people: looks.people.last ?? 0)
      }
    let empty: Parts = Self.names.dropLast(2).map { _ in metrics.map { _ in [] } }
    var parts = groups.map { _ in empty }
    for (group, run) in groups.enumerated() {
      let isRun = group >= phones.count && (group - phones.count) % comparedStep == 0
      try await eachInParallel(count: run.participants, jobs: jobs, ahead: 16 * jobs) { participant in
        Self.versions(run, participant, all: isRun || (group < phones.count && participant < Self.mostChanged)).map {
          figures in metrics.map { figures.part($0) }
        }
      } take: { person in
        for version in person.indices {
          for metric in metrics.indices { parts[group][version][metric].append(person[version][metric]) }
        }
      }
    }
    let (known, own) = (Array(parts.prefix(phones.count)), Array(parts.dropFirst(phones.count)))
    let truths = known.map { $0[0].map(Self.ratio) }
    let outcomes = try await mapInParallel(count: runs, jobs: jobs) {
      outcome($0, metrics, own[$0], truths[phone(of: $0)])
    }
    return Findings(
      failing: populations.reduce(0) { count, run in
        count + (0..<run.participants).count { run.simulation.person($0).isFailing }
      },
      borderline: borderline(outcomes, metrics, truths), family: Verdicts(outcomes.map(\.family)),
      versions: against(outcomes, metrics, known),
      strangers: try await OtherPopulationStudy(runs: strangerRuns, seed: run.simulation.seed).rows(jobs: jobs))
  }

  // MARK: People

  /// Names of the differences from the baseline, in the order of `versions(_:)`; the last two scale the pointer errors
  /// of the first two.
  private static let names = [
    "nothing", "tracker's noise drawn again", "no smoothing", "mean of 30 frames", "pointer jitters by 60 pt",
    "pointer 60 pt too low", "every pointer error x 1.10", "x 1.10, and noise drawn again",
  ]

  /// Runs one person through every version, with the same frames except for the noise.
  private static func versions(_ run: Run<GazeRig>, _ participant: Int, all: Bool) -> [PersonMeasurement<PersonResult>]
  {
    guard all else { return figures(run, participant, [run.personalPipeline(participant)]) }
    var (noisy, unsmoothed, slow) = (run, run, run)
    noisy.simulation.noise = 1
    unsmoothed.options.smoothing = Smoothing.none
    slow.options.smoothing = .movingAverage(30)
    let own = run.personalPipeline(participant)
    let same: [any PointerPipeline] = [
      own, unsmoothed.personalPipeline(participant), slow.personalPipeline(participant),
      DisplacedPipeline(own, jitter: 60, participant), DisplacedPipeline(own, shift: SIMD2(0, 60), participant),
    ]
    let figures = figures(run, participant, same)
    let again = self.figures(noisy, participant, [noisy.personalPipeline(participant)])
    return [figures[0], again[0]] + figures[1...]
  }

  private static func figures(
    _ run: Run<GazeRig>, _ participant: Int, _ pipelines: [any PointerPipeline]
  ) -> [PersonMeasurement<PersonResult>] {
    var takes = pipelines.map { _ in [(kind: TakeKind, person: PersonResult)]() }
    for scenario in run.scenarios {
      var take = SimulatedTake(run.simulation(of: scenario), participant: participant)
      let setup = run.setup(of: scenario)
      let trials = pipelines.map { GazeRig.trial(of: $0, setup, participant) }
      for (index, result) in GazeRig.measure(&take, trials, watching: nil).enumerated() {
        var person = result
        take.addSimulatorFacts(&person)
        takes[index].append((GazeRig.kind(scenario), person))
      }
    }
    return takes.compactMap { PersonMeasurement($0) }
  }

  // MARK: Runs

  /// Verdict of a run, and the number of people by whom it was reached.
  fileprivate struct End: Sendable {
    let verdict: GateVerdict
    let people: Int
  }

  /// One run of every gate: alone by metric and step, all at once, and against the baseline by version.
  private struct Outcome: Sendable {
    let borderline: [[End]]
    let family: End
    var versions: [(pointer: End, all: End)] = []
  }

  private struct Key: Hashable {
    let metric, people: Int
    let level: Double
  }

  private func outcome(_ number: Int, _ metrics: [GazeMetric], _ parts: Parts, _ truths: [Double]) -> Outcome {
    var known: [Key: PeopleEstimate?] = [:]
    func estimate(_ metric: Int, _ people: Int, _ level: Double) -> PeopleEstimate? {
      let key = Key(metric: metric, people: people, level: level)
      if let estimate = known[key] { return estimate }
      let estimate = metrics[metric].estimate(of: Array(parts[0][metric].prefix(people)), level: level)
      known[key] = estimate
      return estimate
    }
    func limit(_ metric: Int, _ step: Double) -> AccuracyGate {
      let better = metrics[metric].better
      let factor = better == .max ? 1 + step : 1 - step
      return AccuracyGate(metric: metrics[metric].name, limit: truths[metric] * factor, direction: better)
    }
    var outcome = Outcome(
      borderline: metrics.indices.map { metric in
        Self.steps.map { judged([limit(metric, $0)]) { estimate(metric, $1, $2) }.all }
      }, family: judged(metrics.indices.map { limit($0, 0) }, estimate).all)
    if number % comparedStep == 0 { outcome.versions = compared(swaps(number), metrics, parts) }
    return outcome
  }

  /// For each person of a run, true if baseline and candidate exchange the two draws of the noise, so that on average
  /// over people the difference is zero.
  private func swaps(_ number: Int) -> [Bool] {
    var rng = PhiloxGenerator(seed: run.simulation.seed, stream: UInt32(truncatingIfNeeded: number + 1))
    return (0..<(looks.people.last ?? 0)).map { _ in rng.next() >> 63 == 1 }
  }

  /// The first gate and all gates at the end of a run; `estimate` takes the gate's index, the number of people and the
  /// level.
  private func judged(
    _ gates: [AccuracyGate], _ estimate: (Int, Int, Double) -> PeopleEstimate?
  ) -> (first: End, all: End) {
    var judge = GateJudge(gates, looks)
    for people in looks.people {
      judge.analyse(people: people) { estimate($0, people, $1) }
      if judge.isOver { break }
    }
    let people = looks.people[judge.analysesDone - 1]
    return (End(verdict: judge.verdicts[0], people: people), End(verdict: judge.verdict, people: people))
  }

  /// Verdicts on each version of the pipeline, compared with the baseline.
  private func compared(
    _ swaps: [Bool], _ metrics: [GazeMetric], _ parts: Parts
  ) -> [(pointer: End, all: End)] {
    let gates = metrics.map {
      BaselineQuestion<GazeRig>(metric: $0, direction: $0.better, margin: Self.margin).gate
    }
    return Self.names.indices.map { version in
      let ends = judged(gates) { metric, people, level in
        PeopleEstimate.change(
          of: (0..<people).map { pair(version, metric, $0, isSwapped: swaps[$0], metrics, parts) },
          least: metrics[metric].smallestReference, level: level)
      }
      return (ends.first, ends.all)
    }
  }

  /// A person's part of a metric before and after. The planted versions are the baseline, or the other noise draw, with
  /// every pointer error larger by a tenth.
  private func pair(
    _ version: Int, _ metric: Int, _ person: Int, isSwapped: Bool, _ metrics: [GazeMetric], _ parts: Parts
  ) -> (before: PeopleEstimate.Part, after: PeopleEstimate.Part) {
    let isPlanted = version >= parts.count
    let place = isPlanted ? version - parts.count : version
    var (before, after) = (parts[0][metric][person], parts[place][metric][person])
    if place == 1, isSwapped { (before, after) = (after, before) }
    if isPlanted, metrics[metric].name.hasPrefix("pointer.error") { after.numerator *= 1.1 }
    return (before, after)
  }

  private static func ratio(_ parts: [PeopleEstimate.Part]) -> Double {
    parts.reduce(0) { $0 + $1.numerator } / max(parts.reduce(0) { $0 + $1.denominator }, 1e-300)
  }

  // MARK: Tables

  private func borderline(_ outcomes: [Outcome], _ metrics: [GazeMetric], _ truths: [[Double]]) -> [Borderline] {
    metrics.indices.flatMap { metric in
      Self.steps.enumerated().map { number, step in
        let own = outcomes.map { $0.borderline[metric][number] }
        // A figure of 0, such as F1 in a short take, is within every limit that is a share of it.
        let right = truths.map { $0[metric] == 0 || step >= 0 ? GateVerdict.pass : .fail }
        let wrong = own.indices.count { own[$0].verdict != .inconclusive && own[$0].verdict != right[phone(of: $0)] }
        let truth = truths.reduce(0) { $0 + $1[metric] } / Double(max(truths.count, 1))
        return Borderline(
          metric: metrics[metric].name, truth: truth, step: step, verdicts: Verdicts(own), wrong: wrong)
      }
    }
  }

  private func against(_ outcomes: [Outcome], _ metrics: [GazeMetric], _ populations: [Parts]) -> [Version] {
    return Self.names.enumerated().map { version, name in
      let own = outcomes.filter { !$0.versions.isEmpty }.map { $0.versions[version] }
      let changes = metrics.indices.map { metric in
        // Both assignments of the noise draws, since the runs draw either.
        let pairs = populations.flatMap { parts in
          // The people with every version come first.
          parts[1][metric].indices.flatMap { person in
            [false, true].map { pair(version, metric, person, isSwapped: $0, metrics, parts) }
          }
        }
        let (before, after) = (Self.ratio(pairs.map(\.before)), Self.ratio(pairs.map(\.after)))
        return (after - before) / max(before, metrics[metric].smallestReference)
      }
      let worse = zip(metrics, changes).map { $0.better == .max ? $1 : -$1 }
      let worst = worse.indices.max { worse[$0] < worse[$1] } ?? 0
      return Version(
        name: name, trueChange: changes[0], worst: (worse[worst], metrics[worst].name),
        pointer: Verdicts(own.map(\.pointer)), all: Verdicts(own.map(\.all)))
    }
  }
}
