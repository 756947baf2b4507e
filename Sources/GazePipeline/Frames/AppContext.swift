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

/// Place of a scrolling view on the screen: its upper and lower parts are the trigger's zones.
public struct ScrollArea: Sendable, Equatable {
  /// Top-left corner, points of the interface.
  public var origin: SIMD2<Double>
  /// Width and height, points.
  public var size: SIMD2<Double>

  /// An area from its numbers; one without a size is ignored.
  public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
    self.origin = origin
    self.size = size
  }

  /// The part of a view that its insets leave free: bars lie over the rest.
  ///
  /// - Parameters:
  ///   - origin: the view's top-left corner, points of the interface.
  ///   - size: the view's width and height, points.
  ///   - inset: the view's insets (`adjustedContentInset`).
  public init(origin: SIMD2<Double>, size: SIMD2<Double>, inset: ScrollPage.Inset) {
    self.init(
      origin: origin + SIMD2(0, inset.top), size: SIMD2(size.x, size.y - inset.top - inset.bottom))
  }

  /// False for an area that no view has.
  @inline(__always) var isSound: Bool { origin.isFinite && size.isFinite && size.min() > 0 }
}
