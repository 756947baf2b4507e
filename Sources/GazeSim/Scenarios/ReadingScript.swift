private import GazePipeline
private import GazeRecording

/// A script in which the person reads an article and sometimes looks away from the phone: per screen of text with the
/// probability `task.lookAway`.
struct ReadingScript: Script {
  private var reader: BusyReader?
  private var words: UInt64 = 0
  private var isAway = false

  /// Minimum and maximum number of lines in a paragraph.
  static let paragraph = 3...7

  private static func layout(_ context: ScriptContext) -> PageLayout {
    PageLayout(
      context.task, screen: context.screen.points, paragraph: paragraph, seed: context.seed,
      participant: context.participant)
  }

  func pageHeight(_ context: ScriptContext) -> Double? { Self.layout(context).height }

  func pageStart(_ context: ScriptContext) -> Double {
    let share = context.task.startAt
    return share > 0 ? Self.layout(context).offset(atShare: share, height: context.screen.points.y) : 0
  }

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    if reader == nil { reader = BusyReader(Self.layout(context), context) }
    // The reader is mutated in place, because it is large and copies would be expensive.
    if isAway {
      isAway = false
      reader?.comeBack(view)
    } else if reader?.isInterruptible == true {
      words += 1
      // A screen of text takes about 100 fixations.
      if context.stream(.script).uniform(7_000_000_000 + words) < context.task.lookAway / 100 {
        isAway = true
        return lookAway(context, words, seconds: 1 + 2 * context.stream(.scriptTime).uniform(7_000_000_000 + words))
      }
    }
    return reader?.next(view)
  }

  mutating func comeBack(_ view: PageView) {
    // A person who was away comes back in the next episode anyway.
    if !isAway { reader?.comeBack(view) }
  }

  var readingLog: ReadingLog? { reader?.log }

  mutating func endsEpisode(_ view: PageView) -> Bool {
    reader?.noteLines(view)
    return isAway ? false : reader?.endsEpisode(view) ?? false
  }

  var intents: ScrollIntents? { reader?.intents }

  mutating func change(_ habits: ScrollHabits) { reader?.change(habits) }

  mutating func endsByTime() -> Bool { !isAway && reader?.endsByTime() ?? false }
}

/// An episode away from the screen: the person looks at a worktop below the phone or beside it, and the head turns
/// partly.
func lookAway(_ context: ScriptContext, _ index: UInt64, seconds: Double) -> Episode {
  let u = context.stream(.scriptPlace).uniforms(5_500_000_000 + index)
  let aim = SIMD2(0.5 + 1.6 * (u.x - 0.5), 1.3 + 1.2 * u.y)
  return Episode(seconds, at: context.point(aim.x, aim.y), state: .away)
}
