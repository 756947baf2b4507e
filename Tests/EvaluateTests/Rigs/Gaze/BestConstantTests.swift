import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct BestConstantTests {
  @Test("an article's pipeline with its best constant is better than without, on the people it was found on")
  func inARun() async throws {
    // 6 people, 15 s, seed 21.
    var run = try Run<GazeRig>.mini(pipeline: GazeRig.article2021Converted, personCalibration: .none)
    let before = try #require(try await run.evaluation(jobs: 2).value("pointer.errorPoints.median"))
    let constant = try #require(try await Run<GazeRig>.bestConstants([run], jobs: 2).first)
    #expect(try await Run<GazeRig>.bestConstants([run], jobs: 1) == [constant])
    run.correction = .fixed(constant)
    let after = try #require(try await run.evaluation(jobs: 2).value("pointer.errorPoints.median"))
    #expect(after < before)
  }
}
