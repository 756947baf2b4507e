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
  enum Outcome: String, Sendable, CaseIterable, Codable {
    /// Median pointer error, points.
    case pointerError
    /// F1 of scrolling, of people who wanted to scroll.
    case scrollF1
    /// Points scrolled per minute of looking off the screen.
    case offScreenScroll

    /// Returns one person's value; nil if the person has no value.
    func figure(_ person: Measured<PersonResult>) -> Double? {
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
    var at: Double
    /// Mean over people of the outcome at this end minus the outcome at the base.
    var difference: Double
    /// 95 % interval of `difference` over people, not adjusted for the number of comparisons; nil with too few people.
    var ci95: ConfidenceInterval?
    /// p of a paired t test, adjusted by Holm over every end of every constant for this outcome; nil with too few
    /// people.
    var adjustedP: Double?
    /// Number of people who have a value of the outcome under both conditions.
    var people: Int

    /// True if the effect's own interval excludes 0, which happens by chance for one effect in twenty.
    var leavesOutZero: Bool { ci95.map { !$0.contains(0) } ?? false }
    /// True if so large a difference would hardly occur by chance among all comparisons (`adjustedP` below 0.05).
    var isDistinguishable: Bool { adjustedP.map { $0 < 0.05 } ?? false }
  }

  /// Effects of one constant on one outcome.
  struct Row: Sendable, Equatable {
    /// Key of the constant, as in `--set KEY=VALUE`.
    var key: String
    /// Unit of the values.
    var unit: String
    /// Provenance of the value.
    var provenance: Provenance
    /// Value at the base.
    var value: Double
    /// Effect of the range's lower end; nil if the lower end is the base value.
    var low: Effect?
    /// Effect of the range's upper end; nil if the upper end is the base value.
    var high: Effect?

    /// Larger of the two absolute differences, 0 if there are no effects.
    var largest: Double { max(abs(low?.difference ?? 0), abs(high?.difference ?? 0)) }
    /// True if at least one end can be distinguished from no effect.
    var isDistinguishable: Bool { low?.isDistinguishable == true || high?.isDistinguishable == true }
  }

  /// Constants for one outcome, the most important first.
  struct Ranking: Sendable, Equatable {
    var outcome: Outcome
    /// `pt`, `1`, `pt/min`.
    var unit: String
    /// Mean over people of the outcome in the base run; nil if nobody has a value.
    var base: Double?
    /// 95 % interval of `base`.
    var baseCI95: ConfidenceInterval?
    /// Rows sorted by the larger of the two differences, whether or not it can be distinguished from no effect.
    var rows: [Row]
  }

  /// An end of the range of F1, with the constants that give it.
  struct F1End: Sendable, Equatable {
    /// Mean of F1 over people.
    var f1: Double
    /// 95 % interval of `f1`; nil with too few people.
    var ci95: ConfidenceInterval?
    /// Constants that were set, by key, in their units.
    var constants: [String: Double]
  }

  /// Smallest and largest F1 over every combination of the ends of `F1Range.keys` and the base.
  struct F1Range: Sendable, Equatable {
    /// Time for which an intent shows, point at which people look to show it, and drift of the tracker; all assumed.
    static let keys = ["task.intentTime", "task.scrollGaze", "tracker.driftSD"]
    var smallest: F1End
    var largest: F1End
    var combinations: Int
  }

  struct Findings: Sendable {
    /// Number of all people.
    var participants: Int
    /// Number of people for whom tracking fails; they are left out of all results.
    var failing: Int
    /// One ranking per outcome.
    var rankings: [Ranking]
    /// Range of F1 over the assumptions on which it depends.
    var f1Range: F1Range?
  }

  /// Base run: device, people, scenarios, pipeline.
  var run: Run<GazeRig>
  /// Constants that are varied.
  let constants: [GazeConstant]
  /// Number of rows of each table; 0 for all.
  let top: Int

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

  init(_ run: Run<GazeRig>, constants: [GazeConstant], top: Int = 0) {
    self.run = run
    self.constants = constants
    self.top = top
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let simulation = run.simulation
    return StudyTable(
      title: [
        """
        \(run.profile.id), \(run.pipeline.name), \(run.scenario): \
        \(NumberText.count(r.participants, "person", "people")) (\(r.failing) excluded, because tracking \
        fails them), simulated, preset \(simulation.preset.name), phone \(simulation.phone), seed \(simulation.seed)
        """,
        "each constant at either end of its range, all else and all draws unchanged; sorted by the larger effect",
        "* its 95 % interval excludes 0; ** p < 0.05, adjusted over all ends of all constants (Holm)",
      ], parts: r.rankings.map(part), remarks: r.f1Range.map(remarks) ?? [],
      conclusion: conclusion(r))
  }

  /// The constant on which the first outcome depends most.
  private func conclusion(_ r: Findings) -> String? {
    guard let ranking = r.rankings.first, let row = ranking.rows.first else { return nil }
    let known = ranking.rows.count(where: \.isDistinguishable)
    guard ranking.rows.contains(where: { ($0.low ?? $0.high)?.ci95 != nil }) else {
      let people = NumberText.count(r.participants, "person is", "people are")
      let largest = FigureText.measured(row.largest, ranking.unit)
      return "\(people) too few to say which constants matter; the largest change is \(largest), of \(row.key)"
    }
    return "\(known) of \(NumberText.count(ranking.rows.count, "constant")) matter; most \(row.key), by "
      + FigureText.measured(row.largest, ranking.unit)
  }

  private func part(_ ranking: Ranking) -> StudyPart {
    let (name, decimals) =
      switch ranking.outcome {
      case .pointerError: ("median pointer error, points", 1)
      case .scrollF1: ("scroll F1", 3)
      case .offScreenScroll: ("points scrolled per minute of looking off the screen", 0)
      }
    guard let base = ranking.base else { return StudyPart(heading: "\(name): nobody has this figure") }
    func end(_ label: String, _ effect: @escaping (Row) -> Effect?) -> [StudyColumn<Row>] {
      [
        StudyColumn(label) { row in effect(row).map { Self.value($0.at) } ?? "-" },
        StudyColumn("effect") { row in
          guard let effect = effect(row) else { return "-" }
          return (effect.difference > 0 ? "+" : "") + NumberText.fixed(effect.difference, decimals)
            + (effect.isDistinguishable ? "**" : effect.leavesOutZero ? "* " : "  ")
        }, StudyColumn(decimals) { row in effect(row)?.ci95 },
      ]
    }
    let shown = ranking.rows.prefix(top == 0 ? .max : top)
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1.key, "\($0 + 1)") })
    let columns: [StudyColumn<Row>] = [
      StudyColumn("") { places[$0.key] ?? "" },
      StudyColumn("constant") { row in "\(row.key) \(row.unit == "1" ? "" : row.unit)" },
      StudyColumn("value") { Self.value($0.value) },
    ]
    let rest = ranking.rows.dropFirst(shown.count).map(\.largest).max()
    let largest = rest.map { "; the largest of those not shown: \(NumberText.fixed($0, decimals))" } ?? ""
    let distinguishable = ranking.rows.count(where: \.isDistinguishable)
    return StudyPart(
      "\(name): \(NumberText.fixed(base, decimals)) \(Format.interval(ranking.baseCI95, decimals))",
      Array(shown), columns + end("low") { $0.low } + end("high") { $0.high },
      notes: ["\(distinguishable) of \(ranking.rows.count) can be distinguished from no effect\(largest)"])
  }

  private func remarks(_ range: F1Range) -> [String] {
    func end(_ end: F1End) -> String {
      let set = end.constants.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.value($0.value))" }
      let words = set.isEmpty ? "unchanged constants" : set.joined(separator: " ")
      return "\(NumberText.fixed(end.f1, 2)) \(Format.interval(end.ci95, 2)) (\(words))"
    }
    return [
      """
      F1 over \(range.combinations) combinations of \(F1Range.keys.joined(separator: ", ")), none of which was measured:
      """, "smallest \(end(range.smallest))", "largest \(end(range.largest))",
    ]
  }

  /// Text of a number with up to four significant decimals, without trailing zeros.
  private static func value(_ x: Double) -> String {
    var text = NumberText.fixed(x, abs(x) < 0.1 ? 4 : abs(x) < 10 ? 2 : 1)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }

  /// Runs the base and both ends of every constant.
  ///
  /// - Throws: `SimulationError` for a value that the simulation rejects.
  func findings(_ runner: StudyRunner) async throws -> Findings {
    let corners = try corners()
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
    let planned = try constants.map { constant in
      let sweep = constant.sweep(in: run.simulation.parameters)
      // The ends of a constant that must be a whole number are rounded, since it has no values between.
      let ends = [sweep.lowerBound, sweep.upperBound].map { constant.isWhole ? $0.rounded() : $0 }
      return (low: try arm(constant, at: ends[0]), high: try arm(constant, at: ends[1]))
    }
    let firstCorner = runs.count
    for corner in corners {
      var run = run
      for (key, value) in corner { try run.simulation.set(key, value) }
      runs.append(run)
    }
    var people = runs.map { _ in [PersonOutcomes]() }
    try await Run.cells(runs.map { [$0] }, jobs: runner.jobs, progress: runner.progress) {
      PersonOutcomes($0[0])
    } take: {
      people[$0].append($1)
    }
    let base = people[0]
    let arms = planned.map { ends in
      (
        low: ends.low.map { Arm(at: $0.at, people: people[$0.run]) },
        high: ends.high.map { Arm(at: $0.at, people: people[$0.run]) }
      )
    }
    let ends = [f1(base, [:])] + corners.enumerated().map { f1(people[firstCorner + $0], $1) }
    let found = ends.compactMap(\.self)
    let range = found.min { $0.f1 < $1.f1 }.flatMap { smallest in
      found.max { $0.f1 < $1.f1 }.map { F1Range(smallest: smallest, largest: $0, combinations: found.count) }
    }
    return Findings(
      participants: base.count, failing: base.count(where: \.isFailing),
      rankings: Outcome.allCases.map { ranking($0, base, arms) }, f1Range: range)
  }

  /// All combinations of the ends of the constants on which F1 depends.
  private func corners() throws -> [[String: Double]] {
    try F1Range.keys.reduce([[:]]) { corners, key in
      let sweep = try GazeConstant.named(key).sweep(in: run.simulation.parameters)
      return corners.flatMap { corner in
        [sweep.lowerBound, sweep.upperBound].map { corner.merging([key: $0]) { $1 } }
      }
    }
  }

  /// Returns nil if nobody has an F1.
  private func f1(_ people: [PersonOutcomes], _ constants: [String: Double]) -> F1End? {
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    let values = people.filter { !$0.isFailing }.compactMap { $0.values[.scrollF1] }
    return PeopleEstimate.mean(of: values, using: &rng).map {
      F1End(f1: $0.value, ci95: $0.interval.interval, constants: constants)
    }
  }

  /// Outcomes of one person, the only part of a run that is kept.
  private struct PersonOutcomes: Sendable, Codable {
    var isFailing: Bool
    var values: [Outcome: Double]

    init(_ person: Measured<PersonResult>) {
      isFailing = person.pointer.isFailing
      values = Outcome.allCases.reduce(into: [:]) { $0[$1] = $1.figure(person) }
    }
  }

  /// One end of one constant's range.
  private struct Arm: Sendable {
    var at: Double
    var people: [PersonOutcomes]
  }

  private func ranking(
    _ outcome: Outcome, _ base: [PersonOutcomes], _ arms: [(low: Arm?, high: Arm?)]
  ) -> Ranking {
    var effects = arms.flatMap { [effect(outcome, $0.low, base), effect(outcome, $0.high, base)] }
    let adjusted = PairedTest.holm(effects.map { $0?.adjustedP })
    for index in effects.indices { effects[index]?.adjustedP = adjusted[index] }
    let rows = constants.enumerated().map { index, constant in
      Row(
        key: constant.key, unit: constant.unit, provenance: constant.provenance,
        value: constant.value(in: run.simulation.parameters), low: effects[2 * index], high: effects[2 * index + 1])
    }
    let order = rows.indices.sorted { a, b in
      let (x, y) = (rows[a], rows[b])
      return x.largest == y.largest ? a < b : x.largest > y.largest
    }
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    let middle = PeopleEstimate.mean(
      of: base.filter { !$0.isFailing }.compactMap { $0.values[outcome] }, using: &rng)
    return Ranking(
      outcome: outcome, unit: outcome == .pointerError ? "pt" : outcome == .scrollF1 ? "1" : "pt/min",
      base: middle?.value, baseCI95: middle?.interval.interval, rows: order.map { rows[$0] })
  }

  /// Returns an effect whose p is not adjusted yet.
  private func effect(_ outcome: Outcome, _ arm: Arm?, _ base: [PersonOutcomes]) -> Effect? {
    guard let arm else { return nil }
    // A person for whom tracking fails under one of the two conditions is left out of both.
    let pairs = zip(arm.people, base).compactMap { arm, base -> (first: Double, second: Double)? in
      guard !arm.isFailing, !base.isFailing, let first = arm.values[outcome], let second = base.values[outcome] else {
        return nil
      }
      return (first, second)
    }
    var rng = PhiloxGenerator(seed: 1, stream: 1)
    guard let estimate = PeopleEstimate.pairedDifference(of: pairs, using: &rng) else { return nil }
    return Effect(
      at: arm.at, difference: estimate.value, ci95: estimate.interval.interval, adjustedP: PairedTest.p(of: pairs),
      people: estimate.people)
  }
}
