package import GazeMetrics
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// Which assumption matters: each assumed constant at either end of a stated range, all else as it was, on the same
/// people with the same draws (common random numbers), paired over people against the base.
package struct SensitivityStudy: Sendable {
  /// What may depend on an assumption.
  package enum Outcome: String, Sendable, CaseIterable, Codable {
    /// Median pointer error, points.
    case pointerError
    /// F1 of scrolling, of people who wanted any.
    case scrollF1
    /// Points scrolled a minute of looking at something that is not the screen.
    case offScreenScroll

    /// One person's figure; nil where the person has none.
    func figure(_ person: Measured<PersonResult>) -> Double? {
      switch self {
      case .pointerError: person.pointer.errorPoints.median
      // Without a wish every F1 is 0, and says nothing.
      case .scrollF1: person.scroll.scroll.f1
      case .offScreenScroll: person.scroll.scroll.offScreenScrollPointsPerMinute
      }
    }
  }

  /// What one end of a range does to one outcome.
  package struct Effect: Sendable, Codable, Equatable {
    /// The constant's value at this end.
    package var at: Double
    /// Mean over people of the outcome there minus the outcome at the base.
    package var difference: Double
    /// 95 % interval of `difference` over people, by itself; null with too few people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// p of a paired t, adjusted by Holm over every end of every constant for this outcome; null with too few people.
    @ExplicitNull package var adjustedP: Double?
    /// People who have the figure under both conditions.
    package var people: Int

    /// Its own interval leaves 0 out: one in twenty does so by chance.
    package var leavesOutZero: Bool { ci95.map { !$0.contains(0) } ?? false }
    /// So large a difference would hardly come up by chance among all of these (`adjustedP` below 0.05).
    package var isDistinguishable: Bool { adjustedP.map { $0 < 0.05 } ?? false }
  }

  /// One constant's effects on one outcome.
  package struct Row: Sendable, Codable, Equatable {
    /// As in `--set KEY=VALUE`.
    package var key: String
    /// Unit of the values.
    package var unit: String
    /// Where the value comes from.
    package var provenance: Provenance
    /// The value in force.
    package var value: Double
    /// At the lower end; null where that is the value itself.
    @ExplicitNull package var low: Effect?
    /// At the upper end; null where that is the value itself.
    @ExplicitNull package var high: Effect?

    /// The larger of the two differences, 0 where there is none.
    package var largest: Double { max(abs(low?.difference ?? 0), abs(high?.difference ?? 0)) }
    /// One of the two ends can be told from none.
    package var isDistinguishable: Bool { low?.isDistinguishable == true || high?.isDistinguishable == true }
  }

  /// One outcome's constants, the most important first.
  package struct Ranking: Sendable, Codable, Equatable {
    /// Which outcome.
    package var outcome: Outcome
    /// `pt`, `1`, `pt/min`.
    package var unit: String
    /// Mean over people at the base; null where nobody has the figure.
    @ExplicitNull package var base: Double?
    /// 95 % interval of `base`.
    @ExplicitNull package var baseCI95: ConfidenceInterval?
    /// By the larger of the two differences, whether it can be told from none or not.
    package var rows: [Row]
  }

  /// F1 with some constants set.
  package struct F1End: Sendable, Codable, Equatable {
    /// Mean over people.
    package var f1: Double
    /// Its 95 % interval; null with too few people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// What was set, by key, in the constants' units.
    package var constants: [String: Double]
  }

  /// The smallest and the largest F1 over every combination of the ends of `F1Range.keys` and the base.
  package struct F1Range: Sendable, Codable, Equatable {
    /// For how long a wish shows, where people look to show it, and how the tracker drifts: all assumed.
    package static let keys = ["task.intentTime", "task.scrollGaze", "tracker.driftSD"]
    /// The smallest one.
    package var smallest: F1End
    /// The largest one.
    package var largest: F1End
    /// How many combinations.
    package var combinations: Int
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.sensitivity`.
    package var schema = "gazesim.study.sensitivity"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The pipeline's name.
    package var pipeline: String
    /// Scenarios, joined with `+`.
    package var scenario: String
    /// The tracker preset.
    package var preset: String
    /// The simulated phone.
    package var phone: UInt64
    /// Draws people, behaviour and noise.
    package var seed: UInt64
    /// Everybody.
    package var participants: Int
    /// People whom tracking fails, who are in no figure.
    package var failing: Int
    /// One ranking an outcome.
    package var rankings: [Ranking]
    /// F1 over the assumptions that it hangs on.
    @ExplicitNull package var f1Range: F1Range?
  }

  /// The base: device, people, scenarios, pipeline.
  package var run: Run<GazeRig>
  /// What is varied.
  package var constants: [GazeConstant]

  /// All that are assumed, without the design: nobody has to guess those.
  package static let assumed = GazeConstant.all.filter { $0.provenance == .assumed && !design.contains($0.key) }

  /// What whoever runs a simulation chooses: the task and the set-up.
  static let design: Set = [
    "behaviour.shiftRight", "behaviour.shiftUp", "phone.orientation", "task.grid", "task.headTurns",
    "task.pageScreens", "task.pursuitSpeed", "task.script", "task.targetTime", "task.textSize",
  ]

  /// A study around this base.
  package init(_ run: Run<GazeRig>, constants: [GazeConstant] = assumed) {
    self.run = run
    self.constants = constants
  }

  /// Runs the base and both ends of every constant; `progress` hears a share of 0…1 now and then.
  ///
  /// - Throws: `SimulationError` for a value that the simulation refuses.
  package func report(jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> Report {
    let base = try await run.people(jobs: jobs).map(PersonOutcomes.init)
    let corners = try corners()
    let total = Double(2 * constants.count + corners.count + 1)
    progress(1 / total)
    var arms: [(low: Arm?, high: Arm?)] = []
    for (index, constant) in constants.enumerated() {
      let sweep = constant.sweep(in: run.simulation.parameters)
      // Half a choice is none.
      let ends = [sweep.lowerBound, sweep.upperBound].map { constant.isWhole ? $0.rounded() : $0 }
      let low = try await arm(constant, at: ends[0], jobs: jobs)
      progress(Double(2 * index + 2) / total)
      arms.append((low, try await arm(constant, at: ends[1], jobs: jobs)))
      progress(Double(2 * index + 3) / total)
    }
    var ends = [f1(base, [:])]
    for (index, corner) in corners.enumerated() {
      var run = run
      for (key, value) in corner { try run.simulation.set(key, value) }
      ends.append(f1(try await run.people(jobs: jobs).map(PersonOutcomes.init), corner))
      progress((Double(2 * constants.count + index) + 2) / total)
    }
    let found = ends.compactMap(\.self)
    let range = found.min { $0.f1 < $1.f1 }.flatMap { smallest in
      found.max { $0.f1 < $1.f1 }.map {
        F1Range(smallest: smallest, largest: $0, combinations: found.count)
      }
    }
    return Report(
      device: run.profile.id, pipeline: run.pipeline.name,
      scenario: run.scenario, preset: run.simulation.preset.name,
      phone: run.simulation.phone, seed: run.simulation.seed, participants: base.count,
      failing: base.count(where: \.isFailing), rankings: Outcome.allCases.map { ranking($0, base, arms) },
      f1Range: range)
  }

  /// Every combination of either end of the constants that F1 hangs on.
  private func corners() throws -> [[String: Double]] {
    try F1Range.keys.reduce([[:]]) { corners, key in
      let sweep = try GazeConstant.named(key).sweep(in: run.simulation.parameters)
      return corners.flatMap { corner in
        [sweep.lowerBound, sweep.upperBound].map { corner.merging([key: $0]) { $1 } }
      }
    }
  }

  /// nil where nobody has an F1.
  private func f1(_ people: [PersonOutcomes], _ constants: [String: Double]) -> F1End? {
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    let values = people.filter { !$0.isFailing }.compactMap { $0.values[.scrollF1] }
    return PeopleEstimate.mean(of: values, using: &rng).map {
      F1End(f1: $0.value, ci95: $0.interval.interval, constants: constants)
    }
  }

  /// One person's outcomes: all that is kept of a run.
  private struct PersonOutcomes: Sendable {
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

  /// nil where that is the value in force.
  private func arm(_ constant: GazeConstant, at end: Double, jobs: Int) async throws -> Arm? {
    let value = constant.value(in: run.simulation.parameters)
    guard abs(end - value) > 1e-9 * max(abs(value), 1e-3) else { return nil }
    var run = run
    try run.simulation.set(constant.key, end)
    return Arm(at: end, people: try await run.people(jobs: jobs).map(PersonOutcomes.init))
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

  /// Its p is not adjusted yet.
  private func effect(_ outcome: Outcome, _ arm: Arm?, _ base: [PersonOutcomes]) -> Effect? {
    guard let arm else { return nil }
    // Who fails under either condition is in neither.
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
