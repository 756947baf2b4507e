/// State of the app when a frame comes, as far as a pipeline may use it. Points are those of the interface.
public struct AppContext: Sendable, Equatable {
  /// `contentOffset.y` of the page, points; nil without a page.
  public var page: Double?
  /// Place where a finger came down on content since the previous frame; nil for keyboard keys and for scrolls that a
  /// pipeline made.
  public var tap: SIMD2<Double>?
  /// Place of a dot that is shown for recentring, while the person is asked to look at it.
  public var dot: SIMD2<Double>?

  /// A state from its parts.
  public init(page: Double? = nil, tap: SIMD2<Double>? = nil, dot: SIMD2<Double>? = nil) {
    self.page = page
    self.tap = tap
    self.dot = dot
  }
}
