import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

@Suite struct LandingShortfallTests {
  /// 20 people looking at a panel of a multiple of the data sheet's size. Their eyes stop short by a share of the
  /// distance from the previous target. Targets have a different order for each person.
  private func panel(
    _ factor: Double, share: Double, using random: inout SeededGenerator
  ) throws -> CalibrationFile.PanelSize {
    let looks = (0..<20).flatMap { participant -> [Fixation] in
      var own = SyntheticSession(geometry: SyntheticSession.nominal)
      own.geometry.metres *= factor
      own.participant = participant
      own.person.gain = SIMD2(0.9 + 0.1 * random.normal(), 0.85 + 0.1 * random.normal())
      var (time, before) = (0.0, SIMD2<Double>?.none)
      return SyntheticPose.protocolOfDevice.flatMap { pose in
        SyntheticSession.targets.shuffled(using: &random).map { target in
          let landed = before.map { target + ($0 - target) * share } ?? target
          var look = own.fixation(
            landed, pose, samples: 1, error: SIMD2(random.normal(), random.normal()) * 0.5)
          (look.target, look.start) = (target, time)
          (before, time) = (target, time + 2)
          return look
        }
      }
    }
    let estimate = try GeometryFit(nominal: SyntheticSession.nominal, priors: SyntheticSession.priors).fit(looks)
    return try #require(estimate.panelSize)
  }

  @Test("eyes that stop 10 % short of every target are not mistaken for a smaller panel (n = 5 phones of 20 people)")
  func rightPanel() throws {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<5 {
      let panel = try panel(1, share: 0.1, using: &random)
      // Without the correction for eyes that stop short, the size's excess over the data sheet is about −0.10.
      #expect(abs(try #require(panel.excess)) < 0.025, "\(panel)")
      #expect(panel.verdict == .agrees, "\(panel)")
    }
  }

  @Test("eyes that stop short do not hide a panel that is 5 % larger than its profile (n = 5 phones of 20 people)")
  func largerPanel() throws {
    var random = SeededGenerator(seed: 62)
    for _ in 0..<5 {
      let panel = try panel(1.05, share: 0.1, using: &random)
      #expect(abs(try #require(panel.excess) - 0.05) < 0.025, "\(panel)")
      #expect(panel.verdict == .contradicts, "\(panel)")
    }
  }
}
