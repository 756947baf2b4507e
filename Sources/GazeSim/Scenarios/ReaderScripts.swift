private import GazePipeline
private import GazeRecording
private import PortableFoundation

/// A script whose person reads a page, and is away from it now and then. Its draws share streams with those of the
/// reader, and are listed at `Reader`.
protocol ReaderScript: Script {
  /// Minimum and maximum number of lines in a paragraph.
  static var paragraph: ClosedRange<Int> { get }
  /// The reader from the first episode on. It is mutated in place, because it is large and copies would be expensive.
  var reader: BusyReader? { get set }
  var isAway: Bool { get }
}

extension ReaderScript {
  static func layout(_ context: ScriptContext) -> PageLayout {
    PageLayout(
      context.task, screen: context.screen.points, paragraph: paragraph, seed: context.seed,
      participant: context.participant)
  }

  func pageHeight(_ context: ScriptContext) -> Double? { Self.layout(context).height }

  func pageStart(_ context: ScriptContext) -> Double {
    let share = context.task.startAt
    return share > 0 ? Self.layout(context).offset(atShare: share, height: context.screen.points.y) : 0
  }

  mutating func endsEpisode(_ view: PageView) -> Bool {
    reader?.reader.noteLines(view)
    return isAway ? false : reader?.endsEpisode(view) ?? false
  }

  mutating func endsByTime() -> Bool { !isAway && reader?.endsByTime() ?? false }

  var readingLog: ReadingLog? { reader?.reader.log }
}

/// A script in which the person reads an article and sometimes looks away from the phone: per screen of text with the
/// probability `task.lookAway`.
struct ReadingScript: ReaderScript {
  var reader: BusyReader?
  private var words: UInt64 = 0
  private(set) var isAway = false

  static let paragraph = 3...7

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    if reader == nil { reader = BusyReader(Self.layout(context), context) }
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
}

/// The kitchen of the 2021 article: the phone leans on the counter, and the cook looks at it for seconds at a time.
/// Between the glances eyes and head turn to the work surface, 20 to 60° below the phone or beside it, often with the
/// face still tracked; or the cook talks to somebody; or the cook walks off. The cook intends to scroll only during
/// glances.
struct RecipeScript: ReaderScript {
  var reader: BusyReader?
  private var glanceEnd = 0.0
  private var count: UInt64 = 0
  private(set) var isAway = false

  /// The paragraphs are short, as the steps of a recipe are.
  static let paragraph = 1...3

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    if reader == nil { reader = BusyReader(Self.layout(context), context) }
    let times = context.stream(.scriptTime)
    if isAway || count == 0 {
      if isAway { reader?.comeBack(view) }
      isAway = false
      count += 1
      // Durations of glances and absences are log-normal about their medians, with σ = 0.5.
      glanceEnd = view.time + context.task.glance * exp(0.5 * times.normal(8_000_000_000 + count))
    } else if view.time >= glanceEnd, reader?.isInterruptible == true {
      isAway = true
      return absence(context, seconds: context.task.absence * exp(0.5 * times.normal(9_000_000_000 + count)))
    }
    return reader?.next(view)
  }

  private func absence(_ context: ScriptContext, seconds: Double) -> Episode {
    let place = context.stream(.scriptPlace)
    let (u, kind) = (place.uniforms(8_000_000_000 + count), place.uniform(9_000_000_000 + count))
    let seconds = min(max(seconds, 0.5), 120)
    if kind < context.task.worktop {
      // The direction is 20 to 60° away from the phone, as the row of `task.worktop` says: below it, or to one side and
      // half as far below.
      let far = (20 + 40 * u.x).radians
      let way = u.y < 0.5 ? SIMD2(0, -far) : SIMD2(u.y < 0.75 ? far : -far, -far / 2)
      return look(context, towards: way, headShare: 0.6, seconds)
    }
    if kind < context.task.worktop + context.task.talking {
      // The cook looks at the head of a person who is beside the phone; the head is above the phone.
      let side = u.y < 0.5 ? 1.0 : -1
      return look(context, towards: SIMD2(side * (30 + 30 * u.x).radians, 15.0.radians), headShare: 0.8, seconds)
    }
    var gone = look(context, towards: SIMD2(60.0.radians, 0), headShare: 0.9, seconds)
    gone.isGone = true
    return gone
  }

  /// Looks in a direction from the screen's middle; the head turns by `headShare` of the angles.
  private func look(
    _ context: ScriptContext, towards angles: Vector2, headShare: Double, _ seconds: Double
  ) -> Episode {
    // `Behaviour` adds the head's usual share to this turn, so the share is subtracted here.
    Episode(
      seconds, at: context.point(towards: angles), state: .away,
      headTurn: angles * (SIMD2(repeating: headShare) - context.headShare))
  }
}
