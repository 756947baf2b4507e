import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct PanelSizeTests {
  /// Fit to such people.
  private func found(
    _ factor: Double, people: Int = 20, poses: [SyntheticPose] = SyntheticPose.protocolOfDevice, noise: Double = 1,
    using random: inout SeededGenerator
  ) throws -> GeometryEstimate {
    let fixations = (0..<people).flatMap {
      person($0, factor, using: &random).fixations(poses: poses, samples: 1, noise: noise, using: &random)
    }
    return try GeometryFit().fit(fixations)
  }

  @Test(
    "20 people, 3 distances, 5 turns: a panel 5 % larger is found, a right one flagged once at most (n = 10 each)")
  func rates() throws {
    var random = SeededGenerator(seed: 51)
    var falseAlarms = 0
    for _ in 0..<10 {
      let larger = try #require(try found(1.05, using: &random).panelSize)
      #expect(larger.verdict == .contradicts)
      expectNear(larger.excess, 0.05, 0.02)
      let right = try #require(try found(1, using: &random).panelSize)
      #expect(right.verdict != .cannotTell)
      falseAlarms += right.verdict == .contradicts ? 1 : 0
    }
    // Each wrong result has a probability of 2.5 %, and so has more than one wrong result in ten.
    #expect(falseAlarms <= 1)
  }

  @Test("without turns, with four people or much noise, size and gain are confounded")
  func unknown() throws {
    var random = SeededGenerator(seed: 52)
    let straight = SyntheticPose.distances.map { SyntheticPose(distance: $0) }
    #expect(try found(1.05, poses: straight, using: &random).panelSize?.verdict == .cannotTell)
    #expect(try found(1.05, people: 4, using: &random).panelSize?.verdict == .cannotTell)
    let loud = try #require(try found(1, people: 6, noise: 12, using: &random).panelSize)
    #expect(loud.verdict == .cannotTell && loud.excess != nil)
  }

  @Test("if the size is not fitted, or has no prior, nothing can be contradicted")
  func notAsked() throws {
    var random = SeededGenerator(seed: 53)
    let fixations = SyntheticSession().fixations(noise: 0.5, using: &random)
    #expect(try GeometryFit(priors: nil).fit(fixations).panelSize == nil)
    let people: Set<GeometryParameter> = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]
    #expect(
      try GeometryFit(free: people).fit(fixations).panelSize == nil)
  }
}
