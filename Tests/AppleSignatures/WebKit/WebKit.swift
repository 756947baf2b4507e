// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/webkit/wkwebview/scrollview
// https://developer.apple.com/documentation/webkit/wkwebview/load(_:)

public import UIKit

@MainActor open class WKNavigation: NSObject {}

@MainActor open class WKWebView: UIView {
  open var scrollView: UIScrollView { fatalError() }
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
}
