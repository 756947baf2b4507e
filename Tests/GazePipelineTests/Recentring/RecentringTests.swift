import TestSupport
import Testing

@testable import GazePipeline

struct RecentringTests {
  private let screen = SIMD2(375.0, 812.0)
  private static let dot = SIMD2(187.0, 406.0)
  private var dot: SIMD2<Double> { Self.dot }

  /// A driver of one recentring at 60 Hz.
  private struct Run {
    var subject: Recentring
    var time = 0.0, page: Double? = 0

    mutating func look(
      at raw: SIMD2<Double>?, for seconds: Double = 1.0 / 60, tap: SIMD2<Double>? = nil, dot: SIMD2<Double>? = nil,
      isScrolling: Bool = false
    ) {
      let last = max(Int(seconds * 60 + 0.5), 1) - 1
      for index in 0...last {
        let app = AppContext(page: page, tap: index == last ? tap : nil, dot: dot)
        _ = subject.step(raw, app, isScrolling: isScrolling, at: time)
        time += 1.0 / 60
      }
    }

    /// Looks at a dot for one and a half seconds with the pointer off by this much.
    mutating func showDot(off offset: SIMD2<Double> = .zero) {
      look(at: RecentringTests.dot + offset, for: 1.5, dot: RecentringTests.dot)
      look(at: RecentringTests.dot)
    }

    /// Looks at random places of the screen.
    mutating func wander(until end: Double, _ random: inout SeededGenerator) {
      while time < end { look(at: SIMD2(random.number(20...355), random.number(50...780)), for: 0.3) }
    }

    /// Reads these lines with the pointer off by this much.
    mutating func read(_ lines: [TextLine], off offset: SIMD2<Double>, isScrolling: Bool = false) {
      var random = SeededGenerator(seed: 17)
      for fixation in LineReader(lines: lines, offset: offset, scatter: 4).fixations(&random) {
        look(at: fixation.place - SIMD2(0, page ?? 0), for: 0.29, isScrolling: isScrolling)
      }
    }
  }

  private func run(_ reading: Recentring.Reading, _ lines: [TextLine] = .page) -> Run {
    Run(subject: Recentring(.init(reading: reading), lines: lines, screen: screen))
  }

  @Test("a dot gives the offset to a few points, and the caps hold", arguments: Recentring.Reading.allCases)
  func caps(reading: Recentring.Reading) {
    var run = run(reading)
    run.showDot(off: SIMD2(100, -60))
    #expect(run.subject.used == 1)
    expectNear(run.subject.offset, SIMD2(100, -60), 5)
    #expect(run.subject.uncertainty.max() < 15 && !run.subject.wantsDot)
    for index in 1...20 {
      run.showDot(off: SIMD2(200, -245) * min(Double(index) / 4, 2))
    }
    #expect(run.subject.offset.x.magnitude <= 250 && run.subject.offset.y == -250, "\(run.subject.offset)")
    let used = run.subject.used
    run.showDot(off: SIMD2(520, 0))
    #expect(run.subject.used == used, "beyond twice the cap even a dot does not count")
  }

  @Test("a tap beyond three standard deviations is refused, a dot there is not")
  func gate() {
    var run = run(.ignored)
    run.showDot()
    let far = SIMD2(200.0, 0)
    run.look(at: dot + far, for: 1, tap: dot)
    #expect(run.subject.used == 1 && run.subject.refused == 1 && run.subject.offset.length < 1)
    run.showDot(off: far)
    #expect(run.subject.used == 2 && run.subject.offset.x > 90)
  }

  @Test("while the pipeline scrolls, taps and reading teach nothing", arguments: Recentring.Reading.allCases)
  func scrolling(reading: Recentring.Reading) {
    var run = run(reading)
    let fresh = run.subject
    for _ in 0..<5 { run.look(at: dot + SIMD2(50, 50), for: 1, tap: dot, isScrolling: true) }
    run.read(.page, off: SIMD2(90, 40), isScrolling: true)
    #expect(run.subject.offset == fresh.offset && run.subject.used == 0)
    // A fixation during the scroll does not count for a tap just after it.
    run.look(at: dot, for: 0.05, tap: dot)
    #expect(run.subject.used == 0)
    run.look(at: dot + SIMD2(50, 50), for: 1, tap: dot)
    #expect(run.subject.used == 1)
  }

  @Test("a page that jumps: the fixation before the jump belongs to the page before it")
  func pageJump() {
    let lines = [TextLine].longPage
    var (jumping, still) = (run(.lines, lines), run(.lines, lines))
    let first = Array(lines.prefix(12))
    jumping.read(first, off: SIMD2(60, 30))
    still.read(first, off: SIMD2(60, 30))
    // The last fixation ends because the page jumps, or because the eyes move on.
    jumping.page = 600
    jumping.look(at: nil)
    still.look(at: SIMD2(0, 0), for: 0.04)
    expectNear(jumping.subject.offset, still.subject.offset, 1e-6)
    #expect(jumping.subject.confidence == still.subject.confidence)
  }

  @Test("new lines keep the offset and its uncertainty", arguments: Recentring.Reading.allCases)
  func newLines(reading: Recentring.Reading) {
    var run = run(reading)
    run.showDot(off: SIMD2(100, -60))
    let (offset, uncertainty) = (run.subject.offset, run.subject.uncertainty)
    let other = [TextLine].paragraphs([(5, 0.6), (7, 0.3)])
    for lines in [other, .page, [], other] {
      run.subject.show(lines, screen: screen)
      expectNear(run.subject.offset, offset, 1.5, "\(lines.count) lines: \(run.subject.offset)")
      expectNear(run.subject.uncertainty, uncertainty, 1.5, "\(lines.count) lines")
    }
  }

  @Test("an offset learned from lines outlives the text")
  func learnedFromLines() {
    var run = run(.lines)
    run.read(.page, off: SIMD2(120, -70))
    expectNear(run.subject.offset, SIMD2(120, -70), 15)
    let offset = run.subject.offset
    run.subject.show([TextLine].paragraphs([(8, 0.5)]), screen: screen)
    expectNear(run.subject.offset, offset, 2)
    run.subject.show([], screen: screen)
    #expect(run.subject.confidence == nil)
    expectNear(run.subject.offset, offset, 2)
    run.subject.show(.page, screen: screen)
    expectNear(run.subject.offset, offset, 3)
  }

  @Test("a dot is wanted after a minute in which no line fits")
  func wantsDot() {
    var reader = run(.lines)
    var looker = run(.lines)
    var random = SeededGenerator(seed: 19)
    #expect(reader.subject.dotReason == nil && looker.subject.dotReason == nil)
    while looker.time < 59 {
      looker.look(at: SIMD2(random.number(20...355), random.number(50...780)), for: 0.3)
      #expect(looker.subject.dotReason == nil)
    }
    looker.look(at: SIMD2(100, 300), for: 2)
    #expect(looker.subject.dotReason == .noLine && looker.subject.wantsDot)
    #expect(looker.subject.offset == .zero && looker.subject.hasLearned == .init(repeating: false))
    reader.read(.page, off: SIMD2(60, -40))
    #expect(reader.subject.dotReason == nil && reader.subject.hasLearned == .init(repeating: true))
    // A dot answers the question, although no line fits after it either.
    looker.showDot(off: SIMD2(60, -40))
    #expect(looker.subject.dotReason == nil)
    expectNear(looker.subject.offset, SIMD2(60, -40), 6)
    looker.wander(until: 180, &random)
    #expect(looker.subject.dotReason == nil)
  }

  @Test("only time with text and a pointer counts towards that minute")
  func chances() {
    var late = run(.lines, [])
    late.look(at: SIMD2(100, 300), for: 90)
    #expect(late.subject.dotReason == .unknown)
    late.subject.show(.page, screen: screen)
    late.look(at: SIMD2(100, 300), for: 59)
    #expect(late.subject.dotReason == nil)
    late.look(at: SIMD2(100, 300), for: 2)
    #expect(late.subject.dotReason == .noLine)
    // The face is lost, and then the app is in the background.
    var away = run(.lines)
    away.look(at: SIMD2(100, 300), for: 10)
    away.look(at: nil, for: 90)
    away.time += 600
    away.look(at: SIMD2(100, 300), for: 49)
    #expect(away.subject.dotReason == nil)
    away.look(at: SIMD2(100, 300), for: 2)
    #expect(away.subject.dotReason == .noLine)
    // A clock that begins again.
    var clock = run(.lines)
    clock.time = 10_000
    clock.look(at: SIMD2(100, 300), for: 10)
    clock.time = 0
    clock.look(at: SIMD2(100, 300), for: 51)
    #expect(clock.subject.dotReason == .noLine)
  }

  @Test("where lines are alike and the first is unknown, none is certain")
  func unsure() {
    // One paragraph of 60 lines, of which those in the middle are read.
    let lines = [TextLine].paragraphs([(60, 1)])
    var run = run(.lines, lines)
    run.page = 400
    for _ in 0..<3 { run.read(Array(lines[22..<38]), off: .zero) }
    #expect(run.time > 61 && run.subject.dotReason == .unsure, "\(run.time) s, \(run.subject.uncertainty)")
  }

  @Test("text that is hidden or replaced leaves what a dot has taught")
  func hidden() {
    var run = run(.lines)
    run.look(at: dot + SIMD2(60, -40), for: 1.5, dot: dot)
    run.look(at: dot, for: 90)
    let before = run.subject.status
    #expect(before.dotReason == nil)
    run.subject.show([], screen: screen)
    #expect(run.subject.status.dotReason == nil && run.subject.uncertainty == before.uncertainty)
    run.subject.show(.page, screen: screen)
    #expect(run.subject.offset == before.offset)
  }

  @Test("a dot after the last line counts when reading lets go")
  func dotAfterLines() {
    var run = run(.lines)
    run.read(.page, off: SIMD2(60, -40))
    var random = SeededGenerator(seed: 22)
    run.wander(until: run.time + 20, &random)
    run.look(at: dot + SIMD2(-50, 60), for: 1.5, dot: dot)
    run.wander(until: run.time + 70, &random)
    // A fifth of what the dot showed counts as drift, which is forgotten.
    expectNear(run.subject.offset, SIMD2(-50, 60), 35)
    #expect(run.subject.dotReason == nil)
  }

  @Test("who stops reading keeps the last offset, less certain each minute")
  func letsGo() {
    var run = run(.lines)
    run.read(.page, off: SIMD2(60, -40))
    let (offset, uncertainty) = (run.subject.offset, run.subject.uncertainty)
    expectNear(offset, SIMD2(60, -40), 12)
    var random = SeededGenerator(seed: 20)
    let end = run.time + 65
    run.wander(until: end, &random)
    expectNear(run.subject.offset, SIMD2(60, -40), 30)
    #expect(run.subject.uncertainty.min() > 1.5 * uncertainty.max())
    let later = run.subject.uncertainty
    run.wander(until: end + 60, &random)
    #expect(run.subject.uncertainty.x > later.x && run.subject.uncertainty.y > later.y)
    run.page = 0
    run.read(.page, off: SIMD2(20, -90))
    expectNear(run.subject.offset, SIMD2(20, -90), 15)
  }

  @Test("what is switched off teaches nothing")
  func switches() {
    var settings = Recentring.Settings()
    (settings.usesDots, settings.usesTaps) = (false, false)
    var run = Run(subject: Recentring(settings, lines: .page, screen: screen))
    run.look(at: dot + SIMD2(50, 50), for: 1.5, dot: dot)
    run.look(at: dot + SIMD2(50, 50), for: 1, tap: dot)
    run.read(.page, off: SIMD2(50, 50))
    #expect(run.subject.offset == .zero && run.subject.used == 0 && run.subject.wantsDot)
  }

  @Test("5,000 hostile steps give finite offsets, and good evidence counts again")
  func hostile() {
    var random = SeededGenerator(seed: 18)
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, Double.leastNonzeroMagnitude, 1e6, -1e6]
    func number() -> Double {
      random.next() % 3 == 0 ? numbers[Int(random.next() % 9)] : random.number(-200...1000)
    }
    for reading in Recentring.Reading.allCases {
      let bad = [TextLine(x: .nan, y: 0, width: 1, height: 1), TextLine(x: 0, y: 1e12, width: 1, height: 0)]
      var run = run(reading, .page + bad)
      for index in 0..<5000 {
        let time = random.next() % 20 == 0 ? number() : Double(index) / 60
        let app = AppContext(
          page: random.next() % 4 == 0 ? number() : 0, tap: random.next() % 8 == 0 ? SIMD2(number(), number()) : nil,
          dot: random.next() % 9 == 0 ? SIMD2(number(), number()) : nil)
        let raw = random.next() % 3 == 0 ? nil : SIMD2(number(), number())
        let offset = run.subject.step(raw, app, isScrolling: random.next() % 5 == 0, at: time)
        #expect(offset.isFinite && offset.x.magnitude <= 250 && offset.y.magnitude <= 250)
        #expect(run.subject.uncertainty.isFinite)
        if index % 1000 == 999 { run.subject.show(bad + .page, screen: screen) }
      }
      run.time = 0
      for _ in 0..<12 {
        run.look(at: dot + SIMD2(30, 40), for: 1.5, dot: dot)
        run.look(at: dot, for: 0.1)
      }
      expectNear(run.subject.offset, SIMD2(30, 40), 8, "\(reading): \(run.subject.offset)")
    }
  }
}
