import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate
@testable import Inspection
@testable import StudySupport
@testable import Validation

/// Size of a full run; nil if none is asked for.
private let statedSize = ProcessInfo.processInfo.environment["GAZESIM_N"].flatMap(Int.init)

/// The full runs behind the dated files of `studies`. They run if `GAZESIM_N` states their size; their laws are tested
/// at a smaller size in the other files.
@Suite(.enabled(if: statedSize != nil, "GAZESIM_N states no size"))
struct DatedFileTests {
  private let size = statedSize ?? 2
  private let profile: DeviceProfile

  init() throws { profile = try .mini() }

  /// Prints a study's text, and writes it to the folder of `GAZESIM_STUDIES` if it names one.
  private func write(_ name: String, _ table: StudyTable) throws {
    let date = Date.now.formatted(.iso8601.year().month().day())
    let text = (["\(date), gazesim \(Tool.version), \(name), n = \(size)", ""] + table.lines).joined(separator: "\n")
    print(text)
    guard let folder = ProcessInfo.processInfo.environment["GAZESIM_STUDIES"] else { return }
    try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(date)-\(name).txt"), options: .atomic)
  }

  private func people(
    _ scenario: GazeScenario, seed: UInt64 = 1, phone: UInt64 = 1, participants: Int = 1, duration: Double? = nil
  ) throws -> Simulation {
    try .mini(scenario, seed: seed, phone: phone, participants: participants, duration: duration)
  }

  @Test func coverage() async throws {
    try write("coverage", try await CoverageStudy(profile: profile, repeats: size).table(jobs: 2))
  }

  @Test func coverageBias() async throws {
    let study = CoverageStudy(profile: profile, repeats: size, noise: [1], fixationBias: 0.7)
    try write("coverage-bias", try await study.table(jobs: 2))
  }

  @Test func coverageTypical() async throws {
    let study = SimulatedCoverage(
      profile: profile, simulation: try people(.calibration, participants: 20), repeats: size)
    try write("coverage-typical", try await study.table(jobs: 2))
  }

  @Test func characterize() async throws {
    let study = CharacteriseCoverage(
      profile: profile, simulation: try people(.calibration, seed: 4001), repeats: size)
    try write("characterize", try await study.table(jobs: 2))
  }

  @Test func characterizeOverTime() async throws {
    let study = CharacteriseCoverage(
      profile: profile, simulation: try people(.reading, seed: 60_001, phone: 60_001), repeats: size, isOverTime: true)
    try write("characterize-over-time", try await study.table(jobs: 2))
  }

  @Test(arguments: [30, 180]) func intervals(seconds: Int) async throws {
    let run = Run<GazeRig>(
      profile: profile, simulation: try people(.validation, participants: 4000, duration: Double(seconds)))
    // The figures that gates judge by default.
    let gated = [
      "pointer.errorDegrees.median", "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.f1",
      "scroll.falsePerMinute", "scroll.midasPerMinute",
    ]
    let study = IntervalStudy(run, people: [40], studies: size, metrics: gated)
    try write("intervals-\(seconds)", try await study.table(jobs: 2))
  }

  @Test func intervalsClosed() async throws {
    var run = Run<GazeRig>(profile: profile, simulation: try people(.validation, participants: 1000))
    run.loop = .closed
    try write("intervals-closed", try await IntervalStudy(run, people: [40], studies: size).table(jobs: 2))
  }

  @Test(arguments: [30, 180]) func gates(seconds: Int) async throws {
    let simulation = try people(GazeRig.facts.scenarios[0], participants: 2000, duration: Double(seconds))
    let study = GateStudy(Run<GazeRig>(profile: profile, simulation: simulation), runs: size)
    try write("gates-\(seconds)", try await study.table(jobs: 2))
  }

  @Test func correctness() async throws {
    let study = CorrectnessStudy(
      devices: try CorrectnessStudy.defaultDevices.map { try .builtIn($0) }, library: BuiltInProfiles.all,
      faultSeeds: max(size / 50, 1), rightSeeds: size)
    try write("correctness", try await study.table(jobs: 2))
  }

  @Test func doctor() async throws {
    let study = DoctorStudy(profile: profile, simulation: try people(.calibration, seed: 20_000), seeds: size)
    try write("doctor", try await study.table(jobs: 2))
  }

  @Test func smoothing() async throws {
    let study = SmoothingStudy(profile: profile, simulation: try people(.validation, participants: size))
    try write("smoothing", try await study.table(jobs: 2))
  }
}
