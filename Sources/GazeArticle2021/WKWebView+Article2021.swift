// One import suffices for the article's view controller.
@_exported public import GazePipeline
@_exported public import GazeRecording
@_exported public import Profiles

#if canImport(UIKit) && canImport(WebKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import Foundation
  private import UIKit
  public import WebKit

  // The 2021 article extends Apple's class by these two methods. They are in a module of their own, so that only code
  // that was written after the article sees them; any other code uses `gaze`.
  extension WKWebView {
    /// Loads the page at this address.
    ///
    /// - Returns: nil, and nothing is loaded, if the text is not an address.
    @discardableResult public func loadPage(with address: String) -> WKNavigation? {
      URL(string: address).flatMap { loadPage(with: $0) }
    }

    /// Loads the page at this address.
    @discardableResult public func loadPage(with url: URL) -> WKNavigation? { load(URLRequest(url: url)) }

    /// Scrolls by the article's rule (`ArticleScrollRule`).
    ///
    /// - Parameter position: the pointer view's `frame.minY`.
    public func scrollByLookingAt(at position: CGFloat) { gaze.scrollByLookingAt(at: position) }
  }
#endif
