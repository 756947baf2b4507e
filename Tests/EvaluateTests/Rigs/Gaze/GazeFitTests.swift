import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@Suite struct GazeFitTests {
  private let scratch: ScratchFolder
  private let profile: DeviceProfile

  init() throws { (scratch, profile) = (try ScratchFolder(), try DeviceProfile.mini()) }

  /// Writes a recording of a person who looks at targets, with changed frames.
  private func write(
    _ name: String, seed: UInt64, seconds: Double = 30, change: (inout RecordedFrame) -> Void = { _ in }
  ) throws -> String {
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .calibration, preset: .optimistic, seed: seed, phone: 0, participants: 1,
      duration: seconds)
    var writer = try RecordingWriter(path: scratch(name), header: simulation.header)
    for var frame in simulation.frames(participant: 0) {
      change(&frame)
      try writer.write(frame)
    }
    try writer.close()
    return scratch(name)
  }

  /// The error of a fit to these recordings.
  private func fault(_ paths: String...) async -> String {
    do { _ = try await CalibrationRun<GazeRig>(profile, .recordings(paths)).file() } catch { return "\(error)" }
    return "none"
  }

  @Test("a fit to several recordings names those that are the reason why it fails")
  func recordings() async throws {
    let short = try write("short.jsonl", seed: 1, seconds: 3)
    let brief = try write("brief.jsonl", seed: 2, seconds: 3)
    let good = try write("good.jsonl", seed: 3)
    let lost = try write("lost.jsonl", seed: 4) { $0.observation.frame.isTracked = false }
    let mirrored = try write("mirrored.jsonl", seed: 5) { frame in
      frame.observation.target = frame.observation.target.map { SIMD2($0.x, 812 - $0.y) }
    }
    #expect(await fault(mirrored).hasPrefix("\(mirrored): along y targets and gaze run in opposite directions"))
    #expect(await fault(good, mirrored).hasPrefix("\(mirrored): along y targets and gaze run in opposite directions"))
    #expect(await fault(short, lost).hasPrefix("\(lost): the face is lost or unusable in all "))
    // Nobody of the two alone is the reason.
    let both = await fault(short, brief)
    #expect(both.hasPrefix("\(short), \(brief): "), "\(both)")
    let many = try (10..<16).map { try write("\($0).jsonl", seed: $0, seconds: 1) }
    let all = await fault(many[0], many[1], many[2], many[3], many[4], many[5])
    #expect(all.hasPrefix("\(many[..<4].joined(separator: ", ")) and 2 more: none of "), "\(all)")
  }
}
