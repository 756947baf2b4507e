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
    try rehearsal.recentring(profile: try DeviceProfile(path: CommandLine.arguments[1]))
    rehearsal.scroller()
    rehearsal.texts()
    rehearsal.checks.end("checks of the adapters")
  }

  private var checks = Checks(of: "rehearsal")

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

  private final class Camera: ARCamera {
    override var transform: simd_float4x4 { Rehearsal.numbers(from: 100) }
  }

  private final class Face: ARFaceAnchor {
    override var isTracked: Bool { true }
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

  private final class LostFace: ARFaceAnchor {
    override var isTracked: Bool { false }
  }

  private final class Frame: ARFrame {
    private let all: [ARAnchor]
    init(_ anchors: [ARAnchor]) { all = anchors }
    override var timestamp: TimeInterval { 7.5 }
    override var camera: ARCamera { Camera() }
    override var anchors: [ARAnchor] { all }
  }

  private mutating func frames() {
    let frame = FaceFrame(Frame([ARAnchor(), LostFace(), Face()]))
    expect(frame.time == 7.5 && frame.isTracked, "a frame's time and face")
    let sensor = TransformMatrix(Self.numbers(from: 100))
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
    let lost = FaceFrame(Frame([ARAnchor()]))
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
    expect(skeleton.joints[.leftEar] == SIMD2(0.125, 0.25), "an ear by its name, not by its place")
    expect(skeleton.joints[.head] == SIMD2(0.5, 0.75), "the head by its name")
    expect(skeleton.joints.count == 2, "no joint that is NaN, not tracked, unknown or without a landmark")
    let none = BodySkeleton(BodyFrame(nil))
    expect(!none.isTracked && none.joints.count == 0, "a frame without a body")
    let display = try DisplayTransform(BodyFrame(nil), orientation: .portrait, viewport: SIMD2(375, 812))
    expect(display.image == SIMD2(1920, 1440), "the picture's size")
    expect(abs(display.visibleShare.x - 0.6158) < 1e-4, "the share of it that is seen")
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
    let touches = phases.map { DragTouch(Touch($0), in: UIView()) }
    expect(touches.map { $0?.phase } == [.began, .moved, .moved, .ended, .cancelled, nil], "a touch's phases")
    expect(
      touches.dropLast().allSatisfy { $0?.time == 3.25 && $0?.location == SIMD2(12.5, 34) }, "a touch's time and place")
    expect(touches[5] == nil, "a pointer that hovers is no touch")
  }

  // MARK: The session

  private mutating func session() {
    let session = Stage.Session()
    let app = UIApplication.shared
    var tracking: FaceTrackingSession? = FaceTrackingSession(session: session)
    var (states, times): ([SessionLife.State], [Double]) = ([], [])
    tracking?.onChange = { states.append($0) }
    tracking?.onFrame = { times.append($0.time) }
    var streamed: [Double] = []
    var hasEnded = false
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
    session.delegate?.session(session, didUpdate: Frame([Face()]))
    expect(times == [7.5], "a frame on the main queue comes at once")
    DispatchQueue.global().async { [delegate = Carried(session)] in
      delegate.session.delegate?.session(delegate.session, didUpdate: Frame([]))
    }
    Stage.wait { times.count == 2 }
    expect(times == [7.5, 7.5], "a frame on another queue comes to the main one")
    session.delegate?.sessionWasInterrupted(session)
    expect(states.last == .interrupted && !app.isIdleTimerDisabled, "interrupted, the screen may sleep")
    session.delegate?.sessionInterruptionEnded(session)
    expect(states.last == .running && session.log == ["run", "run"], "runs again after an interruption")
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    expect(states.last == .background && session.log.last == "pause", "pauses in the background")
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
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
    expect(!app.isIdleTimerDisabled, "one that is let go while it runs gives the screen's sleep back")
    expect(session.log.last == "pause", "one that is let go while it runs pauses the session")
    expect(hasEnded, "the stream ends with its session")
    let runs = session.log.count
    tracking = FaceTrackingSession(session: session)
    tracking = nil
    expect(session.log.count == runs, "one that never ran pauses nothing")
    tracking = FaceTrackingSession(session: session)
    tracking?.start()
    Stage.wait { session.log.count == runs + 1 }
    tracking = FaceTrackingSession(session: session)
    expect(session.log.count == runs + 1, "one that is let go does not pause the session of its successor")
    tracking = nil
    Stage.wait { !app.isIdleTimerDisabled }
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
  }

  /// A session that another queue may use, as ARKit's do.
  private struct Carried: @unchecked Sendable {
    let session: Stage.Session
    init(_ session: Stage.Session) { self.session = session }
  }

  // MARK: The manager

  private final class Delegate: EyeTrackingManagerDelegate {
    var points: [CGPoint] = []
    var armed: [ScrollDirection] = []
    var wants: [Bool] = []
    func didUpdate(lookingPoint: CGPoint) { points.append(lookingPoint) }
    func didChange(armed: ScrollDirection) { self.armed.append(armed) }
    func didChange(wantsDot: Bool) { wants.append(wantsDot) }
  }

  private mutating func manager(profile: DeviceProfile) throws {
    let scene = Stage.Scene(CGSize(width: 375, height: 812), .landscapeRight)
    let (view, delegate) = (Stage.SceneView(scene), Delegate())
    // 35 cm away, 1 cm to the right of the camera and 2 cm below it.
    let held = Stage.Frame(sensor: Stage.Frame.homeRight, face: Stage.Face(at: SIMD3(0.01, -0.02, -0.35)))
    let manager = try EyeTrackingManager(with: view, delegate: delegate, profile: profile)
    manager.startSession(ARFaceTrackingConfiguration())
    view.session.delegate?.session(view.session, didUpdate: held)
    let screen = profile.geometry.turned(to: .landscapeRight)
    let expected = (screen.camera + SIMD2(0.01, 0.02)) * screen.pointsPerMetre - SIMD2(406, 0)
    let found = delegate.points.first.map { SIMD2(Double($0.x), Double($0.y)) } ?? .zero
    let miss = found - expected
    expect(
      delegate.points.count == 1 && abs(miss.x) < 0.01 && abs(miss.y) < 0.01,
      "in landscape the pointer is where the face looks: \(found), expected \(expected)")
    expect(manager.screen == screen, "the manager's screen is the one on which dots are drawn")
    manager.person = PersonCalibration(gazeOffset: Kappa(towardsX: 0.1, up: 0))
    view.session.delegate?.session(view.session, didUpdate: held)
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
    let other = Stage.Scene(CGSize(width: 375, height: 812))
    NotificationCenter.default.post(name: UIScene.didEnterBackgroundNotification, object: other)
    expect(manager.tracking.state == .running, "another scene that leaves changes nothing")
    NotificationCenter.default.post(name: UIScene.didEnterBackgroundNotification, object: scene)
    expect(manager.tracking.state == .background && view.only.log.last == "pause", "the camera stops with its scene")
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
    expect(manager.tracking.state == .background, "the app comes back without the scene")
    NotificationCenter.default.post(name: UIScene.willEnterForegroundNotification, object: scene)
    expect(manager.tracking.state == .running && view.only.log.last == "run", "the camera runs with its scene")
    NotificationCenter.default.post(name: UIScene.didDisconnectNotification, object: scene)
    expect(manager.tracking.state == .background, "a scene that is closed stops the camera")
    manager.stopSession()
    expect(RecordingHeader.ThermalState.now == .serious, "the phone's thermal state")
  }

  private mutating func recentring(profile: DeviceProfile) throws {
    let scene = Stage.Scene(CGSize(width: 375, height: 812))
    let (view, delegate) = (Stage.SceneView(scene), Delegate())
    let manager = try EyeTrackingManager(with: view, delegate: delegate, profile: profile)
    (manager.pointerOrigin, manager.recentring, manager.keepsOffset) = (.zero, .init(reading: .lines), true)
    var time = 0.0
    func show(_ frames: Int, at place: SIMD3<Double> = SIMD3(0.01, -0.05, -0.35)) {
      for _ in 0..<frames {
        time += 1.0 / 60
        view.session.delegate?.session(
          view.session, didUpdate: Stage.Frame(time: time, face: Stage.Face(at: place)))
      }
    }
    func pointer() -> SIMD2<Double> { delegate.points.last.map { SIMD2(Double($0.x), Double($0.y)) } ?? .zero }
    manager.startSession(ARFaceTrackingConfiguration())
    var reads = 0
    manager.pageOffset = {
      reads += 1
      return 0
    }
    show(30)
    let before = pointer()
    expect(reads == 30 && delegate.wants == [true] && manager.wantsDot, "the page is read each frame; a dot is wanted")
    let dot = before + SIMD2(-40, 60)
    manager.beginDot(at: CGPoint(x: dot.x, y: dot.y))
    show(90)
    expect(manager.measuredOffset() == nil, "nothing is measured before the dot is gone")
    manager.endDot()
    show(60)
    let miss = pointer() - dot
    expect(abs(miss.x) < 10 && abs(miss.y) < 10, "after a dot the pointer is where the person looked: \(miss)")
    expect(delegate.wants == [true, false] && manager.recentringStatus?.used == 1, "no further dot is wanted")
    manager.tapped(at: CGPoint(x: dot.x, y: dot.y))
    show(1)
    expect(manager.recentringStatus?.used == 2, "a tap counts once")
    show(1)
    expect(manager.recentringStatus?.used == 2, "a tap counts only once")
    let saved = manager.measuredOffset()
    manager.stopSession()
    expect(manager.measuredOffset() == nil && manager.recentringStatus?.used == 0, "a session that ends is forgotten")
    manager.startSession(ARFaceTrackingConfiguration())
    if let saved { try manager.restore(saved) }
    show(60)
    let moved = pointer() - before
    expect(saved != nil && moved.x < -10 && moved.y > 15, "an offset that was kept counts in part: \(moved)")
    manager.eraseOffset()
    show(1)
    let back = pointer() - before
    expect(abs(back.x) < 0.01 && abs(back.y) < 0.01, "an erased offset is gone")
    manager.trigger = .confirm
    show(60, at: SIMD3(0.01, -0.12, -0.35))
    expect(delegate.armed == [.down] && manager.armed == .down, "the gaze arms the confirmed rule: \(delegate.armed)")
    manager.stopSession()
    expect(delegate.armed == [.down, .none], "no zone is armed after the stop: \(delegate.armed)")
    expect(delegate.wants.last == false, "no dot is wanted after the stop: \(delegate.wants)")
    // A view of 400 points from 90 points below the screen's top, 40 and 30 of them under bars: its lower zone is above
    // the place that arms the screen's.
    let page = Stage.ScrollView(height: 400, page: 900, in: Stage.Window(scene))
    manager.scrollView = page
    expect(
      ScrollArea(page) == ScrollArea(origin: SIMD2(0, 130), size: SIMD2(300, 330)), "the visible part of the view")
    manager.startSession(ARFaceTrackingConfiguration())
    show(60, at: SIMD3(0.01, -0.065, -0.35))
    expect(delegate.armed.last == .down, "the zones are the scrolling view's: \(delegate.armed), \(pointer())")
    page.touch.isDragging = true
    show(60, at: SIMD3(0.01, -0.065, -0.35))
    expect(delegate.armed.last == ScrollDirection.none, "a finger on the page ends what the gaze began")
    manager.stopSession()
    manager.showText([TextLine(x: 0, y: 0, width: 1, height: 1)])
  }

  // MARK: The scroller

  private mutating func scroller() {
    let page = Stage.ScrollView(height: 500, page: 600, bottomInset: 2, offset: CGPoint(x: 3, y: 95))
    let web = Stage.WebView(page)
    web.gaze.scrollByLookingAt(at: 250)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 95), "between top and bottom nothing moves")
    web.gaze.scrollByLookingAt(at: 500)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 102), "down, stopped at the inset limit")
    web.gaze.scrollByLookingAt(at: -1)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 92), "up by ten points")
    web.gaze.obey(ScrollCommand(direction: .down, distance: 100), inset: .adjusted)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 130), "with the safe area counted")
    page.touch.isTracking = true
    web.gaze.obey(ScrollCommand(direction: .up, distance: 50), inset: .adjusted)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 130), "a page under a finger is not scrolled")
    page.touch = PageTouch(isDecelerating: true)
    web.gaze.obey(ScrollCommand(direction: .up, distance: 50), inset: .adjusted)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 130), "nor is one that a finger has thrown")
    page.touch = PageTouch()
    web.gaze.obey(ScrollCommand(direction: .up, distance: 50), inset: .adjusted)
    expect(web.scrollView.contentOffset == CGPoint(x: 3, y: 80), "without a finger it is scrolled again")
  }
  // MARK: Text

  private final class Line: NSTextLineFragment {
    private let box: CGRect
    init(_ box: CGRect) { self.box = box }
    override var typographicBounds: CGRect { box }
  }

  private final class Paragraph: NSTextLayoutFragment {
    private let top: CGFloat
    init(top: CGFloat) { self.top = top }
    override var layoutFragmentFrame: CGRect { CGRect(x: 5, y: top, width: 280, height: 40) }
    override var textLineFragments: [NSTextLineFragment] {
      [Line(CGRect(x: 0, y: 0, width: 280, height: 20)), Line(CGRect(x: 0, y: 20, width: 120, height: 20))]
    }
  }

  private final class TextKit2: NSTextLayoutManager {
    override func enumerateTextLayoutFragments(
      from location: (any NSTextLocation)?, options: NSTextLayoutFragment.EnumerationOptions,
      using block: (NSTextLayoutFragment) -> Bool
    ) -> (any NSTextLocation)? {
      for top in [0.0, 40] where options == .ensuresLayout && !block(Paragraph(top: top)) { break }
      return nil
    }
  }

  private final class TextKit1: NSLayoutManager {
    override var numberOfGlyphs: Int { 30 }
    override func enumerateLineFragments(
      forGlyphRange glyphRange: NSRange,
      using block: @escaping (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      var stop: ObjCBool = false
      let line = CGRect(x: 0, y: 0, width: 290, height: 20)
      if glyphRange == NSRange(location: 0, length: 30) {
        block(line, CGRect(x: 5, y: 0, width: 80, height: 20), NSTextContainer(), glyphRange, &stop)
      }
    }
  }

  private final class TextView: UITextView {
    private let (second, parent): (NSTextLayoutManager?, UIWindow?)
    init(_ second: NSTextLayoutManager?, in window: UIWindow?) { (self.second, parent) = (second, window) }
    override var textLayoutManager: NSTextLayoutManager? { second }
    override var layoutManager: NSLayoutManager { TextKit1() }
    override var textContainerInset: UIEdgeInsets {
      get { UIEdgeInsets(top: 8, left: 3, bottom: 8, right: 3) }
      set {}
    }
    override var window: UIWindow? { parent }
    override var bounds: CGRect {
      get { CGRect(x: 0, y: 200, width: 300, height: 500) }
      set {}
    }
    override var contentOffset: CGPoint {
      get { CGPoint(x: 0, y: 200) }
      set {}
    }
    override func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
      CGPoint(x: point.x + 10, y: point.y - 200 + 90)
    }
  }

  private final class Table: UITableView {
    private let parent: UIWindow
    init(in window: UIWindow) { parent = window }
    override var numberOfSections: Int { 2 }
    override func numberOfRows(inSection section: Int) -> Int { section }
    override func rectForRow(at indexPath: IndexPath) -> CGRect {
      CGRect(x: 0, y: 44 * Double(indexPath.row) + 100 * Double(indexPath.section), width: 300, height: 44)
    }
    override var window: UIWindow? { parent }
    override var bounds: CGRect {
      get { .zero }
      set {}
    }
    override var contentOffset: CGPoint {
      get { .zero }
      set {}
    }
    override func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint { point }
  }

  private final class Cell: UICollectionViewCell {
    override var frame: CGRect {
      get { CGRect(x: 20, y: 30, width: 100, height: 60) }
      set {}
    }
  }

  private final class Collection: UICollectionView {
    private let parent: UIWindow
    init(in window: UIWindow) { parent = window }
    override var visibleCells: [UICollectionViewCell] { [Cell()] }
    override var window: UIWindow? { parent }
    override var bounds: CGRect {
      get { .zero }
      set {}
    }
    override var contentOffset: CGPoint {
      get { .zero }
      set {}
    }
    override func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint { point }
  }

  private mutating func texts() {
    let window = Stage.Window(Stage.Scene(CGSize(width: 375, height: 812)))
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> TextLine {
      TextLine(x: x, y: y, width: width, height: height)
    }
    let second = GazeText.lines(of: TextView(TextKit2(), in: window))
    expect(
      second == [box(18, 98, 280, 20), box(18, 118, 120, 20), box(18, 138, 280, 20), box(18, 158, 120, 20)],
      "TextKit 2's lines in the page: \(second)")
    let first = GazeText.lines(of: TextView(nil, in: window))
    expect(first == [box(18, 98, 80, 20)], "TextKit 1's lines in the page: \(first)")
    expect(GazeText.lines(of: TextView(TextKit2(), in: nil)).isEmpty, "a view in no window has no lines")
    let rows = GazeText.lines(of: Table(in: window), lines: 2)
    expect(rows == [box(0, 100, 300, 22), box(0, 122, 300, 22)], "a table's rows, two lines each: \(rows)")
    let cells = GazeText.lines(of: Collection(in: window), inset: SIMD2(10, 20))
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
