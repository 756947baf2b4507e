import GazePipeline

/// What a frame's cyclopean eye sees of the screen: angles between places on it, and where the eye and the phone are.
struct EyeView {
  private let origin: SIMD3<Double>
  private let geometry: ScreenGeometry

  /// nil where the poses are no rigid transforms or an eye looks backwards.
  init?(_ frame: FaceFrame, _ geometry: ScreenGeometry) {
    guard let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    origin = face.apply(eye.origin)
    self.geometry = geometry
  }

  /// From the eye to a screen point, camera frame.
  func direction(_ point: SIMD2<Double>) -> SIMD3<Double> {
    let hit = geometry.hit(ofPoint: point)
    return SIMD3(hit.x, hit.y, 0) - origin
  }

  /// From the camera's plane to the eye, metres.
  var distance: Double { abs(origin.z) }

  /// How far the phone is leant back from upright, degrees: 90 lies on its back; nil where its pose says nothing, as
  /// without a world that knows which way is down.
  static func reclineDegrees(_ frame: FaceFrame) -> Double? {
    guard frame.camera != .identity, let worldFromCamera = RigidTransform(frame.camera) else { return nil }
    // The screen faces −z of the camera's frame; the world's y is up.
    return Elementary.asin(min(max(-worldFromCamera.rotation.z.y, -1), 1)).degrees
  }
}
