import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport

@testable import Evaluate

/// Recordings of the dial in a separate folder, which is deleted with this object.
final class DialRecordings: Sendable {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Writes a recording of two people at known places, or turning about; returns the file's path.
  func write(
    _ name: String, _ scenario: DialRig.Task = .calibration, hasTruth: Bool = true,
    changing change: (inout RecordingHeader) -> Void = { _ in }
  ) throws -> String {
    let simulation = try RigSimulation<DialRig>.mini(scenario, participants: 2)
    var header = simulation.header
    change(&header)
    let path = scratch(name)
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
