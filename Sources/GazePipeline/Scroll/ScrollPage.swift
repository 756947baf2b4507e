/// A vertical page in a window, with the state of a scroll view.
public struct ScrollPage: Sendable, Equatable {
  /// Space above and below the content, points.
  public struct Inset: Sendable, Equatable {
    /// Space above the content.
    public var top: Double
    /// Space below the content.
    public var bottom: Double

    /// The space above and below.
    public init(top: Double, bottom: Double) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// Height of the content, points.
  public var contentHeight: Double
  /// Height of the window (the scroll view's `bounds`), points.
  public var boundsHeight: Double
  /// Inset above and below the content (an app must choose between `contentInset` and `adjustedContentInset`), points.
  public var inset: Inset
  /// `contentOffset.y`, points.
  public private(set) var offset: Double

  /// A page at its beginning.
  public init(contentHeight: Double, boundsHeight: Double, inset: Inset = Inset(top: 0, bottom: 0)) {
    self.contentHeight = contentHeight
    self.boundsHeight = boundsHeight
    self.inset = inset
    offset = 0
    offset = limits.lowerBound
  }

  /// Allowed offsets: `−inset.top … contentHeight − boundsHeight + inset.bottom`, or the beginning alone if the content
  /// is shorter than the window or a size is not finite.
  public var limits: ClosedRange<Double> {
    // Forming a range with NaN traps.
    let top = inset.top.isFinite ? 0 - inset.top : 0
    let bottom = contentHeight - boundsHeight + inset.bottom
    return top...(bottom.isFinite ? max(top, bottom) : top)
  }

  /// Moves to an offset, clamped to `limits`; a non-finite offset is ignored.
  public mutating func move(to offset: Double) {
    guard offset.isFinite else { return }
    self.offset = min(max(offset, limits.lowerBound), limits.upperBound)
  }

  /// Executes a command and returns the signed distance moved.
  ///
  /// If the command moves in steps, a step is refused only once the limit has been reached, so a fractional offset
  /// overshoots the limit by less than one step, as in the 2021 article.
  @discardableResult
  public mutating func apply(_ command: ScrollCommand) -> Double {
    let start = offset
    guard command.direction != .none, command.distance > 0, command.distance.isFinite else { return 0 }
    let sign = command.direction.sign
    guard let step = command.step, step > 0 else {
      move(to: offset + sign * command.distance)
      return offset - start
    }
    // The steps are counted instead of looped over: with a step far smaller than the distance a loop would not end in
    // reasonable time.
    let room = sign > 0 ? limits.upperBound - offset : offset - limits.lowerBound
    let steps = min((command.distance / step).rounded(), max((room / step).rounded(.up), 0))
    guard steps > 0 else { return 0 }
    let end = offset + sign * steps * step
    if end.isFinite { offset = end } else { move(to: sign > 0 ? limits.upperBound : limits.lowerBound) }
    return offset - start
  }
}
