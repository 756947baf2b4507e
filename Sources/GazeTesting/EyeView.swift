import GazePipeline

/// The screen as seen from a frame's cyclopean eye: angles between points on it, and the positions of eye and phone.
struct EyeView {
  private let origin: SIMD3<Double>
  private let geometry: ScreenGeometry

  /// A view from the eye of a frame; nil if a pose is not a rigid transform or an eye looks backwards.
  init?(_ frame: FaceFrame, _ geometry: ScreenGeometry) {
    guard let face = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    origin = face.apply(eye.origin)
    self.geometry = geometry
  }

  /// Direction from the eye to a screen point, camera frame.
  func direction(_ point: SIMD2<Double>) -> SIMD3<Double> {
    let hit = geometry.hit(ofPoint: point)
    return SIMD3(hit.x, hit.y, 0) - origin
  }

  /// Distance of the eye from the camera's plane, metres.
  var distance: Double { abs(origin.z) }

  /// Angle by which the phone leans back from upright, degrees: at 90 it lies on its back. nil if the phone's pose does
  /// not give the angle, as in a recording whose world has no vertical.
  static func reclineDegrees(_ frame: FaceFrame) -> Double? {
    guard frame.camera != .identity, let worldFromCamera = RigidTransform(frame.camera) else { return nil }
    // The screen faces −z of the camera's frame; the world's y is up.
    return Elementary.asin(min(max(-worldFromCamera.rotation.z.y, -1), 1)).degrees
  }
}
