import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct KeptParametersTests {
  private let nominal = SyntheticSession.nominal

  /// Fixations 1.5 s apart, with slow drift (SD in degrees, 20 s), of people whose phone is drawn from its priors.
  private func looks(
    _ people: Int, drift: Double, noise: Double = 0.5, on geometry: ScreenGeometry, using random: inout SeededGenerator
  ) -> [Fixation] {
    (0..<people).flatMap { participant -> [Fixation] in
      let own = SyntheticSession(geometry: geometry, participant: participant)
      let decay: Double = exp(-1.5 / 20)
      var slow = random.normalPair() * drift
      var looks: [Fixation] = []
      for pose in SyntheticPose.protocolOfDevice {
        for target in SyntheticSession.targets {
          slow = slow * decay + random.normalPair() * (drift * (1 - decay * decay).squareRoot())
          var look = own.fixation(
            target, pose, samples: 1, error: slow + random.normalPair() * noise)
          look.start = 1.5 * Double(looks.count)
          looks.append(look)
        }
      }
      return looks
    }
  }

  private func phone(_ priors: GeometryPriors, using random: inout SeededGenerator) -> ScreenGeometry {
    var phone = nominal
    phone.metres += random.normalPair() * priors.screen
    phone.camera += random.normalPair() * priors.camera
    return phone
  }

  private let priors = GeometryPriors(
    screen: SIMD2(0.00016, 0.00016), camera: SIMD2(0.002, 0.002), session: GeometryPriors.usualSession)

  @Test("two people, 1.5° drift in 20 s: no camera worse than the data sheet's (n = 24)")
  func drift() throws {
    var random = SeededGenerator(seed: 61)
    let fit = GeometryFit(priors: priors)
    var (fitted, sheet, keeps) = (0.0, 0.0, 0)
    for _ in 0..<24 {
      let phone = phone(priors, using: &random)
      let estimate = try fit.fit(looks(2, drift: 1.5, on: phone, using: &random))
      let (a, b) = (estimate.geometry.camera - phone.camera, nominal.camera - phone.camera)
      (fitted, sheet) = (fitted + (a * a).sum(), sheet + (b * b).sum())
      for parameter in [estimate[.cameraX], estimate[.cameraY]] where parameter.source == .dataSheet { keeps += 1 }
      expectAgreement(estimate)
    }
    // More than half of the 48.
    #expect(keeps > 24)
    // The two sums in the ratio have 96 squared normal numbers together; the margin of 0.02 is far below the ratio's
    // standard deviation.
    #expect(fitted <= 1.02 * sheet, "\((fitted / 48).squareRoot() * 1000) mm, \((sheet / 48).squareRoot() * 1000) mm")
  }

  @Test("a kept parameter has exactly the data sheet's value and interval, and learned nothing")
  func keptValues() throws {
    var random = SeededGenerator(seed: 62)
    let estimate = try GeometryFit(priors: priors)
      .fit(looks(2, drift: 2, on: phone(priors, using: &random), using: &random))
    let kept = try #require(estimate.kept)
    #expect(kept.parameters.contains("screenWidth"))
    #expect(estimate.geometry.metres.x == nominal.metres.x)
    let width = estimate[.screenWidth]
    #expect(width.learned == 0 && !width.identified && width.source == .dataSheet)
    expectNear(width.standardError, 0.16, 1e-9)
    let interval = try #require(width.ci95)
    expectNear((interval[1] - interval[0]) / 2, 1.959964 * 0.16, 1e-6)
    // The standard error of the gaze offset includes the camera's uncertainty.
    #expect(try #require(estimate[.gazeOffsetH].standardError) > 0.3)
  }

  @Test("with independent fixations only parameters that they hardly determine are kept")
  func independent() throws {
    var random = SeededGenerator(seed: 63)
    let estimate = try GeometryFit(priors: priors)
      .fit(looks(6, drift: 0, noise: 0.4, on: phone(priors, using: &random), using: &random))
    #expect(estimate[.cameraX].source == .data && estimate[.cameraY].source == .data)
    #expect(estimate.kept?.parameters.contains("cameraX") != true)
    expectAgreement(estimate)
  }

  /// Checks that `identified`, `learned`, `source` and `unidentified` agree.
  private func expectAgreement(_ estimate: GeometryEstimate) {
    for parameter in estimate.parameters {
      #expect(parameter.identified == (parameter.source == .data))
      if let learned = parameter.learned, learned < 0.1 { #expect(!parameter.identified) }
      let isListed = estimate.unidentified.contains { open in
        open.parameters.contains(parameter.name)
          && (open.participant == nil || parameter.participant == nil || open.participant == parameter.participant)
      }
      if isListed { #expect(!parameter.identified) }
      #expect(
        (parameter.source == .dataSheet)
          == (parameter.participant == nil
            && estimate.kept?.parameters.contains(parameter.name) == true))
    }
  }
}
