import GazePipeline

/// A page that the hand moves, and in a closed loop a pipeline.
struct MovingPage: Sendable {
  private var page: ScrollPage
  private var hand: (glide: Glide<SIMD2<Double>>, end: Double)?
  /// A finger lies on it: commands move nothing.
  var isHeld = false
  /// The tick at which it was last seen to have moved, seconds.
  private(set) var lastMoved = -Double.infinity
  private var lastOffset: Double

  init(contentHeight: Double, height: Double) {
    page = ScrollPage(contentHeight: contentHeight, boundsHeight: height)
    lastOffset = page.offset
  }

  /// `contentOffset.y`, points.
  var offset: Double { page.offset }

  /// What it can be.
  var limits: ClosedRange<Double> { page.limits }

  /// The hand will move it.
  mutating func move(_ move: Episode.PageMove, from time: Double) {
    var glide = Glide(at: SIMD2(page.offset, 0))
    glide.go(to: SIMD2(move.offset, 0), at: time + move.start, duration: move.duration)
    hand = (glide, time + move.start + move.duration)
  }

  /// One tick: the hand's movement, and what a pipeline has asked for since the last one.
  mutating func step(at time: Double) {
    if let hand, time >= hand.glide.start {
      page.move(to: hand.glide.value(at: time).x)
      if time >= hand.end { self.hand = nil }
    }
    if page.offset != lastOffset {
      lastOffset = page.offset
      lastMoved = time
    }
  }

  /// When the hand will move it; −∞ while it does.
  mutating func quietUntil(_ time: Double) -> Double {
    guard let start = hand?.glide.start else { return .infinity }
    return time < start ? start : -.infinity
  }

  /// A pipeline asks for it.
  mutating func apply(_ command: ScrollCommand) {
    // A finger that lies on the page, or moves it, has it.
    guard !isHeld, hand == nil else { return }
    page.apply(command)
  }
}
