import GazePipeline
import GazeRecording

/// Somebody who reads a page: words, regressions, return sweeps; wants it to move on, back, or on before its time; and,
/// where a pipeline moves the page, waits for it, is put out by a scroll that nobody wanted, and finds the place again.
///
///     reading -> wishing -> helping  -> reading             open loop, or patience is out: a hand moves the page
///                       \-> watching -> finding -> reading  closed loop: served; or the page has moved unasked
///                                      \-> wishing          the line is not on the screen: it is wished back
///
/// Nobody is stuck for ever: lines are read in their order and passed but once; a wish that is not served within the
/// patience is served by a finger; and the third time that the page moves unasked on one line, or that the line would
/// have to be wished back, the reader goes on with what is visible or holds the page with a finger.
struct Reader: Sendable {
  enum Doing: Equatable {
    case reading
    /// Looking at the bottom without a wish: a picture, a caption.
    case dwelling
    case wishing(Wish)
    /// A finger moves the page.
    case helping
    /// The page moves, asked or not: the eyes go along until it stands still.
    case watching(Watch)
    /// Back from something else, the eyes where the line was.
    case returning
    /// A look for the line.
    case finding
  }

  /// Wanting the page to have an offset.
  struct Wish: Equatable {
    var direction: ScrollDirection
    var offset: Double
    /// Then patience is out, seconds.
    var end: Double
    /// The eyes go on reading meanwhile.
    var isHidden: Bool
    /// The offset that it began with.
    var from: Double
  }

  /// Going along with a page that moves.
  struct Watch: Equatable {
    var isUnasked: Bool
    /// What is not served yet: the eyes left the edge ahead of it.
    var wish: Wish?
    /// Then the reader waits no longer, seconds.
    var end: Double
    /// The offset that it began with.
    var from: Double
    /// The eyes are on the line, not on what passes by.
    var seesLine: Bool
  }

  let layout: PageLayout
  let task: SimulationParameters.Task
  let width: Double
  let height: Double
  let isClosedLoop: Bool
  let style: ScrollStyle
  let chance: RandomStream
  let place: RandomStream
  let time: RandomStream
  let wishes: RandomStream
  private let pace: Double
  private let step: (mean: Double, sd: Double)
  var doing = Doing.reading
  /// What is being read; the number of lines where all has been.
  var line = 0
  var character = 0.0
  /// A look back at earlier lines before reading goes on at `line`.
  var lookBack: (line: Int, fixations: Int)?
  /// Counts what draws anything.
  var fixation: UInt64 = 0
  var block: UInt64 = 0
  /// The eyes come from somewhere else than the word before.
  var isFreshLook = true
  var scrollFrom = 0.0
  var goesBackAt: Int?
  var goesOnAt: Int?
  var dwells = false
  var hasSeenEnd = false
  /// The offset that the reader left the page with; nil while it may be anything.
  var offset: Double?
  /// How often, while this line was to be read, the page moved unasked, and the line had to be wished back.
  var troubles = (line: -1, unasked: 0, wishes: 0)
  /// A finger holds the page until this line is reached.
  var heldUntil = 0
  /// How far the page goes on once the eyes have left the edge, as learned, points.
  var coast = 0.0
  private var isAtLinesBegin = false
  /// What has become of the lines.
  var log = ReadingLog()
  /// Lines up to this one have been carried off the screen, read or not.
  var lostUntil = 0
  /// Since when the page is not where it was left, unasked, seconds.
  var troubleSince: Double?

  init(_ layout: PageLayout, _ context: ScriptContext) {
    self.layout = layout
    task = context.task
    width = context.screen.points.x
    height = context.screen.points.y
    isClosedLoop = context.isClosedLoop
    style = context.person.scrolling
    // Fixations are as long as the reading rate has them; 238 words a minute is the population's.
    pace = 238 / max(context.person.readingRate, 20)
    step = task.script == 1 ? (task.stepMeanJapanese, task.stepSDJapanese) : (task.stepMean, task.stepSD)
    chance = context.stream(.script)
    place = context.stream(.scriptPlace)
    time = context.stream(.scriptTime)
    wishes = context.stream(.wish)
    log.lines = layout.lines.count
    drawBlock()
    // The eyes are there already.
    isFreshLook = false
  }

  /// Between two words, with nothing wanted: others may have the reader's attention now.
  var isInterruptible: Bool { doing == .reading }

  /// Somebody else had the attention; the page may have moved meanwhile.
  mutating func comeBack() { doing = offset == nil ? .reading : .returning }

  /// The line that is looked for, the last one where all is read.
  var sought: PageLayout.Line { layout.lines[min(lookBack?.line ?? line, layout.lines.count - 1)] }

  func limited(_ offset: Double) -> Double { min(max(offset, 0), max(layout.height - height, 0)) }

  /// What comes next; nil at the text's end.
  mutating func next(_ view: PageView) -> Episode? {
    switch doing {
    case .reading, .dwelling: return read(view)
    case .wishing(let wish):
      guard isClosedLoop else {
        return wish.isHidden && view.time < wish.end - 0.01 ? look(for: wish, view) : takeUp(view)
      }
      if isServed(wish, view) { return watch(view, isUnasked: false) }
      if isComing(wish, view) { return watch(view, isUnasked: false, wish) }
      return view.time < wish.end - 0.01 ? look(for: wish, view) : help(wish.offset, view)
    case .helping: return takeUp(view)
    case .watching(let watch):
      // Cut short because the line has left the screen, or the page has come to where it was wanted.
      if view.time < watch.end - 0.01, !isStill(view) { return goOn(watch, view) }
      return watch.isUnasked ? recover(view) : settle(watch, view)
    case .returning: return isMoved(view) ? lookAround(view) : find(view)
    case .finding: return find(view)
    }
  }

  /// Is the present episode over before its time?
  mutating func endsEpisode(_ view: PageView) -> Bool {
    guard isClosedLoop else { return false }
    switch doing {
    case .reading, .dwelling: return isMoved(view)
    case .wishing(let wish): return isServed(wish, view) || isComing(wish, view)
    case .watching(let watch):
      return isStill(view) || watch.seesLine && !isVisible(sought, view)
        || watch.wish.map { isServed($0, view) } ?? false
    case .helping, .returning, .finding: return false
    }
  }

  /// Reads on with the page as it stands.
  mutating func takeUp(_ view: PageView) -> Episode? {
    doing = .reading
    offset = view.offset
    isFreshLook = true
    noteRecovery(view)
    return read(view)
  }

  private mutating func read(_ view: PageView) -> Episode? {
    if isClosedLoop, isMoved(view) { return watch(view, isUnasked: true) }
    doing = .reading
    offset = view.offset
    if lookBack == nil {
      if let wish = wish(view) { return wish }
      guard line < layout.lines.count else { return nil }
    }
    return fixate(view)
  }

  private mutating func fixate(_ view: PageView) -> Episode {
    let here = sought
    let character =
      lookBack == nil ? self.character : 0.8 * place.uniform(6_000_000_000 + fixation) * Double(here.characters)
    let x = layout.margin + min(character, Double(here.characters)) * layout.characterWidth
    // Who looks up from something else first has to react.
    let isReaction = isFreshLook && isClosedLoop
    var episode = word(fixation, at: SIMD2(x, here.y))
    episode.isReaction = isReaction
    episode.anchor = .page
    episode.holdsPage = line < heldUntil
    episode.saccade = isAtLinesBegin ? .lineStart : isFreshLook ? .target : .word
    isAtLinesBegin = false
    isFreshLook = false
    if let back = lookBack {
      lookBack = back.fixations > 1 ? (back.line, back.fixations - 1) : nil
      isFreshLook = lookBack == nil
    } else {
      advance(here, at: view.time)
    }
    fixation += 1
    return episode
  }

  /// The fixation of a word, as long as draw `k` says; nobody's is shorter than 60 ms.
  func word(_ k: UInt64, at aim: SIMD2<Double>) -> Episode {
    let seconds = pace * time.logNormal(k, mean: task.fixationMean, sd: task.fixationSD)
    var episode = Episode(max(seconds, 0.06), at: aim, state: .read)
    episode.isFixation = true
    return episode
  }

  private mutating func advance(_ here: PageLayout.Line, at time: Double) {
    let u = place.uniforms(1_000_000_000 + fixation)
    let length = max(step.mean + step.sd * place.normal(2_000_000_000 + fixation), 1)
    if u.x < task.regressions, character > 0 {
      character = max(character - length, 0)
      return
    }
    character += length
    guard character >= Double(here.characters) else { return }
    line += 1
    log.read(at: time)
    // Lines are entered a little in from their beginning.
    character = min(3 * u.y, 2)
    isAtLinesBegin = true
  }
}
