import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate
@testable import GazeSimCommand

/// A metric that only this file knows: its row is all that a metric needs.
@Suite struct ProbeMetricTests {
  private static let name = "pointer.probe.frames"
  private static let words = "time that the probe saw"

  private static let row = GazeMetric.mean(name, "s") { Double($0.frames) / 60 }
    .called(words, "Frames over 60 a second")

  /// The figures of five people for 6 s, judged by a limit of the probe and compared with themselves as a baseline.
  private func report() async throws -> Report<GazeRig> {
    let profile = try #require(BuiltInProfiles.all.first { $0.id == "iphone12mini" })
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, preset: .typical, seed: 21, participants: 5, duration: 6)
    var evaluation = Evaluation(
      Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation], pipeline: GazeRig.standard),
      limits: [AccuracyGate(metric: Self.name, limit: 5, direction: .max)], mostParticipants: 5)
    evaluation.isAccepting = true
    let accepted = try await GazeRig.evaluate(evaluation, Work(jobs: 2))
    evaluation.baseline = try evaluation.accepted(accepted)
    evaluation.isAccepting = false
    return try await GazeRig.evaluate(evaluation, Work(jobs: 2))
  }

  @Test("a row is enough: figures, limit, baseline, every format, help, completion and schema have the metric")
  func probe() async throws {
    try await GazeMetric.$probe.withValue(Self.row) {
      let report = try await report()
      let value = try #require(report.value(Self.name))
      #expect(abs(value - 6) < 0.1)
      #expect(report.gates[0].metric == Self.name && report.gates[0].verdict != .pass)
      let change = try #require(report.baseline?.comparisons.first { $0.metric == Self.name })
      #expect(change.change == 0)

      let json = try JSONEncoder().encode(report)
      let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
      let pointer = object["pointer"] as? [String: Any]
      #expect((pointer?["probe"] as? [String: Any])?["frames"] as? Double == value)
      #expect((object["intervals"] as? [String: Any])?[Self.name] != nil)
      #expect(report.csv.contains(Self.name) && report.junit.contains(Self.name))

      let document = report.document(Invocation(["gate"]))
      let texts = [
        document.text(width: 80).joined(), document.details().joined(), MarkdownRenderer().text(document), report.html,
      ]
      for text in texts { #expect(text.contains(Self.words)) }

      let help = try MetricsListing(GazeRig.self, containing: "probe").document.details(width: 80)
      #expect(help.contains { $0.contains("Frames over 60") })
      #expect(try GazeMetric.named(Self.name).name == Self.name)
      #expect("\(Completions.metrics)".contains(Self.name))
      if JSONSchema.python != nil {
        let faults = try JSONSchema.violations(of: [String(decoding: json, as: UTF8.self)], schema: "evaluation")
        #expect(faults == [])
      }
    }
  }
}
