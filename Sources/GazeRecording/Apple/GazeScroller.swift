#if canImport(UIKit) && canImport(WebKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import GazePipeline
  public import UIKit
  public import WebKit

  /// Scrolling by gaze of a scroll view or of a web view's page: `scrollView.gaze.obey(output.scroll)`.
  ///
  /// The methods are here instead of on UIKit's classes, so that they do not appear beside Apple's own everywhere.
  @MainActor public struct GazeScroller {
    private let view: UIScrollView

    /// The scrolling of this view.
    public init(_ view: UIScrollView) { self.view = view }

    /// Scrolls as a pipeline asks, within the inset limits. While a finger moves the page, nothing happens.
    public func obey(_ command: ScrollCommand, inset: UIScrollView.GazeInset = .content) {
      let inset =
        switch inset {
        case .content: view.contentInset
        case .adjusted: view.adjustedContentInset
        }
      let offset = ScrollPage.offset(
        after: command, from: view.contentOffset.y, contentHeight: view.contentSize.height,
        boundsHeight: view.bounds.height, inset: .init(top: inset.top, bottom: inset.bottom), touch: PageTouch(view))
      guard let offset else { return }
      view.setContentOffset(CGPoint(x: view.contentOffset.x, y: offset), animated: false)
    }

    /// Scrolls by the 2021 article's rule (`ArticleScrollRule`).
    ///
    /// - Parameter position: the pointer view's `frame.minY`.
    public func scrollByLookingAt(at position: CGFloat) {
      obey(ArticleScrollRule.command(pointerTop: position, top: 0, bottom: view.bounds.height))
    }
  }

  extension PageTouch {
    /// The state of the fingers on this view.
    @MainActor public init(_ view: UIScrollView) {
      self.init(
        isTracking: view.isTracking, isDragging: view.isDragging, isDecelerating: view.isDecelerating,
        isZooming: view.isZooming || view.isZoomBouncing)
    }
  }

  extension UIScrollView {
    /// The insets that limit scrolling by gaze.
    public enum GazeInset: Sendable {
      /// `contentInset`, as in the article; the page's ends may be under the bars.
      case content
      /// `adjustedContentInset`, which includes the safe area; the page's ends stay clear of the bars.
      case adjusted
    }

    /// Scrolling by gaze.
    public var gaze: GazeScroller { GazeScroller(self) }

    /// Scrolls as a pipeline asks, within the inset limits.
    @available(*, deprecated, renamed: "gaze.obey(_:inset:)")
    public func obey(_ command: ScrollCommand, inset: GazeInset = .content) { gaze.obey(command, inset: inset) }
  }

  extension WKWebView {
    /// Scrolling of the page by gaze.
    public var gaze: GazeScroller { GazeScroller(scrollView) }

    /// Scrolls by the 2021 article's rule. The article's own name is in the module GazeArticle2021.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "gaze.scrollByLookingAt(at:)")
    public func scrollByLookingAt(at position: CGFloat) { gaze.scrollByLookingAt(at: position) }

    /// Scrolls as a pipeline asks, within the inset limits.
    @available(*, deprecated, renamed: "gaze.obey(_:inset:)")
    public func obey(_ command: ScrollCommand, inset: UIScrollView.GazeInset = .content) {
      gaze.obey(command, inset: inset)
    }
  }
#endif
