import Documents
import Testing

@testable import Evaluate

@Suite struct PictureFrameTests {
  @Test("an empty picture is a file of its own, and grows with its content")
  func grows() {
    let empty = PictureFrame("A title", lead: "")
    StandAlonePicture.check(empty.text("d"))
    var full = PictureFrame("A title", style: "pass", lead: "A lead")
    full.addText("words that need more than a line: \(String(repeating: "and more words ", count: 20))")
    full.addLegend([("<circle r=\"2\"/>", "a circle")])
    full.add(height: 40) { "<rect y=\"\($0)\" width=\"3\" height=\"40\"/>" }
    #expect(full.bottom > empty.bottom + 40 + 16 * 6)
    StandAlonePicture.check(full.text("d"))
    #expect(full.text("d").contains("class=\"title pass\""))
  }

  @Test("hostile titles, leads and texts are shown as text", arguments: StandAlonePicture.hostile)
  func hostile(_ name: String) {
    var frame = PictureFrame(name, lead: name)
    frame.addText(name)
    frame.addLegend([("<circle r=\"2\"/>", name)])
    let text = frame.text(name)
    StandAlonePicture.check(text)
    #expect(text.utf8.count < 150_000)
  }

  @Test("both schemes have all colours as values")
  func schemes() {
    let text = PictureFrame("t", lead: "").text("")
    for colours in [Palette.light, Palette.dark] {
      for colour in colours where !["card", "bar", "heat"].contains(colour.name) {
        #expect(text.contains(colour.value), "\(colour)")
      }
    }
  }
}
