import GazePipeline
import TestSupport
import Testing

struct ScrollPageTests {
  let page = ScrollPage(contentHeight: 2000, boundsHeight: 800, inset: .init(top: 44, bottom: 34))

  @Test("begin above the content by the inset and end with the bottom inset in view")
  func limits() {
    #expect(page.offset == -44)
    #expect(page.limits == -44...1234)
  }

  @Test("a page shorter than its window has one offset")
  func short() {
    var short = ScrollPage(contentHeight: 100, boundsHeight: 800, inset: .init(top: 44, bottom: 0))
    #expect(short.limits == -44 ... -44)
    #expect(short.apply(ScrollCommand(direction: .down, distance: 50)) == 0)
    #expect(short.apply(ScrollCommand(direction: .down, distance: 50, step: 1)) == 0)
  }

  @Test("jumps are clamped to the limits, and one to a non-finite offset is refused")
  func move() {
    var page = page
    for (asked, got) in [(500.0, 500.0), (-1e300, -44), (1e300, 1234), (.nan, 1234), (.infinity, 1234)] {
      page.move(to: asked)
      #expect(page.offset == got)
    }
  }

  @Test("a command in one piece stops exactly at the end and reports the distance moved")
  func oneGo() {
    var page = page
    page.move(to: 1230.5)
    #expect(page.apply(ScrollCommand(direction: .down, distance: 10)) == 3.5)
    #expect(page.offset == 1234)
    #expect(page.apply(ScrollCommand(direction: .up, distance: 34)) == -34)
    #expect(page.apply(ScrollCommand(direction: .up, distance: 5000)) == -1244)
    #expect(page.offset == -44)
  }

  @Test("in steps a fractional offset overshoots either limit by less than one step")
  func steps() {
    var page = page
    page.move(to: 1230.5)
    let down = ScrollCommand(direction: .down, distance: 10, step: 1)
    #expect(page.apply(down) == 4)  // 1230.5 → 1234.5: refused once 1234 is reached, not before
    #expect(page.apply(down) == 0)
    page.move(to: -40.25)
    let up = ScrollCommand(direction: .up, distance: 10, step: 1)
    #expect(page.apply(up) == -4)  // −40.25 → −44.25
    #expect(page.apply(up) == 0)
    page.move(to: 100.5)
    #expect(page.apply(up) == -10)
    #expect(page.apply(down) == 10)
  }

  @Test("steps agree with the article's loop of single points (n = 300)")
  func articlesLoop() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      var page = page
      // Quarters, so that the loop's sums are exact.
      let start = (random.number(-44...1234) * 4).rounded() / 4
      page.move(to: start)
      let sign = Bool.random(using: &random) ? 1.0 : -1.0
      var expected = start
      for _ in 0..<10 where sign > 0 ? expected < 1234 : expected > -44 { expected += sign }
      page.apply(ScrollCommand(direction: sign > 0 ? .down : .up, distance: 10, step: 1))
      #expect(page.offset == expected)
    }
  }

  @Test(
    "a command with a hostile number never hangs, traps or leaves a bad offset", .ends,
    arguments: [-1, 0, .nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude])
  func hostileCommands(number: Double) {
    for direction in ScrollDirection.allCases {
      for command in [
        ScrollCommand(direction: direction, distance: number),
        ScrollCommand(direction: direction, distance: 10, step: number),
        ScrollCommand(direction: direction, distance: 1e18, step: number),
        ScrollCommand(direction: direction, distance: number, step: 1),
      ] {
        var page = page
        page.move(to: 600)
        let moved = page.apply(command)
        #expect(moved.isFinite && page.offset.isFinite)
        // A step may be longer than the page; it overshoots by less than its own length.
        let overshoot = command.step.map { $0 > 0 && $0.isFinite ? $0 : 0 } ?? 0
        #expect(page.offset >= -44 - overshoot && page.offset <= 1234 + overshoot)
      }
    }
  }

  @Test("a page with a hostile number still has limits", arguments: [.nan, .infinity, -.infinity, 1e308, -1e308])
  func hostilePages(number: Double) {
    for page in [
      ScrollPage(contentHeight: number, boundsHeight: 800), ScrollPage(contentHeight: 2000, boundsHeight: number),
      ScrollPage(contentHeight: 2000, boundsHeight: 800, inset: .init(top: number, bottom: 0)),
      ScrollPage(contentHeight: 2000, boundsHeight: 800, inset: .init(top: 0, bottom: number)),
    ] {
      for step in [nil, 1.0] {
        var page = page
        #expect(page.limits.lowerBound.isFinite && page.limits.upperBound.isFinite)
        #expect(page.apply(ScrollCommand(direction: .down, distance: 10, step: step)).isFinite)
        #expect(page.offset.isFinite)
      }
    }
  }
}
