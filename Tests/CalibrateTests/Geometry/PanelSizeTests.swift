import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

/// A person with gains of their own who looks at a panel whose size is a multiple of the data sheet's.
private func person(_ participant: Int, _ factor: Double, using random: inout SeededGenerator) -> SyntheticSession {
  var own = SyntheticSession(geometry: SyntheticSession.nominal, participant: participant)
  own.geometry.metres *= factor
  own.person.gain = SIMD2(0.9 + 0.1 * random.normal(), 0.85 + 0.1 * random.normal())
  return own
}

struct PanelSizeTests {
  /// Fit to such people.
  private func found(
    _ factor: Double, people: Int = 20, poses: [SyntheticPose] = SyntheticPose.protocolOfDevice, noise: Double = 1,
    using random: inout SeededGenerator
  ) throws -> GeometryEstimate {
    let looks = (0..<people).flatMap {
      person($0, factor, using: &random).fixations(poses: poses, samples: 1, noise: noise, using: &random)
    }
    return try GeometryFit().fit(looks)
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
    let looks = SyntheticSession().fixations(noise: 0.5, using: &random)
    #expect(try GeometryFit(priors: nil).fit(looks).panelSize == nil)
    let people: Set<GeometryParameter> = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]
    #expect(
      try GeometryFit(free: people).fit(looks).panelSize == nil)
  }
}

struct LandingShortfallTests {
  /// 20 people looking at a panel of a multiple of the data sheet's size. Their eyes stop short by a share of the
  /// distance from the previous target. Targets have a different order for each person.
  private func panel(
    _ factor: Double, share: Double, using random: inout SeededGenerator
  ) throws -> CalibrationFile.PanelSize {
    let looks = (0..<20).flatMap { participant -> [Fixation] in
      let own = person(participant, factor, using: &random)
      var (time, before) = (0.0, SIMD2<Double>?.none)
      return SyntheticPose.protocolOfDevice.flatMap { pose in
        SyntheticSession.targets.shuffled(using: &random).map { target in
          let landed = before.map { target + ($0 - target) * share } ?? target
          var look = own.fixation(
            landed, pose, samples: 1, error: random.normalPair() * 0.5)
          (look.target, look.start) = (target, time)
          (before, time) = (target, time + 2)
          return look
        }
      }
    }
    let estimate = try GeometryFit().fit(looks)
    return try #require(estimate.panelSize)
  }

  @Test(
    "eyes stopping 10 % short neither shrink a panel nor hide 5 % (n = 5 × 20 people)",
    arguments: [(1.0, CalibrationFile.PanelSize.Verdict.agrees, 61), (1.05, .contradicts, 62)])
  func shortfall(factor: Double, verdict: CalibrationFile.PanelSize.Verdict, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<5 {
      let panel = try panel(factor, share: 0.1, using: &random)
      // Without the correction for eyes that stop short, the size's excess over the data sheet is 0.10 too small.
      expectNear(panel.excess, factor - 1, 0.025)
      #expect(panel.verdict == verdict)
    }
  }
}
