import GazePipeline
import GazeRecording
import Testing

struct WebPageTextTests {
  @Test("fours of numbers are boxes, in points at the page's zoom")
  func good() {
    let json = "[8,10,100,20,108,10,50,20, 8,30.5,120,20]"
    #expect(
      WebPageText.lines(json: json)
        == [TextLine(x: 8, y: 10, width: 150, height: 20), TextLine(x: 8, y: 30.5, width: 120, height: 20)])
    #expect(
      WebPageText.lines(json: "[8,10,100,20]", zoom: 1.5) == [TextLine(x: 12, y: 15, width: 150, height: 30)])
    #expect(WebPageText.lines(json: "[]") == [])
  }

  @Test(
    "an answer of another form is nothing",
    arguments: [
      "", "null", "{}", "[1,2,3]", "[[1,2,3,4]]", #"["1",2,3,4]"#, "[1,2,3,null]", "[1,2,3,4", "[1,2,3,4]x",
      "[1e999,2,3,4]",
      "[NaN,2,3,4]", "[true,2,3,4]", "[1,2,3,4,5]",
    ])
  func hostile(json: String) { #expect(WebPageText.lines(json: json) == nil) }

  @Test("a deep, a long and a huge answer neither trap nor hang")
  func large() {
    #expect(WebPageText.lines(json: String(repeating: "[", count: 500_000)) == nil)
    #expect(WebPageText.lines(json: "[" + String(repeating: "1,", count: 1_500_000) + "1]") == nil)
    let rows = (0..<15_000).map { "0,\(30 * $0),100,20" }.joined(separator: ",")
    #expect(WebPageText.lines(json: "[\(rows)]")?.count == TextBoxes.most)
  }

  @Test("boxes not of a page are left out; an impossible zoom gives nothing")
  func unsound() {
    #expect(
      WebPageText.lines(json: "[0,0,1e300,20, 0,0,-5,20, 1,2,3,4]") == [TextLine(x: 1, y: 2, width: 3, height: 4)])
    for zoom in [0, -1, .nan, .infinity] { #expect(WebPageText.lines(json: "[1,2,3,4]", zoom: zoom) == nil) }
  }
}
