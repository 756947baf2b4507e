public import GazePipeline

/// The app's own pointer: the point where the ray from between the eyes meets the screen's plane.
public struct HitPointer: PointerPipeline {
  let screen: ScreenGeometry

  /// A pointer on this screen.
  public init(screen: ScreenGeometry) { self.screen = screen }

  /// Takes in one frame.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard frame.isTracked, let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) else {
      return PointerOutput(pointer: nil, rawPointer: nil)
    }
    let origin = face.apply(eye.origin)
    let direction = face.apply(direction: eye.direction)
    guard direction.z > 0 else { return PointerOutput(pointer: nil, rawPointer: nil) }
    // The screen is the camera's plane z = 0, in which x grows to the right and y upwards; screen points grow
    // downwards.
    let hit = origin - direction * (origin.z / direction.z)
    let x = screen.camera.x + hit.x
    let y = screen.camera.y - hit.y
    let pointer = SIMD2(x, y) * screen.pointsPerMetre
    return PointerOutput(pointer: pointer, rawPointer: pointer)
  }
}
