import GazeMetrics
import GazeTesting
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct MetricPartTests {
  @Test("parts of people add up to every metric that a baseline compares, and give its interval")
  func parts() async throws {
    let run = try Run.mini(GazeRig.facts.scenarios, seed: 92, participants: 12, duration: 20)
    let people = Cohort<GazeRig>(try await run.people())
    var seen = 0
    // These metrics are no quotients of sums over people: a baseline compares the mean of each person's own value.
    let others = ["pointer.sizeFor95Points", "scroll.kappa"]
    for metric in GazeMetric.all where !others.contains(metric.name) {
      guard let estimate = people.estimate(metric) else { continue }
      let parts = (0..<people.count).map { people.part(metric, $0) }
      let (top, bottom) = (parts.reduce(0) { $0 + $1.numerator }, parts.reduce(0) { $0 + $1.denominator })
      guard GazeRig.baselineMetrics.contains(metric.name) || metric.name.hasPrefix("scroll.") || bottom > 0 else {
        continue
      }
      #expect(abs(top / bottom - estimate.value) <= 1e-9 * abs(estimate.value), "\(metric.name)")
      seen += 1
      guard GazeRig.baselineMetrics.contains(metric.name) else { continue }
      #expect(metric.estimate(of: parts, level: 0.95) == estimate, "\(metric.name)")
    }
    #expect(seen >= 20)
  }

  @Test("small errors, lag, loss and false scrolls are better; large precision, recall and F1 are better")
  func better() throws {
    for name in GazeMetric.all.map(\.name)
    where name.contains("error") || name.contains("false") || name.contains("Loss") || name.contains("Lost")
      || name.contains("time") || name.contains("Gap")
    {
      #expect(try GazeMetric.named(name).better == .max, "\(name)")
    }
    for name in ["scroll.precision", "scroll.recall", "scroll.f1", "scroll.kappa", "scroll.pageCompletion"] {
      #expect(try GazeMetric.named(name).better == .min, "\(name)")
    }
    for metric in GazeMetric.all { #expect(metric.smallestReference > 0) }
  }
}
