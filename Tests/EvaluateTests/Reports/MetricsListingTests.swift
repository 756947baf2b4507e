import Evaluate
import GazeRecording
import GazeTesting
import Testing

@Suite struct MetricsListingTests {
  @Test("every metric of every rig has a unit, a direction, numbers of people and a definition")
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
    #expect(listing.lines.allSatisfy { $0.count <= 80 }, "\(listing.lines.filter { $0.count > 80 })")
    #expect(listing.lines.count >= 3 * listing.metrics.count)
  }

  @Test("a part of a name lists the metrics that contain it; another text names the nearest metrics")
  func part() throws {
    let some = try MetricsListing(GazeRig.self, containing: "SCROLL.F")
    #expect(some.metrics.map(\.name) == ["scroll.f1", "scroll.falsePerMinute"])
    #expect(throws: UnknownNameError.self) { try MetricsListing(GazeRig.self, containing: "scroll.fi1") }
  }
}
