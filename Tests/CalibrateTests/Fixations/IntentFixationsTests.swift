import Calibrate
import GazePipeline
import GazeRecording
import Testing

struct IntentFixationsTests {
  @Test("an intent to scroll is a target at the page's edge, else none")
  func targets() {
    let points = SIMD2<Double>(375, 812)
    let frame = FaceFrame(
      time: 0, camera: .identity, face: .identity, leftEye: .identity, rightEye: .identity)
    var observation = RecordedFrame.Observation(participant: 0, frame: frame)
    #expect(IntentFixations.observation(observation, points: points).target == nil)
    observation.intent = .down
    #expect(IntentFixations.observation(observation, points: points).target == SIMD2(187.5, 812 * 1.02))
    observation.intent = .up
    #expect(IntentFixations.observation(observation, points: points).target == points * SIMD2(0.5, 1 - 1.02))
    observation.target = SIMD2(1, 1)
    #expect(IntentFixations.observation(observation, points: points).target == nil)
  }
}
