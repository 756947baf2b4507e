import GazePipeline

/// A reader who also does other things at the phone between two words, each off by default: looks at a recentring dot
/// with which the take begins, taps on the content, and looks at the screen without reading.
struct BusyReader: Sendable {
  private enum Aside { case beforeDot, dot, tap, idle }

  var reader: Reader
  private let isBusy: Bool
  private var aside: Aside?
  /// True until the dot at the take's beginning has been shown.
  private var awaitsDot: Bool
  private var taps: TapPlan
  private var bouts: IdleBouts
  /// Time at the page, without absences, seconds.
  private var clock = 0.0
  private var last = 0.0

  init(_ layout: PageLayout, _ context: ScriptContext) {
    reader = Reader(layout, context)
    let task = context.task
    awaitsDot = task.dotAtStart == 1
    isBusy = awaitsDot || task.tapInterval > 0 || task.notReading > 0
    taps = TapPlan(context)
    bouts = IdleBouts(context)
  }

  /// True between two words; the reader's attention may then go elsewhere.
  var isInterruptible: Bool { !awaitsDot && aside == nil && reader.isInterruptible }

  /// Makes the reader return to the page from something else.
  mutating func comeBack(_ view: PageView) {
    aside = nil
    last = view.time
    reader.comeBack()
  }

  /// True if the present episode ends before its maximum duration.
  mutating func endsEpisode(_ view: PageView) -> Bool { aside == nil && reader.endsEpisode(view) }

  /// True if the episode may end although the page stands still.
  mutating func endsByTime() -> Bool { aside == nil && reader.endsByTime() }

  /// The next episode; nil at the text's end.
  mutating func next(_ view: PageView) -> Episode? {
    guard isBusy else { return reader.next(view) }
    clock += view.time - last
    last = view.time
    let ended = aside
    aside = nil
    if let episode = begin(view, after: ended) { return episode }
    if ended != nil { reader.resume() }
    if reader.isInterruptible {
      if let tap = taps.next(reader.layout, view) {
        aside = .tap
        return tap
      }
      if bouts.isDue(clock), let fixation = bouts.begin(view) {
        aside = .idle
        return fixation
      }
    }
    var episode = reader.next(view)
    // The eyes leave the finger for a place that they know.
    if ended == .tap { episode?.isReaction = false }
    return episode
  }

  /// The dot at the take's beginning, and the fixations of a bout that continues.
  private mutating func begin(_ view: PageView, after ended: Aside?) -> Episode? {
    switch ended {
    case nil where awaitsDot:
      aside = .beforeDot
      awaitsDot = false
      // The eyes are on the text when the dot appears, at the first tick.
      return Episode(0, at: SIMD2(reader.sought.x, reader.sought.y - view.offset))
    case .beforeDot:
      aside = .dot
      return .dot(at: SIMD2(reader.width, reader.height) / 2, seconds: reader.task.dotTime)
    case .idle:
      guard let fixation = bouts.next(view) else { return nil }
      aside = .idle
      return fixation
    default: return nil
    }
  }
}
