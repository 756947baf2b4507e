import GazePipeline
import GazeRecording
import Testing

struct ArticleScrollRuleTests {
  @Test("scrolls down at the bottom edge, up above the top, ten points")
  func rule() {
    let (down, up) = (
      ScrollCommand(direction: .down, distance: 10, step: 1), ScrollCommand(direction: .up, distance: 10, step: 1)
    )
    let found = [-0.001, 0, 400, 811.999, 812].map { ArticleScrollRule.command(pointerTop: $0, top: 0, bottom: 812) }
    #expect(found == [up, .none, .none, .none, down])
    #expect(ArticleScrollRule.command(pointerTop: .nan, top: 0, bottom: 812) == .none)
  }

  private func offset(_ command: ScrollCommand, from offset: Double) -> Double? {
    ScrollPage.offset(
      after: command, from: offset, contentHeight: 2000, boundsHeight: 800, inset: .init(top: 50, bottom: 30))
  }

  @Test("a web view scrolls ten points and stops at its insets")
  func limits() {
    let (down, up) = (
      ArticleScrollRule.command(pointerTop: 900, top: 0, bottom: 800),
      ArticleScrollRule.command(pointerTop: -1, top: 0, bottom: 800)
    )
    #expect(offset(down, from: 100) == 110 && offset(up, from: 100) == 90)
    #expect(offset(down, from: 1225) == 1230 && offset(down, from: 1230) == nil)
    #expect(offset(up, from: -45) == -50 && offset(up, from: -50) == nil)
    #expect(offset(.none, from: 100) == nil)
    // A fractional offset overshoots by less than a step, as in the article, and then stays.
    #expect(offset(down, from: 1225.5) == 1230.5 && offset(down, from: 1230.5) == nil)
  }

  @Test("a page bouncing past its end is not pushed, and returns")
  func bouncing() {
    let (down, up) = (
      ScrollCommand(direction: .down, distance: 7), ScrollCommand(direction: .up, distance: 7)
    )
    #expect(offset(down, from: 1300) == nil && offset(up, from: 1300) == 1223)
    #expect(offset(down, from: .nan) == -43)
  }
}
