import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

@Suite struct PanelSizeTests {
  /// Fit to people with individual gains who look at a panel whose size is a multiple of the data sheet's.
  private func found(
    _ factor: Double, people: Int = 20, poses: [SyntheticPose] = SyntheticPose.protocolOfDevice, noise: Double = 1,
    using random: inout SeededGenerator
  ) throws -> GeometryEstimate {
    let looks = (0..<people).flatMap { participant in
      var own = SyntheticSession(geometry: SyntheticSession.nominal)
      own.geometry.metres *= factor
      own.participant = participant
      own.person.gain = SIMD2(0.9 + 0.1 * random.normal(), 0.85 + 0.1 * random.normal())
      return own.fixations(poses: poses, samples: 1, noise: noise, using: &random)
    }
    return try GeometryFit(nominal: SyntheticSession.nominal, priors: SyntheticSession.priors).fit(looks)
  }

  @Test(
    "20 people, 3 distances, 5 head turns: a panel 5 % larger is found, a right one flagged at most once (n = 10 each)")
  func rates() throws {
    var random = SeededGenerator(seed: 51)
    var falseAlarms = 0
    for _ in 0..<10 {
      let larger = try #require(try found(1.05, using: &random).panelSize)
      #expect(larger.verdict == .contradicts)
      #expect(abs(try #require(larger.excess) - 0.05) < 0.02)
      let right = try #require(try found(1, using: &random).panelSize)
      #expect(right.verdict != .cannotTell, "\(right)")
      falseAlarms += right.verdict == .contradicts ? 1 : 0
    }
    // Each wrong result has a probability of 2.5 %, and so has more than one wrong result in ten.
    #expect(falseAlarms <= 1, "\(falseAlarms)")
  }

  @Test("without head turns, with four people or with much noise, size and gain cannot be distinguished")
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
    let nominal = SyntheticSession.nominal
    #expect(try GeometryFit(nominal: nominal, priors: nil).fit(looks).panelSize == nil)
    let people: Set<GeometryParameter> = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]
    #expect(
      try GeometryFit(nominal: nominal, free: people, priors: SyntheticSession.priors).fit(looks).panelSize == nil)
  }
}
