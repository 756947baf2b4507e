public import GazePipeline

/// The 2021 article's scroll rule. In each frame in which the pointer's top edge is below the web view's bottom, the
/// rule scrolls ten steps of one point down; in each frame in which that edge is above the view's top, ten steps up.
/// Each step is refused at the inset limits (`ScrollPage`). The rule has no dwell time and no dead zone, so it scrolls
/// 600 points a second at 60 Hz. The trigger of `StandardPipeline` is the better rule; this rule is here for
/// comparison.
public enum ArticleScrollRule {
  /// The scroll that the rule asks of the page.
  ///
  /// - Parameters:
  ///   - pointerTop: the pointer view's `frame.minY`, points.
  ///   - top: the web view's `bounds.minY`.
  ///   - bottom: the web view's `bounds.maxY`.
  public static func command(pointerTop: Double, top: Double, bottom: Double) -> ScrollCommand {
    let direction: ScrollDirection = pointerTop >= bottom ? .down : pointerTop < top ? .up : .none
    return direction == .none ? .none : ScrollCommand(direction: direction, distance: 10, step: 1)
  }
}

extension ScrollPage {
  /// Applies a command to a scroll view's page in its current state; `offset` may be beyond the limits, as while the
  /// page bounces. While a finger moves the page (`touch`), the command is ignored.
  ///
  /// - Returns: the `contentOffset.y` after the command, or nil if the page does not move.
  public static func offset(
    after command: ScrollCommand, from offset: Double, contentHeight: Double, boundsHeight: Double,
    inset: ScrollPage.Inset, touch: PageTouch = PageTouch()
  ) -> Double? {
    guard !touch.movesPage else { return nil }
    var page = ScrollPage(contentHeight: contentHeight, boundsHeight: boundsHeight, inset: inset)
    page.move(to: offset)
    // While the page bounces, or is a fraction of a point beyond its end, a step further beyond is refused, as a step
    // from the end itself is.
    let moved = page.apply(command)
    return moved == 0 ? nil : page.offset
  }
}

/// State of a finger on a scroll view, with the names of UIKit's properties. A page that a finger moves has one owner:
/// the gaze does not scroll it meanwhile.
///
/// Tested on Linux; the code that reads UIKit's properties was never run on a device.
public struct PageTouch: Sendable, Equatable {
  /// A finger is on the view.
  public var isTracking: Bool
  /// The finger drags the page.
  public var isDragging: Bool
  /// The finger is gone, and the page still moves.
  public var isDecelerating: Bool
  /// Two fingers zoom the page, or it returns from a zoom.
  public var isZooming: Bool

  /// A state from its parts; by default there is no finger.
  public init(
    isTracking: Bool = false, isDragging: Bool = false, isDecelerating: Bool = false, isZooming: Bool = false
  ) {
    self.isTracking = isTracking
    self.isDragging = isDragging
    self.isDecelerating = isDecelerating
    self.isZooming = isZooming
  }

  /// True while a finger, or the momentum that it left, decides where the page is.
  public var movesPage: Bool { isTracking || isDragging || isDecelerating || isZooming }
}
