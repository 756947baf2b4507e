import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct ResponseFitTests {
  private let scale = NoiseScale()

  /// Fixations every 1.5 s of a grid of directions, with a gain, a bias, drift, and a white error per fixation.
  private func looks(
    _ count: Int, drift: Double, time: Double = 20, look: Double = 0.2, using random: inout SeededGenerator
  ) -> [FixationWindow] {
    let paths = [0, 1].map { _ in wander(count, step: 1.5, sd: drift, time: time, using: &random) }
    return (0..<count).map { i in
      let u = SIMD2(random.number(-8...8), random.number(-12...4))
      let target = SIMD2(u.x.radians, u.y.radians) + scale.visualReference
      func error(_ axis: Int) -> Double { (paths[axis][i] + look * random.normal()).radians }
      let optical = scale.reference + SIMD2(1.2, 0.8) * (target - scale.visualReference)
      let reported = optical + SIMD2(2.0.radians + error(0), -1.0.radians + error(1))
      let samples = (0..<40).map { k in
        FixationWindow.Sample(
          time: Float(k) / 60, reported: SIMD2<Float>(reported), expected: SIMD2<Float>(target))
      }
      let geometry = FixationWindow.Geometry(
        head: SIMD2(0.01, -0.02), byDistance: target * 0.5, byCameraX: SIMD2(3, 0), byCameraY: SIMD2(0, 3), jump: .zero)
      return FixationWindow(at: Double(i) * 1.5, samples, geometry: geometry, look: i)
    }
  }

  private func fit(_ looks: [FixationWindow]) -> ResponseFit? {
    ResponseFit(looks, scale: scale, cameraSigma: SIMD2(0.001, 0.001))
  }

  @Test("bias, gain and drift are recovered, within the precision of 200 fixations under drift")
  func recovery() throws {
    var random = SeededGenerator(seed: 21)
    let looks = looks(200, drift: 0.8, using: &random)
    let fit = try #require(self.fit(looks))
    #expect(fit.fixationCount == 200)
    expectNear(fit.gain.yaw.value, 1.2, 0.05, "\(fit.gain)")
    expectNear(fit.gain.pitch.value, 0.8, 0.05, "\(fit.gain)")
    // Drift over 300 s with τ = 20 s has 7 independent values per axis. The bounds are three standard errors; these are
    // 0.3 and 25 %.
    expectNear(fit.bias.yaw.value, 2, 1, "\(fit.bias)")
    expectNear(fit.bias.pitch.value, -3, 1, "\(fit.bias)")
    #expect(abs(log(fit.driftSD.value / 0.8)) < 0.75)
    expectNear(fit.lookSD.value / 0.2, 1, 0.3)
    for figure in [fit.gain.yaw, fit.bias.pitch, fit.driftSD, fit.lookSD] {
      #expect(try #require(figure.interval).contains(figure.value))
    }
  }

  @Test("windows of one fixation count once, and fewer than twelve fixations give no fit")
  func fewest() {
    var random = SeededGenerator(seed: 23)
    var looks = looks(12, drift: 0.1, using: &random)
    #expect(fit(looks)?.fixationCount == 12)
    looks[11].look = looks[10].look
    #expect(fit(looks) == nil)
    #expect(fit([]) == nil)
  }
}
