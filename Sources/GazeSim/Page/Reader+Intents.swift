import GazePipeline
import GazeRecording
private import PortableFoundation

/// A reader's intents to scroll and their outcomes. The draws of each stream are listed at `Reader`.
extension Reader {
  /// Draws the intents that arise while the next block of text is read.
  mutating func drawBlock() {
    let n = place.normals(block)
    scrollFrom = min(max(task.scrollFrom + task.scrollFromSD * n.x, 0.3), 0.95)
    let (a, b) = (chance.uniforms(8 * block), chance.uniforms(8 * block + 1))
    let u = chance.uniforms(8 * block + 2)
    // The places at which intents arise are in the first two thirds of the block, measured in lines of a screen.
    let lines = max(Int(height * 0.4 / layout.linePitch), 1)
    goesBackAt = block > 0 && a.x < task.upIntent ? line + Int(u.x * Double(lines)) : nil
    goesOnAt = a.y < task.earlyIntent ? line + Int(u.y * Double(lines)) : nil
    dwells = b.x < task.bottomDwell
    isFreshLook = true
  }

  /// The first episode of an intent if an intent arises now, else nil.
  mutating func intend() -> Episode? {
    let limit = limited(.infinity)
    guard line < layout.lines.count else {
      // At the text's end the reader checks once whether there is more, and so wants the page at its end.
      defer { hasSeenEnd = true }
      return view.offset < limit && !hasSeenEnd ? begin(.down, to: limit) : nil
    }
    let y = layout.lines[line].y - view.offset
    if let at = goesBackAt, line >= at, view.offset > 0 {
      goesBackAt = nil
      return goBack()
    }
    guard view.offset < limit else { return nil }
    if let at = goesOnAt, line >= at, y > 0.4 * height {
      goesOnAt = nil
      return begin(.down, to: wanted())
    }
    // After the place where this block is finished, the intent arises with some probability at each word, and at the
    // screen's end with certainty.
    guard y > scrollFrom * height else { return nil }
    // From one word to the next take about 0.28 s: a fixation of `task.fixationMean` and a saccade.
    let isDue = intentDraws.uniform(fixation) < 1 - exp(-task.scrollHazard * 0.28)
    guard isDue || y > height - 1.5 * layout.linePitch else { return nil }
    if dwells {
      dwells = false
      return dwell()
    }
    return begin(.down, to: wanted())
  }

  /// Begins an intent to scroll up and look at earlier text; afterwards the reader continues where reading stopped.
  private mutating func goBack() -> Episode? {
    let wanted = limited(view.offset - 0.4 * height)
    guard let episode = begin(.up, to: wanted) else { return nil }
    let back = layout.lines.firstIndex { $0.y - wanted > task.scrollTo * height } ?? line
    lookBack = (min(back, line), 4 + Int(6 * chance.uniform(8 * block + 4)))
    return episode
  }

  private func wanted() -> Double {
    let u = chance.uniform(8 * block + 3)
    let wanted: Double
    switch style {
    // The wanted offset keeps the line that is being read on the screen.
    case .flip: wanted = min(view.offset + (0.8 + 0.1 * u) * height, sought.y - 0.05 * height)
    case .creep: wanted = view.offset + (2 + (2 * u).rounded()) * layout.linePitch
    case .block:
      let to = min(max(task.scrollTo + task.scrollToSD * place.normal(3_000_000_000 + block), 0.1), 0.6)
      wanted = sought.y - to * height
    }
    // If fewer than two lines would remain below the screen, the reader wants the page at its end.
    let limit = limited(.infinity)
    return limit - wanted < 2 * layout.linePitch ? limit : limited(wanted)
  }

  /// Begins the intent to move the page to `wanted`; nil if the distance is too small to be worth a scroll.
  private mutating func begin(_ direction: ScrollDirection, to wanted: Double) -> Episode? {
    block += 1
    drawBlock()
    guard abs(wanted - view.offset) >= layout.linePitch else { return nil }
    return intend(direction, to: wanted)
  }

  mutating func intend(_ direction: ScrollDirection, to wanted: Double) -> Episode {
    let k = 4_000_000_000 + fixation
    let isHidden = chance.uniform(k) < task.hiddenIntent
    let seconds = isClosedLoop ? task.patience : max(task.intentTime + task.intentTimeSD * time.normal(k), 0.3)
    let intent = Intent(
      direction: direction, offset: wanted, end: view.time + seconds, isHidden: isHidden, from: view.offset)
    doing = .intending(intent)
    var episode = look(for: intent)
    if !isClosedLoop {
      // In an open loop the page obeys: its movement is over before the intent ends.
      episode.pageMove = .init(offset: wanted, start: 0.3 * seconds, duration: 0.6 * seconds)
    }
    return episode
  }

  /// The fixation that goes with an intent: at the screen's edge until the intent ends, or on the text if the intent is
  /// hidden.
  mutating func look(for intent: Intent) -> Episode {
    defer { fixation += 1 }
    let k = 4_000_000_000 + fixation
    let left = max(intent.end - view.time, 0.01)
    guard intent.isHidden else {
      let n = place.normals(k)
      let edge = task.scrollGaze + task.scrollGazeSD * n.x
      let y = (intent.direction == .up ? 1 - edge : edge) * height
      return Episode(
        left, at: SIMD2(min(max(0.5 + 0.15 * n.y, 0), 1) * width, y), intent: intent.direction, state: .scroll)
    }
    // During a hidden intent the reader looks at the surrounding words again.
    var episode = word(k, at: .zero)
    episode.duration = min(episode.duration, left)
    episode.intent = intent.direction
    let span = span(of: sought)
    aim(&episode, span.lowerBound + 0.8 * place.uniform(k) * (span.upperBound - span.lowerBound))
    episode.saccade = .word
    return episode
  }

  /// Moves the page with a finger, because the pipeline has not moved it.
  mutating func help(_ wanted: Double) -> Episode {
    doing = .helping
    var episode = Episode(0.8, at: .zero)
    aim(&episode, 0)
    episode.pageMove = .init(offset: wanted, start: 0.2, duration: 0.5)
    return episode
  }

  /// Aims at a character of the line, wherever the line moves, or at the middle of the screen if the line is not
  /// visible.
  func aim(_ episode: inout Episode, _ character: Double) {
    guard isVisible(sought) else {
      episode.aim = SIMD2(width, height) / 2
      return
    }
    let span = span(of: sought)
    episode.aim = SIMD2(
      sought.x + min(max(character, span.lowerBound), span.upperBound) * layout.characterWidth, sought.y)
    episode.anchor = .page
  }

  /// A fixation at the screen's bottom without intent to scroll.
  private mutating func dwell() -> Episode {
    doing = .dwelling
    let k = 5_000_000_000 + fixation
    let u = place.uniforms(k)
    return Episode(
      1 + time.uniform(k), at: SIMD2(0.1 + 0.8 * u.x, 0.84 + 0.14 * u.y) * SIMD2(width, height))
  }

  /// True if the page has begun to move and, by the reader's experience, will reach the wanted offset without further
  /// intent.
  func isComing(_ intent: Intent) -> Bool {
    let (way, left) = (view.offset - intent.from, intent.offset - view.offset)
    return !intent.isHidden && way * intent.direction.sign > layout.linePitch / 2
      && left * intent.direction.sign < coast
  }

  /// True if the page is within half a line of the wanted offset, or beyond it; near the page's ends, true if the page
  /// has moved as far as it can.
  func isServed(_ intent: Intent) -> Bool {
    let isEnd = intent.offset == limited(intent.direction == .up ? 0 : .infinity)
    return (intent.offset - view.offset) * intent.direction.sign < (isEnd ? 0.5 : layout.linePitch / 2)
  }
}
