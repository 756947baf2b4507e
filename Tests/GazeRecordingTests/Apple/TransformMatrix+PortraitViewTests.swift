import GazePipeline
import GazeRecording
import TestSupport
import Testing

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

@Suite("TransformMatrix+PortraitView") struct TransformMatrixPortraitViewTests {
  @Test(
    "the sensor's pose becomes the portrait view's, however the phone is held", arguments: ScreenOrientation.allCases)
  func sensor(held: ScreenOrientation) {
    #expect(TransformMatrix.portraitView(fromSensor: HeldPhone.sensor(held)) == HeldPhone.portraitView(held))
  }

  @Test("a turned view's pose becomes the portrait view's", arguments: ScreenOrientation.allCases)
  func pointOfView(held: ScreenOrientation) {
    let found = TransformMatrix.portraitView(fromPointOfView: HeldPhone.pointOfView, in: held)
    #expect(found == HeldPhone.portraitView(held))
  }

  @Test("view x is sensor y, view y is minus sensor x; z and the position stay the same, bit for bit")
  func columns() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<100 {
      let sensor = RecordedFrame.random(using: &generator).observation.frame.camera
      let view = TransformMatrix.portraitView(fromSensor: sensor)
      for row in 0..<4 {
        #expect(view[row].bitPattern == sensor[4 + row].bitPattern)
        #expect(view[4 + row].bitPattern == (-sensor[row]).bitPattern)
        #expect(view[8 + row].bitPattern == sensor[8 + row].bitPattern)
        #expect(view[12 + row].bitPattern == sensor[12 + row].bitPattern)
      }
    }
  }

  @Test("a rigid pose stays a rigid pose, right-handed")
  func rigid() throws {
    let turned = RigidTransform(
      rotation: .aboutX(0.4) * .aboutY(-1.1) * .aboutZ(2.5), translation: SIMD3(0.1, -0.2, 0.3))
    for held in ScreenOrientation.allCases {
      #expect(RigidTransform(TransformMatrix.portraitView(fromPointOfView: TransformMatrix(turned), in: held)) != nil)
    }
  }
}
