public import GazePipeline

/// The app's own pointer: the point where the ray from between the eyes meets the screen's plane.
public struct HitPointer: PointerPipeline {
  let screen: ScreenGeometry

  /// A pointer on this screen; when the interface turns, make a new one for the turned screen.
  public init(screen: ScreenGeometry) { self.screen = screen }

  /// Takes in one frame.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard frame.isTracked, let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) else {
      return PointerOutput(pointer: nil, rawPointer: nil)
    }
    let ray = GazeRay(origin: face.apply(eye.origin), direction: face.apply(direction: eye.direction))
    guard let hit = screen.hit(of: ray) else { return PointerOutput(pointer: nil, rawPointer: nil) }
    // The hit is in the axes of the portrait view; `point(ofHit:)` turns it into the interface's.
    let pointer = screen.point(ofHit: hit)
    return PointerOutput(pointer: pointer, rawPointer: pointer)
  }
}
