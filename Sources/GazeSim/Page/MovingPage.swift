import GazePipeline
import GazeRecording

/// A page that the hand moves and, in a closed loop, also a pipeline.
struct MovingPage {
  private var page: ScrollPage
  private var hand: (glide: Glide<Vector2>, end: Double)?
  var isHeld = false
  /// Time of the tick at which the page was last found to have moved, seconds.
  private(set) var lastMoved = -Double.infinity
  private var lastOffset: Double

  init(contentHeight: Double, height: Double, offset: Double = 0) {
    page = ScrollPage(contentHeight: contentHeight, boundsHeight: height)
    page.move(to: offset)
    lastOffset = page.offset
  }

  /// `contentOffset.y`, points.
  var offset: Double { page.offset }

  mutating func move(_ move: Episode.PageMove, from time: Double) {
    var glide = Glide(at: SIMD2(page.offset, 0))
    glide.go(to: SIMD2(move.offset, 0), at: time + move.start, duration: move.duration)
    hand = (glide, time + move.start + move.duration)
  }

  /// Advances by one tick: applies the hand's movement and the pipeline's commands since the last tick.
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

  /// Time at which the hand will begin to move the page; −∞ while the hand moves it.
  mutating func quietUntil(_ time: Double) -> Double {
    guard let start = hand?.glide.start else { return .infinity }
    return time < start ? start : -.infinity
  }

  mutating func apply(_ command: ScrollCommand) {
    // A finger that holds or moves the page has priority.
    guard !isHeld, hand == nil else { return }
    page.apply(command)
  }
}
