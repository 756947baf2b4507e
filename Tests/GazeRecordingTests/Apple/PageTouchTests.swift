import GazePipeline
import GazeRecording
import Testing

struct PageTouchTests {
  @Test("only a page that no finger and momentum moves is scrolled")
  func owner() {
    func offset(_ touch: PageTouch) -> Double? {
      ScrollPage.offset(
        after: ScrollCommand(direction: .down, distance: 20), from: 100, contentHeight: 900, boundsHeight: 400,
        inset: .init(top: 0, bottom: 0), touch: touch)
    }
    #expect(offset(PageTouch()) == 120 && !PageTouch().movesPage)
    for touch in [
      PageTouch(isTracking: true), PageTouch(isDragging: true), PageTouch(isDecelerating: true),
      PageTouch(isZooming: true),
    ] {
      #expect(offset(touch) == nil && touch.movesPage)
    }
  }
}
