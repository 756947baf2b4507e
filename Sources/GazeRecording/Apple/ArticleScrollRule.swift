public import GazePipeline

/// The 2021 article's scroll rule: where the pointer's top edge is past the web view's bottom, ten steps of one point
/// down; above its top, ten up; each step is refused at the inset limits (`ScrollPage`). No dwell, no dead zone: 600
/// points a second at 60 Hz. `StandardPipeline`'s own trigger is the better rule; this one is here to compare with.
public enum ArticleScrollRule {
  /// What the page is asked to do.
  ///
  /// - Parameters:
  ///   - pointerTop: the pointer view's `frame.minY`, points.
  ///   - top: the web view's `bounds.minY`.
  ///   - bottom: its `bounds.maxY`.
  public static func command(pointerTop: Double, top: Double, bottom: Double) -> ScrollCommand {
    let direction: ScrollDirection = pointerTop >= bottom ? .down : pointerTop < top ? .up : .none
    return direction == .none ? .none : ScrollCommand(direction: direction, distance: 10, step: 1)
  }
}

extension ScrollPage {
  /// A scroll view's page as it stands; `offset` may lie beyond the limits, as while it bounces.
  ///
  /// - Returns: the `contentOffset.y` that obeys the command, or nil where nothing is to move.
  public static func offset(
    after command: ScrollCommand, from offset: Double, contentHeight: Double, boundsHeight: Double,
    inset: (top: Double, bottom: Double)
  ) -> Double? {
    var page = ScrollPage(contentHeight: contentHeight, boundsHeight: boundsHeight, inset: inset)
    page.move(to: offset)
    // Where it bounces, or stands a fraction past the end, a step further out is refused as at the end itself.
    let moved = page.apply(command)
    return moved == 0 ? nil : page.offset
  }
}
