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

/// Puts the pointer at `lookAt`, shifted by `offset` and delayed by `delay` frames; without a face it holds.
struct KnownPipeline: PointerPipeline {
  var offset = SIMD2<Double>.zero
  var delay = 0
  /// Scrolls down while the gaze is below this, points.
  var scrollsBelow = Double.infinity
  private var past: [SIMD2<Double>] = []
  private var pointer: SIMD2<Double>?

  init(offset: SIMD2<Double> = .zero, delay: Int = 0, scrollsBelow: Double = .infinity) {
    self.offset = offset
    self.delay = delay
    self.scrollsBelow = scrollsBelow
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard frame.isTracked else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    past.append(SIMD2(Double(frame.lookAt.x), Double(frame.lookAt.y)) + offset)
    if past.count > delay + 1 { past.removeFirst() }
    pointer = past[0]
    let scroll = past[0].y > scrollsBelow ? ScrollCommand(direction: .down, distance: 4) : .none
    return PointerOutput(pointer: pointer, rawPointer: pointer, scroll: scroll)
  }
}

/// A pipeline that an app could ship: one ray from between the eyes, on request with the screen's y the wrong way up.
struct AppPipeline: PointerPipeline {
  let screen: ScreenGeometry
  var isFlipped = false
  /// True for a pipeline that computes the point by hand, as for an upright interface.
  var isByHand = false
  var change: (SIMD2<Double>) -> SIMD2<Double>? = { $0 }

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard frame.isTracked, let face = frame.cameraFromFace, let eye = CyclopeanEye(frame),
      let hit = screen.hit(of: GazeRay(origin: face.apply(eye.origin), direction: face.apply(direction: eye.direction)))
    else { return PointerOutput(pointer: nil, rawPointer: nil) }
    let byHand = (screen.camera + SIMD2(hit.x, -hit.y)) * screen.pointsPerMetre
    let pointer = change(isByHand ? byHand : screen.point(ofHit: isFlipped ? SIMD2(hit.x, -hit.y) : hit))
    return PointerOutput(pointer: pointer, rawPointer: pointer)
  }
}

extension Simulation {
  /// Result of a pipeline for the first person.
  func result(_ pipeline: some PointerPipeline, against reference: ErrorReference = .truth) -> PersonResult {
    var trial = PersonTrial(pipeline, participant: 0, geometry: device.geometry, reference: reference, rate: rate)
    for frame in frames(participant: 0) { trial.step(frame) }
    return trial.finish()
  }
}
