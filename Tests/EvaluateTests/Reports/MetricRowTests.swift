import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct MetricRowTests {
  @Test("three significant digits and the unit; shares in percent, indices not")
  func values() {
    #expect(FigureText.value(101.154, medianError) == "101\u{A0}pt")
    #expect(FigureText.value(2.5678, "pointer.errorDegrees.median") == "2.57°")
    #expect(FigureText.value(0.0171, "pointer.dataLoss") == "1.71\u{A0}%")
    #expect(FigureText.value(0.4432, "scroll.f1") == "0.443")
    #expect(FigureText.value(3793.562, "scroll.offScreenScrollPointsPerMinute") == "3794\u{A0}pt/min")
    #expect(FigureText.value(1.8, "scroll.falsePerMinute") == "1.80/min")
    #expect(FigureText.measured(9.9996, "mm") == "10.0\u{A0}mm")
    #expect(FigureText.measured(-1e-15, "deg") == "0°")
    #expect(FigureText.measured(nil, "mm") == "-" && FigureText.value(.nan, "scroll.f1") == "-")
  }

  @Test("limits and intervals are in the unit of the value")
  func limits() throws {
    let interval = try #require(ConfidenceInterval(0.0138, 0.0209))
    #expect(FigureText.interval(interval, "pointer.dataLoss") == "1.38\u{A0}to\u{A0}2.09")
    #expect(FigureText.limit(0.05, .max, "pointer.dataLoss") == "<= 5")
    #expect(FigureText.limit(0.12, .min, "scroll.f1") == ">= 0.12")
    #expect(FigureText.limit(8000, .max, "scroll.offScreenScrollPointsPerMinute") == "<= 8000")
  }

  @Test("every metric of every rig has words, a unit, a direction, numbers of people and a definition")
  func complete() throws {
    for rig in Rigs.all { try check(rig) }
  }

  private func check<R: Rig>(_: R.Type) throws {
    let listing = try MetricsListing(R.self)
    #expect(listing.metrics.map(\.name) == R.Person.metrics.map(\.name) && listing.rig == R.name)
    for metric in listing.metrics {
      #expect(metric.meaning.count > 2 && metric.meaning != metric.name, "\(metric.name)")
      #expect(metric.people.simulated > 0 && metric.people.recorded >= 44, "\(metric.name)")
    }
    let lines = listing.document.details(width: 80)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    for metric in R.Person.metrics where !metric.name.contains(".byJoint.") {
      #expect(!metric.words.contains(".") && metric.words != metric.name, "\(metric.name)")
      if R.headlines.contains(metric.name) { #expect(metric.words.count <= 36) }
    }
  }

  @Test("a part of a name lists the metrics that contain it; another text names the nearest metrics")
  func part() throws {
    let some = try MetricsListing(GazeRig.self, containing: "SCROLL.F")
    #expect(some.metrics.map(\.name) == ["scroll.f1", "scroll.falsePerMinute"])
    #expect(throws: UnknownNameError.self) { try MetricsListing(GazeRig.self, containing: "scroll.fi1") }
  }
}
