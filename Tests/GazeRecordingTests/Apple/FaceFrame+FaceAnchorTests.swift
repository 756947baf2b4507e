import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct FaceFrameFaceAnchorTests {
  /// A face parallel to the camera's plane, `right` metres to screen right of the camera, `up` above it and 0.35 m
  /// away, looking straight at the screen, as the interface shows it.
  private func frame(held: ScreenOrientation, right: Float, up: Float, lookingUp pitch: Double = 0) -> FaceFrame {
    let place = HeldPhone.place + SIMD4(right, up, -0.35, 0)
    // World axes are the user's: face x to screen right, y up, z out of the face into the phone.
    let face = TransformMatrix(
      columns: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(place.x, place.y, place.z, 1)))
    func eye(_ x: Double) -> TransformMatrix {
      TransformMatrix(RigidTransform(rotation: .aboutX(-pitch), translation: SIMD3(x, 0, 0)))
    }
    var shapes = BlendShapes()
    for index in BlendShapes.names.indices { shapes[index] = Float(index) / 100 }
    return FaceFrame(
      time: 12.5, isTracked: true, sensor: HeldPhone.sensor(held), face: face, leftEye: eye(0.03), rightEye: eye(-0.03),
      lookAt: SIMD3(0.01, 0.02, 0.3), blendShapes: shapes)
  }

  @Test("each of ARKit's numbers gets to its place in the frame")
  func places() throws {
    let frame = frame(held: .portrait, right: 0.05, up: -0.02)
    #expect(frame.time == 12.5 && frame.isTracked)
    #expect(frame.camera == HeldPhone.portraitView(.portrait))
    #expect(frame.leftEye.columns.3 == SIMD4(0.03, 0, 0, 1) && frame.rightEye.columns.3 == SIMD4(-0.03, 0, 0, 1))
    #expect(frame.lookAt == SIMD3(0.01, 0.02, 0.3))
    let names = BlendShapes.names
    let (left, right) = try (
      #require(names.firstIndex(of: "eyeBlinkLeft")), #require(names.firstIndex(of: "eyeBlinkRight"))
    )
    #expect(frame.blink == SIMD2(Float(left) / 100, Float(right) / 100))
    #expect(frame.blendShapes?[51] == 0.51)
  }

  @Test("a frame without an anchor is untracked, with camera, for every pipeline")
  func lost() {
    let frame = FaceFrame(time: 3, sensor: HeldPhone.sensor(.portrait))
    #expect(!frame.isTracked && frame.camera == HeldPhone.portraitView(.portrait))
    #expect(frame.cameraFromFace == nil && CyclopeanEye(frame) == nil)
  }

  @Test(
    "a face to the camera's right moves the pointer right, in all orientations",
    arguments: ScreenOrientation.allCases)
  func pointer(held: ScreenOrientation) throws {
    let profile = try usualProfile()
    var pipeline = try DevicePipeline(profile: profile)
    pipeline.orientation = held
    let (w, h, x, y) = (0.0576, 0.1249, 0.0376, -0.0027)
    // The camera's position from the interface's top-left corner follows from GazeCapture's published rule for four
    // orientations.
    let camera: SIMD2<Double> =
      switch held {
      case .portrait: SIMD2(x, y)
      case .landscapeRight: SIMD2(y, w - x)
      case .portraitUpsideDown: SIMD2(w - x, h - y)
      case .landscapeLeft: SIMD2(h - y, x)
      }
    let size = held.quarterTurns % 2 == 0 ? SIMD2(w, h) : SIMD2(h, w)
    let points: SIMD2<Double> = held.quarterTurns % 2 == 0 ? SIMD2(375, 812) : SIMD2(812, 375)
    // 10 mm to the right of the camera and 20 mm below it, as the user sees the interface.
    let expected = (camera + SIMD2(0.01, 0.02)) / size * points
    let output = pipeline.step(frame(held: held, right: 0.01, up: -0.02))
    let found = try #require(output.rawPointer)
    expectNear(found.x, expected.x, 0.01, "\(held): \(found), not \(expected)")
    expectNear(found.y, expected.y, 0.01, "\(held): \(found), not \(expected)")
    // Eyes that turn up move the pointer up, whatever the orientation of the phone.
    let up = try #require(pipeline.step(frame(held: held, right: 0.01, up: -0.02, lookingUp: 0.1)).rawPointer)
    #expect(up.y < expected.y - 100)
    expectNear(up.x, expected.x, 0.01)
  }

  @Test("the adapter's list of blend shapes is in the order of their names")
  func blendShapeOrder() throws {
    let source = packageRoot.appending(path: "Sources/GazeRecording/Apple/FaceFrame+ARFrame.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    let list = try #require(text.firstMatch(of: /locations: \[[^\]]*\] = \[([^\]]*)\]/)).1
    #expect(list.matches(of: /\.(\w+)/).map { String($0.1) } == BlendShapes.names)
  }
}
