import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

extension ScreenGeometry {
  /// A screen of round numbers: 8 points a millimetre across, 5 down, the camera in the middle of its upper edge.
  static let round = ScreenGeometry(points: SIMD2(400, 800), metres: SIMD2(0.05, 0.16), camera: SIMD2(0.025, 0))

  /// Position of the eyes of `RecordedFrame.looking(at:)` in front of the screen, points.
  var belowTheEyes: SIMD2<Double> { point(ofHit: .zero) }
}

extension RecordedFrame {
  /// A face 40 cm straight in front of the camera. Its gaze point is in the truth and, for the pipelines of these
  /// tests, in `lookAt`, exact for whole points; the eyes themselves look straight ahead.
  static func looking(
    at gaze: SIMD2<Double>, time: Double, state: RecordedFrame.Truth.State = .fixate, blink: SIMD2<Float> = .zero,
    isTracked: Bool = true, target: SIMD2<Double>? = nil, intent: ScrollDirection? = nil
  ) -> RecordedFrame {
    func at(_ x: Double, _ z: Double) -> TransformMatrix {
      TransformMatrix(RigidTransform(translation: SIMD3(x, 0, z)))
    }
    let frame = FaceFrame(
      time: time, isTracked: isTracked, face: at(0, -0.4), leftEye: at(-0.03, 0), rightEye: at(0.03, 0), blink: blink,
      lookAt: SIMD3(Float(gaze.x), Float(gaze.y), 0))
    return RecordedFrame(
      observation: RecordedFrame.Observation(frame: frame, target: target, intent: intent),
      truth: RecordedFrame.Truth(gaze: gaze, state: state))
  }
}
