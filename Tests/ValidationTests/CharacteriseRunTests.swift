import Foundation
import GazeImport
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing
import TestSupport

@testable import Calibrate
@testable import Evaluate
@testable import Inspection
@testable import StudySupport
@testable import Validation

struct CharacteriseRunTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func recording(
    _ name: String, _ scenario: GazeScenario, participants: Int = 1, seed: UInt64 = 1,
    isAnybodyFailing: Bool = true, duration: Double = 40, rate: Double = 60
  ) async throws -> String {
    let path = scratch(name)
    let simulation = try Simulation.mini(
      scenario, seed: seed, participants: participants, duration: duration, rate: rate,
      setting: isAnybodyFailing ? [:] : ["people.failingShare": 0])
    _ = try await RecordingRun(simulation, jobs: 2).write(to: path, force: true)
    return path
  }

  private func report(_ paths: [String], jobs: Int = 2) async throws -> CharacteriseReport {
    let profile = try DeviceProfile.mini()
    return try await CharacteriseRun(paths: paths) { _, _ in profile }.report(jobs: jobs)
  }

  @Test("recordings are characterised in the given order, several people as one, whatever the number of jobs")
  func several() async throws {
    let paths = [
      try await recording("a.jsonl", .validation, participants: 5), try await recording("b.jsonl", .stare),
    ]
    let report = try await report(paths)
    #expect(report.recordings.map(\.path) == paths && report.recordings.map(\.people) == [5, 1])
    #expect(report.recordings[0]["gainHSD"]?.of == "people" && report.recordings[1]["gainHSD"] == nil)
    #expect(report.recordings[0]["gainH"]?.count == 5)
    #expect(report.recordings[1].preset == "typical" && report.recordings[1].source == .simulated)
    let again = try await self.report(paths, jobs: 1)
    for (a, b) in zip(report.recordings, again.recordings) { #expect(a.characteristics == b.characteristics) }
  }

  @Test("typical's still eye is in the range of real takes at the same rate: step, spread, correlation")
  func stillEye() async throws {
    // Six of the seven real takes ran at 30 Hz and one at 60 Hz; nobody was asked to fixate, as in `stare`. 16 people,
    // 90 s, without people whose tracking fails. Standard errors are 5 % of the steps and spreads, and 0.015 of the
    // correlations. Even without any noise, the simulated correlation of pitch is at the lower end of the takes' range,
    // 0.83, so its lower bound is one standard error below that.
    func values(_ rate: Double) async throws -> CharacteriseReport.Recording {
      let path = try await recording(
        "typical\(rate).npy", .stare, participants: 16, seed: 55, isAnybodyFailing: false, duration: 90, rate: rate)
      return try await report([path]).recordings[0]
    }
    let (slow, fast) = (try await values(30), try await values(60))
    let takes: [(name: String, at30: ClosedRange<Double>, at60: Double)] = [
      ("stillRMSS2SYaw", 0.4...2.0, 0.43), ("stillRMSS2SPitch", 0.5...1.6, 0.49), ("stillSTDYaw", 1.0...4.6, 1.0),
      ("stillSTDPitch", 1.3...5.3, 1.3), ("stillLag1Yaw", 0.83...0.98, 0.92), ("stillLag1Pitch", 0.815...0.98, 0.92),
    ]
    for (name, at30, at60) in takes {
      let value = try #require(slow[name]?.value)
      #expect(at30.contains(value), "\(name) at 30 Hz: \(value)")
      // The only real take at 60 Hz is of one quiet head. So the simulation may have up to 1.5 times its step, and up
      // to three times its spread, since the spread comes from the head.
      let ratio = try #require(fast[name]?.value) / at60
      #expect((0.95...(name.contains("STD") ? 3 : 1.5)).contains(ratio), "\(name) at 60 Hz: \(ratio) of the take's")
    }
    let other = try await report([scratch("typical60.0.npy")])
    for name in ["outward", "duplicated"] {
      let range = try #require(other.references.first { $0.name == name }).range
      #expect(range.contains(try #require(other.recordings[0][name]?.value)))
    }
  }

  @Test(
    "the preset of a recording has the constants that it determines, and upper bounds only below the base's values")
  func preset() async throws {
    let path = try await recording("a.jsonl", .validation, participants: 5)
    let file = try await report([path]).recordings[0].preset(name: "mine", base: .typical)
    try file.check("mine.json")
    #expect(file.provenance == .simulated && file.base == "typical")
    for key in ["tracker.noiseSD", "tracker.driftSD", "tracker.gainH", "tracker.gainHSD", "behaviour.blinkRate"] {
      #expect(file.values[key] != nil, "\(key)")
    }
    let preset = try file.preset("mine.json")
    let gain = try GazeConstant.named("tracker.gainH")
    #expect(abs(gain.value(in: preset.parameters) - (file.values["tracker.gainH"]?.value ?? 0)) < 1e-12)

    var recording = try await report([path]).recordings[0]
    func bounded(_ value: Double) -> PresetFile {
      recording.characteristics = [
        Characteristic(
          "noiseSD", Calibrate.Figure(value: value, interval: ConfidenceInterval(0, 2 * value)), count: 3,
          of: "windows",
          windows: "slow ones", isUpperBound: true)
      ]
      return recording.preset(name: "mine", base: .typical)
    }
    #expect(bounded(0.5).values.isEmpty)
    // The base preset's value is 0.025°.
    #expect(bounded(0.03).values.isEmpty)
    #expect(bounded(0.02).values["tracker.noiseSD"]?.source.hasPrefix("at most") == true)
    // A value beyond the constant's range could not be read back.
    recording.characteristics[0].isUpperBound = false
    recording.characteristics[0].value = 11
    #expect(recording.preset(name: "mine", base: .typical).values.isEmpty)
  }

  @Test("two days of dots and reading give the error over time, in the report, its preset and its words")
  func overTime() async throws {
    let paths = try [0, 1].map { session in
      var simulation = try Simulation.mini(.reading, seed: 5, phone: 5)
      simulation.session = session
      let path = scratch("day\(session).jsonl")
      var header = simulation.header
      header.truth = nil
      var recorder = try GazeRecorder(path: path, header: header)
      for observation in SynchronisedTake(simulation, participant: 0, plan: session == 0 ? .drift : .validation) {
        try recorder.record(observation.frame, target: observation.target, intent: observation.intent)
      }
      try recorder.close()
      return path
    }
    let report = try await report(paths)
    let overTime = try #require(report.overTime)
    #expect(overTime.people == 1 && overTime.sessions == 2 && overTime.visits == 5)
    let drift = try #require(overTime["driftSD"])
    let preset = report.recordings[0].preset(name: "mine", base: .typical, overTime: overTime)
    #expect(preset.values["tracker.driftSD"]?.value == drift.value)
    #expect(preset.values["tracker.noiseSD"] != nil)
    // A take with one visit has the fields that it always had.
    let json = try JSONEncoder().encode(try await self.report([paths[1]]))
    #expect(!String(decoding: json, as: UTF8.self).contains("overTime"))
    #expect(try await self.report([paths[0]]).overTime?["sessionSD"]?.value == nil)
  }

  private static let take = sharedData.appending(path: "livelink/alexdjulin_facial.csv").path

  @Test(
    "real takes: what they show of the eyes is what models.md read off them",
    .enabled(if: FileManager.default.fileExists(atPath: take), "needs \(take)"))
  func takes() async throws {
    let path = scratch("take.jsonl")
    let screen = try BuiltInProfiles.library().profile(id: "iphone12mini").geometry
    let options = ImportOptions(device: "iphone12mini", screen: screen)
    let job = RecordingImport(path: Self.take, format: .livelink, options: options)
    let plan = try job.plan()
    var writer = try RecordingWriter(path: path, header: plan.header)
    _ = try job.run(plan) { try writer.write($0) }
    try writer.close()
    let recording = try await report([path]).recordings[0]
    #expect(abs((recording["rate"]?.value ?? 0) - 30) < 0.01)
    // The mean difference of left minus right yaw in this take is -0.0612; as a slope at 35 cm the difference is
    // somewhat larger.
    #expect((0.061...0.071).contains(recording["outward"]?.value ?? 0))
    #expect((recording["correlationPitch"]?.value ?? 0) > 0.999)
    #expect((10...30).contains(recording["blinkRate"]?.count ?? 0))
    #expect(recording["gainH"]?.value == nil && recording["noiseSD"]?.isUpperBound == true)
  }

  @Test("an empty recording is refused by name")
  func empty() async throws {
    let path = scratch("empty.jsonl")
    var writer = try RecordingWriter(
      path: path,
      header: RecordingHeader(device: "iphone12mini", rate: 60, scenario: "x", participants: 1, source: .recorded))
    try writer.close()
    await #expect(throws: FileError.self) { try await report([path]) }
  }
}
