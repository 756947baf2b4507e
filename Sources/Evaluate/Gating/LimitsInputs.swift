import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
private import PortableFoundation
import Profiles

/// Digests of everything that the figures behind a set of default limits depend on, by name:
///
/// - `profiles`: geometry, smoothing, trigger and the rig's settings of all devices of the set;
/// - `constants`: the default scenarios, the preset and its constants, the rate;
/// - `metrics`: names, units, directions and versions of the metrics that have limits;
/// - `simulator`: the simulator's samples of the first person;
/// - `figures`: the metrics themselves of two people, and so the pipeline and the formulas.
///
/// Limits are older than their inputs if a digest differs from the one in the limits file. The first three need no
/// simulation.
package struct LimitsInputs: Sendable, Equatable {
  /// `fnv1a64:` and sixteen hexadecimal digits, by name.
  private(set) var digests: [String: String] = [:]

  /// The inputs that need no simulation.
  ///
  /// - Parameter devices: profiles in place of the built-in ones of the set.
  init<R: Rig>(of limits: DefaultLimits, devices: [DeviceProfile]? = nil, _: R.Type) throws {
    let devices = devices ?? limits.devices
    var profiles = ScenarioDigest()
    for profile in devices { Self.add(profile, R.self, to: &profiles) }
    digests["profiles"] = Self.text(profiles)
    var metrics = ScenarioDigest()
    for limit in limits.file.limits {
      let metric = try PeopleMetric<R.Person>.named(limit.metric)
      for text in [metric.name, metric.unit, metric.better.rawValue] { metrics.add(text) }
      metrics.add(Int64(metric.version))
    }
    digests["metrics"] = Self.text(metrics)
    if let profile = devices.first {
      let run = try Self.run(R.self, profile)
      let fields = ScenarioConditions.common(
        run.simulation, scenarios: run.scenarios, tasks: run.scenarios.map(run.simulation(of:)), loop: "open",
        stream: "")
      var constants = ScenarioDigest()
      for name in ["scenarios", "preset", "settings", "parameters", "rate"] { constants.add(fields[name] ?? "") }
      digests["constants"] = Self.text(constants)
    }
  }

  /// All inputs.
  static func all<R: Rig>(of limits: DefaultLimits, _: R.Type, jobs: Int) async throws -> LimitsInputs {
    var inputs = try LimitsInputs(of: limits, R.self)
    guard let profile = limits.devices.first else { return inputs }
    var run = try run(R.self, profile)
    var simulator = ScenarioDigest()
    simulator.add(R.conditions(run).fields["simulator"] ?? "")
    inputs.digests["simulator"] = text(simulator)
    run.participants = 2
    let report = try await Evaluation(run).report(Work(jobs: jobs))
    var figures = ScenarioDigest()
    for limit in limits.file.limits {
      figures.add(limit.metric)
      figures.add(rounded: report.figure(limit.metric)?.value ?? -1)
    }
    inputs.digests["figures"] = text(figures)
    return inputs
  }

  /// The run behind the limits of a device, with one person.
  private static func run<R: Rig>(_: R.Type, _ profile: DeviceProfile) throws -> Run<R> {
    Run<R>(
      profile: profile,
      simulation: RigSimulation<R>(
        device: NominalPhone(profile), scenario: R.facts.scenarios[0], preset: try .named("typical"), participants: 1))
  }

  /// Adds what simulation and pipelines take from a profile.
  private static func add<R: Rig>(_ profile: DeviceProfile, _: R.Type, to digest: inout ScenarioDigest) {
    digest.add(profile.id)
    for length in [profile.screen.width, profile.screen.height, profile.camera.x, profile.camera.y] {
      digest.add("\(length.value) \(length.sigma)")
    }
    digest.add("\(profile.points.width) \(profile.points.height)")
    if R.facts.options.contains("smoothing") {
      digest.add("\(profile.smoothing.settings)")
      digest.add("\(profile.trigger.settings)")
    }
    for setting in profile.rigs?[R.name]?.settings ?? [] {
      digest.add("\(setting.name) \(setting.value) \(setting.unit)")
    }
  }

  private static func text(_ digest: ScenarioDigest) -> String { "fnv1a64:" + digest.text }
}
