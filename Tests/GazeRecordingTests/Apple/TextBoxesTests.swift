import GazePipeline
import GazeRecording
import Testing

struct TextBoxesTests {
  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double = 20) -> TextLine {
    TextLine(x: x, y: y, width: width, height: height)
  }

  @Test("fragments of a line become one box: words in bold, a link, a small index")
  func joins() {
    let found = TextBoxes.lines(joining: [
      box(16, 100, 80), box(96, 99, 40, 22), box(140, 100, 60), box(200, 96, 8, 12), box(16, 124, 190),
    ])
    #expect(found == [box(16, 96, 192, 25), box(16, 124, 190)])
  }

  @Test("columns and cells stay apart, and a line in two columns is two lines")
  func apart() {
    let cells = [box(16, 100, 80), box(160, 100, 80), box(16, 130, 80), box(160, 130, 80)]
    #expect(TextBoxes.lines(joining: cells) == cells)
  }

  @Test("a rectangle that is not finite, empty or far away is left out")
  func unsound() {
    let bad = [
      box(.nan, 0, 1), box(0, .infinity, 1), box(0, 0, 0), box(0, 0, -1), box(0, 0, 1, .nan), box(2e6, 0, 1),
      box(0, 0, 1e7), box(0, -1e300, 1),
    ]
    #expect(TextBoxes.lines(joining: bad + [box(1, 2, 3)]) == [box(1, 2, 3)])
    #expect(TextBoxes.lines(ofRows: bad, lines: 3).isEmpty)
    #expect(TextBoxes.onPage([box(999_999, 0, 1)], view: SIMD2(10, 0), offsetX: 0).isEmpty)
  }

  @Test("at most 10,000 lines come out, however many go in")
  func most() {
    let many = (0..<30_000).map { box(0, 30 * Double($0), 100) }
    #expect(TextBoxes.lines(joining: many).count == TextBoxes.most)
    #expect(TextBoxes.lines(ofRows: many, lines: 3).count == TextBoxes.most)
  }

  @Test("a row's lines share its height within the inset")
  func rows() {
    let rows = [box(0, 0, 375, 60), box(0, 60, 375, 44)]
    #expect(TextBoxes.lines(ofRows: rows) == rows)
    #expect(
      TextBoxes.lines(ofRows: rows, lines: 2, inset: SIMD2(16, 10))
        == [box(16, 10, 343, 20), box(16, 30, 343, 20), box(16, 70, 343, 12), box(16, 82, 343, 12)])
    #expect(
      TextBoxes.lines(ofRows: rows, lines: 0) == rows && TextBoxes.lines(ofRows: rows, inset: SIMD2(0, 40)).isEmpty)
  }

  @Test("on the screen a line is contentOffset.y higher than in the page")
  func onPage() {
    // A view at (0, 90) on the screen, scrolled by (5, 200): content (21, 240) is at (16, 130) on the screen.
    let lines = TextBoxes.onPage([box(21, 240, 300)], view: SIMD2(0, 90), offsetX: 5)
    #expect(lines == [box(16, 330, 300)])
  }
}
