public import GazeMetrics
public import GazeRecording
public import GazeSimulation
import GazeTesting

/// One pipeline of a rig on simulated people, each doing all scenarios.
public struct RigRun<R: Rig>: PeopleRun {
  /// The device.
  public var profile: Profile
  /// People, phone, sensor; its scenario is replaced by each of `scenarios`.
  public var simulation: RigSimulation<R>
  /// What they do.
  public var scenarios: [R.Task]
  /// Which pipeline.
  public var pipeline: String
  /// A fit, instead of the profile's numbers.
  public var calibration: RigCalibrationFile?
  /// A page shows moments of a few people; persons keep those anyway.
  public var recordsTracks = false

  /// A run; what is not given has its default.
  public init(
    profile: Profile, simulation: RigSimulation<R>, scenarios: [R.Task] = R.defaultScenarios, pipeline: String? = nil,
    calibration: RigCalibrationFile? = nil
  ) {
    self.profile = profile
    self.simulation = simulation
    self.scenarios = scenarios
    self.pipeline = pipeline ?? R.pipelines.last?.name ?? ""
    self.calibration = calibration
  }

  /// One person, in all scenarios.
  public struct Figures: JudgedFigures {
    var person: R.Person

    /// All takes count for all metrics.
    public func person(for metric: String) -> R.Person { person }
  }

  /// How many people.
  public var participants: Int {
    get { simulation.participants }
    set { simulation.participants = newValue }
  }

  /// Which draw of the sensor's own noise.
  public var noise: UInt64 { simulation.noise }

  /// What is compared with a baseline where no limits say it: what the page shows first.
  public static var baselineMetrics: [String] { R.headlines }

  /// Who does what, in clear.
  public var conditions: ScenarioConditions {
    var fields = ScenarioConditions.common(
      simulation, scenarios: scenarios, tasks: scenarios.map(task), loop: "open", stream: stream)
    fields["rig"] = R.Sample.rig
    return ScenarioConditions(fields: fields)
  }

  /// What the simulator makes of the first person: up to 600 samples of each scenario, every eighth.
  private var stream: String {
    var digest = ScenarioDigest()
    var values = [Double](repeating: 0, count: R.Sample.fields.reduce(0) { $0 + $1.count })
    for scenario in scenarios {
      var simulation = task(scenario)
      simulation.noise = 0
      for (index, sample) in simulation.frames(participant: 0).prefix(8 * 600).enumerated() where index % 8 == 0 {
        sample.write(to: &values)
        digest.add(rounded: sample.time)
        for value in values { digest.add(rounded: value.isNaN ? 0 : value) }
      }
    }
    return digest.text
  }

  /// Refuses what makes no sense: people, rates, a profile's settings, and what no trial of a scenario can work with.
  public func validate() throws(SimulationError) {
    try simulation.checkCommon()
    do {
      try R.checkSettings(of: profile)
      for scenario in scenarios {
        try R.check(RigSetup(profile: profile, header: task(scenario).header, settings: settings))
      }
    } catch { throw .argument("\(error)") }
  }

  private func task(_ scenario: R.Task) -> RigSimulation<R> {
    var task = simulation
    task.scenario = scenario
    return task
  }

  /// Everybody's figures, in order.
  public func people(
    from first: Int, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Figures] {
    try await Self.people([self], from: first, jobs: jobs, progress: progress).map { $0[0] }
  }

  /// Everybody's figures in several runs that differ in pipeline and calibration alone: each person's samples are made
  /// once and go through all of them.
  static func people(
    _ runs: [RigRun], from start: Int = 0, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [[Figures]] {
    guard let first = runs.first else { return [] }
    let settings = runs.map { $0.settings }
    return try await mapInParallel(count: max(first.participants - start, 0), jobs: jobs) { index in
      let participant = start + index
      var people: [R.Person] = []
      for scenario in first.scenarios {
        let task = first.task(scenario)
        let header = task.header
        var trials = zip(runs, settings).map { run, settings in
          R.trial(
            run.pipeline, RigSetup(profile: run.profile, header: header, settings: settings), participant: participant)
        }
        for sample in task.frames(participant: participant) {
          for place in trials.indices { trials[place].take(sample) }
        }
        for place in trials.indices {
          var person = trials[place].close()
          person.isFailing = R.isFailing(task, participant: participant)
          if people.count > place { people[place].merge(person) } else { people.append(person) }
        }
      }
      progress(participant)
      return people.map(Figures.init)
    }
  }

  /// The numbers that the pipelines take.
  var settings: [String: Double] { R.settings(of: profile, calibration) }

  /// The evaluation of these people.
  public func evaluation(of people: [Figures], limits: [Gate] = []) throws(UnknownName) -> RigEvaluation {
    try RigEvaluation(
      R.self, people.map(\.person),
      RigSubject(
        profile: profile, pipeline: pipeline, scenario: scenarios.map(\.rawValue).joined(separator: "+"),
        source: .simulated, settings: settings),
      origin: RigEvaluation.Origin(
        preset: simulation.preset.name, seed: simulation.seed, phone: simulation.phone,
        noise: simulation.noise == 0 ? nil : simulation.noise,
        deviceCalibration: calibration?.provenance.rawValue ?? "profile"),
      limits: limits)
  }

  /// The whole evaluation.
  public func evaluation(
    limits: [Gate], jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> RigEvaluation {
    try validate()
    try PeopleMetric<R.Person>.check(limits)
    return try evaluation(of: try await people(from: 0, jobs: jobs, progress: progress), limits: limits)
  }
}

extension Rig {
  /// The rig's name, as in `--rig` and in a recording's header.
  public static var name: String { Sample.rig }

  /// Refuses what a profile says for this rig where it cannot be meant: a name that the rig does not have, or has already
  /// been given; another unit; a value out of range.
  ///
  /// - Parameter path: the profile's file, for the error; its identifier where there is none.
  public static func checkSettings(of profile: Profile, path: String? = nil) throws(FileError) {
    for (index, setting) in (profile.rigs?[name]?.settings ?? []).enumerated() {
      func fault(_ key: String, _ message: String) -> FileError {
        FileError(path: path ?? profile.id, field: "rigs.\(name).settings.\(index).\(key)", message: message)
      }
      let shown = TerminalText.line(setting.name.prefix(80))
      guard let known = settings.first(where: { $0.name == setting.name }) else {
        let near = nearest(to: setting.name, among: settings.map(\.name))
        throw fault(
          "name",
          "is \"\(shown)\", which the rig \(name) does not have; "
            + (near.isEmpty
              ? "it has \(settings.map(\.name).joined(separator: ", "))"
              : "did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"))
      }
      guard profile.rigs?[name]?.settings.firstIndex(where: { $0.name == setting.name }) == index else {
        throw fault("name", "\"\(shown)\" stands there twice; leave one of them out")
      }
      guard setting.unit == known.unit else {
        throw fault(
          "unit",
          "is \"\(TerminalText.line(setting.unit.prefix(20)))\"; expected \"\(known.unit)\", give the value in it")
      }
      guard known.range.contains(setting.value) else {
        throw fault("value", "is \(setting.value); expected \(known.expected)")
      }
    }
  }

  /// The pipelines' numbers: the rig's own, over them the profile's, over both a calibration's for the device. Unknown
  /// names, of which a fit has some, are passed over; whoever reads files asks `checkSettings(of:path:)` and
  /// `check(_:path:)` first.
  ///
  /// - Parameter participant: whose numbers of the calibration go over the device's: a recording's people are those that
  ///   the fit was to. nil takes nobody's; simulated people are others than those of any fit.
  public static func settings(
    of profile: Profile, _ calibration: RigCalibrationFile?, participant: Int? = nil
  ) -> [String: Double] {
    var all = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) })
    func take(_ name: String, _ value: Double) {
      guard let known = settings.first(where: { $0.name == name }), value.isFinite else { return }
      all[name] = min(max(value, known.range.lowerBound), known.range.upperBound)
    }
    for setting in profile.rigs?[name]?.settings ?? [] { take(setting.name, setting.value) }
    let parameters = calibration?.parameters ?? []
    for parameter in parameters where parameter.participant == nil { take(parameter.name, parameter.value) }
    guard let participant else { return all }
    for parameter in parameters where parameter.participant == participant { take(parameter.name, parameter.value) }
    return all
  }

  /// The pipeline with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func pipeline(named name: String) throws(UnknownName) -> RigPipeline {
    if let pipeline = pipelines.first(where: { $0.name == name }) { return pipeline }
    throw UnknownName(
      kind: "pipeline of the rig \(Sample.rig)", name: name, among: pipelines.map(\.name),
      listing: "gazesim compare --rig \(Sample.rig)")
  }

  /// The limits of a device: its profile's, else the rig's own.
  public static func limits(of profile: Profile) -> [Gate] {
    profile.rigs?[name]?.gates?.limits.map(Gate.init) ?? defaultLimits(of: profile)
  }
}
