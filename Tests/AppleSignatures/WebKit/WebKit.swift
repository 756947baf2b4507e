// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/webkit/wkwebview/scrollview
// https://developer.apple.com/documentation/webkit/wkwebview/load(_:)
// https://developer.apple.com/documentation/webkit/wkwebview/evaluatejavascript(_:in:in:completionhandler:)
// https://developer.apple.com/documentation/webkit/wkcontentworld/defaultclient

public import UIKit

@MainActor open class WKNavigation: NSObject {}
@MainActor open class WKFrameInfo: NSObject {}

@MainActor open class WKContentWorld: NSObject {
  private static let client = WKContentWorld()
  open class var defaultClient: WKContentWorld { client }
}

@MainActor open class WKWebView: UIView {
  open var scrollView: UIScrollView { fatalError() }
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
  // An extension's method in the SDK; here a method that the rehearsal can override.
  open func evaluateJavaScript(
    _ javaScript: String, in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) { fatalError() }
}
