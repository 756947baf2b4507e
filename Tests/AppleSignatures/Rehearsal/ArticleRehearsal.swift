// Compiled together with the probe of the 2021 article's controller: runs it on a listed phone, on a phone that no
// profile lists, and on a tablet that none lists. The device is the environment's SIMULATOR_MODEL_IDENTIFIER.
import ARKit
import Foundation
import GazeArticle2021
import UIKit
import WebKit
import simd

private final class Session: ARSession {
  var log: [String] = []
  override func run(_ configuration: ARConfiguration, options: ARSession.RunOptions) { log.append("run") }
  override func pause() { log.append("pause") }
}

private final class Space: NSObject, UICoordinateSpace {
  var bounds: CGRect { Screen.size }
}

private final class Screen: UIScreen {
  nonisolated(unsafe) static var size = CGRect(x: 0, y: 0, width: 375, height: 812)
  override var fixedCoordinateSpace: any UICoordinateSpace { Space() }
  override var scale: CGFloat { 3 }
  override var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 3 * Self.size.width, height: 3 * Self.size.height) }
}

private final class Upright: UIWindowScene.Geometry {
  override var interfaceOrientation: UIInterfaceOrientation { .portrait }
}

private final class Scene: UIWindowScene {
  override var screen: UIScreen { Screen() }
  override var effectiveGeometry: UIWindowScene.Geometry { Upright() }
}

private final class Window: UIWindow {
  private let scene = Scene()
  override var windowScene: UIWindowScene? {
    get { scene }
    set {}
  }
}

private final class SceneView: ARSCNView {
  let only = Session()
  private let parent = Window()
  override var session: ARSession {
    get { only }
    set {}
  }
  override var window: UIWindow? { parent }
}

private final class PointerView: UIView {
  private var place = CGAffineTransform(translationX: 0, y: 0)
  override var transform: CGAffineTransform {
    get { place }
    set { place = newValue }
  }
  override var frame: CGRect {
    get { CGRect(x: place.tx, y: place.ty, width: 20, height: 20) }
    set {}
  }
}

private final class ScrollView: UIScrollView {
  private var offset = CGPoint(x: 0, y: 0)
  override var contentOffset: CGPoint {
    get { offset }
    set { offset = newValue }
  }
  override var bounds: CGRect {
    get { CGRect(x: 0, y: offset.y, width: 300, height: 400) }
    set {}
  }
  override var contentSize: CGSize {
    get { CGSize(width: 300, height: 4000) }
    set {}
  }
  override var contentInset: UIEdgeInsets {
    get { UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0) }
    set {}
  }
  override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { offset = contentOffset }
}

private final class WebView: WKWebView {
  var loaded: [String] = []
  private let only = ScrollView()
  override var scrollView: UIScrollView { only }
  override func load(_ request: URLRequest) -> WKNavigation? {
    loaded.append(request.url?.absoluteString ?? "")
    return WKNavigation()
  }
}

/// A face 35 cm away that looks straight ahead, at a place below the camera.
private final class LowFrame: ARFrame {
  private let below: Double
  init(_ below: Double) { self.below = below }
  private final class UprightCamera: ARCamera {
    // The sensor's x is screen down, its y screen right.
    override var transform: simd_float4x4 {
      simd_float4x4(
        columns: (simd_float4(0, -1, 0, 0), simd_float4(1, 0, 0, 0), simd_float4(0, 0, 1, 0), simd_float4(0, 0, 0, 1)))
    }
  }
  private final class Face: ARFaceAnchor {
    private let below: Double
    init(_ below: Double) { self.below = below }
    private func at(_ x: Double, _ y: Double, _ z: Double) -> simd_float4x4 {
      simd_float4x4(TransformMatrix(RigidTransform(translation: SIMD3(x, y, z))))
    }
    override var isTracked: Bool { true }
    override var transform: simd_float4x4 { at(0, -below, -0.35) }
    override var leftEyeTransform: simd_float4x4 { at(0.03, 0, 0) }
    override var rightEyeTransform: simd_float4x4 { at(-0.03, 0, 0) }
    override var lookAtPoint: simd_float3 { .zero }
    override var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] { [:] }
  }
  override var timestamp: TimeInterval { 1 }
  override var camera: ARCamera { UprightCamera() }
  override var anchors: [ARAnchor] { [Face(below)] }
}

@main @MainActor struct ArticleRehearsal {
  static func main() {
    var (checks, failures): (Int, [String]) = (0, [])
    func expect(_ isFine: Bool, _ sentence: String) {
      checks += 1
      if !isFine { failures.append("article rehearsal: " + sentence) }
    }
    let model = DeviceModel.identifier
    if model.hasPrefix("iPad") { Screen.size = CGRect(x: 0, y: 0, width: 820, height: 1180) }
    let (scene, web, pointer) = (SceneView(), WebView(), PointerView())
    var controller: ArticleController? = ArticleController()
    controller?.sceneView = scene
    controller?.webView = web
    controller?.pointerView = pointer
    controller?.viewDidLoad()
    expect(web.loaded == ["https://example.org/reading"], "the page is loaded")
    expect(web.loadPage(with: URL(string: "https://example.org/2")!) != nil && web.loaded.count == 2, "a URL is loaded")
    expect(web.loadPage(with: "") == nil && web.loaded.count == 2, "no page is loaded for no address")
    guard !model.hasPrefix("iPad") else {
      expect(controller?.eyeTrackingManager == nil, "there is no manager on an unlisted tablet")
      expect(controller?.fault?.contains("no profile lists this device") == true, "the alert says why")
      return end(checks, failures)
    }
    let manager = controller?.eyeTrackingManager
    expect(manager != nil, "there is a manager: \(controller?.fault ?? "")")
    let profile = manager?.profile
    expect(profile?.modelIdentifiers.contains(model) == true, "the profile is this phone's")
    expect((profile?.assumption == nil) == (model == "iPhone13,1"), "an assumed profile says that it is")

    controller?.viewWillAppear(false)
    for _ in 0..<200 where manager?.tracking.state != .running {
      RunLoop.main.run(until: Date().addingTimeInterval(0.01))
    }
    expect(scene.only.log == ["run"], "the session runs")
    // 2 cm below the camera, and then 11 cm.
    guard let screen = profile?.geometry else { return end(checks, failures) }
    for below in [0.02, 0.11] {
      let before = web.scrollView.contentOffset.y
      scene.only.delegate?.session(scene.only, didUpdate: LowFrame(below))
      let expected = (screen.camera.y + below) * screen.pointsPerMetre.y
      // The pointer is smoothed, so only the first frame is at its place.
      if below < 0.05 {
        expect(abs(pointer.transform.ty - expected) < 0.01, "the pointer is \(pointer.transform.ty), not \(expected)")
        expect(web.scrollView.contentOffset.y == before, "the page stays while the pointer is on it")
      }
    }
    web.scrollByLookingAt(at: 400)
    expect(web.scrollView.contentOffset.y == 10, "the page moves ten points once the pointer is below it")

    controller?.viewWillDisappear(false)
    expect(scene.only.log == ["run", "pause"], "the session pauses")
    controller?.viewWillAppear(false)
    controller = nil
    end(checks, failures)
  }

  private static func end(_ checks: Int, _ failures: [String]) {
    guard failures.isEmpty else {
      print(failures.joined(separator: "\n"))
      exit(1)
    }
    print("the article's on \(DeviceModel.identifier): \(checks)")
  }
}
