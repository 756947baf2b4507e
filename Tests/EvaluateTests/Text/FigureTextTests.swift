import GazeMetrics
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct FigureTextTests {
  @Test("three significant digits and the unit; shares in percent, indices not")
  func values() {
    #expect(FigureText.value(101.154, "pointer.errorPoints.median", unit: "pt") == "101\u{A0}pt")
    #expect(FigureText.value(2.5678, "pointer.errorDegrees.median", unit: "deg") == "2.57°")
    #expect(FigureText.value(0.0171, "pointer.dataLoss", unit: "1") == "1.71\u{A0}%")
    #expect(FigureText.value(0.4432, "scroll.f1", unit: "1") == "0.443")
    #expect(FigureText.value(3793.562, "scroll.offScreenScrollPointsPerMinute", unit: "pt/min") == "3794\u{A0}pt/min")
    #expect(FigureText.value(1.8, "scroll.falsePerMinute", unit: "1/min") == "1.80/min")
    #expect(FigureText.value(9.9996, "a", unit: "mm") == "10.0\u{A0}mm")
    #expect(FigureText.value(-1e-15, "a", unit: "deg") == "0°")
    #expect(FigureText.value(nil, "a", unit: "mm") == "-" && FigureText.value(.nan, "a", unit: "mm") == "-")
  }

  @Test("limits and intervals are in the unit of the value")
  func limits() throws {
    let interval = try #require(ConfidenceInterval(0.0138, 0.0209))
    #expect(FigureText.interval(interval, "pointer.dataLoss", unit: "1") == "1.38\u{A0}to\u{A0}2.09")
    #expect(FigureText.limit(0.05, .max, "pointer.dataLoss", unit: "1") == "<= 5")
    #expect(FigureText.limit(0.12, .min, "scroll.f1", unit: "1") == ">= 0.12")
    #expect(FigureText.limit(8000, .max, "scroll.offScreenScrollPointsPerMinute", unit: "pt/min") == "<= 8000")
  }

  @Test("every metric of every rig has words of at most 36 letters")
  func words() {
    func check<R: Rig>(_: R.Type) {
      for metric in R.Person.metrics where !metric.name.contains(".byJoint.") {
        let words = MetricLabel.short(metric.name, label: metric.label)
        if R.headlines.contains(metric.name) || (R.isUsual && MetricLabel.words(metric.name) != nil) {
          #expect(!words.contains(".") && words != metric.name, "\(metric.name)")
        }
        if R.headlines.contains(metric.name) { #expect(words.count <= 36, "\(words)") }
      }
    }
    for rig in Rigs.all { check(rig) }
  }
}
