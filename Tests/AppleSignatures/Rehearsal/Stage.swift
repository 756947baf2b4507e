// Objects with known numbers in place of Apple's, and the count of checks: compiled into every rehearsal.
import ARKit
import Foundation
import GazePipeline
import GazeRecording
import UIKit
import WebKit
import simd

/// Number of checks so far, and a sentence for each that failed.
struct Checks {
  private let rehearsal: String
  private var count = 0
  private var failures: [String] = []

  init(of rehearsal: String) { self.rehearsal = rehearsal }

  mutating func expect(_ isFine: Bool, _ sentence: String) {
    count += 1
    if !isFine { failures.append("\(rehearsal): \(sentence)") }
  }

  /// Prints the number of checks; if one failed, prints the sentences instead and ends the process.
  func end(_ title: String) {
    guard failures.isEmpty else {
      print(failures.joined(separator: "\n"))
      exit(1)
    }
    print("\(title): \(count)")
  }
}

/// Objects of Apple's classes whose numbers the rehearsal chooses. A namespace, since the example app uses some of the
/// names.
@MainActor enum Stage {
  /// Lets the main queue do its pending work until something is done, for at most two seconds.
  static func wait(_ isDone: () -> Bool) {
    for _ in 0..<200 where !isDone() { RunLoop.main.run(until: Date().addingTimeInterval(0.01)) }
  }

  /// Tells everybody who listens, as UIKit does.
  static func post(_ name: NSNotification.Name, _ scene: UIScene? = nil) {
    NotificationCenter.default.post(name: name, object: scene)
  }

  // MARK: A face in front of the camera

  /// A frame of a face, or of nobody.
  final class Frame: ARFrame {
    /// The sensor of an upright phone: its x is screen down, its y screen right.
    static let upright = simd_float4x4(
      columns: (simd_float4(0, -1, 0, 0), simd_float4(1, 0, 0, 0), simd_float4(0, 0, 1, 0), simd_float4(0, 0, 0, 1)))
    /// The sensor of a phone with its home side on the right: its axes are the interface's.
    static let homeRight = simd_float4x4(TransformMatrix.identity)

    private final class Camera: ARCamera {
      private let sensor: simd_float4x4
      init(_ sensor: simd_float4x4) { self.sensor = sensor }
      override var transform: simd_float4x4 { sensor }
    }

    private let (time, sensor, all): (Double, simd_float4x4, [ARAnchor])

    init(time: Double = 1, sensor: simd_float4x4 = upright, anchors: [ARAnchor]) {
      (self.time, self.sensor, all) = (time, sensor, anchors)
    }

    convenience init(time: Double = 1, sensor: simd_float4x4 = upright, face: ARFaceAnchor?) {
      self.init(time: time, sensor: sensor, anchors: face.map { [$0] } ?? [])
    }

    override var timestamp: TimeInterval { time }
    override var camera: ARCamera { Camera(sensor) }
    override var anchors: [ARAnchor] { all }
  }

  /// A face at a place in the camera's axes, metres, with open eyes that are turned by these angles; by default they
  /// look straight ahead.
  final class Face: ARFaceAnchor {
    /// Places of the left and the right eye in the face, metres.
    static let eyes = (left: SIMD3(0.03, 0, 0), right: SIMD3(-0.03, 0, 0))

    private let (place, left, right): (SIMD3<Double>, GazeAngles, GazeAngles)

    init(at place: SIMD3<Double>, left: GazeAngles = .zero, right: GazeAngles = .zero) {
      (self.place, self.left, self.right) = (place, left, right)
    }

    private func pose(_ place: SIMD3<Double>, _ angles: GazeAngles) -> simd_float4x4 {
      simd_float4x4(TransformMatrix(RigidTransform(rotation: angles.rotationWithoutRoll, translation: place)))
    }

    override var isTracked: Bool { true }
    override var transform: simd_float4x4 { pose(place, .zero) }
    override var leftEyeTransform: simd_float4x4 { pose(Self.eyes.left, left) }
    override var rightEyeTransform: simd_float4x4 { pose(Self.eyes.right, right) }
    override var lookAtPoint: simd_float3 { .zero }
    override var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] { [:] }
  }

  /// A session that notes when it runs and pauses.
  final class Session: ARSession {
    private(set) var log: [String] = []
    override func run(_ configuration: ARConfiguration, options: ARSession.RunOptions) {
      log.append(options == [.resetTracking, .removeExistingAnchors] ? "run" : "run with other options")
    }
    override func pause() { log.append("pause") }
    /// Gives a frame to the delegate, as ARKit does.
    func send(_ frame: ARFrame) { delegate?.session(self, didUpdate: frame) }
  }

  /// The app's delegate of a manager, which keeps each notice.
  final class Delegate: EyeTrackingManagerDelegate {
    var points: [CGPoint] = []
    var armed: [ScrollDirection] = []
    var wants: [Bool] = []
    func didUpdate(lookingPoint: CGPoint) { points.append(lookingPoint) }
    func didChange(armed: ScrollDirection) { self.armed.append(armed) }
    func didChange(wantsDot: Bool) { wants.append(wantsDot) }
  }

  // MARK: A screen

  /// A scene on a screen of this size in points, with three pixels per point.
  final class Scene: UIWindowScene {
    private final class Space: NSObject, UICoordinateSpace {
      let bounds: CGRect
      init(_ size: CGSize) { bounds = CGRect(x: 0, y: 0, width: size.width, height: size.height) }
      func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint { point }
    }

    private final class Screen: UIScreen {
      private let size: CGSize
      init(_ size: CGSize) { self.size = size }
      override var fixedCoordinateSpace: any UICoordinateSpace { Space(size) }
      override var coordinateSpace: any UICoordinateSpace { Space(size) }
      override var scale: CGFloat { 3 }
      override var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 3 * size.width, height: 3 * size.height) }
    }

    private final class Held: UIWindowScene.Geometry {
      private let orientation: UIInterfaceOrientation
      init(_ orientation: UIInterfaceOrientation) { self.orientation = orientation }
      override var interfaceOrientation: UIInterfaceOrientation { orientation }
    }

    private let (size, orientation): (CGSize, UIInterfaceOrientation)

    init(_ size: CGSize, _ orientation: UIInterfaceOrientation = .portrait) {
      (self.size, self.orientation) = (size, orientation)
    }

    override var screen: UIScreen { Screen(size) }
    override var effectiveGeometry: UIWindowScene.Geometry { Held(orientation) }
  }

  /// A window of a scene.
  final class Window: UIWindow {
    private let scene: Scene
    init(_ scene: Scene) { self.scene = scene }
    override var windowScene: UIWindowScene? {
      get { scene }
      set {}
    }
  }

  /// The view of a session in a window of a scene.
  final class SceneView: ARSCNView {
    let only = Session()

    init(_ scene: Scene) {
      super.init()
      rehearsedWindow = Window(scene)
    }

    override var session: ARSession {
      get { only }
      set {}
    }
  }

  // MARK: A page

  /// A view of 300 points' width over a page, at the top left of the screen or 90 points below its top.
  final class ScrollView: UIScrollView {
    /// A finger on the page, as the rehearsal chooses.
    var touch = PageTouch()
    private let height: CGFloat

    init(
      height: CGFloat, page: CGFloat, bottomInset bottom: CGFloat = 0, offset: CGPoint = .zero,
      in window: Window? = nil
    ) {
      self.height = height
      super.init()
      (rehearsedWindow, zoomScale, contentOffset, contentInset.bottom) = (window, 1.5, offset, bottom)
      contentSize = CGSize(width: 300, height: page)
    }

    override func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
      CGPoint(x: point.x - contentOffset.x, y: point.y - contentOffset.y + 90)
    }
    override var bounds: CGRect {
      get { CGRect(origin: contentOffset, size: CGSize(width: 300, height: height)) }
      set {}
    }
    override var adjustedContentInset: UIEdgeInsets { UIEdgeInsets(top: 40, left: 0, bottom: 30, right: 0) }
    override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
      if !animated { self.contentOffset = contentOffset }
    }
    override var isTracking: Bool { touch.isTracking }
    override var isDragging: Bool { touch.isDragging }
    override var isDecelerating: Bool { touch.isDecelerating }
    override var isZooming: Bool { touch.isZooming }
    override var isZoomBouncing: Bool { false }
  }

  /// A web view over a page, which notes what it loads.
  final class WebView: WKWebView {
    private(set) var loaded: [String] = []
    /// The page's answer to a script.
    var answer: Any?
    private let only: ScrollView

    init(_ scrollView: ScrollView) {
      only = scrollView
      super.init()
      bounds = CGRect(origin: .zero, size: scrollView.bounds.size)
    }

    override var scrollView: UIScrollView { only }
    override func evaluateJavaScript(
      _ javaScript: String, in frame: WKFrameInfo?, in contentWorld: WKContentWorld,
      completionHandler: (@MainActor (Result<Any, any Error>) -> Void)?
    ) {
      let isText = javaScript.contains("getClientRects") && contentWorld === WKContentWorld.defaultClient
      completionHandler?(answer.map { isText ? .success($0) : .success("") } ?? .failure(CancellationError()))
    }
    override func load(_ request: URLRequest) -> WKNavigation? {
      loaded.append(request.url?.absoluteString ?? "")
      return WKNavigation()
    }
  }

  // MARK: Texts, a table and a collection

  private final class Line: NSTextLineFragment {
    private let box: CGRect
    init(_ box: CGRect) { self.box = box }
    override var typographicBounds: CGRect { box }
  }

  /// A paragraph of two lines.
  private final class Paragraph: NSTextLayoutFragment {
    private let top: CGFloat
    init(top: CGFloat) { self.top = top }
    override var layoutFragmentFrame: CGRect { CGRect(x: 5, y: top, width: 280, height: 40) }
    override var textLineFragments: [NSTextLineFragment] {
      [Line(CGRect(x: 0, y: 0, width: 280, height: 20)), Line(CGRect(x: 0, y: 20, width: 120, height: 20))]
    }
  }

  /// TextKit 2's layout of two paragraphs.
  final class TextKit2: NSTextLayoutManager {
    override func enumerateTextLayoutFragments(
      from location: (any NSTextLocation)?, options: NSTextLayoutFragment.EnumerationOptions,
      using block: (NSTextLayoutFragment) -> Bool
    ) -> (any NSTextLocation)? {
      for top in [0.0, 40] where options == .ensuresLayout && !block(Paragraph(top: top)) { break }
      return nil
    }
  }

  /// TextKit 1's layout of one line.
  private final class TextKit1: NSLayoutManager {
    override var numberOfGlyphs: Int { 30 }
    override func enumerateLineFragments(
      forGlyphRange glyphRange: NSRange,
      using block: @escaping (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      var stop: ObjCBool = false
      guard glyphRange == NSRange(location: 0, length: 30) else { return }
      block(
        CGRect(x: 0, y: 0, width: 290, height: 20), CGRect(x: 5, y: 0, width: 80, height: 20), NSTextContainer(),
        glyphRange, &stop)
    }
  }

  /// A text that is scrolled by 200 points, in a view 10 points from the left and 90 from the top.
  final class TextView: UITextView {
    private let second: NSTextLayoutManager?

    init(_ second: NSTextLayoutManager?, in window: UIWindow?) {
      self.second = second
      super.init()
      (rehearsedWindow, contentOffset) = (window, CGPoint(x: 0, y: 200))
      textContainerInset = UIEdgeInsets(top: 8, left: 3, bottom: 8, right: 3)
      bounds = CGRect(x: 0, y: 200, width: 300, height: 500)
    }

    override var textLayoutManager: NSTextLayoutManager? { second }
    override var layoutManager: NSLayoutManager { TextKit1() }
    override func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
      CGPoint(x: point.x + 10, y: point.y - 200 + 90)
    }
  }

  /// A table of two sections, the second of which has one row.
  final class Table: UITableView {
    override var numberOfSections: Int { 2 }
    override func numberOfRows(inSection section: Int) -> Int { section }
    override func rectForRow(at indexPath: IndexPath) -> CGRect {
      CGRect(x: 0, y: 44 * Double(indexPath.row) + 100 * Double(indexPath.section), width: 300, height: 44)
    }
  }

  /// A collection of one cell.
  final class Collection: UICollectionView {
    override var visibleCells: [UICollectionViewCell] {
      let cell = UICollectionViewCell()
      cell.frame = CGRect(x: 20, y: 30, width: 100, height: 60)
      return [cell]
    }
  }
}
