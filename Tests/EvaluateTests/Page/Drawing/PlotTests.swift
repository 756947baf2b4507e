import Documents
import Foundation
import GazeMetrics
import Testing

@testable import Evaluate

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PlotTests {
  @Test("a chart is well-formed, has a title and a description, and contains only finite numbers")
  func wellFormed() throws {
    var plot = Plot(x: Axis("Lag (ms)", holding: [0, 100]), y: Axis("Error (°)", holding: [0, 4]))
    plot.path([(0, 1), (50, nil), (70, 2), (.nan, 3), (100, .infinity)])
    plot.point(10, 2, series: 9, title: "a &amp; b")
    plot.point(.nan, 2)
    plot.point(10, nil)
    plot.whisker(10, ConfidenceInterval(1, 3))
    plot.level(2, "median")
    plot.level(.nan, "none")
    plot.upright(90, "median")
    plot.label(100, 4, "in force")
    let drawing = plot.drawing("A chart", "What it says")
    let parser = XMLParser(data: Data(drawing.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError)) \(drawing)")
    #expect(drawing.contains("<title>A chart</title><desc>What it says</desc>"))
    for bad in ["nan", "NaN", "inf"] { #expect(!drawing.contains(bad)) }
    #expect(drawing.contains("Lag (ms)") && drawing.contains("Error (°)"))
  }

  @Test("points are where their axes say")
  func places() {
    var plot = Plot(x: Axis("x", holding: [0, 10]), y: Axis("y", holding: [0, 10]), height: 100)
    plot.point(0, 0)
    plot.point(10, 10)
    let drawing = plot.drawing("t", "d")
    #expect(drawing.contains("x=\"11%\" y=\"128\"") && drawing.contains("x=\"97%\" y=\"28\""))
  }

  @Test("a strip draws its limit, the allowed side and its interval; without them it is still a drawing")
  func strip() throws {
    let strip = Strip(Axis("", holding: [0, 10]))
    for drawing in [
      strip.drawing(5, ConfidenceInterval(4, 6), limit: 8, isMax: true, description: "d"),
      strip.drawing(nil, nil, limit: .nan, description: "d"), strip.scale(),
    ] {
      #expect(XMLParser(data: Data(drawing.utf8)).parse())
      #expect(!drawing.contains("nan"))
    }
    let drawing = strip.drawing(5, nil, limit: 8, isMax: false, description: "d")
    #expect(drawing.contains("class=\"good\" x=\"78.2%\"") && drawing.contains("width=\"18.8%\""))
  }

  @Test(
    "numbers in a drawing are plain",
    arguments: [(1.0, "1"), (0.125, "0.13"), (-3.5, "-3.5"), (.nan, "0"), (1e99, "1000000")])
  func numbers(_ value: Double, _ text: String) { #expect(svg(value) == text) }

  @Test("every mark is drawn in two sizes and is well-formed")
  func marks() {
    #expect(XMLParser(data: Data(Marks.definitions.utf8)).parse())
    for index in 0..<Plot.series {
      #expect(Marks.definitions.contains("id=\"m\(index)\"") && Marks.definitions.contains("id=\"M\(index)\""))
    }
  }
}
