import Documents
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

/// Constants of the simulation that a comparison varies.
@Suite struct VariationTests {
  private func report(
    _ run: Run<GazeRig>, _ variations: [[String: Double]]
  ) async throws -> GazeComparisonReport {
    var choice = ComparisonChoice<GazeRig>()
    (choice.pipelines, choice.reclines, choice.variantChoice) = ([.standard], [30], .published)
    (choice.variants.variations, choice.variants.areAlone) = (variations, true)
    let comparison = try await GazeRig.compare(.simulated(run), choice, Work(jobs: 2))
    return try #require(comparison as? GazeComparisonReport)
  }

  @Test("the values of a constant are on the same people: an effect is that of two evaluations, and p is adjusted")
  func effects() async throws {
    let run = try Run.mini(seed: 71, participants: 12, setting: ["tracker.faceRotationNoise": 1])
    // Eight times the bias of the face's rotation changes everybody's error by degrees; nobody is absent.
    let report = try await report(
      run, [["tracker.faceRotationNoise": 8], ["task.absence": 5], ["tracker.faceRotationNoise": 2]])
    #expect(report.varied.count == 3 && report.rows.count == 4)
    let (strong, absent) = (report.varied[0], report.varied[1])
    #expect(report.name(of: strong) == "tracker.faceRotationNoise 8")
    #expect(!report.isTie(strong) && report.isTie(absent) && absent.adjustedP?.errorPoints == 1)
    #expect(try #require(strong.ratioCI95?.upper) < 1 && absent.ratio == 1)
    #expect(report.head(isShort: true).conclusion.hasPrefix("tracker.faceRotationNoise 8: "))
    // Holm multiplies the smallest p by the number of tests.
    let raw = try await self.report(run, [["tracker.faceRotationNoise": 8]]).varied[0].adjustedP?.errorPoints
    let adjusted = try #require(strong.adjustedP?.errorPoints)
    expectNear(adjusted, try min(3 * #require(raw), 1), 1e-12)
    var there = run
    try there.simulation.set("phone.recline", 30)
    try there.simulation.set("tracker.faceRotationNoise", 8)
    let figure = try await there.evaluation().figure(medianError)
    #expect(figure?.value == strong.errorPoints && figure?.ci95 == strong.errorPointsCI95)
  }

  @Test("a rig without a pointer varies its constants, too")
  func otherRig() async throws {
    var variants = StandardVariants()
    variants.variations = [["dial.noise": 8], ["dial.offset": 5]]
    let report = try await Comparison(
      Run<DialRig>(profile: try .mini(), simulation: try .mini(.turning, participants: 12)),
      pipelines: [DialRig.standard], variants: variants,
      Work(jobs: 2))
    #expect(report.rows.map(\.set) == [["dial.noise": 8], ["dial.offset": 5], nil])
    let p = report.rows.map { $0.figures[0].adjustedP }
    #expect(try #require(p[0]) < 0.05 && p[1] == 1 && p[2] == nil)
  }

  @Test("all assumed constants are varied to both ends, except those of the design, and every end can be set")
  func assumed() throws {
    let simulation = try Run.mini(setting: ["tracker.driftSD": 1]).simulation
    let rows = Variation.assumed(simulation)
    let keys = Set(rows.flatMap(\.keys))
    #expect(keys.count > 50 && rows.allSatisfy { $0.count == 1 } && !keys.contains("tracker.driftSD"))
    for key in Variation.design { #expect(try GazeConstant.named(key).key == key && !keys.contains(key)) }
    for (key, value) in rows.flatMap({ $0 }) {
      var trial = simulation
      try trial.set(key, value)
      #expect(try Variation.isChange(value, from: GazeConstant.named(key).value(in: simulation.parameters)))
    }
  }
}
