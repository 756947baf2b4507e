import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

extension PopulationStudy {
  /// People with the 12 mini.
  static func mini(
    _ preset: GazePreset = .typical, participants: Int, seed: UInt64 = 51, setting constants: [String: Double] = [:]
  ) throws -> PopulationStudy {
    let profile = try DeviceProfile.mini()
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: .reading, preset: preset, seed: seed, participants: participants)
    for (key, value) in constants { try simulation.set(key, value) }
    return PopulationStudy(profile: profile, simulation: simulation)
  }
}

@Suite struct PopulationStudyTests {
  @Test("a bias that everybody has is everybody's error", arguments: ["tracker.biasUp", "people.kappaUp"])
  func known(key: String) async throws {
    // 20 people without any other error of the tracker; fixations scatter by a few tenths of a degree about the target.
    let report = try await PopulationStudy.mini(.ideal, participants: 20, setting: [key: 3]).findings(
      StudyRunner(jobs: 2))
    #expect(report.error.people == 20 && report.failing.people == 0 && report.withoutLooks == 0)
    #expect((2.9...3.1).contains(try #require(report.error.mean)), "\(report.error)")
    #expect((2.9...3.1).contains(try #require(report.accuracy.mean)))
    #expect(try #require(report.error.sd) < 0.2)
    let none = try await PopulationStudy.mini(.ideal, participants: 5).findings(StudyRunner(jobs: 2))
    #expect(try #require(none.error.mean) < 0.6)
  }

  @Test("people whom tracking fails are in no figure but their own")
  func failing() async throws {
    let some = try PopulationStudy.mini(participants: 40, setting: ["people.failingShare": 0.5])
    let (report, people) = (try await some.findings(StudyRunner(jobs: 2)), try await some.people(StudyRunner(jobs: 2)))
    #expect(report.error.people + report.failing.people == 40 && report.withoutLooks == 0)
    #expect((10...30).contains(report.failing.people))
    let fine = people.filter { !$0.isFailing }.compactMap(\.figures.sampleError)
    #expect(report.error == PeopleFigures(fine))
    #expect(try #require(report.failing.mean) > 2 * (try #require(report.error.mean)))
  }

  @Test("figures do not depend on the number of jobs, and do on the seed")
  func jobs() async throws {
    let study = try PopulationStudy.mini(participants: 7)
    func figures(_ study: PopulationStudy, jobs: Int) async throws -> PeopleFigures {
      try await study.findings(StudyRunner(jobs: jobs)).error
    }
    let one = try await figures(study, jobs: 1)
    #expect(try await figures(study, jobs: 3) == one)
    #expect(try await figures(PopulationStudy.mini(participants: 7, seed: 52), jobs: 3) != one)
  }

  @Test("the goal is the published mean within 0.15 and an SD of 1.8 to 2.2")
  func goal() throws {
    let goal = PopulationStudy.Goal()
    #expect(goal.allows(mean: 3.06) && goal.allows(mean: 3.34) && !goal.allows(mean: 3.04) && !goal.allows(mean: 3.36))
    #expect(goal.allows(sd: 1.81) && goal.allows(sd: 2.19) && !goal.allows(sd: 1.79) && !goal.allows(sd: 2.21))
    #expect(PopulationStudy.published.contains { $0.mean == goal.mean && $0.sd == goal.sd && $0.people == goal.people })
  }

  @Test("the goal's SD applies to samples as large as the publication's, whose SD is smaller than the population's")
  func sampledSD() throws {
    let goal = PopulationStudy.Goal()
    #expect(goal.sampledSD(Array(repeating: 1, count: 27)) == nil)
    // Two samples with SDs computed by hand: 1.0184 for zeros and twos, half and half; 0 for ones. People who do not
    // fill another sample are ignored.
    let halves = (0..<28).map { Double($0 % 2) * 2 }
    let found = try #require(goal.sampledSD(halves + Array(repeating: 1, count: 28) + [99]))
    #expect(abs(found - (28.0 / 27).squareRoot() / 2) < 1e-12)
    // 100 samples of 28 numbers, each with different quantiles of an exponential distribution, whose SD is 1.
    let skewed = (0..<2800).map { -log(1 - (Double($0 * 1201 % 2800) + 0.5) / 2800) }
    #expect((0.85..<0.99).contains(try #require(goal.sampledSD(skewed))))
  }
}
