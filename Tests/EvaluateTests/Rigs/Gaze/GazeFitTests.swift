import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@Suite struct GazeFitTests {
  private let scratch: ScratchFolder
  private let profile: DeviceProfile

  init() throws { (scratch, profile) = (try ScratchFolder(), try DeviceProfile.mini()) }

  /// Writes a recording of a person who looks at targets, with changed frames.
  private func write(
    _ name: String, seed: UInt64, seconds: Double = 40, change: (inout RecordedFrame) -> Void = { _ in }
  ) throws -> String {
    let simulation = try Simulation.mini(.calibration, seed: seed, phone: 1, duration: seconds)
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

  @Test("a fit to several recordings that fails names those that are the reason")
  func recordings() async throws {
    let good = try write("good.jsonl", seed: 11)
    let short = try write("short.jsonl", seed: 1, seconds: 3)
    let lost = try write("lost.jsonl", seed: 4) { $0.observation.frame.isTracked = false }
    let mirrored = try write("mirrored.jsonl", seed: 12) { frame in
      frame.observation.target = frame.observation.target.map { SIMD2($0.x, 812 - $0.y) }
    }
    let early = try (20..<26).map { try write("\($0).jsonl", seed: $0, seconds: 1) }
    #expect(await fault(good, short).hasPrefix("\(short): participant 1 has "))
    #expect(await fault(early[0], lost).hasPrefix("\(lost): the face is lost or unusable in all "))
    let flipped = "\(mirrored): along y targets and gaze run in opposite directions"
    #expect(await fault(mirrored).hasPrefix(flipped))
    // Both together end at an impossible gain.
    #expect(await fault(good, mirrored).hasPrefix(flipped))
    let all = await fault(early[0], early[1], early[2], early[3], early[4], early[5])
    #expect(all.hasPrefix("\(early[..<4].joined(separator: ", ")) and 2 more: none of "))
  }
}
