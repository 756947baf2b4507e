import Foundation
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate

@Suite struct RecordingRunTests {
  @Test("the file holds every frame in order, whatever the number of jobs")
  func writes() async throws {
    let scratch = try ScratchFolder()
    // 40 s at 60 Hz are more than one slab of 2,048 frames.
    let simulation = try Run<GazeRig>.mini(participants: 2, duration: 40).simulation
    var files: [Data] = []
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
      #expect(abs(total.seconds - 80) < 0.1)
      files.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(files[0] == files[1] && files[1] == files[2])
  }

  @Test("an existing file is not overwritten, and progress runs from 0 to 1")
  func existing() async throws {
    let scratch = try ScratchFolder()
    let path = scratch("run.jsonl")
    let run = RecordingRun(try Run<GazeRig>.mini(participants: 2, duration: 2).simulation, jobs: 1)
    var shares: [Double] = []
    _ = try await run.write(to: path, force: false) { shares.append($0) }
    #expect(shares.count >= 2 && shares == shares.sorted())
    #expect(shares.allSatisfy { $0 > 0 && $0 <= 1.001 })
    await #expect(throws: FileError.self) { try await run.write(to: path, force: false) }
    _ = try await run.write(to: path, force: true)
  }
}
