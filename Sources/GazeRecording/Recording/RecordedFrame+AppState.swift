public import GazePipeline

extension RecordedFrame {
  /// State of the app when a frame came: its drawing and its doing. A part is nil where there was nothing of the kind, or
  /// the app does not say. Points are the interface's as it stands, as those of `Observation.target`.
  public struct AppState: Sendable, Equatable {
    /// Position at which the app drew its pointer.
    public var pointer: SIMD2<Double>?
    /// Scroll that the app made in this frame; `none` for an app that says that it made none.
    public var scroll: ScrollDirection?
    /// Position at which a finger came down since the frame before.
    public var tap: SIMD2<Double>?
    /// Position of a dot that was shown to recentre the pointer by; also the `target` while the person is to look at it.
    public var dot: SIMD2<Double>?
    /// The page's `contentOffset.y`, points.
    public var page: Double?

    /// A state from its parts.
    public init(
      pointer: SIMD2<Double>? = nil, scroll: ScrollDirection? = nil, tap: SIMD2<Double>? = nil,
      dot: SIMD2<Double>? = nil, page: Double? = nil
    ) {
      self.pointer = pointer
      self.scroll = scroll
      self.tap = tap
      self.dot = dot
      self.page = page
    }

    /// Lists the fields, which version 2 of recordings has first.
    mutating func fields(_ list: inout FieldList) {
      let point: SampleField.Rules = [.together, .app]
      list.field("pointer", &pointer, "points", point, parts: .suffixed(["X", "Y"]), since: 2)
      list.field("scroll", &scroll, "what the app did to the page", .app, since: 2)
      list.field("tap", &tap, "points", point, parts: .suffixed(["X", "Y"]), since: 2)
      list.field("dot", &dot, "points", point, parts: .suffixed(["X", "Y"]), since: 2)
      list.field("page", &page, "the page's contentOffset.y as the app knows it, points", .app, since: 2)
    }
  }
}
