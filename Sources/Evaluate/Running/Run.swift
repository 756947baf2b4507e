import GazeMetrics
package import GazeRecording
package import GazeSimulation
package import GazeTesting
import PortableFoundation

/// One pipeline on simulated people, each of whom does all scenarios.
///
/// The people are participants 0, 1, 2, … of one seed, so that the first people stay the same if there are more.
package struct Run<R: Rig>: Sendable {
  /// The device.
  package var profile: DeviceProfile
  /// The simulation of the people, the phone and the sensor; its scenario is replaced by each of `scenarios` in turn.
  package var simulation: RigSimulation<R>
  /// The scenarios that each person does.
  package var scenarios: [R.Task]
  /// The pipeline.
  package var pipeline: Pipeline<R>
  /// A fit that replaces the profile's numbers.
  package var calibration: CalibrationFile?
  /// Selects what moves the page; the loop of `simulation` is ignored. The loop of a scenario without a page is always
  /// open.
  package var loop = Loop.open
  /// Information about a person that an app with a pointer has; no other rig uses it.
  package var options: PointerOptions
  /// True to keep the data that an HTML page replays and draws along time; costs time and memory.
  package var recordsTraces = false

  /// Selects what moves the page in scenarios that have a page.
  package enum Loop: String, Sendable, CaseIterable {
    /// The person's intent moves the page.
    case open
    /// The judged pipeline moves the page.
    case closed
  }

  /// Creates a run.
  package init(
    profile: DeviceProfile, simulation: RigSimulation<R>, scenarios: [R.Task] = R.facts.scenarios,
    pipeline: Pipeline<R> = R.standard, calibration: CalibrationFile? = nil,
    options: PointerOptions = PointerOptions()
  ) {
    self.profile = profile
    self.simulation = simulation
    self.scenarios = scenarios
    self.pipeline = pipeline
    self.calibration = calibration
    self.options = options
  }

  /// Number of people.
  package var participants: Int {
    get { simulation.participants }
    set { simulation.participants = newValue }
  }

  /// The scenarios' names, joined with `+`.
  var scenario: String { scenarios.map(\.rawValue).joined(separator: "+") }

  /// The simulation of one of the scenarios, with the loop of that scenario, and with what recentring and the trigger
  /// ask of people. Constants that the user has set win.
  func simulation(of scenario: R.Task) -> RigSimulation<R> {
    var task = simulation
    task.scenario = scenario
    task.loop = loop == .closed && R.hasPage(scenario) ? pipeline.name : "open"
    for (key, value) in ownConstants(scenario) where simulation.settings[key] == nil {
      // Errors are ignored because none can occur: a test checks the constants of every choice.
      try? task.set(key, value)
    }
    return task
  }

  /// The setup without anything learned about a person.
  func setup(of scenario: R.Task) -> Setup {
    setup(simulation(of: scenario).stated, EarlierSession())
  }

  /// Refuses invalid numbers of people, rates and settings of a profile, anything that no trial of a scenario can work
  /// with, and a closed loop without a page to move.
  package func validate() throws(SimulationError) {
    try simulation.validate()
    try checkIsSimulated()
    try checkOptions()
    if loop == .closed { try checkPage("loop = closed", "that a pipeline could move") }
    do {
      try R.checkSettings(of: profile)
      for scenario in scenarios { try R.check(setup(of: scenario)) }
    } catch { throw .argument("\(error)") }
  }
}

// MARK: People

extension Run {
  /// All people in order. The result does not depend on the number of jobs. `progress` is called with the number of
  /// people done.
  package func people(
    jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [PersonMeasurement<R.Person>] {
    var people: [PersonMeasurement<R.Person>] = []
    try await simulate(jobs: jobs, progress: progress) { people.append($0) }
    return people
  }

  /// Passes all people to `take` in order, from participant `first` on. They are the command's cells. `progress` is
  /// called with the number of people done, those before `first` included.
  func simulate(
    _ first: Int = 0, jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
    take: (PersonMeasurement<R.Person>) -> Void
  ) async throws {
    let count = Double(max(participants - first, 0))
    let share: @Sendable (Double) -> Void = { progress(first + Int(($0 * count).rounded())) }
    func fault(_ number: Int, _ person: PersonMeasurement<R.Person>) -> ContentFault? {
      let actual = person.person(.all).participant
      return actual == number ? nil : ContentFault("result.takes", "is of participant \(actual); expected \(number)")
    }
    try await Self.cells([[self]], from: first, jobs: jobs, progress: share, fault: { fault($1, $2) }) {
      $0[0]
    } take: {
      take($1)
    }
  }

  /// The people of groups of runs, as the command's cells (`Shards`): passes a result for each group and person to
  /// `take`. The runs of a group differ as those of `people(_:jobs:progress:keeping:)` do. `progress` is called with a
  /// share of 0…1.
  static func cells<Kept: Codable & Sendable>(
    _ groups: [[Run]], from start: Int = 0, jobs: Int, progress: @escaping @Sendable (Double) -> Void,
    fault: (_ group: Int, _ participant: Int, Kept) -> ContentFault? = { _, _, _ in nil },
    keeping keep: @escaping @Sendable ([PersonMeasurement<R.Person>]) -> Kept, take: (_ group: Int, Kept) -> Void
  ) async throws {
    let observers = groups.map { R.facts.companions.runObserver($0) }
    let counts = groups.map { max(($0.first?.participants ?? 0) - start, 0) }
    try await Shards.each(counts, jobs: jobs, progress: progress, fault: { fault($0, start + $1, $2) }) {
      group, index in
      keep(try measured(groups[group], start + index, watching: observers[group]?(start + index)))
    } take: {
      take($0, $1)
    }
  }

  /// All people in several runs that differ only in pipeline, calibration, options, preset and loop. Each person's
  /// samples are simulated once and used in all runs with the same simulation; if the pipelines move the page, each
  /// pipeline has its own page.
  ///
  /// - Parameters:
  ///   - progress: called with the number of people done.
  ///   - keep: returns what is kept of a person after all runs; complete results contain quantile sketches, which are
  ///     too large to keep for a thousand people.
  static func people<Kept: Sendable>(
    _ runs: [Run], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
    keeping keep: @escaping @Sendable ([PersonMeasurement<R.Person>]) -> Kept
  ) async throws -> [Kept] {
    let observer = R.facts.companions.runObserver(runs)
    return try await mapInParallel(count: runs.first?.participants ?? 0, jobs: jobs, progress: progress) { index in
      keep(try measured(runs, index, watching: observer?(index)))
    }
  }

  /// One person in several runs: a result for each.
  static func measured(
    _ runs: [Run], _ participant: Int, watching watcher: RunObserver<R>? = nil
  ) throws -> [PersonMeasurement<R.Person>] {
    let earlierSessions = runs.map { $0.earlierSession(participant) }
    var takes = runs.map { _ in [(kind: TakeKind, person: R.Person)]() }
    for scenario in runs.first?.scenarios ?? [] {
      // If several pipelines move pages, no traces are kept, since a replay would show one pipeline's page with the
      // pointers of all pipelines.
      let groups = groups(runs, scenario)
      let shown = groups.count == 1 ? watcher : nil
      shown?.begin(scenario)
      for group in groups {
        var take = SimulatedTake(runs[group[0]].simulation(of: scenario), participant: participant)
        let header = take.header
        let trials = group.map { run in
          var setup = runs[run].setup(header, earlierSessions[run])
          setup.parts = runs[run].parts(of: scenario)
          return runs[run].pipeline.trial(setup, participant: participant)
        }
        for (run, result) in zip(group, R.measure(&take, trials, watching: shown?.add)) {
          var person = result
          take.addSimulatorFacts(&person)
          takes[run].append((R.kind(scenario), person))
        }
        for run in group { try runs[run].pipeline.checkFailure(for: participant) }
      }
      shown?.end()
    }
    let record = watcher?.finish()
    return zip(takes, earlierSessions).compactMap { takes, earlierSession in
      var person = PersonMeasurement(takes)
      person?.update(R.condense)
      person?.isUncalibrated = earlierSession.isUncalibrated
      person?.record = record
      return person
    }
  }

  /// Indices of the runs that see the same people and the same page, in groups.
  static func groups(_ runs: [Run], _ scenario: R.Task) -> [[Int]] {
    let tasks = runs.map { $0.simulation(of: scenario) }
    var groups: [[Int]] = []
    for index in runs.indices where tasks[index].loop == "open" {
      if let group = groups.firstIndex(where: { tasks[$0[0]].givesSamples(of: tasks[index]) }) {
        groups[group].append(index)
      } else {
        groups.append([index])
      }
    }
    return groups + runs.indices.filter { tasks[$0].loop != "open" }.map { [$0] }
  }

  /// Knowledge of a person that the pipeline gained in an earlier session.
  func earlierSession(_ participant: Int) -> EarlierSession { R.facts.companions.earlierSession(self, participant) }

  /// A trial that measures nothing, before one person's first sample; the pipeline only moves the page.
  func loopDriver(_ participant: Int, on header: RecordingHeader) -> R.AnyTrial {
    var setup = setup(header, earlierSession(participant))
    setup.parts = []
    return pipeline.trial(setup, participant: participant)
  }

  /// The parts of a person's results that are measured in a scenario. If there are scenarios of both kinds, figures of
  /// the pointer come from the one kind and those of scrolling from the other (`PersonTakes`).
  private func parts(of scenario: R.Task) -> PointerMeter.Parts {
    let kinds = Set(scenarios.map(R.kind))
    guard kinds.contains(.targets), kinds.contains(.pages) else { return options.parts }
    return switch R.kind(scenario) {
    case .targets: options.parts.intersection(.ofPointer)
    case .pages: options.parts.intersection(.ofScrolling)
    case .all: options.parts
    }
  }

  private func setup(_ header: RecordingHeader, _ earlierSession: EarlierSession) -> Setup {
    var setup = Setup(R.self, profile: profile, header: header, calibration: calibration, options: options)
    setup.earlierSession = earlierSession
    return setup
  }
}

extension Run {
  /// Refuses the pipeline `recorded`, since simulated people have no recorded pointer.
  package func checkIsSimulated() throws(SimulationError) {
    guard let recorded = R.facts.recorded, pipeline == recorded else { return }
    throw SimulationError.argument(
      "pipeline = \(recorded.name): simulated people have no recorded pointer; name the recordings with --input FILE")
  }
}

extension RigSimulation {
  /// Provenance and source of a constant's value in force. A source supports only the default value: a value that was
  /// changed by a preset, a scenario or an option is assumed, unless the preset states its provenance.
  package func origin(of constant: ParameterConstant<Rig.Parameters>) -> (provenance: Provenance, source: String) {
    let usual = constant.value(in: Rig.Parameters())
    let typical = "typical: \(NumberText.fixed(usual, 4)), \(constant.provenance.rawValue)"
    if settings[constant.key] != nil { return (.assumed, "set by --set; \(typical)") }
    if scenario.setting.contains(where: { $0.key == constant.key }) {
      return (.assumed, "of the scenario \(scenario.rawValue); \(typical)")
    }
    if let origin = preset.origins[constant.key] { return (origin.provenance, origin.source) }
    if constant.value(in: parameters) != usual { return (.assumed, "of the preset \(preset.name); \(typical)") }
    return (constant.provenance, constant.source)
  }

  /// True if another simulation of the same run gives the same samples in an open loop.
  fileprivate func givesSamples(of other: RigSimulation) -> Bool {
    settings == other.settings && preset.name == other.preset.name && phone == other.phone
  }
}
