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
