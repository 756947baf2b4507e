import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct RecordingRunTests {
  @Test("the file holds every frame in order, whatever the number of jobs")
  func writes() async throws {
    let scratch = try ScratchFolder()
    // 40 s at 60 Hz are more than one slab of 2,048 frames.
    let simulation = try Run.mini(participants: 2, duration: 40).simulation
    for jobs in [0, 1, 3] {
      let path = scratch("\(jobs).jsonl")
      let total = try await RecordingRun(simulation, jobs: jobs).write(to: path, force: false)
      var reader = try RecordingReader(path: path)
      #expect(reader.header == simulation.header)
      var differing = 0
      for person in 0..<2 {
        for frame in simulation.frames(participant: person) where try reader.next() != frame { differing += 1 }
      }
      #expect(differing == 0)
      #expect(try reader.next() == nil)
      #expect(total.frames > 4700)
      expectNear(total.seconds, 80, 0.1)
      #expect(try scratch.bytes(of: "\(jobs).jsonl") == scratch.bytes(of: "0.jsonl"))
    }
  }

  /// Figures of three people, with the simulator's own progress of readers left out, which no file holds.
  private func figures(_ report: Report<GazeRig>) -> [String: Double?] {
    Dictionary(
      uniqueKeysWithValues: report.figures.filter { GazeMetric.find($0.metric)?.need != .closedLoop }
        .map { ($0.metric, $0.value) })
  }

  @Test(
    "a file of three people, each with a page, is judged like the simulation to the last digit (seed 77)",
    arguments: ["jsonl", "csv", "npy"], [RecentreChoice.none, .x, .reading])
  func sameFigures(format: String, recentre: RecentreChoice) async throws {
    let scratch = try ScratchFolder()
    for loop in [Run<GazeRig>.Loop.open, .closed] {
      var run = try Run.mini(
        [.reading], seed: 77, participants: 3, duration: 30, personCalibration: .none, setting: ["task.appStates": 1])
      run.options.recentre = recentre
      run.loop = loop
      let path = scratch("\(loop.rawValue).\(format)")
      let recording =
        loop == .open ? RecordingRun(opening: run, jobs: 2) : try RecordingRun(closing: run, jobs: 2)
      _ = try await recording.write(to: path, force: false)
      #expect(try RecordingHeader(path: path).pages.count == 3)
      var recorded = RecordedRun<GazeRig>(profile: run.profile, options: run.options)
      try recorded.add(try RecordingReader(path: path), path: path)
      let simulated = figures(try await run.evaluation())
      #expect(try figures(await recorded.evaluation(path: path)) == simulated, "\(loop.rawValue)")
      #expect(simulated.values.count { $0 != nil } > 50)
    }
  }

  @Test("progress runs from 0 to 1")
  func progress() async throws {
    let scratch = try ScratchFolder()
    let path = scratch("run.jsonl")
    let run = RecordingRun(try Run.mini(participants: 2, duration: 2).simulation, jobs: 1)
    var shares: [Double] = []
    _ = try await run.write(to: path, force: false) { shares.append($0) }
    #expect(shares.count >= 2 && shares == shares.sorted())
    #expect(shares.allSatisfy { $0 > 0 && $0 <= 1.001 })
  }
}
