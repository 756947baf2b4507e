// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/webkit/wkwebview/scrollview

public import UIKit

@MainActor open class WKWebView: UIView {
  open var scrollView: UIScrollView { fatalError() }
}
