import GazePipeline
import GazeRecording
import TestSupport

/// Poses of a phone in front of its user, as its sensor and its views would report them. World: x to the user's right,
/// y up, z from the user to the phone; the camera is at (1, 2, 3) m.
enum HeldPhone {
  static let place = SIMD4<Float>(1, 2, 3, 1)

  private static func matrix(_ x: SIMD3<Float>, _ y: SIMD3<Float>) -> TransformMatrix {
    TransformMatrix(columns: (SIMD4(x, 0), SIMD4(y, 0), SIMD4(0, 0, 1, 0), place))
  }

  /// `ARCamera.transform`: x from the front camera to the home side, y to the left of that as the user sees it.
  static func sensor(_ held: ScreenOrientation) -> TransformMatrix {
    switch held {
    case .portrait: matrix(SIMD3(0, -1, 0), SIMD3(1, 0, 0))
    case .landscapeRight: matrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0))
    case .portraitUpsideDown: matrix(SIMD3(0, 1, 0), SIMD3(-1, 0, 0))
    case .landscapeLeft: matrix(SIMD3(-1, 0, 0), SIMD3(0, -1, 0))
    }
  }

  /// The portrait view's pose: x to the phone's right edge, y to its top.
  static func portraitView(_ held: ScreenOrientation) -> TransformMatrix {
    switch held {
    case .portrait: matrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0))
    case .landscapeRight: matrix(SIMD3(0, 1, 0), SIMD3(-1, 0, 0))
    case .portraitUpsideDown: matrix(SIMD3(-1, 0, 0), SIMD3(0, -1, 0))
    case .landscapeLeft: matrix(SIMD3(0, -1, 0), SIMD3(1, 0, 0))
    }
  }

  /// The pose of a view that has turned with the phone: upright for its user, however the phone is held.
  static let pointOfView = matrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0))
}
