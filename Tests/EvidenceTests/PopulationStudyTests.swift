import Foundation
import GazePipeline
import GazeRecording
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import GazeSimulation
@testable import StudySupport

struct PopulationStudyTests {
  @Test("a bias that everybody has is everybody's error", arguments: ["tracker.biasUp", "people.kappaUp"])
  func known(key: String) async throws {
    // 20 people without any other error of the tracker; fixations scatter by a few tenths of a degree about the target.
    let report = try await PopulationStudy.mini(.ideal, participants: 20, setting: [key: 3]).findings(
      twoJobs)
    #expect(report.error.people == 20 && report.failing.people == 0 && report.withoutFixations == 0)
    #expect((2.9...3.1).contains(try #require(report.error.mean.value)), "\(report.error)")
    #expect((2.9...3.1).contains(try #require(report.accuracy.mean.value)))
    #expect(try #require(report.error.sd.value) < 0.2)
    let none = try await PopulationStudy.mini(.ideal, participants: 5).findings(twoJobs)
    #expect(try #require(none.error.mean.value) < 0.6)
  }

  @Test("people whom tracking fails are in no figure but their own")
  func failing() async throws {
    let report = try await PopulationStudy.mini(participants: 40, setting: ["people.failingShare": 0.5]).findings(
      twoJobs)
    #expect(report.error.people + report.failing.people == 40 && (10...30).contains(report.failing.people))
    #expect(try #require(report.failing.mean.value) > 2 * (try #require(report.error.mean.value)))
  }

  @Test("the goal's SD applies to samples as large as the publication's, whose SD is smaller than the population's")
  func sampledSD() throws {
    typealias Goal = PopulationStudy.Goal
    #expect(Goal.sampledSD(Array(repeating: 1, count: 27)) == nil)
    // Two samples with SDs computed by hand: 1.0184 for zeros and twos, half and half; 0 for ones. People who do not
    // fill another sample are ignored.
    let halves = (0..<28).map { Double($0 % 2) * 2 }
    let found = try #require(Goal.sampledSD(halves + Array(repeating: 1, count: 28) + [99]))
    expectNear(found, (28.0 / 27).squareRoot() / 2, 1e-12)
    // 100 samples of 28 numbers, each with different quantiles of an exponential distribution, whose SD is 1.
    let skewed = (0..<2800).map { -log(1 - (Double($0 * 1201 % 2800) + 0.5) / 2800) }
    #expect((0.85..<0.99).contains(try #require(Goal.sampledSD(skewed))))
  }
}
