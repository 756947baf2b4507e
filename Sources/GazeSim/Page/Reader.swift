import GazePipeline
import GazeRecording

/// A person who reads a page with fixations of words, regressions and return sweeps. The reader's intents are to move
/// the page forward, to move it back, or to move it forward early. If a pipeline moves the page, the reader waits for
/// it, is disturbed by scrolls that no one wanted, and finds the place again.
///
/// - `reading` → `intending` → `helping` → `reading`: in an open loop, or when the reader's patience is over, a hand
///   moves the page.
/// - `reading` or `intending` → `watching` → `finding` → `reading`: in a closed loop, a pipeline moves the page, either
///   unasked or as the reader wants.
/// - `watching` or `finding` → `intending`: the line is off the screen, and the reader wants it back.
///
/// No reader is stuck forever. Lines are read in their order, and no line is finished twice, except in a paragraph that
/// `task.reread` repeats. If an intent is not fulfilled within the reader's patience, a finger moves the page. The
/// third time that the page moves unasked on one line, or that the line has to be scrolled back, the reader goes on
/// with the visible text or holds the page with a finger.
struct Reader {
  enum Doing: Equatable {
    case reading
    /// A fixation at the screen's bottom without intent to scroll, for example of a picture or a caption.
    case dwelling
    case intending(Intent)
    /// A finger moves the page.
    case helping
    /// The page moves, asked or unasked; the eyes follow it until it is still.
    case watching(Watch)
    /// The reader returns from something else and looks at the place where the line was.
    case returning
    /// The reader searches for the line.
    case finding
  }

  struct Intent: Equatable {
    var direction: ScrollDirection
    var offset: Double
    /// Time at which patience is over, seconds.
    var end: Double
    /// True if the eyes continue to read during the intent, so that gaze does not show it.
    var isHidden: Bool
    var from: Double
  }

  /// Following a moving page with the eyes.
  struct Watch: Equatable {
    var isUnasked: Bool
    /// Intent that is not yet fulfilled, although the eyes have already left the screen's edge; nil without such an
    /// intent.
    var intent: Intent?
    /// Time at which the reader stops waiting, seconds.
    var end: Double
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
  /// A draw's index is the number of a block or fixation, plus billions for each further use of a stream:
  /// - `chance` (`.script`): 8·block to 8·block + 4; 4: a hidden intent; 7: `ReadingScript`.
  /// - `place` (`.scriptPlace`): the block; 1 and 2: `advance`; 3: `wanted`; 4: `look`; 5: `dwell`; 5.5: `lookAway`;
  ///   6: `fixate`; 8 and 9: `RecipeScript`.
  /// - `time` (`.scriptTime`): the fixation; 4: `intend`, and the first word of a hidden intent; 5: `dwell`;
  ///   7: `ReadingScript`; 8 and 9: `RecipeScript`.
  /// - `variant` (`.readingVariant`): the line; 1: `skimmedCharacter`; 2: `lineAfter`; 3: `firstLine`.
  /// A further use takes billions that are not listed; nothing finds two uses of one draw.
  let chance, place, time, intentDraws, variant: RandomStream
  private let pace: Double
  private let step: (mean: Double, sd: Double)
  var doing = Doing.reading
  /// Index of the line that is being read; equal to the number of lines once all lines have been read.
  var line = 0
  var character = 0.0
  /// An earlier line that the reader looks at, and the number of fixations there before reading continues at `line`.
  var lookBack: (line: Int, fixations: Int)?
  /// Number of the fixation, by which its random numbers are drawn.
  var fixation: UInt64 = 0
  var block: UInt64 = 0
  /// True if the eyes come from another place than the previous word.
  var isFreshLook = true
  var scrollFrom = 0.0
  var goesBackAt, goesOnAt: Int?
  var dwells = false
  var hasSeenEnd = false
  /// The offset at which the reader left the page; nil while the reader expects no particular offset.
  var offset: Double?
  /// While line `line` was being read: `unasked` counts how often the page moved unasked, and `intents` how often the
  /// line had to be scrolled back.
  var troubles = (line: -1, unasked: 0, intents: 0)
  /// A finger holds the page until this line is reached.
  var heldUntil = 0
  /// Distance that the page continues to move after the eyes have left the screen's edge, points; the reader learns it
  /// by experience.
  var coast = 0.0
  private var isAtLinesBegin = false
  /// A skimmed line and the number of its fixations so far.
  var skim = (line: -1, fixations: 0)
  /// Index after the last line that has been read; a line before it is not counted a second time.
  var readUntil = 0
  /// The last line of the paragraph that was read for a second time last.
  var rereadEnd = -1
  var view = PageView(time: 0, offset: 0, lastMoved: -.infinity)
  var log = ReadingLog()
  /// Index after the last line that the page has carried off the screen, whether the line was read or not.
  var lostUntil = 0
  /// Time at which the page moved unasked away from where the reader left it, seconds; nil once reading has continued.
  var troubleSince: Double?

  init(_ layout: PageLayout, _ context: ScriptContext) {
    self.layout = layout
    task = context.task
    width = context.screen.points.x
    height = context.screen.points.y
    isClosedLoop = context.isClosedLoop
    style = context.person.scrolling
    // Fixation durations are inversely proportional to the reading rate. The rows of `people.readingRate` and
    // `task.fixationMean` state the population's 238 words a minute, too.
    pace = 238 / max(context.person.readingRate, 20)
    step = task.script == 1 ? (task.stepJapanese, task.stepSDJapanese) : (task.step, task.stepSD)
    chance = context.stream(.script)
    place = context.stream(.scriptPlace)
    time = context.stream(.scriptTime)
    intentDraws = context.stream(.intent)
    variant = context.stream(.readingVariant)
    log.lines = layout.lines.count
    line = firstLine
    character = firstCharacter(of: line) ?? span(of: sought).lowerBound
    drawBlock()
    // At the start the eyes are already on the text.
    isFreshLook = false
  }

  /// True between two words without an intent to scroll; the reader's attention may then go elsewhere.
  var isInterruptible: Bool { doing == .reading }

  /// Makes the reader return to the page from something else; the page may have moved in the meantime.
  mutating func comeBack() { doing = offset == nil ? .reading : .returning }

  /// The line that the reader looks for; the last line if all lines have been read.
  var sought: PageLayout.Line { layout.lines[min(lookBack?.line ?? line, layout.lines.count - 1)] }

  func limited(_ offset: Double) -> Double { min(max(offset, 0), max(layout.height - height, 0)) }

  /// The next episode; nil at the text's end.
  mutating func next(_ view: PageView) -> Episode? {
    self.view = view
    return next()
  }

  private mutating func next() -> Episode? {
    switch doing {
    case .reading, .dwelling: return read()
    case .intending(let intent):
      guard isClosedLoop else {
        return intent.isHidden && view.time < intent.end - 0.01 ? look(for: intent) : takeUp()
      }
      if isServed(intent) { return watch(isUnasked: false) }
      if isComing(intent) { return watch(isUnasked: false, intent) }
      return view.time < intent.end - 0.01 ? look(for: intent) : help(intent.offset)
    case .helping: return takeUp()
    case .watching(let watch):
      // The episode was cut short because the line has left the screen, or the page has come to the wanted offset.
      if view.time < watch.end - 0.01, !isStill { return goOn(watch) }
      return watch.isUnasked ? recover() : settle(watch)
    case .returning: return isMoved ? lookAround() : find()
    case .finding: return find()
    }
  }

  mutating func endsEpisode(_ view: PageView) -> Bool {
    self.view = view
    guard isClosedLoop else { return false }
    switch doing {
    case .reading, .dwelling: return isMoved
    case .intending(let intent): return isServed(intent) || isComing(intent)
    case .watching(let watch):
      return isStill || watch.seesLine && !isVisible(sought)
        || watch.intent.map { isServed($0) } ?? false
    case .helping, .returning, .finding: return false
    }
  }

  /// True if the episode may end although the page stands still: once it has stood still for long enough.
  mutating func endsByTime() -> Bool { if case .watching = doing { isClosedLoop } else { false } }

  /// Continues reading with the page in its present position.
  mutating func takeUp() -> Episode? {
    doing = .reading
    offset = view.offset
    isFreshLook = true
    noteRecovery()
    return read()
  }

  private mutating func read() -> Episode? {
    if isClosedLoop, isMoved { return watch(isUnasked: true) }
    doing = .reading
    offset = view.offset
    if lookBack == nil {
      if let intent = intend() { return intent }
      guard line < layout.lines.count else { return nil }
    }
    return fixate()
  }

  private mutating func fixate() -> Episode {
    let here = sought
    let span = span(of: here)
    let character =
      lookBack == nil
      ? self.character
      : span.lowerBound + 0.8 * place.uniform(6_000_000_000 + fixation) * (span.upperBound - span.lowerBound)
    let x = here.x + min(max(character, span.lowerBound), span.upperBound) * layout.characterWidth
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
      advance(span)
    }
    fixation += 1
    return episode
  }

  /// A fixation of a word, with a duration from draw `k` and at least 60 ms.
  func word(_ k: UInt64, at aim: Vector2) -> Episode {
    let seconds = pace * time.logNormal(k, mean: task.fixationMean, sd: task.fixationSD)
    var episode = Episode(max(seconds, 0.06), at: aim, state: .read)
    episode.isFixation = true
    return episode
  }

  private mutating func advance(_ span: ClosedRange<Double>) {
    let u = place.uniforms(1_000_000_000 + fixation)
    let length = max(step.mean + step.sd * place.normal(2_000_000_000 + fixation), 1)
    if let fixations = skimmingFixations(of: line) {
      guard !goOnSkimming(fixations) else { return }
    } else {
      if u.x < task.regressions, character > span.lowerBound {
        character = max(character - length, span.lowerBound)
        return
      }
      character += length
      guard character >= span.upperBound else { return }
    }
    if line >= readUntil { log.read(at: view.time) }
    readUntil = max(readUntil, line + 1)
    line = lineAfter()
    let first = firstCharacter(of: line)
    // The first fixation of a line that is read is slightly after the line's beginning.
    character = first ?? self.span(of: sought).lowerBound + min(3 * u.y, 2)
    isAtLinesBegin = first == nil
  }
}
