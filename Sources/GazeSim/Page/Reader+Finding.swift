import GazePipeline
import GazeRecording

/// Behaviour of a reader while a pipeline moves the page, and when the line is no longer where the reader left it.
extension Reader {
  /// True if the page is more than one line pitch away from where the reader left it.
  var isMoved: Bool { offset.map { abs(view.offset - $0) > layout.linePitch } ?? false }

  /// True if the page has been still for a quarter of a second, the gap that separates two scrolls.
  var isStill: Bool { view.time - view.lastMoved > 0.25 }

  func isVisible(_ line: PageLayout.Line) -> Bool { (0...height).contains(line.y - view.offset) }

  /// The eyes leave the edge, or the word, and follow the line until the page is still. If the line leaves the screen,
  /// the eyes rest on the passing text.
  ///
  /// `wish` is the intent that is not yet fulfilled. With such an intent the reader expects the page to continue to
  /// move, so there is no reaction time.
  mutating func watch(isUnasked: Bool, _ intent: Intent? = nil) -> Episode {
    if isUnasked { noteTrouble() }
    let watch = Watch(isUnasked: isUnasked, intent: intent, end: view.time + 3, from: view.offset, seesLine: true)
    var episode = goOn(watch)
    episode.isReaction = intent == nil
    return episode
  }

  mutating func goOn(_ watch: Watch) -> Episode {
    var watch = watch
    watch.seesLine = isVisible(sought)
    if let intent = watch.intent, isServed(intent) { watch.intent = nil }
    doing = .watching(watch)
    var episode = Episode(
      max(watch.end - view.time, 0.01), at: .zero, intent: watch.intent?.direction ?? .none, state: .pursue)
    aim(&episode, lookBack == nil ? character : 0)
    return episode
  }

  /// Continues after the page has come to the wanted position or near it.
  mutating func settle(_ watch: Watch) -> Episode? {
    coast += task.learning * (min(abs(view.offset - watch.from), height) - coast)
    return find()
  }

  mutating func recover() -> Episode? {
    count(unasked: 1, intents: 0)
    return troubles.unasked > 2 ? giveUp() : lookAround()
  }

  /// Looks where the page is now; this takes extra time, because the reader is annoyed.
  mutating func lookAround() -> Episode {
    noteTrouble()
    doing = .finding
    offset = view.offset
    var episode = Episode(0.5, at: .zero)
    aim(&episode, 0)
    return episode
  }

  /// Continues reading if the line is visible; if not, begins the intent to scroll the line back.
  mutating func find() -> Episode? {
    guard !(0.02 * height...0.96 * height).contains(sought.y - view.offset) else { return takeUp() }
    let wanted = limited(sought.y - task.scrollTo * height)
    guard abs(wanted - view.offset) >= layout.linePitch else { return takeUp() }
    count(unasked: 0, intents: 1)
    if troubles.intents > 2 { return giveUp() }
    offset = view.offset
    return intend(wanted > view.offset ? .down : .up, to: wanted)
  }

  private mutating func count(unasked: Int, intents: Int) {
    if troubles.line != line { troubles = (line, 0, 0) }
    troubles.unasked += unasked
    troubles.intents += intents
  }

  /// Stops searching for the line. If the line is above the screen, the reader continues with the visible text and
  /// leaves the skipped lines unread; if not, a finger brings the line back and holds the page for ten lines.
  private mutating func giveUp() -> Episode? {
    lookBack = nil
    let first = layout.lines.firstIndex { $0.y - view.offset > 0.02 * height } ?? layout.lines.count
    if first > line {
      line = first
      character = 0
      return takeUp()
    }
    heldUntil = line + 10
    var episode = help(limited(sought.y - task.scrollTo * height))
    episode.holdsPage = true
    return episode
  }

  /// Counts the lines that the page has carried off the screen; called at every tick.
  mutating func noteLines(_ view: PageView) {
    guard line < layout.lines.count else { return }
    lostUntil = max(lostUntil, line)
    while lostUntil < layout.lines.count, layout.lines[lostUntil].y < view.offset {
      lostUntil += 1
      log.linesLost += 1
    }
  }

  /// Records that the page is not where the reader left it.
  mutating func noteTrouble() { troubleSince = troubleSince ?? view.time }

  /// Records that reading continues after the page had moved unasked.
  mutating func noteRecovery() {
    guard let since = troubleSince else { return }
    log.recoveries += 1
    log.recoverySeconds += view.time - since
    troubleSince = nil
  }
}
