/// State of the app when a frame comes, as far as a pipeline may use it. Points are those of the interface.
public struct AppContext: Sendable, Equatable {
  /// `contentOffset.y` of the page, points; nil without a page.
  public var page: Double?
  /// Place where a finger came down on content since the previous frame; nil for keyboard keys and for scrolls that a
  /// pipeline made.
  public var tap: SIMD2<Double>?
  /// Place of a dot that is shown for recentring, while the person is asked to look at it.
  public var dot: SIMD2<Double>?
  /// Place of the scrolling view; nil for the whole screen.
  public var area: ScrollArea?
  /// True while a finger, or the momentum that it left, moves the page. The pipeline then does not scroll, and after
  /// 0.6 s of it (`ScrollTrigger.Settings.holdLimit`) what the gaze had begun is forgotten.
  public var isTouched: Bool

  /// A state from its parts.
  public init(
    page: Double? = nil, tap: SIMD2<Double>? = nil, dot: SIMD2<Double>? = nil, area: ScrollArea? = nil,
    isTouched: Bool = false
  ) {
    self.page = page
    self.tap = tap
    self.dot = dot
    self.area = area
    self.isTouched = isTouched
  }
}
