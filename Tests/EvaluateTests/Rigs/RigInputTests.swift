import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct RigInputTests {
  private let recordings: DialRecordings

  init() throws { recordings = try DialRecordings() }

  private func evaluation(
    _ paths: String..., calibration: CalibrationFile? = nil
  ) async throws -> Report<DialRig> {
    var input = RecordedRun<DialRig>(profile: try .mini(), calibration: calibration)
    for path in paths { try input.add(try SampleReader<DialRig.Sample>(path: path, ordered: true)) }
    return try await input.evaluation(path: paths[0])
  }

  @Test("a calibration's numbers of a participant apply to that one of a recording, and to no simulated person")
  func people() async throws {
    let profile = try DeviceProfile.mini()
    let path = try recordings.write("two.jsonl", .turning)
    func file(_ offsets: [Int?: Double]) -> CalibrationFile {
      .dial(offsets.map { .dial("offset", $1, participant: $0) })
    }
    // The sensor is off by 5 with an SD of 1: 200 samples per person. The device's number is far off, participant 1's
    // is right.
    let both = try await evaluation(path, calibration: file([1: 5, nil: -15]))
    let own = both.people.map { $0.figures["place.error.mean"] ?? .nan }
    try #require(own.count == 2)
    expectNear(own[0], 20, 0.5)
    expectNear(own[1], 0.8, 0.3)
    #expect(both.conditions.contains("with 1 person's own numbers, offset -15"))
    #expect(both.html.contains("recorded with 1 person&#39;s own numbers"))
    #expect(try await !evaluation(path, calibration: file([nil: 5])).conditions.contains("own numbers"))
    func simulated(_ calibration: CalibrationFile?) async throws -> [ReportFigure] {
      try await Run<DialRig>(
        profile: profile, simulation: try .mini(.turning, participants: 2), calibration: calibration
      ).evaluation().figures
    }
    #expect(try await simulated(file([1: 5, 0: 5])) == (try await simulated(nil)))
  }

  @Test("a .npy, read back, gives the simulation's figures")
  func sameAsSimulated() async throws {
    let run = Run<DialRig>(profile: try .mini(), simulation: try .mini(.turning, participants: 2))
    let (read, made) = (try await evaluation(recordings.write("a.npy", .turning)), try await run.evaluation())
    // Intervals differ, because recorded people are judged more strictly.
    #expect(read.findings.people == made.findings.people && read.figures.map(\.value) == made.figures.map(\.value))
    #expect(read.frames == made.frames && read.seconds == made.seconds && read.comparedWith == made.comparedWith)
  }

  @Test("no format claims that a recording without truth was compared with a simulator's truth")
  func against() async throws {
    let whole = try recordings.write("whole.jsonl", .turning)
    let stripped = try recordings.write("stripped.jsonl", .turning, hasTruth: false) { $0.source = .recorded }
    let known = try await evaluation(whole)
    #expect(known.comparedWith == DialRig.facts.truth && known.html.contains("the simulator&#39;s true place"))
    let unknown = try await evaluation(stripped)
    #expect(unknown.comparedWith == "what the recording itself states, for it holds no truth")
    let json = try jsonText(unknown)
    for text in [json, unknown.markdown, unknown.html, unknown.conditions] {
      #expect(!text.contains("true place") && text.contains("the recording itself states"))
    }
    #expect(unknown.figures.allSatisfy { $0.value == nil }, "the dial's errors are against its true place alone")
    let both = try await evaluation(whole, stripped)
    #expect(
      both.comparedWith
        == "the simulator's true place; in 1 of 2 recordings what the recording itself states, for it holds no truth")
  }
}
