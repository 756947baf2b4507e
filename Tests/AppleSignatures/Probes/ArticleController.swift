// A view controller with all calls that the 2021 article's controller makes, in our own words. It must compile with one
// more import and a `try`, and the rehearsal runs it.
import ARKit
import GazeArticle2021
import UIKit
import WebKit

final class ArticleController: UIViewController, EyeTrackingManagerDelegate {
  // Outlets of a storyboard.
  var sceneView: ARSCNView!
  var webView: WKWebView!
  var pointerView: UIView!
  private(set) var eyeTrackingManager: EyeTrackingManager?
  private(set) var fault: String?

  override func viewDidLoad() {
    super.viewDidLoad()
    webView.loadPage(with: "https://example.org/reading")
    do { eyeTrackingManager = try EyeTrackingManager(with: sceneView, delegate: self) } catch {
      fault = error.localizedDescription
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    UIApplication.shared.isIdleTimerDisabled = true
    eyeTrackingManager?.runSession()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    UIApplication.shared.isIdleTimerDisabled = false
    eyeTrackingManager?.pauseSession()
  }

  func didUpdate(lookingPoint: CGPoint) {
    pointerView.transform = CGAffineTransform(translationX: lookingPoint.x, y: lookingPoint.y)
    webView.scrollByLookingAt(at: pointerView.frame.minY)
  }
}
