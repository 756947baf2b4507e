// Compiled together with the probe of the 2021 article's controller: runs it on a listed phone, on a phone that no
// profile lists, and on a tablet that none lists. The device is the environment's SIMULATOR_MODEL_IDENTIFIER.
import ARKit
import Foundation
import GazeArticle2021
import GazePipeline
import GazeRecording
import UIKit

/// A view that the controller moves by its transform.
private final class PointerView: UIView {
  override var frame: CGRect {
    get { CGRect(x: transform.tx, y: transform.ty, width: 20, height: 20) }
    set {}
  }
}

@main @MainActor struct ArticleRehearsal {
  static func main() throws {
    var checks = Checks(of: "article rehearsal")
    func expect(_ isFine: Bool, _ sentence: String) { checks.expect(isFine, sentence) }
    let model = DeviceModel.identifier
    let size = model.hasPrefix("iPad") ? CGSize(width: 820, height: 1180) : CGSize(width: 375, height: 812)
    let (scene, pointer) = (Stage.SceneView(Stage.Scene(size)), PointerView())
    let web = Stage.WebView(Stage.ScrollView(height: 400, page: 4000))
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
      return checks.end("the article's on \(model)")
    }
    let manager = controller?.eyeTrackingManager
    expect(manager != nil, "there is a manager: \(controller?.fault ?? "")")
    let profile = manager?.profile
    expect(profile?.modelIdentifiers.contains(model) == true, "the profile is this phone's")
    expect((profile?.assumption == nil) == (model == "iPhone13,1"), "an assumed profile says that it is")

    controller?.viewWillAppear(false)
    Stage.wait { manager?.tracking.state == .running }
    expect(scene.only.log == ["run"], "the session runs")
    // 2 cm below the camera, and then 11 cm.
    guard let screen = profile?.geometry else { return checks.end("the article's on \(model)") }
    for below in [0.02, 0.11] {
      let before = web.scrollView.contentOffset.y
      scene.only.send(Stage.Frame(face: Stage.Face(at: SIMD3(0, -below, -0.35))))
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
    if let profile, model == "iPhone13,1" { try recentring(profile, expect) }
    checks.end("the article's on \(model)")
  }

  /// The manager's recentring, confirmed scrolls and kept offsets.
  private static func recentring(_ profile: DeviceProfile, _ expect: (Bool, String) -> Void) throws {
    let scene = Stage.Scene(CGSize(width: 375, height: 812))
    let (view, delegate) = (Stage.SceneView(scene), Stage.Delegate())
    let manager = try EyeTrackingManager(with: view, delegate: delegate, profile: profile)
    (manager.pointerOrigin, manager.recentring, manager.keepsOffset) = (.zero, .init(reading: .lines), true)
    var time = 0.0
    func show(_ frames: Int, at place: SIMD3<Double> = SIMD3(0.01, -0.05, -0.35)) {
      for _ in 0..<frames {
        time += 1.0 / 60
        view.only.send(Stage.Frame(time: time, face: Stage.Face(at: place)))
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
}
