// Runs the adapters against the declared signatures, with objects of known numbers in place of Apple's. The rehearsal
// checks that each number arrives in its place with its sign, and that session events are handled. It does not replace
// a test on a device.
import ARKit
import AVFoundation
import CoreMotion
import Foundation
import GazePipeline
import GazeRecording
import SceneKit
import UIKit
import simd

@main @MainActor struct Rehearsal {
  static func main() throws {
    var rehearsal = Rehearsal()
    rehearsal.matrices()
    rehearsal.frames()
    rehearsal.motion()
    try rehearsal.body()
    rehearsal.touches()
    rehearsal.session()
    try rehearsal.manager(profile: try DeviceProfile(path: CommandLine.arguments[1]))
    rehearsal.scroller()
    rehearsal.texts()
    rehearsal.checks.end("checks of the adapters")
  }

  private var checks = Checks(of: "rehearsal")
  private static let screen = CGSize(width: 375, height: 812)

  private mutating func expect(_ isFine: Bool, _ sentence: String) { checks.expect(isFine, sentence) }

  /// Sixteen different numbers.
  private nonisolated static func numbers(from first: Float) -> simd_float4x4 {
    func column(_ c: Float) -> simd_float4 { simd_float4(0, 1, 2, 3) + (first + 4 * c) }
    return simd_float4x4(columns: (column(0), column(1), column(2), column(3)))
  }

  private mutating func matrices() {
    let matrix = TransformMatrix(Self.numbers(from: 1))
    expect((0..<16).allSatisfy { matrix[$0] == Float($0 + 1) }, "a simd_float4x4 keeps its order")
    expect(simd_float4x4(matrix).columns == Self.numbers(from: 1).columns, "a simd_float4x4 comes back")
    var m = SCNMatrix4()
    (m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24) = (1, 2, 3, 4, 5, 6, 7, 8)
    (m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44) = (9, 10, 11, 12, 13, 14, 15, 16)
    expect(TransformMatrix(m) == matrix, "an SCNMatrix4's rows are the columns")
  }

  // MARK: Frames

  private final class Face: ARFaceAnchor {
    private let isSeen: Bool
    init(isSeen: Bool = true) { self.isSeen = isSeen }
    override var isTracked: Bool { isSeen }
    override var transform: simd_float4x4 { Rehearsal.numbers(from: 200) }
    override var leftEyeTransform: simd_float4x4 { Rehearsal.numbers(from: 300) }
    override var rightEyeTransform: simd_float4x4 { Rehearsal.numbers(from: 400) }
    override var lookAtPoint: simd_float3 { simd_float3(1, 2, 3) }
    override var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] {
      Dictionary(
        uniqueKeysWithValues: BlendShapes.names.enumerated().map {
          (ARFaceAnchor.BlendShapeLocation(rawValue: $1), NSNumber(value: Double($0) / 64))
        })
    }
  }

  private mutating func frames() {
    func frame(_ anchors: [ARAnchor]) -> FaceFrame {
      FaceFrame(Stage.Frame(time: 7.5, sensor: Self.numbers(from: 100), anchors: anchors))
    }
    let (lost, sensor) = (frame([ARAnchor()]), TransformMatrix(Self.numbers(from: 100)))
    let frame = frame([ARAnchor(), Face(isSeen: false), Face()])
    expect(frame.time == 7.5 && frame.isTracked, "a frame's time and face")
    let axes = (sensor.columns.1, -sensor.columns.0, sensor.columns.2, sensor.columns.3)
    expect(frame.camera.columns == axes, "portrait view x is sensor y and view y is minus sensor x")
    expect(frame.face == TransformMatrix(Self.numbers(from: 200)), "the face's pose")
    expect(frame.leftEye == TransformMatrix(Self.numbers(from: 300)), "the left eye is ARKit's left eye")
    expect(frame.rightEye == TransformMatrix(Self.numbers(from: 400)), "the right eye is ARKit's right eye")
    expect(frame.lookAt == SIMD3(1, 2, 3), "the point looked at")
    let shapes = frame.blendShapes
    expect((0..<52).allSatisfy { shapes?[$0] == Float($0) / 64 }, "52 blend shapes in the order of their names")
    expect(frame.blink == SIMD2(0, 7.0 / 64), "the left lid and the right lid")
    let turned = FaceFrame(Face(), pointOfView: sensor, in: .landscapeRight, time: 7.5)
    expect(turned == frame, "with home on the right the view's axes are the sensor's")
    let upright = FaceFrame(Face(), pointOfView: sensor, in: .portrait, time: 7.5)
    expect(upright.camera == sensor && upright.face == frame.face, "upright the view's axes are the portrait view's")
    expect(!lost.isTracked && lost.camera == frame.camera && lost.blendShapes == nil, "a frame without a face")
  }

  private final class Attitude: CMAttitude {
    override var quaternion: CMQuaternion { CMQuaternion(x: 0.1, y: 0.2, z: 0.3, w: 0.9) }
  }

  private final class Motion: CMDeviceMotion {
    override var timestamp: TimeInterval { 2.5 }
    override var attitude: CMAttitude { Attitude() }
    override var rotationRate: CMRotationRate { CMRotationRate(x: 1, y: 2, z: 3) }
    override var userAcceleration: CMAcceleration { CMAcceleration(x: 1, y: -2, z: 0) }
  }

  private mutating func motion() {
    let sample = HeadSample(Motion())
    expect(sample.time == 2.5 && sample.attitude == SIMD4(0.1, 0.2, 0.3, 0.9), "Core Motion's attitude")
    expect(sample.rotationRate == SIMD3(1, 2, 3), "Core Motion's rates")
    expect(sample.acceleration == SIMD3(9.80665, -19.6133, 0), "Core Motion's accelerations in m/s²")
    let orientations: [UIInterfaceOrientation] = [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight]
    expect(
      orientations.map { ScreenOrientation($0) } == [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight],
      "UIKit's interface orientations by name")
    expect(ScreenOrientation(UIInterfaceOrientation.unknown) == nil, "an unknown orientation")
  }

  // MARK: Bodies and touches

  private final class WideCamera: ARCamera {
    override var imageResolution: CGSize { CGSize(width: 1920, height: 1440) }
  }

  /// Joint names and landmarks: the ears come first, one name is of no joint of a skeleton, and there is one name more
  /// than landmarks.
  private final class Definition: ARSkeletonDefinition {
    override var jointNames: [String] {
      ["left_ear_joint", "tail_joint", "head_joint", "root", "left_hand_joint", "right_hand_joint"]
    }
  }

  private final class Skeleton: ARSkeleton2D {
    override var definition: ARSkeletonDefinition { Definition() }
    override var jointLandmarks: [simd_float2] {
      [simd_float2(0.125, 0.25), .zero, simd_float2(0.5, 0.75), simd_float2(.nan, .nan), simd_float2(0.25, 0.5)]
    }
    override func isJointTracked(_ jointIndex: Int) -> Bool { jointIndex != 4 }
  }

  private final class Body: ARBody2D {
    override var skeleton: ARSkeleton2D { Skeleton() }
  }

  private final class BodyFrame: ARFrame {
    private let body: ARBody2D?
    init(_ body: ARBody2D?) { self.body = body }
    override var timestamp: TimeInterval { 7.5 }
    override var camera: ARCamera { WideCamera() }
    override var detectedBody: ARBody2D? { body }
  }

  private mutating func body() throws {
    let skeleton = BodySkeleton(BodyFrame(Body()))
    expect(skeleton.time == 7.5 && skeleton.isTracked, "a body's time")
    let (ear, head) = (skeleton.joints[.leftEar], skeleton.joints[.head])
    expect(ear == SIMD2(0.125, 0.25) && head == SIMD2(0.5, 0.75), "joints by their names, not by their places")
    expect(skeleton.joints.count == 2, "no joint that is NaN, not tracked, unknown or without a landmark")
    let none = BodySkeleton(BodyFrame(nil))
    expect(!none.isTracked && none.joints.count == 0, "a frame without a body")
    let display = try DisplayTransform(BodyFrame(nil), orientation: .portrait, viewport: SIMD2(375, 812))
    let share = display.visibleShare.x
    expect(display.image == SIMD2(1920, 1440) && abs(share - 0.6158) < 1e-4, "the picture's size and its visible share")
  }

  private final class Touch: UITouch {
    private let now: UITouch.Phase
    init(_ phase: UITouch.Phase) { now = phase }
    override var timestamp: TimeInterval { 3.25 }
    override var phase: UITouch.Phase { now }
    override func location(in view: UIView?) -> CGPoint { CGPoint(x: 12.5, y: 34) }
  }

  private mutating func touches() {
    let phases: [UITouch.Phase] = [.began, .moved, .stationary, .ended, .cancelled, .regionEntered]
    let found = phases.map { DragTouch(Touch($0), in: UIView()) }
    let known: [DragPhase?] = [.began, .moved, .moved, .ended, .cancelled, nil]
    expect(found.map { $0?.phase } == known, "a touch's phases; a pointer that hovers is no touch")
    let isHere = found.dropLast().allSatisfy { $0?.time == 3.25 && $0?.location == SIMD2(12.5, 34) }
    expect(isHere, "a touch's time and place")
  }

  // MARK: The session

  private mutating func session() {
    let (session, app) = (Stage.Session(), UIApplication.shared)
    var tracking: FaceTrackingSession? = FaceTrackingSession(session: session)
    var (states, times): ([SessionLife.State], [Double]) = ([], [])
    tracking?.onChange = { states.append($0) }
    tracking?.onFrame = { times.append($0.time) }
    var (streamed, hasEnded) = ([Double](), false)
    if let frames = tracking?.frames {
      Task {
        for await frame in frames { streamed.append(frame.time) }
        hasEnded = true
      }
    }
    expect(tracking?.framesPerSecond == 60, "the video format's rate")
    tracking?.start()
    Stage.wait { states.last == .running }
    expect(states == [.asking, .running], "asks for the camera, then runs")
    expect(session.log == ["run"] && app.isIdleTimerDisabled, "runs with tracking reset, old anchors removed, awake")
    session.send(Stage.Frame(time: 7.5, face: Face()))
    expect(times == [7.5], "a frame on the main queue comes at once")
    DispatchQueue.global().async { [carried = Carried(session: session)] in
      carried.session.send(Stage.Frame(time: 7.5, face: nil))
    }
    Stage.wait { times.count == 2 }
    expect(times == [7.5, 7.5], "a frame on another queue comes to the main one")
    session.delegate?.sessionWasInterrupted(session)
    expect(states.last == .interrupted && !app.isIdleTimerDisabled, "interrupted, the screen may sleep")
    session.delegate?.sessionInterruptionEnded(session)
    expect(states.last == .running && session.log == ["run", "run"], "runs again after an interruption")
    Stage.post(UIApplication.didEnterBackgroundNotification)
    expect(states.last == .background && session.log.last == "pause", "pauses in the background")
    Stage.post(UIApplication.willEnterForegroundNotification)
    expect(states.last == .running && session.log.last == "run", "runs again in the foreground")
    session.delegate?.session(session, didFailWithError: ARError(.cameraUnauthorized))
    expect(states.last == .failed(.cameraDenied) && !app.isIdleTimerDisabled, "a camera that is denied")
    tracking?.start()
    expect(states.last == .running && app.isIdleTimerDisabled, "starts again")
    tracking?.start()
    expect(session.log.suffix(2) == ["run", "run"], "started while it runs, it runs with the new configuration")
    tracking?.stop()
    expect(states.last == .stopped && session.log.last == "pause" && !app.isIdleTimerDisabled, "stops")
    Stage.wait { streamed.count == 2 }
    expect(streamed == [7.5, 7.5], "the stream has the frames, too: \(streamed)")
    tracking?.start()
    expect(session.log.last == "run", "runs before it is let go")
    tracking = nil
    Stage.wait { !app.isIdleTimerDisabled && hasEnded }
    let isAsleep = !app.isIdleTimerDisabled
    expect(isAsleep && hasEnded && session.log.last == "pause", "one that is let go pauses, and its stream ends")
    let runs = session.log.count
    _ = FaceTrackingSession(session: session)
    expect(session.log.count == runs, "one that never ran pauses nothing")
    tracking = FaceTrackingSession(session: session)
    tracking?.start()
    Stage.wait { session.log.count == runs + 1 }
    tracking = FaceTrackingSession(session: session)
    expect(session.log.count == runs + 1, "one that is let go does not pause the session of its successor")
    tracking = nil
    Stage.wait { !app.isIdleTimerDisabled }
    Stage.post(UIApplication.didEnterBackgroundNotification)
  }

  /// A session that another queue may use, as ARKit's do.
  private struct Carried: @unchecked Sendable {
    let session: Stage.Session
  }

  // MARK: The manager

  private mutating func manager(profile: DeviceProfile) throws {
    let scene = Stage.Scene(Self.screen, .landscapeRight)
    let (view, delegate) = (Stage.SceneView(scene), Stage.Delegate())
    // 35 cm away, 1 cm to the right of the camera and 2 cm below it.
    let held = Stage.Frame(sensor: Stage.Frame.homeRight, face: Stage.Face(at: SIMD3(0.01, -0.02, -0.35)))
    let manager = try EyeTrackingManager(with: view, delegate: delegate, profile: profile)
    manager.startSession(ARFaceTrackingConfiguration())
    view.only.send(held)
    let screen = profile.geometry.turned(to: .landscapeRight)
    let expected = (screen.camera + SIMD2(0.01, 0.02)) * screen.pointsPerMetre - SIMD2(406, 0)
    let found = delegate.points.first.map { SIMD2(Double($0.x), Double($0.y)) } ?? .zero
    let miss = found - expected
    expect(
      delegate.points.count == 1 && abs(miss.x) < 0.01 && abs(miss.y) < 0.01,
      "in landscape the pointer is where the face looks: \(found), expected \(expected)")
    expect(manager.screen == screen, "the manager's screen is the one on which dots are drawn")
    manager.person = PersonCalibration(gazeOffset: Kappa(towardsX: 0.1, up: 0))
    view.only.send(held)
    let moved = Double((delegate.points.last?.x ?? 0) - (delegate.points.first?.x ?? 0))
    let reach = 0.35 * tan(0.1) * screen.pointsPerMetre.x
    expect(
      delegate.points.count == 2 && abs(moved - reach) < 0.01,
      "a person's new offset moves the pointer at once: \(moved), expected \(reach)")
    manager.stopSession()
    manager.runSession()
    manager.pauseSession()
    expect(view.only.log == ["run", "pause", "run", "pause"], "the manager starts and stops")
    manager.runSession()
    let other = Stage.Scene(Self.screen)
    Stage.post(UIScene.didEnterBackgroundNotification, other)
    expect(manager.tracking.state == .running, "another scene that leaves changes nothing")
    Stage.post(UIScene.didEnterBackgroundNotification, scene)
    expect(manager.tracking.state == .background && view.only.log.last == "pause", "the camera stops with its scene")
    Stage.post(UIApplication.willEnterForegroundNotification)
    expect(manager.tracking.state == .background, "the app comes back without the scene")
    Stage.post(UIScene.willEnterForegroundNotification, scene)
    expect(manager.tracking.state == .running && view.only.log.last == "run", "the camera runs with its scene")
    Stage.post(UIScene.didDisconnectNotification, scene)
    expect(manager.tracking.state == .background, "a scene that is closed stops the camera")
    manager.stopSession()
    expect(RecordingHeader.ThermalState.now == .serious, "the phone's thermal state")
  }

  // MARK: The scroller

  private mutating func scroller() {
    let page = Stage.ScrollView(height: 500, page: 600, bottomInset: 2, offset: CGPoint(x: 3, y: 95))
    let web = Stage.WebView(page)
    func expectPage(at y: Double, _ sentence: String, after scroll: () -> Void) {
      scroll()
      expect(web.scrollView.contentOffset == CGPoint(x: 3, y: y), sentence)
    }
    func obey(_ direction: ScrollDirection, _ distance: Double) {
      web.gaze.obey(ScrollCommand(direction: direction, distance: distance), inset: .adjusted)
    }
    expectPage(at: 95, "between top and bottom nothing moves") { web.gaze.scrollByLookingAt(at: 250) }
    expectPage(at: 102, "down, stopped at the inset limit") { web.gaze.scrollByLookingAt(at: 500) }
    expectPage(at: 92, "up by ten points") { web.gaze.scrollByLookingAt(at: -1) }
    expectPage(at: 130, "with the safe area counted") { obey(.down, 100) }
    page.touch.isTracking = true
    expectPage(at: 130, "a page under a finger is not scrolled") { obey(.up, 50) }
    page.touch = PageTouch(isDecelerating: true)
    expectPage(at: 130, "nor is one that a finger has thrown") { obey(.up, 50) }
    page.touch = PageTouch()
    expectPage(at: 80, "without a finger it is scrolled again") { obey(.up, 50) }
  }

  private mutating func texts() {
    let window = Stage.Window(Stage.Scene(Self.screen))
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> TextLine {
      TextLine(x: x, y: y, width: width, height: height)
    }
    let second = GazeText.lines(of: Stage.TextView(Stage.TextKit2(), in: window))
    let four = [box(18, 98, 280, 20), box(18, 118, 120, 20), box(18, 138, 280, 20), box(18, 158, 120, 20)]
    expect(second == four, "TextKit 2's lines in the page: \(second)")
    let first = GazeText.lines(of: Stage.TextView(nil, in: window))
    expect(first == [box(18, 98, 80, 20)], "TextKit 1's lines in the page: \(first)")
    expect(GazeText.lines(of: Stage.TextView(Stage.TextKit2(), in: nil)).isEmpty, "a view in no window has no lines")
    let (table, collection) = (Stage.Table(), Stage.Collection())
    (table.rehearsedWindow, collection.rehearsedWindow) = (window, window)
    let rows = GazeText.lines(of: table, lines: 2)
    expect(rows == [box(0, 100, 300, 22), box(0, 122, 300, 22)], "a table's rows, two lines each: \(rows)")
    let cells = GazeText.lines(of: collection, inset: SIMD2(10, 20))
    expect(cells == [box(30, 50, 80, 20)], "a collection's cells: \(cells)")
    let page = Stage.ScrollView(height: 500, page: 900, offset: CGPoint(x: 3, y: 95), in: window)
    let web = Stage.WebView(page)
    for (answer, lines) in [
      ("[10,20,100,16,110,20,40,16]" as Any, [box(12, 120, 210, 24)]), ("[1,2", []), (7, []), (Optional<Any>.none, []),
    ] as [(Any?, [TextLine])] {
      web.answer = answer
      let found = Found()
      GazeText.lines(of: web) { found.lines = $0 }
      expect(found.lines == lines, "a web page's lines in the page: \(String(describing: found.lines))")
    }
  }

  @MainActor private final class Found {
    var lines: [TextLine]?
  }
}
