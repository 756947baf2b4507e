import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Sets each assumed constant to either end of a stated range, with all other constants unchanged, on the same people
/// with the same draws (common random numbers). It compares each result with the base run, paired over people.
struct SensitivityStudy: Study {
  static let name = "sensitivity"
  static let question = "Which assumptions matter, and how much?"

  /// Metric that may depend on an assumption.
  enum Outcome: String, CaseIterable {
    case pointerError = "median pointer error, pt"
    /// F1 of scrolling, of people who wanted to scroll.
    case scrollF1 = "scroll F1"
    case offScreenScroll = "pt scrolled per minute of looking off the screen"

    fileprivate var decimals: Int {
      switch self {
      case .pointerError: 1
      case .scrollF1: 3
      case .offScreenScroll: 0
      }
    }

    /// Returns one person's value; nil if the person has no value.
    fileprivate func figure(_ person: Measured<PersonResult>) -> Double? {
      switch self {
      case .pointerError: person.pointer.errorPoints.median
      // F1 is used only if there was an intent; without intents it is 0 and has no meaning.
      case .scrollF1: person.scroll.scroll.f1
      case .offScreenScroll: person.scroll.scroll.offScreenScrollPointsPerMinute
      }
    }
  }

  /// Effect of one end of a range on one outcome.
  struct Effect: Sendable, Equatable {
    /// Value of the constant at this end.
    let at: Double
    /// Mean over people of the outcome at this end minus the outcome at the base; its interval is not adjusted for the
    /// number of comparisons.
    let difference: Figure
    /// p of a paired t test, adjusted by Holm over every end of every constant for this outcome; nil with too few
    /// people.
    var adjustedP: Double?

    /// True if the effect's own interval excludes 0, which happens by chance for one effect in twenty.
    var excludesZero: Bool { difference.ci95.map { !$0.contains(0) } ?? false }
    /// True if so large a difference would hardly occur by chance among all comparisons (`adjustedP` below 0.05).
    var isDistinguishable: Bool { adjustedP.map { $0 < 0.05 } ?? false }
  }

  /// Effects of one constant on one outcome; that of an end is nil if the end is the base value.
  struct Row: Sendable {
    let constant: GazeConstant
    /// Value at the base.
    let value: Double
    let low, high: Effect?

    /// Larger of the two absolute differences, 0 if there are no effects.
    var largest: Double { max(abs(low?.difference.value ?? 0), abs(high?.difference.value ?? 0)) }
    /// True if at least one end can be distinguished from no effect.
    var isDistinguishable: Bool { low?.isDistinguishable == true || high?.isDistinguishable == true }
  }

  /// Constants for one outcome, the most important first.
  struct Ranking: Sendable {
    let outcome: Outcome
    /// Mean over people of the outcome in the base run; nil if nobody has a value.
    let base: Figure
    /// Rows sorted by the larger of the two differences, whether or not it can be distinguished from no effect.
    let rows: [Row]
  }

  /// Mean of F1 over people, with the constants that were set, by key.
  struct F1End: Sendable {
    let f1: Figure
    let constants: [String: Double]
  }

  /// Constants on which F1 depends: time for which an intent shows, point at which people look to show it, and drift of
  /// the tracker; all assumed.
  static let f1Keys = ["task.intentTime", "task.scrollGaze", "tracker.driftSD"]

  struct Findings: Sendable {
    /// Number of people for whom tracking fails; they are left out of all results.
    let failing: Int
    /// One ranking per outcome.
    let rankings: [Ranking]
    /// F1 at the base and at every combination of the ends of `f1Keys`, the smallest first.
    let f1Ends: [F1End]
  }

  /// Base run: device, people, scenarios, pipeline.
  var run: Run<GazeRig>
  /// Constants that are varied.
  let constants: [GazeConstant]
  /// Number of rows of each table.
  private let top: Int

  /// All assumed constants except those of the experiment's design, which are known, and those that have no effect
  /// unless a choice of the design asks for them.
  static let assumed = GazeConstant.all.filter {
    $0.provenance == .assumed && !design.contains($0.key) && !isAskedFor($0.key)
  }

  /// Constants that an experimenter chooses: task and set-up.
  static let design: Set = [
    "behaviour.shiftRight", "behaviour.shiftUp", "phone.orientation", "task.appStates", "task.column",
    "task.columnFrom", "task.dotAtStart", "task.dotTime", "task.grid", "task.headTurns", "task.layout",
    "task.notReading", "task.pageScreens", "task.pursuitSpeed", "task.reread", "task.samePage", "task.script",
    "task.skimming", "task.skimmingUntil", "task.skipParagraph", "task.startAt", "task.steerX", "task.steerY",
    "task.targetTime", "task.textSize",
  ]

  /// True for the constants of taps, of signs and of a visible pointer: nobody taps or makes signs, and no pointer is
  /// compensated, unless the run asks for it.
  static func isAskedFor(_ key: String) -> Bool {
    ["task.tap", "sign.", "behaviour.compensation"].contains { key.hasPrefix($0) }
  }

  init(_ run: Run<GazeRig>, constants: [GazeConstant]) { (self.run, self.constants, top) = (run, constants, .max) }

  init(_ options: inout Options) throws {
    let profile = try options.device()
    let scenarios = try options.names("scenario")?.map { try GazeScenario.named($0) } ?? GazeRig.facts.scenarios
    run = Run<GazeRig>(
      profile: profile, simulation: try options.simulation(profile, scenarios[0], participants: 20),
      scenarios: scenarios)
    constants = Self.assumed
    top = try options.number("top", 12, 0...100_000)
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    return StudyTable(
      title: [
        """
        \(run.simulation.subject(run.profile)) (\(r.failing) excluded, because tracking fails them); \
        \(run.pipeline.name), \(run.scenario)
        """,
        "each constant at either end of its range, all else and all draws unchanged; sorted by the larger effect",
        "* its 95 % interval excludes 0; ** p < 0.05, adjusted over all ends of all constants (Holm)",
      ], parts: r.rankings.map(part),
      remarks: r.f1Ends.isEmpty
        ? []
        : ["smallest and largest F1 over \(r.f1Ends.count) combinations of \(Self.f1Keys.joined(separator: ", "))"]
          + [r.f1Ends.first, r.f1Ends.last].compactMap(\.self).map { end in
            let set = end.constants.sorted { $0.key < $1.key }.map { "\($0.key)=\(NumberText.shortest($0.value, 4))" }
            return "\(end.f1, 2) \(set.isEmpty ? "unchanged constants" : set.joined(separator: " "))"
          })
  }

  private func part(_ ranking: Ranking) -> StudyPart {
    let decimals = ranking.outcome.decimals
    func end(_ label: String, _ effect: @escaping (Row) -> Effect?) -> [StudyColumn<Row>] {
      [
        .init(label) { effect($0).map { NumberText.shortest($0.at, 4) } ?? "-" },
        .init("effect, 95 %") { row in
          guard let effect = effect(row) else { return "-" }
          let mark = effect.isDistinguishable ? "**" : effect.excludesZero ? "*" : ""
          return "\(signed: effect.difference, decimals) \(mark)"
        },
      ]
    }
    let shown = ranking.rows.prefix(top)
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.constant.key, $0 + 1) })
    let columns: [StudyColumn<Row>] = [
      .init("") { places[$0.constant.key] ?? 0 }, .init("constant", \.constant.key), .init("unit", \.constant.unit),
      .init("value") { NumberText.shortest($0.value, 4) },
    ]
    return StudyPart(
      """
      \(ranking.outcome.rawValue): \(ranking.base, decimals); \(ranking.rows.count(where: \.isDistinguishable)) of \
      \(ranking.rows.count) can be distinguished from no effect; the largest of those not shown: \
      \(ranking.rows.dropFirst(shown.count).map(\.largest).max(), decimals)
      """, Array(shown), columns + end("low", \.low) + end("high", \.high))
  }

  /// Runs the base and both ends of every constant.
  ///
  /// - Throws: `SimulationError` for a value that the simulation rejects.
  func findings(_ runner: StudyRunner) async throws -> Findings {
    var runs = [run]
    /// Number of the run with a constant at an end of its range; nil if that is the base value, which needs no run.
    func arm(_ constant: GazeConstant, at end: Double) throws -> (at: Double, run: Int)? {
      let value = constant.value(in: run.simulation.parameters)
      guard abs(end - value) > 1e-9 * max(abs(value), 1e-3) else { return nil }
      var run = run
      try run.simulation.set(constant.key, end)
      runs.append(run)
      return (end, runs.count - 1)
    }
    // Low and high end of each constant. The ends of a constant that must be a whole number are rounded, since it has
    // no values between.
    let arms = try constants.flatMap { constant in
      let sweep = constant.sweep(in: run.simulation.parameters)
      return try [sweep.lowerBound, sweep.upperBound].map {
        try arm(constant, at: constant.isWhole ? $0.rounded() : $0)
      }
    }
    let corners = try f1Corners()
    let firstCorner = runs.count
    for corner in corners {
      var run = run
      for (key, value) in corner { try run.simulation.set(key, value) }
      runs.append(run)
    }
    // Each person's outcomes, the only part of a run that is kept; nil for a person for whom tracking fails.
    var people = runs.map { _ in [[Double?]?]() }
    try await Run.cells(runs.map { [$0] }, jobs: runner.jobs, progress: runner.progress) { person in
      person[0].pointer.isFailing ? nil : Outcome.allCases.map { $0.figure(person[0]) }
    } take: {
      people[$0].append($1)
    }
    let f1 = Outcome.allCases.firstIndex(of: .scrollF1) ?? 0
    let ends = zip([[:]] + corners, [people[0]] + people[firstCorner...]).compactMap { constants, people in
      let figure = figure(people, f1)
      return figure.value.map { _ in F1End(f1: figure, constants: constants) }
    }
    return Findings(
      failing: people[0].count { $0 == nil },
      rankings: Outcome.allCases.indices.map { ranking($0, people, arms) },
      f1Ends: ends.sorted { ($0.f1.value ?? 0) < ($1.f1.value ?? 0) })
  }

  /// All combinations of the ends of the constants on which F1 depends.
  private func f1Corners() throws -> [[String: Double]] {
    try Self.f1Keys.reduce([[:]]) { corners, key in
      let sweep = try GazeConstant.named(key).sweep(in: run.simulation.parameters)
      return corners.flatMap { corner in
        [sweep.lowerBound, sweep.upperBound].map { corner.merging([key: $0]) { $1 } }
      }
    }
  }

  private func figure(_ people: [[Double?]?], _ outcome: Int) -> Figure {
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    return Figure(.mean(of: people.compactMap { $0?[outcome] }, using: &rng))
  }

  private func ranking(_ outcome: Int, _ people: [[[Double?]?]], _ arms: [(at: Double, run: Int)?]) -> Ranking {
    var effects = arms.map { arm in arm.flatMap { effect(outcome, at: $0.at, people[$0.run], people[0]) } }
    let adjusted = PairedTest.holm(effects.map { $0?.adjustedP })
    for index in effects.indices { effects[index]?.adjustedP = adjusted[index] }
    let rows = constants.enumerated().map { index, constant in
      Row(
        constant: constant, value: constant.value(in: run.simulation.parameters), low: effects[2 * index],
        high: effects[2 * index + 1])
    }
    let order = rows.indices.sorted { (rows[$1].largest, $0) < (rows[$0].largest, $1) }
    return Ranking(outcome: Outcome.allCases[outcome], base: figure(people[0], outcome), rows: order.map { rows[$0] })
  }

  /// Returns an effect whose p is not adjusted yet. A person for whom tracking fails under one of the two conditions is
  /// left out of both.
  private func effect(_ outcome: Int, at end: Double, _ people: [[Double?]?], _ base: [[Double?]?]) -> Effect? {
    let pairs = zip(people, base).compactMap { there, base -> (first: Double, second: Double)? in
      guard let first = there?[outcome], let second = base?[outcome] else { return nil }
      return (first, second)
    }
    var rng = PhiloxGenerator(seed: 1, stream: 1)
    return PeopleEstimate.pairedDifference(of: pairs, using: &rng).map {
      Effect(at: end, difference: Figure($0), adjustedP: PairedTest.p(of: pairs))
    }
  }
}

extension PairedTest {
  /// Holm's adjusted p of several tests (Scandinavian Journal of Statistics 6, 1979): if each adjusted p is compared
  /// with 0.05, the probability of at least one false alarm among all tests stays below 0.05, however the tests depend
  /// on each other.
  ///
  ///     sorted ascending: p̃ᵢ = max over j ≤ i of min((m − j + 1) pⱼ, 1)
  ///
  /// An element that is nil (no test) stays nil and does not count as a test.
  static func holm(_ values: [Double?]) -> [Double?] {
    let order = values.indices.filter { values[$0] != nil }.sorted { (values[$0] ?? 1, $0) < (values[$1] ?? 1, $1) }
    var adjusted = [Double?](repeating: nil, count: values.count)
    var largest = 0.0
    for (place, index) in order.enumerated() {
      largest = max(largest, min(Double(order.count - place) * (values[index] ?? 1), 1))
      adjusted[index] = largest
    }
    return adjusted
  }
}
