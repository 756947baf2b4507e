import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

struct SettlingDetectorTests {
  /// Returns, for each of these frames a fiftieth of a second apart, true if the eyes are at rest.
  private func rests(_ states: [RecordedFrame.Truth.State?]) -> [Bool] {
    var eyes = SettlingDetector()
    return states.enumerated().map { index, state in
      eyes.step(state.map { RecordedFrame.Truth(gaze: SIMD2(1, 2), state: $0) }, at: 7 + Double(index) / 50)
    }
  }

  @Test(
    "samples count from 0.3 s after a saccade, blink or first frame",
    arguments: [RecordedFrame.Truth.State.saccade, .blink, nil])
  func after(_ state: RecordedFrame.Truth.State?) {
    let states = Array(repeating: RecordedFrame.Truth.State?.some(.fixate), count: 40) + [state, state]
    let rests = rests(states + Array(repeating: .read, count: 20))
    #expect(rests.firstIndex(of: true) == 15)
    #expect(rests[15..<40].allSatisfy { $0 } && !rests[40..<57].contains(true) && rests[57...].allSatisfy { $0 })
  }

  @Test("frames over 0.1 s apart, or backwards, may hide a saccade", arguments: [0.11, -1, 0])
  func gaps(_ step: Double) {
    var eyes = SettlingDetector()
    let truth = RecordedFrame.Truth(gaze: SIMD2(1, 2), state: .fixate)
    var rests = (0..<20).map { eyes.step(truth, at: Double($0) / 50) }
    #expect(rests.last == true)
    rests = (0..<20).map { eyes.step(truth, at: 19.0 / 50 + step + Double($0) / 50) }
    #expect(rests.firstIndex(of: true) == 15)
    #expect(!eyes.step(truth, at: .nan) && !eyes.step(truth, at: 100))
  }
}
