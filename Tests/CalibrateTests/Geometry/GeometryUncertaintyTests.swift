import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct GeometryUncertaintyTests {
  @Test("noise linking fixations is in the gains' robust errors (n = 300 × 2, ratio's SD 6 %)")
  func linked() throws {
    // Noise of 0.4° and 1 s beside 0.5° for each fixation: neighbours correlate by 0.12, which one person's fixations
    // do not show with certainty. The nine fixations of a head turn make a gain's variance 1.3 times as large.
    var random = SeededGenerator(seed: 16)
    let session = SyntheticSession(geometry: SyntheticSession.nominal)
    let keep: Double = exp(-1.2)
    var (square, robust) = (0.0, 0.0)
    for _ in 0..<300 {
      var (noise, time) = (0.4 * random.normalPair(), 0.0)
      let fixations = SyntheticPose.protocolOfDevice.flatMap { pose in
        SyntheticSession.targets.map { target in
          var fixation = session.fixation(target, pose, samples: 1, error: noise + 0.5 * random.normalPair())
          fixation.start = time
          time += 1.2
          noise = noise * keep + random.normalPair() * (0.4 * (1 - keep * keep).squareRoot())
          return fixation
        }
      }
      let estimate = try GeometryFit().fit(fixations)
      for (parameter, truth) in [(GeometryParameter.gainH, session.person.gain.x), (.gainV, session.person.gain.y)] {
        let found = estimate[parameter]
        square += (found.value - truth) * (found.value - truth)
        robust += pow(try #require(found.robustStandardError), 2)
      }
    }
    #expect(robust / square > 0.86 && robust / square < 1.2, "\(robust / square)")
  }

  @Test("learned is 1 − posterior²/prior², near 0 for a precise data sheet")
  func learned() throws {
    var random = SeededGenerator(seed: 14)
    let estimate = try GeometryFit()
      .fit(SyntheticSession().fixations(noise: 1, using: &random))
    for parameter in estimate.parameters {
      // The larger one of the standard error and the robust standard error (from the fixations' scatter) counts.
      let prior = try #require(parameter.priorSigma)
      let error = max(try #require(parameter.standardError), try #require(parameter.robustStandardError))
      expectNear(parameter.learned, 1 - error * error / (prior * prior), 1e-12)
      // A parameter keeps the data sheet's value and uncertainty if the data reduce its variance by less than a tenth.
      let isKept = parameter.source == .dataSheet
      let learned = try #require(parameter.learned)
      if isKept {
        #expect(error == prior && learned == 0 && !parameter.identified)
      } else {
        #expect(error < prior && learned >= KeptParameters.fewLearned)
      }
    }
    #expect(estimate.kept?.parameters == ["screenWidth", "screenHeight"])
    #expect(estimate.parameters.filter { $0.source == .dataSheet }.map(\.name) == estimate.kept?.parameters)
    #expect(estimate.geometry.metres == SyntheticSession.nominal.metres)
    #expect(try #require(estimate[.gainH].learned) > 0.95)
    #expect(estimate.parameters.map(\.unit) == ["mm", "mm", "mm", "mm", "deg", "deg", "1", "1"])
    // The estimated sigma agrees with the sigma of the simulated noise; the estimate has a relative SD of 1/√(2·262).
    expectNear(estimate.sigma, 1, 0.17)
    #expect(try #require(estimate.condition) > 1)
  }
}
