import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct ScreenPointFitTests {
  /// The protocol's fixations with white noise on every sample.
  private func looks(_ noise: Double, samples: Int, using random: inout SeededGenerator) -> [Fixation] {
    // The gain is known, as in the table of calibration.md; a free gain would absorb part of the bias.
    var session = SyntheticSession()
    session.person.gain = SIMD2(1, 1)
    return session.fixations(samples: samples, using: &random).map { look in
      var look = look
      for i in look.samples.indices {
        look.samples[i].reported.yaw += (noise * random.normal()).radians
        look.samples[i].reported.pitch += (noise * random.normal()).radians
      }
      return look
    }
  }

  @Test("without noise both fits find the phone to a micrometre")
  func exact() throws {
    var random = SeededGenerator(seed: 51)
    let session = SyntheticSession()
    let estimate = try ScreenPointFit(nominal: SyntheticSession.nominal, priors: nil)
      .fit(session.fixations(using: &random))
    expectNear(estimate.geometry.metres, session.geometry.metres, 1e-6)
    expectNear(estimate.geometry.camera, session.geometry.camera, 1e-6)
    #expect(estimate.parameters.allSatisfy { $0.ci95 == nil && !$0.identified })
  }

  @Test(
    "1° noise a sample: screen points make screens too large, angles do not")
  func bias() throws {
    var random = SeededGenerator(seed: 52)
    let truth = SyntheticSession.phone.metres
    var (few, many, angle) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    // Means over 6 seeds; the SD of the angular fit's mean is 0.1 mm.
    let free = GeometryParameter.standard.subtracting([.gainH, .gainV])
    for _ in 0..<6 {
      let looks = looks(1, samples: 30, using: &random)
      let screen = ScreenPointFit(nominal: SyntheticSession.nominal, free: free, priors: nil)
      func off(_ estimate: GeometryEstimate) -> SIMD2<Double> { (estimate.geometry.metres - truth) * (1000 / 6) }
      many += off(try screen.fit(looks))
      few += off(
        try screen.fit(
          looks.map {
            var look = $0
            look.samples = Array($0.samples.prefix(8))
            return look
          }))
      angle += off(try GeometryFit(free: free, priors: nil).fit(looks))
    }
    #expect(many.min() > 1 && few.min() > 1)
    #expect(abs(angle.x) < 0.5 && abs(angle.y) < 0.5)
  }
}
