#if canImport(UIKit) && canImport(WebKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import GazePipeline
  public import UIKit
  public import WebKit

  extension WKWebView {
    /// Scrolls by the 2021 article's rule (`ArticleScrollRule`); the method has the same name as in the article.
    ///
    /// - Parameter position: the pointer view's `frame.minY`.
    public func scrollByLookingAt(at position: CGFloat) {
      obey(ArticleScrollRule.command(pointerTop: position, top: bounds.minY, bottom: bounds.maxY))
    }

    /// Scrolls as a pipeline asks, within the inset limits.
    public func obey(_ command: ScrollCommand, inset: UIScrollView.GazeInset = .content) {
      scrollView.obey(command, inset: inset)
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

    /// Scrolls as a pipeline asks, within the inset limits.
    public func obey(_ command: ScrollCommand, inset: GazeInset = .content) {
      let inset =
        switch inset {
        case .content: contentInset
        case .adjusted: adjustedContentInset
        }
      let offset = ScrollPage.offset(
        after: command, from: contentOffset.y, contentHeight: contentSize.height, boundsHeight: bounds.height,
        inset: .init(top: inset.top, bottom: inset.bottom))
      guard let offset else { return }
      setContentOffset(CGPoint(x: contentOffset.x, y: offset), animated: false)
    }
  }
#endif
