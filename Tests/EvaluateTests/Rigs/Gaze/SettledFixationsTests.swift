import GazePipeline
import GazeRecording
import Testing

@testable import Evaluate

@Suite struct SettledFixationsTests {
  /// The pointer is at `lookAt`; without a face there is no pointer.
  private struct Pipeline: PointerPipeline {
    mutating func step(_ frame: FaceFrame) -> PointerOutput {
      let pointer = frame.isTracked ? SIMD2(Double(frame.lookAt.x), Double(frame.lookAt.y)) : nil
      return PointerOutput(pointer: pointer, rawPointer: pointer)
    }
  }

  private func observation(
    at time: Double, target: SIMD2<Double>?, blink: Float = 0, isTracked: Bool = true
  ) -> RecordedFrame.Observation {
    let frame = FaceFrame(
      time: time, isTracked: isTracked, face: .identity, leftEye: .identity, rightEye: .identity,
      blink: SIMD2(repeating: blink), lookAt: SIMD3(103, 204, 0))
    return RecordedFrame.Observation(frame: frame, target: target)
  }

  @Test("errors count from 0.6 s after a target came, without blinks, lost faces and frames without a target")
  func settled() {
    let (first, second) = (SIMD2(100.0, 200), SIMD2(90.0, 190))
    let observations = [
      observation(at: 0, target: first), observation(at: 0.59, target: first),  // too early
      observation(at: 0.61, target: first), observation(at: 0.7, target: first, blink: 0.6),
      observation(at: 0.8, target: first, isTracked: false), observation(at: 1, target: second),  // moved on
      observation(at: 1.5, target: second), observation(at: 1.7, target: second), observation(at: 1.8, target: nil),
      observation(at: 1.9, target: second), observation(at: 2.6, target: second),
    ]
    var looks = SettledFixations(Pipeline())
    for observation in observations { _ = looks.step(RecordedFrame(observation: observation)) }
    #expect(looks.finish().errors == [SIMD2(3, 4), SIMD2(13, 14), SIMD2(13, 14)])
    var nothing = SettledFixations(Pipeline())
    #expect(nothing.finish().errors.isEmpty)
  }
}
