import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct NoiseModelTests {
  /// One window in which both yaw and pitch have these reported values, degrees.
  private func window(_ values: [Double], expected: [Double]? = nil) -> FixationWindow {
    FixationWindow(
      at: 0,
      values.indices.map { i in
        FixationWindow.Sample(
          time: Float(Double(i) / 60), reported: SIMD2(repeating: Float(values[i].radians)),
          expected: SIMD2(repeating: Float((expected?[i] ?? 0).radians)))
      }, geometry: nil)
  }

  private func parameters(noise: Double = 0.2, time: Double = 0.3, white: Double = 0.02) -> NoiseModel.Parameters {
    NoiseModel.Parameters(
      noiseSD: noise, noiseTime: time, whiteSD: white, walkRate: 1e-9, poseSD: 0.1, poseTime: 0.3,
      poseSmooth: 0, gain: .zero)
  }

  @Test("without a pose the likelihood is the normal law of cosine terms")
  func density() {
    // Four samples: the terms are computed by hand, and their variances from the covariance σ²φ^|i−j| + w².
    let x = [0.1, -0.2, 0.15, 0.05]
    let model = NoiseModel([window(x)], seconds: 4 / 60.0, period: 1 / 60.0)
    #expect(model.length == 4 && model.windows == 1 && !model.hasPose)
    let phi: Double = exp(-1 / (60 * 0.3))
    var expected = 0.0
    for k in 1..<4 {
      let d = (0..<4).map { (i: Int) -> Double in
        let phase: Double = .pi * Double(k) * (Double(i) + 0.5) / 4
        return 0.5.squareRoot() * cos(phase)
      }
      let term = dot(d, x)
      var variance = 1e-8
      for i in 0..<4 {
        for j in 0..<4 {
          variance += d[i] * d[j] * (0.04 * pow(phi, Double(abs(i - j))) + (i == j ? 0.0004 : 0))
        }
      }
      expected -= 0.5 * (log(variance) + term * term / variance)
    }
    let found = model.logLikelihoods(parameters())
    #expect(found.count == 1)
    // Both axes are equal. The tolerance allows for Float angles and the walk's 1e-9 deg² a second.
    expectNear(found[0], 2 * expected, 1e-4)
  }

  @Test("an offset of a window changes nothing")
  func offset() {
    let x = (0..<42).map { sin(Double($0)) }
    let a = NoiseModel([window(x)], seconds: 0.7, period: 1 / 60.0).logLikelihoods(parameters())
    let b = NoiseModel([window(x.map { $0 + 5 })], seconds: 0.7, period: 1 / 60.0).logLikelihoods(parameters())
    expectNear(a[0], b[0], 1e-2)
  }

  @Test("with a pose, the likelihood is greatest at the windows' true gain")
  func profile() {
    var random = SeededGenerator(seed: 5)
    let windows = (0..<60).map { _ in
      let h = wander(42, step: 1 / 60, sd: 1, time: 3, using: &random)
      let f = wander(42, step: 1 / 60, sd: 0.1, time: 0.3, using: &random)
      return window(
        h.map { 0.9 * $0 + 0.1 * random.normal() }, expected: zip(h, f).map(+))
    }
    let model = NoiseModel(windows, seconds: 0.7, period: 1 / 60.0)
    #expect(model.hasPose)
    func total(_ gain: Double) -> Double {
      var p = parameters(noise: 0.001, time: 0.3, white: 0.1)
      p.gain = SIMD2(gain, gain)
      return model.logLikelihoods(p).reduce(0, +)
    }
    #expect(total(0.9) > total(0.8) && total(0.9) > total(1.0))
  }

  @Test("windows are resampled to the grid, cut if long, omitted if thin")
  func grid() {
    let long = window((0..<90).map(Double.init))
    #expect(NoiseModel([long], seconds: 0.7, period: 1 / 60.0).windows == 2)
    #expect(NoiseModel([window([0, 1, 0, 1, 0, 1])], seconds: 0.7, period: 1 / 60.0).windows == 0)
    var thin = long
    thin.samples = thin.samples.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(NoiseModel([thin], seconds: 0.7, period: 1 / 60.0).windows == 0)
    var gappy = long
    gappy.samples.remove(at: 20)
    let piece = gappy.resampled(from: 0, count: 42, period: 1 / 60.0)
    #expect(abs((piece?[20].reported.x ?? 0) - Float(20.0.radians)) < 1e-4)
  }
}
