private import Foundation
import GazePipeline
import GazeRecording

/// Somebody who reads a page: words, regressions, return sweeps; wants it to move on, back, or on before its time; and,
/// where a pipeline moves the page, waits for it, is put out by a scroll that nobody wanted, and finds the place again.
///
/// Nobody is stuck for ever: a wish that is not served within the patience is served by a finger, and where the page
/// will not stay the reader reads on from what is visible or holds the page with a finger.
struct Reader: Sendable {
  private enum Doing: Equatable {
    case reading
    /// Looking at the bottom without a wish: a picture, a caption.
    case dwelling
    /// Wanting the page to have this offset.
    case wishing(ScrollDirection, offset: Double)
    /// A finger moves the page.
    case helping
    /// The page has moved unasked; until it stands still.
    case putOut
    /// Finding the line again.
    case finding
  }

  private let layout: PageLayout
  private let task: SimulationParameters.Task
  private let width: Double
  private let height: Double
  private let isClosedLoop: Bool
  private let style: ScrollStyle
  private let pace: Double
  private let step: (mean: Double, sd: Double)
  private let chance: RandomStream
  private let place: RandomStream
  private let time: RandomStream
  private let wishes: RandomStream
  private var doing = Doing.reading
  private var line = 0
  private var character = 0.0
  private var fixation: UInt64 = 0
  private var block: UInt64 = 0
  private var isAtBlocksBegin = true
  private var scrollFrom = 0.0
  private var goesBackAt: Int?
  private var goesOnAt: Int?
  private var dwells = false
  /// The offset that the reader left the page with; nil while it may be anything.
  private var offset: Double?
  private var disturbances = 0
  private var lineOfDisturbance = -1
  /// A finger holds the page until this line is reached.
  private var heldUntil = 0
  private var isAtLinesBegin = false

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
    drawBlock()
  }

  /// Between two words, with nothing wanted: others may have the reader's attention now.
  var isInterruptible: Bool { doing == .reading }

  /// Somebody else had the attention; the page may have moved meanwhile.
  mutating func comeBack() { doing = offset == nil ? .reading : .finding }

  private func screenY(_ line: Int, _ offset: Double) -> Double { layout.lines[line].y - offset }

  private func limited(_ offset: Double) -> Double { min(max(offset, 0), max(layout.height - height, 0)) }

  // MARK: What comes next

  mutating func next(_ view: PageView) -> Episode? {
    switch doing {
    case .reading: return read(view)
    case .dwelling:
      doing = .reading
      return read(view)
    case .wishing(let direction, let wanted):
      if isClosedLoop, !isServed(direction, wanted, view.offset) { return help(wanted, view) }
      return takeUp(view)
    case .helping: return takeUp(view)
    case .putOut: return find(view)
    case .finding: return find(view)
    }
  }

  /// Is the present episode over before its time?
  mutating func endsEpisode(_ view: PageView) -> Bool {
    guard isClosedLoop else { return false }
    switch doing {
    case .wishing(let direction, let wanted): return isServed(direction, wanted, view.offset)
    case .putOut: return view.time - view.lastMoved > 0.25
    case .reading, .dwelling:
      guard let offset, abs(view.offset - offset) > layout.linePitch else { return false }
      doing = .putOut
      return true
    case .helping, .finding: return false
    }
  }

  /// Within half a line of what was wanted, or beyond.
  private func isServed(_ direction: ScrollDirection, _ wanted: Double, _ offset: Double) -> Bool {
    (wanted - offset) * direction.sign < layout.linePitch / 2
  }

  /// Reads on with the page as it stands.
  private mutating func takeUp(_ view: PageView) -> Episode? {
    doing = .reading
    offset = view.offset
    return read(view)
  }

  // MARK: Reading

  private mutating func drawBlock() {
    let n = place.normals(block)
    scrollFrom = min(max(task.scrollFrom + task.scrollFromSD * n.x, 0.3), 0.95)
    let (a, b) = (chance.uniforms(8 * block), chance.uniforms(8 * block + 1))
    let u = chance.uniforms(8 * block + 2)
    // Somewhere in the block's first two thirds, measured in lines of a screen.
    let lines = max(Int(height * 0.4 / layout.linePitch), 1)
    goesBackAt = block > 0 && a.x < task.upIntent ? line + Int(u.x * Double(lines)) : nil
    goesOnAt = a.y < task.earlyIntent ? line + Int(u.y * Double(lines)) : nil
    dwells = b.x < task.bottomDwell
    isAtBlocksBegin = true
  }

  private mutating func read(_ view: PageView) -> Episode? {
    guard line < layout.lines.count else { return nil }
    if isClosedLoop, let offset, abs(view.offset - offset) > layout.linePitch { return putOut(view) }
    offset = view.offset
    if let wish = wish(view) { return wish }
    return fixate()
  }

  private mutating func fixate() -> Episode {
    let here = layout.lines[line]
    let x = layout.margin + min(character, Double(here.characters)) * layout.characterWidth
    let seconds = pace * time.logNormal(fixation, mean: task.fixationMean, sd: task.fixationSD)
    // Who looks up from something else first has to react.
    let isReaction = isAtBlocksBegin && isClosedLoop
    var episode = Episode(
      max(seconds, 0.06) + (isReaction ? 0.2 : 0), at: SIMD2(x, here.y), state: .read, isReaction: isReaction)
    episode.anchor = .page
    episode.holdsPage = line < heldUntil
    episode.saccade = isAtLinesBegin ? .lineStart : isAtBlocksBegin ? .target : .word
    isAtLinesBegin = false
    isAtBlocksBegin = false
    advance(here)
    fixation += 1
    return episode
  }

  private mutating func advance(_ here: PageLayout.Line) {
    let u = place.uniforms(1_000_000_000 + fixation)
    let length = max(step.mean + step.sd * place.normal(2_000_000_000 + fixation), 1)
    if u.x < task.regressions, character > 0 {
      character = max(character - length, 0)
      return
    }
    character += length
    guard character >= Double(here.characters) else { return }
    line += 1
    // Lines are entered a little in from their beginning.
    character = min(3 * u.y, 2)
    isAtLinesBegin = true
  }

  // MARK: Wishes

  private mutating func wish(_ view: PageView) -> Episode? {
    let y = screenY(line, view.offset)
    let limit = limited(.infinity)
    if let at = goesBackAt, line >= at, view.offset > 0 {
      goesBackAt = nil
      return begin(.up, to: limited(view.offset - 0.4 * height), view)
    }
    guard view.offset < limit else { return nil }
    if let at = goesOnAt, line >= at, y > 0.4 * height {
      goesOnAt = nil
      return begin(.down, to: wanted(view), view)
    }
    // Past the place where this block is done the wish comes by chance, at the screen's end for sure.
    guard y > scrollFrom * height else { return nil }
    let isDue = wishes.uniform(fixation) < 1 - exp(-task.scrollHazard * 0.28)
    guard isDue || y > height - 1.5 * layout.linePitch else { return nil }
    if dwells {
      dwells = false
      return dwell(view)
    }
    return begin(.down, to: wanted(view), view)
  }

  /// The offset that this reader wants next.
  private func wanted(_ view: PageView) -> Double {
    let u = chance.uniform(8 * block + 3)
    let line = layout.lines[min(self.line, layout.lines.count - 1)]
    switch style {
    // What is being read stays on the screen.
    case .flip: return limited(min(view.offset + (0.8 + 0.1 * u) * height, line.y - 0.05 * height))
    case .creep: return limited(view.offset + (2 + (2 * u).rounded()) * layout.linePitch)
    case .block:
      let to = min(max(task.scrollTo + task.scrollToSD * place.normal(3_000_000_000 + block), 0.1), 0.6)
      return limited(line.y - to * height)
    }
  }

  private mutating func begin(_ direction: ScrollDirection, to wanted: Double, _ view: PageView) -> Episode? {
    // Not worth a wish.
    guard abs(wanted - view.offset) >= layout.linePitch else {
      block += 1
      drawBlock()
      return nil
    }
    block += 1
    drawBlock()
    return wishEpisode(direction, to: wanted, view)
  }

  private mutating func wishEpisode(_ direction: ScrollDirection, to wanted: Double, _ view: PageView) -> Episode {
    doing = .wishing(direction, offset: wanted)
    let k = 4_000_000_000 + fixation
    fixation += 1
    let isHidden = chance.uniform(k) < task.hiddenIntent
    let n = place.normals(k)
    let edge = task.scrollGaze + task.scrollGazeSD * n.x
    let seconds = max(task.intentTime + task.intentTimeSD * time.normal(k), 0.3)
    var episode = Episode(
      isClosedLoop ? task.patience : seconds, at: .zero, intent: direction, state: isHidden ? .read : .scroll)
    if isHidden {
      let here = layout.lines[min(line, layout.lines.count - 1)]
      episode.aim = SIMD2(layout.margin + character * layout.characterWidth, here.y)
      episode.anchor = .page
    } else {
      let x = min(max(0.5 + 0.15 * n.y, 0), 1) * width
      episode.aim = SIMD2(x, (direction == .up ? 1 - edge : edge) * height)
    }
    if !isClosedLoop {
      // The page obeys: it has moved by the time the wish ends.
      episode.pageMove = .init(offset: wanted, start: 0.3 * seconds, duration: 0.6 * seconds)
    }
    return episode
  }

  /// A finger does what the pipeline did not.
  private mutating func help(_ wanted: Double, _ view: PageView) -> Episode {
    doing = .helping
    let here = layout.lines[min(line, layout.lines.count - 1)]
    var episode = Episode(0.8, at: SIMD2(layout.margin, here.y), state: .read)
    episode.anchor = .page
    episode.pageMove = .init(offset: wanted, start: 0.2, duration: 0.5)
    return episode
  }

  /// A look at the bottom without a wish.
  private mutating func dwell(_ view: PageView) -> Episode {
    doing = .dwelling
    let k = 5_000_000_000 + fixation
    let u = place.uniforms(k)
    return Episode(
      1 + time.uniform(k), at: SIMD2(0.1 + 0.8 * u.x, 0.84 + 0.14 * u.y) * SIMD2(width, height), state: .read)
  }

  // MARK: When the page will not stay

  /// The eyes go along until the page stands still.
  private mutating func putOut(_ view: PageView) -> Episode {
    doing = .putOut
    return watch(3, view)
  }

  private func watch(_ seconds: Double, _ view: PageView) -> Episode {
    let here = layout.lines[min(line, layout.lines.count - 1)]
    let isVisible = (0...height).contains(here.y - view.offset)
    var episode = Episode(
      seconds, at: isVisible ? SIMD2(width / 2, here.y) : SIMD2(width / 2, height / 2), state: .read)
    if isVisible { episode.anchor = .page }
    return episode
  }

  private mutating func find(_ view: PageView) -> Episode? {
    guard line < layout.lines.count else { return takeUp(view) }
    if doing == .putOut {
      // The first look at where the page is now; annoyance takes time.
      doing = .finding
      offset = view.offset
      return watch(0.5, view)
    }
    let y = screenY(line, view.offset)
    if (0.02 * height...0.96 * height).contains(y) {
      isAtBlocksBegin = true
      return takeUp(view)
    }
    disturbances = line == lineOfDisturbance ? disturbances + 1 : 1
    lineOfDisturbance = line
    if disturbances > 2 { return giveUp(view) }
    let wanted = limited(layout.lines[line].y - task.scrollTo * height)
    offset = view.offset
    guard abs(wanted - view.offset) >= layout.linePitch else { return takeUp(view) }
    return wishEpisode(wanted > view.offset ? .down : .up, to: wanted, view)
  }

  /// The third time on one line: with the line above the screen the reader goes on with what is visible and leaves
  /// the rest unread; else a finger brings it back and holds the page for ten lines.
  private mutating func giveUp(_ view: PageView) -> Episode? {
    let first = layout.lines.firstIndex { $0.y - view.offset > 0.02 * height } ?? layout.lines.count
    if first > line {
      line = first
      character = 0
      isAtBlocksBegin = true
      return takeUp(view)
    }
    heldUntil = line + 10
    var episode = help(limited(layout.lines[line].y - task.scrollTo * height), view)
    episode.holdsPage = true
    return episode
  }
}
