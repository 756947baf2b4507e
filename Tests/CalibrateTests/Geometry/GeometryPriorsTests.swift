import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct GeometryPriorsTests {
  @Test("a prior of zero width holds its parameter, an infinite one leaves it free")
  func extremes() throws {
    var random = SeededGenerator(seed: 7)
    let fixations = SyntheticSession().fixations(noise: 0.3, using: &random)
    var priors = SyntheticSession.priors
    priors.screen = SIMD2(0, .infinity)
    let estimate = try GeometryFit(priors: priors).fit(fixations)
    expectNear(estimate.geometry.metres.x, SyntheticSession.nominal.metres.x, 1e-8)
    #expect(estimate[.screenHeight].priorSigma == nil)
    #expect(estimate[.screenHeight].learned == nil)
    #expect(estimate[.screenHeight].standardError != nil)
    #expect(try #require(estimate[.screenWidth].learned) < 1e-6)
  }
}
