import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

/// The full runs behind the dated files of `studies`. They run if `GAZESIM_N` states their size; their laws are tested
/// at a smaller size in the other files.
@Suite(.enabled(if: DatedFile.size != nil, "GAZESIM_N states no size"))
struct DatedFileTests {
  private let profile: DeviceProfile
  private let size = DatedFile.size ?? 2

  init() throws { profile = try .builtIn("iphone12mini") }

  private func write(_ name: String, _ study: some Study) async throws {
    let table = try await study.run(StudyRunner(jobs: 2))
    #expect(!table.lines.isEmpty)
    try DatedFile.write(name, table)
  }

  private func people(_ scenario: GazeScenario, seed: UInt64, participants: Int = 1) throws -> Simulation {
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenario, preset: .typical, seed: seed, participants: participants)
    simulation.phone = 1
    return simulation
  }

  @Test func coverage() async throws {
    var study = CoverageStudy(profile: profile, repeats: size)
    study.participants = 20
    try await write("coverage", study)
  }

  @Test func coverageBias() async throws {
    var study = CoverageStudy(profile: profile, repeats: size)
    (study.participants, study.noise, study.fixationBias) = (20, [1], 0.7)
    try await write("coverage-bias", study)
  }

  @Test func coverageTypical() async throws {
    try await write(
      "coverage-typical",
      SimulatedCoverage(
        profile: profile, simulation: people(.calibration, seed: 1, participants: 20), repeats: size))
  }

  @Test func characterize() async throws {
    try await write(
      "characterize",
      CharacteriseCoverage(profile: profile, simulation: people(.calibration, seed: 4001), repeats: size))
  }

  @Test func characterizeOverTime() async throws {
    var simulation = try people(.reading, seed: 60_001)
    simulation.phone = 60_001
    try await write(
      "characterize-over-time",
      CharacteriseCoverage(profile: profile, simulation: simulation, repeats: size, isOverTime: true))
  }

  /// The figures that gates judge by default.
  private static let gated = [
    "pointer.errorDegrees.median", "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.f1",
    "scroll.falsePerMinute", "scroll.midasPerMinute",
  ]

  @Test(arguments: [30, 180]) func intervals(seconds: Int) async throws {
    var simulation = try people(.validation, seed: 1, participants: 4000)
    simulation.duration = Double(seconds)
    let run = Run<GazeRig>(profile: profile, simulation: simulation)
    try await write(
      "intervals-\(seconds)", IntervalStudy(run, people: [40], studies: size, phones: [1, 2], metrics: Self.gated))
  }

  @Test func intervalsClosed() async throws {
    var run = Run<GazeRig>(profile: profile, simulation: try people(.validation, seed: 1, participants: 1000))
    run.loop = .closed
    try await write(
      "intervals-closed", IntervalStudy(run, people: [40], studies: size, phones: [1, 2], metrics: nil))
  }

  @Test(arguments: [30, 180]) func gates(seconds: Int) async throws {
    var simulation = try people(GazeRig.facts.scenarios[0], seed: 1, participants: 2000)
    simulation.duration = Double(seconds)
    var study = GateStudy(Run<GazeRig>(profile: profile, simulation: simulation))
    (study.runs, study.phones) = (size, [1, 2])
    study.looks = GateAnalyses(first: 20, most: 40)
    try await write("gates-\(seconds)", study)
  }

  @Test func correctness() async throws {
    var study = CorrectnessStudy(
      devices: try CorrectnessStudy.defaultDevices.map { try .builtIn($0) }, library: BuiltInProfiles.all)
    (study.rightSeeds, study.faultSeeds) = (size, max(size / 50, 1))
    try await write("correctness", study)
  }

  @Test func doctor() async throws {
    try await write(
      "doctor", DoctorStudy(profile: profile, simulation: people(.calibration, seed: 20_000), seeds: size))
  }

  @Test func smoothing() async throws {
    try await write(
      "smoothing",
      SmoothingStudy(profile: profile, simulation: people(.validation, seed: 1, participants: size)))
  }
}
