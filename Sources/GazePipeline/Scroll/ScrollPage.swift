/// A vertical page in a window, as a scroll view keeps it.
public struct ScrollPage: Sendable, Equatable {
  /// Height of the content, points.
  public var contentHeight: Double
  /// Height of the window (the scroll view's `bounds`), points.
  public var boundsHeight: Double
  /// Inset above and below the content (`contentInset` or `adjustedContentInset`, which an app must choose), points.
  public var inset: (top: Double, bottom: Double)
  /// `contentOffset.y`, points.
  public private(set) var offset: Double

  /// A page at its beginning.
  public init(contentHeight: Double, boundsHeight: Double, inset: (top: Double, bottom: Double) = (0, 0)) {
    self.contentHeight = contentHeight
    self.boundsHeight = boundsHeight
    self.inset = inset
    offset = 0
    offset = limits.lowerBound
  }

  /// Allowed offsets: `−inset.top … contentHeight − boundsHeight + inset.bottom`, or the beginning alone where the
  /// content is shorter than the window or no finite number.
  public var limits: ClosedRange<Double> {
    // A range with a NaN in it traps.
    let top = inset.top.isFinite ? 0 - inset.top : 0
    let bottom = contentHeight - boundsHeight + inset.bottom
    return top...(bottom.isFinite ? max(top, bottom) : top)
  }

  /// Jumps to an offset, clamped to `limits`; a non-finite one is refused.
  public mutating func move(to offset: Double) {
    guard offset.isFinite else { return }
    self.offset = min(max(offset, limits.lowerBound), limits.upperBound)
  }

  /// Obeys a command and gives the signed distance moved.
  ///
  /// In steps, each is refused once the limit is reached, so a fractional offset overshoots the stop by less than
  /// one step, as in the 2021 article.
  @discardableResult
  public mutating func apply(_ command: ScrollCommand) -> Double {
    let start = offset
    guard command.direction != .none, command.distance > 0, command.distance.isFinite else { return 0 }
    let sign = command.direction.sign
    guard let step = command.step, step > 0 else {
      move(to: offset + sign * command.distance)
      return offset - start
    }
    // Counted, not looped: a step far smaller than the distance would take for ever.
    let room = sign > 0 ? limits.upperBound - offset : offset - limits.lowerBound
    let steps = min((command.distance / step).rounded(), max((room / step).rounded(.up), 0))
    guard steps > 0 else { return 0 }
    let end = offset + sign * steps * step
    if end.isFinite { offset = end } else { move(to: sign > 0 ? limits.upperBound : limits.lowerBound) }
    return offset - start
  }

  /// True where all numbers are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.contentHeight == b.contentHeight && a.boundsHeight == b.boundsHeight && a.inset == b.inset
      && a.offset == b.offset
  }
}
