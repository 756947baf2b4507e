import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate

/// Recordings of the dial in a folder of their own, gone with it.
final class DialRecordings: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Two people at known places, or turning about; gives the file's path.
  func write(
    _ name: String, _ scenario: DialRig.Task = .calibration, hasTruth: Bool = true,
    changing change: (inout RecordingHeader) -> Void = { _ in }
  ) throws -> String {
    let simulation = RigSimulation<DialRig>(
      device: NominalPhone(try .mini()), scenario: scenario, preset: try .named("typical"), participants: 2)
    var header = simulation.header
    change(&header)
    let path = folder.appendingPathComponent(name).path
    var writer = try SampleWriter<DialRig.Sample>(path: path, header: header)
    for participant in 0..<2 {
      for var sample in simulation.frames(participant: participant) {
        if !hasTruth { sample.place = .nan }
        try writer.write(sample)
      }
    }
    try writer.close()
    return path
  }
}
