import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate

/// The figure of most tests: the median distance of the pointer from the true gaze, points.
let medianError = "pointer.errorPoints.median"

extension DeviceProfile {
  /// Profile of the iPhone 12 mini.
  static func mini() throws -> DeviceProfile { try builtIn("iphone12mini") }
}

extension Pipeline where R == GazeRig {
  static var standard: Self { GazeRig.standard }
  static var article2021: Self { GazeRig.article2021 }
  static var article2021Converted: Self { GazeRig.article2021Converted }
  static var virakri: Self { GazeRig.virakri }
  static var moawinberg: Self { GazeRig.moawinberg }
  static var gazecapture: Self { GazeRig.gazecapture }
  static var heatmap: Self { GazeRig.heatmap }
  static var headgazelib: Self { GazeRig.headgazelib }
  static var kylefox: Self { GazeRig.kylefox }
  static var shiru99: Self { GazeRig.shiru99 }
  static var eyetrackkit: Self { GazeRig.eyetrackkit }
  static var blendshapes: Self { GazeRig.blendshapes }
}

extension RecordingRun {
  func write(to path: String) async throws { _ = try await write(to: path, force: false) }
}

extension RecordedRun {
  /// Adds a recording of these samples, written and read back.
  mutating func add(_ header: RecordingHeader, _ samples: some Sequence<R.Sample>, path: String = "a.jsonl") throws {
    let scratch = try ScratchFolder()
    let file = scratch("take.jsonl")
    var writer = try SampleWriter<R.Sample>(path: file, header: header)
    for sample in samples { try writer.write(sample) }
    try writer.close()
    try add(SampleReader<R.Sample>(path: file, ordered: false), path: path)
  }
}

extension CalibrationFile {
  /// A calibration of the iPhone 12 mini whose camera is 20 mm above its place in the profile, without smoothing. Of
  /// its two people the second one's gaze is 2° off.
  static func fitted(to source: RecordingHeader.Source) throws -> CalibrationFile {
    let profile = try DeviceProfile.mini()
    let screen = profile.geometry
    return CalibrationFile(
      device: profile.id, provenance: source, fittedTo: "a test",
      fit: Fit(parameters: [], condition: 1, stop: "closed form", residualRMS: 1, residualUnit: "deg"),
      gaze: Gaze(
        geometry: Geometry(
          screenWidth: screen.metres.x, screenHeight: screen.metres.y, cameraX: screen.camera.x,
          cameraY: screen.camera.y - 0.02),
        people: [
          Person(participant: 0, gazeOffset: [0, 0], gain: [1, 1]),
          Person(participant: 1, gazeOffset: [2, 0], gain: [1, 1]),
        ], smoothing: SmoothingChoice(.none), trigger: profile.trigger.settings))
  }
}

extension ReportSubject {
  /// Replaces every free text of the report by this name.
  mutating func rename(_ name: String) {
    (profile.id, scenario, preset, pipeline, smoothing) = (name, name, name, name, name)
  }

  /// Figures of a default run.
  static func mini(
    _ profile: DeviceProfile, _ pipeline: String, _ scenario: String, _ origin: RecordingHeader.Source = .simulated,
    _ settings: [String: Double] = [:]
  ) -> ReportSubject {
    ReportSubject(
      rig: "gaze", profile: profile, pipeline: pipeline, scenario: scenario, origin: origin, comparedWith: "target",
      deviceCalibration: "profile", personCalibration: "none", smoothing: "none", settings: settings,
      points: profile.geometry.points, camera: SIMD2(187, 20), population: .simulated)
  }
}

extension Report {
  /// Inputs in one line.
  var conditions: String { R.words(self).conditions }
  /// Inputs by name.
  var properties: [(String, String)] { R.words(self).properties }
}

extension Rig {
  /// Figures of one person with a pipeline, given by name.
  static func person(
    _ pipeline: String, _ setup: Setup, _ simulation: RigSimulation<Self>, participant: Int = 0
  ) throws -> Person {
    var take = SimulatedTake(simulation, participant: participant)
    let trial = try Self.pipeline(named: pipeline).trial(setup, participant: participant)
    return measure(&take, [trial], watching: nil)[0]
  }

  /// The setup of a simulation, whose device is built in, with the rig's own settings except for these.
  static func setup(_ simulation: RigSimulation<Self>, _ changed: [String: Double] = [:]) throws -> Setup {
    let settings = Dictionary(uniqueKeysWithValues: Self.settings.map { ($0.name, $0.value) }).merging(changed) { $1 }
    var setup = Setup(profile: try .builtIn(simulation.header.device), header: simulation.header)
    setup.settings = settings
    return setup
  }

  /// Figures of everybody with a pipeline and settings.
  static func people(
    _ pipeline: String, _ simulation: RigSimulation<Self>, _ changed: [String: Double] = [:]
  ) throws -> [Person] {
    let setup = try setup(simulation, changed)
    return try (0..<simulation.participants).map { try person(pipeline, setup, simulation, participant: $0) }
  }

  /// The fit to everybody in a simulation.
  static func fitted(_ simulation: RigSimulation<Self>) throws -> CalibrationFile.Fit {
    try fitted(simulation, try setup(simulation))
  }

  static func fitted(_ simulation: RigSimulation<Self>, _ setup: Setup) throws -> CalibrationFile.Fit {
    var fit = fit(setup)
    for participant in 0..<simulation.participants {
      for sample in simulation.frames(participant: participant) {
        fit.add(sample.observation, participant: participant)
      }
    }
    return try fit.solved()
  }
}

extension Run<GazeRig> {
  func explanation() async throws -> Explanation { try await explanation(jobs: 2) }
}

extension Run where R == GazeRig {
  /// Simulated people with the 12 mini; every duration is cut to `duration` seconds.
  static func mini(
    _ scenarios: [GazeScenario] = [.validation], preset: GazePreset = .typical, seed: UInt64 = 21,
    participants: Int = 6,
    duration: Double = 15, pipeline: Pipeline<GazeRig> = .standard,
    personCalibration: PointerOptions.PersonCalibrationSource = .fivePoints,
    setting constants: [String: Double] = [:]
  ) throws -> Run<GazeRig> {
    let profile = try DeviceProfile.mini()
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenarios[0], preset: preset, seed: seed, participants: participants,
      duration: duration)
    for (key, value) in constants { try simulation.set(key, value) }
    var run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: scenarios, pipeline: pipeline)
    run.personCalibration = personCalibration
    return run
  }
}

extension Run {
  /// The evaluation of the run's people in one analysis.
  func evaluation(limits: [AccuracyGate] = [], jobs: Int = 2) async throws -> Report<R> {
    try await R.evaluate(Evaluation(self, limits: limits), Work(jobs: jobs))
  }

  func people() async throws -> [PersonMeasurement<R.Person>] { try await people(jobs: 2) }
}

extension AccuracyGate {
  static func most(_ metric: String, _ limit: Double) -> Self { Self(metric: metric, limit: limit, direction: .max) }
  static func least(_ metric: String, _ limit: Double) -> Self { Self(metric: metric, limit: limit, direction: .min) }
}

extension RigSimulation {
  /// The samples of everybody, one person after the other, with a change of each.
  func everybody(_ change: (inout Rig.Sample) -> Void = { _ in }) -> [Rig.Sample] {
    (0..<participants).flatMap { frames(participant: $0) }.map {
      var sample = $0
      change(&sample)
      return sample
    }
  }
}

extension Report {
  /// The short form of a gate.
  var gateLines: [String] { document(Invocation(["gate"])).text(width: 80) }
}

extension RigSimulation {
  /// People with a built-in device, the 12 mini unless the rig has another one, and these constants.
  static func mini(
    _ scenario: Rig.Task, on device: String = "iphone12mini", preset: String = "typical", seed: UInt64 = 1,
    phone: UInt64? = nil, participants: Int = 1, duration: Double? = nil, rate: Double = Rig.defaultRate,
    setting constants: [String: Double] = [:]
  ) throws -> Self {
    var simulation = Self(
      device: try NominalPhone(device: device), scenario: scenario, preset: try .named(preset), seed: seed,
      phone: phone, participants: participants, duration: duration, rate: rate)
    for (key, value) in constants { try simulation.set(key, value) }
    return simulation
  }
}

extension RecordedRun {
  /// The evaluation of the recordings that were added.
  func evaluation(path: String = "a.jsonl") async throws -> Report<R> {
    try await R.evaluate(Evaluation(self, path: path), Work(jobs: 1))
  }
}

extension Evaluation {
  /// The run of simulated people.
  var run: Run<R> {
    get {
      guard case .simulated(let run) = source else { fatalError("the people are recorded") }
      return run
    }
    set { source = .simulated(newValue) }
  }

  /// The report on the people of the evaluation.
  func evaluation(baselinePath: String = "baseline", jobs: Int = 2) async throws -> Report<R> {
    var own = self
    own.baselinePath = baselinePath
    return try await R.evaluate(own, Work(jobs: jobs))
  }

  /// Everybody as a baseline, and their evaluation.
  func accepted(jobs: Int = 2) async throws -> (baseline: Baseline, evaluation: Report<R>) {
    var accepting = self
    accepting.isAccepting = true
    let report = try await accepting.evaluation(jobs: jobs)
    return (try #require(try accepting.accepted(report)), report)
  }
}

extension CalibrationRun {
  /// The calibration.
  func file(jobs: Int = 1) async throws -> CalibrationFile { try await R.calibrate(self, Work(jobs: jobs)) }
}
