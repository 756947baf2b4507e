// Compiled together with the probe of the 2021 article's controller: runs it on a listed phone, on a phone that no
// profile lists, and on a tablet that none lists. The device is the environment's SIMULATOR_MODEL_IDENTIFIER.
import ARKit
import Foundation
import GazeArticle2021
import UIKit

/// A view that the controller moves by its transform.
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

@main @MainActor struct ArticleRehearsal {
  static func main() {
    var checks = Checks(of: "article rehearsal")
    func expect(_ isFine: Bool, _ sentence: String) { checks.expect(isFine, sentence) }
    let model = DeviceModel.identifier
    let size = model.hasPrefix("iPad") ? CGSize(width: 820, height: 1180) : CGSize(width: 375, height: 812)
    let scene = Stage.SceneView(Stage.Scene(size))
    let web = Stage.WebView(Stage.ScrollView(height: 400, page: 4000))
    let pointer = PointerView()
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
      scene.only.delegate?.session(scene.only, didUpdate: Stage.Frame(face: Stage.Face(at: SIMD3(0, -below, -0.35))))
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
    checks.end("the article's on \(model)")
  }
}
