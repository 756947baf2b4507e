import Foundation
import GazeTesting
import PointerApp
import Testing

@Suite struct RecordingTests {
  /// A recording as the app makes it. Simulated people without their truth replace the phone here; an app names a file
  /// that it recorded.
  private func recording() throws -> URL {
    let simulation = Simulation(
      device: try NominalPhone(device: "iPhone13,1"), scenario: .validation, participants: 44, duration: 20)
    let file = FileManager.default.temporaryDirectory.appending(path: "take-\(UUID().uuidString).jsonl.gz")
    let header = RecordingHeader(
      device: "iPhone13,1", rate: 60, scenario: "recorded", participants: 44, source: .recorded)
    var writer = try RecordingWriter(path: file.path, header: header)
    for participant in 0..<simulation.participants {
      for frame in simulation.frames(participant: participant) {
        try writer.write(RecordedFrame(observation: frame.observation))
      }
    }
    try writer.close()
    return file
  }

  @Test("44 recorded people's pointers are near the dots that the app showed")
  func targets() throws {
    let file = try recording()
    defer { try? FileManager.default.removeItem(at: file) }
    let check = try RecordingCheck([file], device: "iPhone13,1")
    let report = try check.report([AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 200)]) { take in
      HitPointer(screen: take.screen)
    }
    #expect(report.verdict == .pass, "\(report)")
  }
}
