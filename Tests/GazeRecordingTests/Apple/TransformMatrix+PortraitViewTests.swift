import Foundation
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

struct TransformMatrixPortraitViewTests {
  @Test("a turned view's pose becomes the portrait view's", arguments: ScreenOrientation.allCases)
  func pointOfView(held: ScreenOrientation) {
    let found = TransformMatrix.portraitView(fromPointOfView: HeldPhone.pointOfView, in: held)
    #expect(found == HeldPhone.portraitView(held))
  }

  @Test("view x is sensor y, view y minus sensor x, bit for bit")
  func columns() {
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
}

struct TransformMatrixSceneKitTests {
  @Test("SceneKit's rows are the columns: the translation is in m41, m42, m43")
  func translation() throws {
    let matrix = TransformMatrix(
      sceneKitRows: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0.25, -0.5, 2, 1)))
    let transform = try #require(RigidTransform(matrix))
    #expect(transform.translation == SIMD3(0.25, -0.5, 2))
    #expect(transform.rotation == .identity)
  }

  @Test("a quarter turn about z by SCNMatrix4MakeRotation takes x to y")
  func rotation() throws {
    let matrix = TransformMatrix(
      sceneKitRows: (SIMD4(0, 1, 0, 0), SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)))
    let transform = try #require(RigidTransform(matrix))
    #expect(transform.apply(SIMD3(1, 0, 0)) == SIMD3(0, 1, 0))
    #expect(transform.apply(SIMD3(0, 1, 0)) == SIMD3(-1, 0, 0))
  }
}

struct ScreenOrientationUIKitTests {
  @Test("UIKit's raw values: 3 is interface landscapeRight and device landscapeLeft")
  func rawValues() {
    let found = (-1...7).map { ScreenOrientation(uiKitRawValue: $0) }
    #expect(found == [nil, nil, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft, nil, nil, nil])
  }
}

struct DeviceModelTests {
  @Test("the model is `uname -m`, or what Apple's simulator stands for")
  func identifier() throws {
    let printed = try Program.run(["uname", "-m"]).text
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    #expect(DeviceModel.identifier == simulated ?? printed.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
