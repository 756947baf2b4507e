import GazePipeline
import GazeRecording

/// A person who reads a page: words, regressions, return sweeps. The reader wants the page to move on, to move back, or
/// to move on early. If a pipeline moves the page, the reader waits for it, is disturbed by scrolls that no one wanted,
/// and finds the place again.
///
/// - `reading` → `intending` → `helping` → `reading`: in an open loop, or when patience is over, a hand moves the page.
/// - `reading` or `intending` → `watching` → `finding` → `reading`: in a closed loop a pipeline moves the page, unasked
///   or as wanted.
/// - `watching` or `finding` → `intending`: the line is off the screen, and the reader wants it back.
///
/// No reader is stuck forever. Lines are read in their order and passed only once. An intent that is not fulfilled
/// within the patience is fulfilled by a finger. The third time that the page moves unasked on one line, or that the
/// line has to be scrolled back, the reader goes on with the visible text or holds the page with a finger.
struct Reader: Sendable {
  enum Doing: Equatable {
    case reading
    /// Fixation at the bottom without intent: a picture, a caption.
    case dwelling
    case intending(Intent)
    /// A finger moves the page.
    case helping
    /// The page moves, asked or unasked; the eyes follow until it is still.
    case watching(Watch)
    /// Return from something else, with the eyes where the line was.
    case returning
    /// Search for the line.
    case finding
  }

  /// The intent to move the page to an offset.
  struct Intent: Equatable {
    var direction: ScrollDirection
    var offset: Double
    /// Time at which patience is over, seconds.
    var end: Double
    /// True if the eyes go on reading meanwhile.
    var isHidden: Bool
    /// Offset at the beginning of the intent.
    var from: Double
  }

  /// Following a moving page with the eyes.
  struct Watch: Equatable {
    var isUnasked: Bool
    /// Intent that is not fulfilled yet; the eyes left the edge ahead of it.
    var wish: Intent?
    /// Time after which the reader waits no longer, seconds.
    var end: Double
    /// Offset at the beginning.
    var from: Double
    /// True if the eyes are on the line and not on the passing text.
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
  /// The line being read; the number of lines once all have been read.
  var line = 0
  var character = 0.0
  /// Fixations on an earlier line before reading goes on at `line`.
  var lookBack: (line: Int, fixations: Int)?
  /// Counter of fixations; it selects the draws.
  var fixation: UInt64 = 0
  var block: UInt64 = 0
  /// True if the eyes come from somewhere other than the previous word.
  var isFreshLook = true
  var scrollFrom = 0.0
  var goesBackAt: Int?
  var goesOnAt: Int?
  var dwells = false
  var hasSeenEnd = false
  /// The offset at which the reader left the page; nil while it may have any value.
  var offset: Double?
  /// Number of times that the page moved unasked, and that the line had to be scrolled back, while this line was being
  /// read.
  var troubles = (line: -1, unasked: 0, wishes: 0)
  /// A finger holds the page until this line is reached.
  var heldUntil = 0
  /// Distance that the page continues to move after the eyes have left the edge, as learned, points.
  var coast = 0.0
  private var isAtLinesBegin = false
  /// Record of the lines.
  var log = ReadingLog()
  /// Index after the last line that has been carried off the screen, read or not.
  var lostUntil = 0
  /// Time since which the page has been away from where it was left, unasked, seconds.
  var troubleSince: Double?

  init(_ layout: PageLayout, _ context: ScriptContext) {
    self.layout = layout
    task = context.task
    width = context.screen.points.x
    height = context.screen.points.y
    isClosedLoop = context.isClosedLoop
    style = context.person.scrolling
    // Fixation durations scale with the reading rate; 238 words a minute is the population's.
    pace = 238 / max(context.person.readingRate, 20)
    step = task.script == 1 ? (task.stepMeanJapanese, task.stepSDJapanese) : (task.stepMean, task.stepSD)
    chance = context.stream(.script)
    place = context.stream(.scriptPlace)
    time = context.stream(.scriptTime)
    wishes = context.stream(.wish)
    log.lines = layout.lines.count
    drawBlock()
    // At the start the eyes are already on the text.
    isFreshLook = false
  }

  /// True between two words when nothing is wanted; the reader's attention may then go elsewhere.
  var isInterruptible: Bool { doing == .reading }

  /// Returns from something else; the page may have moved meanwhile.
  mutating func comeBack() { doing = offset == nil ? .reading : .returning }

  /// The line that the reader looks for; the last one if all have been read.
  var sought: PageLayout.Line { layout.lines[min(lookBack?.line ?? line, layout.lines.count - 1)] }

  func limited(_ offset: Double) -> Double { min(max(offset, 0), max(layout.height - height, 0)) }

  /// The next episode; nil at the text's end.
  mutating func next(_ view: PageView) -> Episode? {
    switch doing {
    case .reading, .dwelling: return read(view)
    case .intending(let wish):
      guard isClosedLoop else {
        return wish.isHidden && view.time < wish.end - 0.01 ? look(for: wish, view) : takeUp(view)
      }
      if isServed(wish, view) { return watch(view, isUnasked: false) }
      if isComing(wish, view) { return watch(view, isUnasked: false, wish) }
      return view.time < wish.end - 0.01 ? look(for: wish, view) : help(wish.offset, view)
    case .helping: return takeUp(view)
    case .watching(let watch):
      // The episode was cut short because the line has left the screen, or the page has come to the wanted offset.
      if view.time < watch.end - 0.01, !isStill(view) { return goOn(watch, view) }
      return watch.isUnasked ? recover(view) : settle(watch, view)
    case .returning: return isMoved(view) ? lookAround(view) : find(view)
    case .finding: return find(view)
    }
  }

  /// True if the present episode ends before its time.
  mutating func endsEpisode(_ view: PageView) -> Bool {
    guard isClosedLoop else { return false }
    switch doing {
    case .reading, .dwelling: return isMoved(view)
    case .intending(let wish): return isServed(wish, view) || isComing(wish, view)
    case .watching(let watch):
      return isStill(view) || watch.seesLine && !isVisible(sought, view)
        || watch.wish.map { isServed($0, view) } ?? false
    case .helping, .returning, .finding: return false
    }
  }

  /// Reads on with the page in its present position.
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
    // A person who looks up from something else first has a reaction time.
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

  /// A fixation of a word, with a duration from draw `k` and at least 60 ms.
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
    // The eyes enter a line slightly inside its beginning.
    character = min(3 * u.y, 2)
    isAtLinesBegin = true
  }
}
