// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/uikit/uiview
// https://developer.apple.com/documentation/uikit/uiwindow/windowscene
// https://developer.apple.com/documentation/uikit/uiscrollview

public import Foundation

@MainActor open class UIView: UIResponder {
  open var bounds: CGRect { get { fatalError() } set { fatalError() } }
  open var center: CGPoint { get { fatalError() } set { fatalError() } }
  open var window: UIWindow? { fatalError() }
}

@MainActor open class UIWindow: UIView {
  open weak var windowScene: UIWindowScene? { get { fatalError() } set { fatalError() } }
}

public struct UIEdgeInsets: Sendable {
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

@MainActor open class UIScrollView: UIView {
  open var contentOffset: CGPoint { get { fatalError() } set { fatalError() } }
  open var contentSize: CGSize { get { fatalError() } set { fatalError() } }
  open var contentInset: UIEdgeInsets { get { fatalError() } set { fatalError() } }
  open var adjustedContentInset: UIEdgeInsets { fatalError() }
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { fatalError() }
}
