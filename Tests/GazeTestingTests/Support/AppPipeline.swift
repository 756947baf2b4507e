import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

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
