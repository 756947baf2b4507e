// swift-format-ignore-file
// Declared signatures, not code: see ../README.md.
// https://developer.apple.com/documentation/uikit/uiview
// https://developer.apple.com/documentation/uikit/uiview/transform
// https://developer.apple.com/documentation/uikit/uiview/ishidden
// https://developer.apple.com/documentation/uikit/uicoordinatespace
// https://developer.apple.com/documentation/uikit/uiscrollview/zoomscale
// https://developer.apple.com/documentation/uikit/uitableview/rectforrow(at:)
// https://developer.apple.com/documentation/uikit/uicollectionview/visiblecells
// https://developer.apple.com/documentation/uikit/uiviewcontroller
// https://developer.apple.com/documentation/uikit/uiwindow/windowscene
// https://developer.apple.com/documentation/uikit/uiscrollview
// https://developer.apple.com/documentation/uikit/uiscrollview/istracking
// https://developer.apple.com/documentation/uikit/uiscrollview/isdragging
// https://developer.apple.com/documentation/uikit/uiscrollview/isdecelerating
// https://developer.apple.com/documentation/uikit/uiscrollview/iszooming
// https://developer.apple.com/documentation/uikit/uiscrollview/iszoombouncing
// https://developer.apple.com/documentation/uikit/uitouch
// https://developer.apple.com/documentation/uikit/uitouch/phase-swift.enum

public import Foundation

// CoreGraphics', which UIKit re-exports.
public struct CGAffineTransform: Sendable {
  public var tx: CGFloat, ty: CGFloat
  public init(translationX tx: CGFloat, y ty: CGFloat) { (self.tx, self.ty) = (tx, ty) }
}

@MainActor open class UIViewController: UIResponder {
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
}

@MainActor open class UIView: UIResponder, UICoordinateSpace {
  open var bounds = CGRect.zero, frame = CGRect.zero, center = CGPoint.zero, isHidden = false
  open var transform = CGAffineTransform(translationX: 0, y: 0)
  /// The window; only the rehearsal sets it.
  public var rehearsedWindow: UIWindow?
  open var window: UIWindow? { rehearsedWindow }
  open func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint { point }
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
  open var contentOffset = CGPoint.zero, contentSize = CGSize.zero, zoomScale: CGFloat = 1
  open var contentInset = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
  open var adjustedContentInset: UIEdgeInsets { fatalError() }
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { fatalError() }
  open var isTracking: Bool { fatalError() }
  open var isDragging: Bool { fatalError() }
  open var isDecelerating: Bool { fatalError() }
  open var isZooming: Bool { fatalError() }
  open var isZoomBouncing: Bool { fatalError() }
}

@MainActor open class UITableView: UIScrollView {
  open var numberOfSections: Int { fatalError() }
  open func numberOfRows(inSection section: Int) -> Int { fatalError() }
  open func rectForRow(at indexPath: IndexPath) -> CGRect { fatalError() }
}

// UIKit's members of Foundation's type.
extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
  public var section: Int { self[0] }
}

@MainActor open class UICollectionViewCell: UIView {}

@MainActor open class UICollectionView: UIScrollView {
  open var visibleCells: [UICollectionViewCell] { fatalError() }
}

@MainActor open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began = 0
    case moved = 1
    case stationary = 2
    case ended = 3
    case cancelled = 4
    case regionEntered = 5
    case regionMoved = 6
    case regionExited = 7
  }
  open var timestamp: TimeInterval { fatalError() }
  open var phase: UITouch.Phase { fatalError() }
  open func location(in view: UIView?) -> CGPoint { fatalError() }
}
