public import GazePipeline

/// The state of the app in a frame.
extension RecordedFrame {
  /// State of the app when a frame came: what the app drew and did. A part of the state is nil if there was nothing of
  /// its kind, or if the app does not state it. Points are those of the interface in its current orientation, as in
  /// `Observation.target`; a number that is not finite counts as absent.
  ///
  /// A new part is added to `init`, `isTold`, `==` and `fields`. `RecordedFrameTests` compares `fields` with the
  /// schema; nothing checks that `isTold` and `==` have every part.
  public struct AppState: Sendable {
    // These numbers are NaN if absent. NaN takes half the memory of optionals and is read in a few nanoseconds; most
    // recordings have none of these numbers.
    private var pointerPoint = SIMD2.unknown, tapPoint = SIMD2.unknown, dotPoint = SIMD2.unknown
    private var rawPoint = SIMD2.unknown, pageOffset = Double.nan, distance = Double.nan

    /// Scroll that the app made in this frame; `none` if the app states that it made none.
    public var scroll: ScrollDirection?

    /// Position at which the app drew its pointer.
    public var pointer: SIMD2<Double>? {
      get { pointerPoint.finite }
      set { pointerPoint = newValue ?? .unknown }
    }
    /// Position at which a finger came down since the previous frame.
    public var tap: SIMD2<Double>? {
      get { tapPoint.finite }
      set { tapPoint = newValue ?? .unknown }
    }
    /// Position of a dot that was shown for recentring the pointer; while the person should look at the dot, it is also
    /// the `target`.
    public var dot: SIMD2<Double>? {
      get { dotPoint.finite }
      set { dotPoint = newValue ?? .unknown }
    }
    /// The page's `contentOffset.y`, points.
    public var page: Double? {
      get { pageOffset.finite }
      set { pageOffset = newValue ?? .nan }
    }

    /// The pointer before smoothing, if this frame gave one; nil while the app holds its pointer. Without it the
    /// recording does not say in which frames the pointer was held.
    public var rawPointer: SIMD2<Double>? {
      get { rawPoint.finite }
      set { rawPoint = newValue ?? .unknown }
    }
    /// Distance of `scroll`, points.
    public var scrollPoints: Double? {
      get { distance.finite }
      set { distance = newValue ?? .nan }
    }

    /// A state without any part.
    public init() {}

    /// A state from its parts.
    public init(
      pointer: SIMD2<Double>? = nil, scroll: ScrollDirection? = nil, tap: SIMD2<Double>? = nil,
      dot: SIMD2<Double>? = nil, page: Double? = nil, rawPointer: SIMD2<Double>? = nil, scrollPoints: Double? = nil
    ) {
      self.pointer = pointer
      self.scroll = scroll
      self.tap = tap
      self.dot = dot
      self.page = page
      self.rawPointer = rawPointer
      self.scrollPoints = scrollPoints
    }

    /// The part of the state that a pipeline may use.
    public var context: AppContext { AppContext(page: page, tap: tap, dot: dot) }

    /// True if a part may be present.
    var isTold: Bool {
      scroll != nil || !(pointerPoint.x.isNaN && tapPoint.x.isNaN && dotPoint.x.isNaN && pageOffset.isNaN)
        || !(rawPoint.x.isNaN && distance.isNaN)
    }

    /// Lists the fields of the app's state, which recordings have since version 2. `recording.schema.json` repeats the
    /// keys; `RecordedFrameTests` compares them.
    @inline(__always)
    mutating func fields(_ list: inout FieldList) {
      let point: SampleField.Rules = [.together, .app]
      list.field("pointer", &pointerPoint, "points", point, parts: .xy, since: 2)
      list.field("scroll", &scroll, "the app's scroll of the page", .app, since: 2)
      list.field("tap", &tapPoint, "points", point, parts: .xy, since: 2)
      list.field("dot", &dotPoint, "points", point, parts: .xy, since: 2)
      list.field("page", &pageOffset, "the page's contentOffset.y as the app knows it, points", .app, since: 2)
      list.field(
        "raw", &rawPoint, "the pointer before smoothing, points", point, parts: .xy, since: 2)
      list.field("scrollPoints", &distance, "the distance of the app's scroll, points", .app, since: 2)
    }
  }
}

extension Vector2 {
  fileprivate static var unknown: SIMD2 { SIMD2(repeating: .nan) }
  fileprivate var finite: SIMD2? { isFinite ? self : nil }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}

extension RecordedFrame.AppState: Equatable {
  /// True if both states have the same parts with equal values.
  public static func == (a: Self, b: Self) -> Bool {
    a.scroll == b.scroll && a.pointer == b.pointer && a.tap == b.tap && a.dot == b.dot && a.page == b.page
      && a.rawPointer == b.rawPointer && a.scrollPoints == b.scrollPoints
  }
}
