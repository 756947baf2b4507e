import GazePipeline
private import PortableFoundation

/// A reader who also does other things at the phone between two words, each off by default: looks at a recentring dot
/// with which the take begins, taps on the content, and looks at the screen without reading.
struct BusyReader {
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

/// A reader's taps on the content, about one every `task.tapInterval`.
///
/// The eyes go to a random place of a visible line, and the finger comes down `task.tapLead` after they have arrived.
/// In a share `task.tapHandFirst` of the taps the finger comes down first, and the eyes arrive 200 to 400 ms later. The
/// finger hides the place, so the eyes leave it 100 to 300 ms after both have arrived (assumed, as the intervals are).
struct TapPlan {
  private let task: SimulationParameters.Task
  private let screen: Vector2
  private let stream: RandomStream
  /// Number of the tap, which uses draws 8n to 8n + 5.
  private var number: UInt64 = 0
  private var due = Double.infinity

  init(_ context: ScriptContext) {
    task = context.task
    screen = context.screen.points
    stream = context.stream(.tap)
    if task.tapInterval > 0 { due = interval }
  }

  /// Time from the present tap to the next, uniform over 0.7 to 1.3 intervals.
  private var interval: Double { task.tapInterval * (0.7 + 0.6 * stream.uniform(8 * number)) }

  /// The tap that is due; nil if none is, or if no line is visible.
  mutating func next(_ layout: PageLayout, _ view: PageView) -> Episode? {
    guard view.time >= due else { return nil }
    let visible = 0.05 * screen.y...0.95 * screen.y
    let first = layout.lines.firstIndex { $0.y - view.offset >= visible.lowerBound } ?? layout.lines.count
    let end = layout.lines[first...].firstIndex { $0.y - view.offset > visible.upperBound } ?? layout.lines.count
    guard first < end else { return nil }
    let (spot, kind) = (stream.uniforms(8 * number + 1), stream.uniforms(8 * number + 2))
    let (miss, late) = (stream.normals(8 * number + 3), stream.normal(8 * number + 4))
    let line = layout.lines[min(first + Int(spot.x * Double(end - first)), end - 1)]
    let x = line.x + spot.y * Double(line.characters) * layout.characterWidth
    let isHandFirst = kind.x < task.tapHandFirst
    let lead = task.tapLead * exp(task.tapLeadSpread * late)
    var episode = Episode((isHandFirst ? 0 : lead) + 0.1 + 0.2 * kind.y, at: SIMD2(x, line.y))
    episode.anchor = .page
    episode.isFixation = true
    // A saccade takes about 40 ms, so the eyes arrive after the 200 to 400 ms of the row of `task.tapHandFirst`.
    if isHandFirst { episode.delay = 0.16 + 0.2 * stream.uniform(8 * number + 5) }
    episode.tap = .init(lead: isHandFirst ? nil : lead, miss: SIMD2(0, task.tapBelow) + task.tapSpread * miss)
    number += 1
    // The intervals are counted from due times, so that waiting for an occasion does not lengthen them.
    due = max(due + interval, view.time + 0.3 * task.tapInterval)
    return episode
  }
}

/// Bouts of looking at the screen without reading, a share `task.notReading` of the time at the page. A bout is 3 to
/// 10 s of fixations of 0.3 to 2 s. In half of the bouts they are all over the screen, in the others within 60 pt of
/// one place along each axis (all of these numbers are assumed).
struct IdleBouts {
  private let share: Double
  private let screen: Vector2
  private let stream: RandomStream
  /// Numbers of the bout, which uses draws 4n to 4n + 2, and of its fixation, which uses the draws of its number plus
  /// one and two billion.
  private var number: UInt64 = 0
  private var fixation: UInt64 = 0
  /// Time of the bouts so far, seconds.
  private var spent = 0.0
  private var end = 0.0

  init(_ context: ScriptContext) {
    share = context.task.notReading
    screen = context.screen.points
    stream = context.stream(.notReading)
  }

  private var length: Double { 3 + 7 * stream.uniforms(4 * number).x }

  /// True if a bout is due after this time at the page, seconds.
  func isDue(_ clock: Double) -> Bool {
    // The lead or lag of the time spent is random and bounded, so that the share is right in the long run.
    share > 0 && share * clock - spent >= (1 - share) * length * stream.uniforms(4 * number).y
  }

  mutating func begin(_ view: PageView) -> Episode? {
    end = view.time + length
    number += 1
    return next(view)
  }

  /// The bout's next fixation; nil once the bout is over.
  mutating func next(_ view: PageView) -> Episode? {
    guard view.time < end - 0.01 else { return nil }
    defer { fixation += 1 }
    let (u, bout) = (stream.uniforms(1_000_000_000 + fixation), stream.uniforms(4 * number + 1))
    var aim = (0.05 + 0.9 * u) * screen
    if stream.uniform(4 * number + 2) < 0.5 {
      aim = ((0.1 + 0.8 * bout) * screen + 120 * (u - 0.5)).clamped(lowerBound: .zero, upperBound: screen)
    }
    let seconds = min(0.3 + 1.7 * stream.uniform(2_000_000_000 + fixation), end - view.time)
    spent += seconds
    return Episode(seconds, at: aim)
  }
}
