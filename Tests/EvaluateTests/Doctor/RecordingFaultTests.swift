import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection

@Suite struct RecordingFaultTests {
  private func simulation(_ scenario: GazeScenario = .validation) throws -> Simulation {
    try .mini(scenario, seed: 300, duration: 40, rate: 30)
  }

  /// The JSON of an evaluation of frames, after a change, with the faults that were found.
  private func evaluated(
    examined: Bool = true, _ change: (inout RecordedFrame) -> Void = { _ in }
  ) async throws -> ([RecordingFault], [String: Any]) {
    let simulation = try simulation()
    var run = RecordedRun<GazeRig>(profile: try .mini())
    run.runsDoctor = examined
    try run.add(
      simulation.stated,
      simulation.everybody {
        $0.truth = nil
        change(&$0)
      })
    return (run.faults, try jsonObject(try await run.evaluation()))
  }

  @Test("a flipped recording is found in the pass that judges it; a good one has no fault; both are in the JSON")
  func sameAsDoctor() async throws {
    let (none, good) = try await evaluated()
    #expect(none.isEmpty && (good["recordingFaults"] as? [Any])?.isEmpty == true)
    let height = try DeviceProfile.mini().geometry.points.y
    let (faults, wrong) = try await evaluated { frame in
      frame.observation.target = frame.observation.target.map { SIMD2($0.x, height - $0.y) }
    }
    #expect(faults.map(\.fault) == [.flippedY])
    let listed = try #require(wrong["recordingFaults"] as? [[String: Any]])
    #expect(listed.map { $0["fault"] as? String } == ["flippedY"] && listed[0]["title"] as? String == "y flipped")
    #expect((listed[0]["advice"] as? String)?.isEmpty == false && (listed[0]["sentence"] as? String)?.isEmpty == false)
  }

  @Test("without the doctor the figures are the same, and the JSON has no key for faults")
  func unexamined() async throws {
    let (_, with) = try await evaluated()
    let (faults, without) = try await evaluated(examined: false)
    #expect(faults.isEmpty && without["recordingFaults"] == nil)
    var left = with
    #expect(left.removeValue(forKey: "recordingFaults") != nil)
    #expect(left as NSDictionary == without as NSDictionary)
  }

  @Test("a single distance is a fault of a calibration, not of an evaluation")
  func oneDistance() throws {
    let simulation = try simulation()
    var header = simulation.stated
    // In a recording of an unknown task the people may have been asked for several distances.
    header.scenario = "recorded"
    func doctor() throws -> Doctor {
      var doctor = Doctor(header: header, path: "a", profile: try .mini())
      for frame in simulation.frames(participant: 0) { doctor.add(frame.observation) }
      return doctor
    }
    var (judging, calibrating) = (try doctor(), try doctor())
    #expect(calibrating.faults(.calibrating).map(\.fault) == [.oneDistance])
    #expect(judging.faults(.judging).isEmpty)
  }

  @Test("there is a remark for each wrong recording, with all its faults and the command that shows why")
  func remarks() {
    func fault(_ recording: String, _ fault: DoctorFault) -> RecordingFault {
      RecordingFault(recording: recording, fault: fault, title: fault.title, sentence: "", advice: "")
    }
    let faults = [fault("a.jsonl", .mirroredX), fault("-", .flippedY), fault("a.jsonl", .wallClock)]
    #expect(
      RecordingFault.remarks(faults) == [
        "a.jsonl looks wrong: x mirrored, timestamps in wall clock; 'gazesim doctor a.jsonl' shows why",
        "standard input looks wrong: y flipped",
      ])
    #expect(RecordingFault.remarks([]).isEmpty)
    #expect(RecordingFault.conclusion(faults) == "2 recordings look wrong" && RecordingFault.conclusion([]) == nil)
  }
}
