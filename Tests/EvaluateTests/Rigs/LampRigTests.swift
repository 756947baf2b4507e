import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct LampRigTests {
  private func run(
    _ preset: String = "typical", gain: Double? = nil, calibration: CalibrationFile? = nil
  ) throws -> Run<LampRig> {
    let simulation = try RigSimulation<LampRig>.mini(
      .dimming, preset: preset, participants: 6, setting: gain.map { ["sensor.gain": $0] } ?? [:])
    return Run(profile: try .mini(), simulation: simulation, calibration: calibration)
  }

  @Test("an ideal sensor leaves no error")
  func ideal() async throws {
    let report = try await run("ideal").evaluation()
    #expect(try #require(report.value("brightness.error.mean")) < 1e-9)
  }

  @Test("a calibration finds the gain to 1 % in spite of latency and noise, and the error is smaller with its file")
  func calibrated() async throws {
    var people = try run(gain: 1.3).simulation
    people.scenario = .calibration
    let fitted = try await CalibrationRun<LampRig>(try .mini(), .simulated(people)).file()
    let file = try CalibrationFile(json: JSONEncoder().encode(fitted), path: "c.json", rig: "lamp")
    try LampRig.check(file, path: "c.json")
    // 6 people's 10 targets of 2 s: some 960 readings, SD 0.01, so a standard error of 0.0006.
    expectNear(try #require(file.fit.parameters.first?.value) / 1.3, 1, 0.01)
    let before = try await run(gain: 1.3).evaluation().figures.compactMap(\.value)
    let after = try await run(gain: 1.3, calibration: file).evaluation().figures.compactMap(\.value)
    #expect(before.count == 2 && zip(after, before).allSatisfy { $0 < $1 }, "\(after), \(before)")
  }

  @Test("a .npy, read back, gives the simulation's figures")
  func recorded() async throws {
    let (run, scratch) = (try run(), try ScratchFolder())
    let path = scratch("lamp.npy")
    var writer = try SampleWriter<LampRig.Sample>(path: path, header: run.simulation.header)
    for sample in run.simulation.everybody() { try writer.write(sample) }
    try writer.close()
    var input = RecordedRun<LampRig>(profile: try .mini())
    try input.add(SampleReader<LampRig.Sample>(path: path, ordered: true), path: path)
    let (read, made) = (try await input.evaluation(path: path), try await run.evaluation())
    // Intervals differ, because recorded people are judged more strictly.
    #expect(read.findings.people == made.findings.people && read.figures.map(\.value) == made.figures.map(\.value))
    #expect(read.frames == made.frames && read.seconds == made.seconds && read.comparedWith == made.comparedWith)
  }
}
