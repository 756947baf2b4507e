import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct NoiseFitTests {
  private static let rate = 60.0

  /// Windows of 0.75 s in which the head sways, the pose of the face is noisy, and the reported axis has noise.
  private func windows(
    _ count: Int, noise: Double = 0.15, noiseTime: Double = 0.325, white: Double = 0.0115, pose: Double = 0.15,
    sway: Double = 1, gain: Double = 0.9, missing: Double = 0, using random: inout SeededGenerator
  ) -> [FixationWindow] {
    let step = 1 / Self.rate
    return (0..<count).map { number in
      func path(_ sd: Double, _ time: Double) -> [Double] {
        wander(46, step: step, sd: sd, time: time, using: &random)
      }
      let scale = 0.8 + 0.8 * Double(number % 3)
      var samples: [FixationWindow.Sample] = []
      let (h, f, n) = (
        [path(sway, 3), path(sway, 3)], [path(pose, 0.325), path(pose, 0.325)],
        [path(noise * scale, noiseTime), path(noise * scale, noiseTime)]
      )
      for i in 0..<46 where missing == 0 || random.number(0..<1) > missing {
        func both(_ value: (Int) -> Double) -> SIMD2<Float> {
          SIMD2(Float(value(0).radians), Float(value(1).radians))
        }
        samples.append(
          FixationWindow.Sample(
            time: Float(Double(i) * step),
            reported: both { 3 + gain * h[$0][i] + n[$0][i] + white * scale * random.normal() },
            expected: both { h[$0][i] + f[$0][i] }))
      }
      return FixationWindow(
        start: Double(number) * 1.5, samples: samples, geometry: nil, noiseScale: scale, noiseSlope: .zero, look: number
      )
    }
  }

  private func fitted(_ windows: [FixationWindow]) -> NoiseFit? {
    NoiseFit(windows, period: 1 / Self.rate, logRate: (-9, 0.3), gain: SIMD2(0.9, 0.9))
  }

  @Test("σ, τ, white part and the pose's noise are recovered from a swaying head")
  func recovery() throws {
    var random = SeededGenerator(seed: 11)
    let windows = windows(160, using: &random)
    let fit = try #require(fitted(windows))
    #expect(fit.windows == 160 && fit.hasPose)
    // With 160 windows of 0.7 s the five estimates have standard errors of about 7, 15, 12, 3 and 10 %; each bound is
    // three standard errors.
    expectNear(fit.noiseSD.value / 0.15, 1, 0.2)
    expectNear(fit.noiseTime.value / 0.325, 1, 0.45)
    expectNear(fit.whiteSD.value / 0.0115.radians, 1, 0.35)
    let rms = (2 * 0.15 * 0.15 * (1 - exp(-1 / (60 * 0.325))) + 2 * 0.0115 * 0.0115).squareRoot()
    expectNear(fit.rmsS2S.value / rms, 1, 0.1)
    try expectNear(#require(fit.poseSD).value / 0.15, 1, 0.3)
    #expect((0.9...1).contains(fit.lag1.value))
    for figure in [fit.noiseSD, fit.noiseTime, fit.whiteSD, fit.rmsS2S, fit.std, fit.lag1] {
      let interval = try #require(figure.interval)
      #expect(interval.contains(figure.value) && interval.lower > 0)
    }
  }

  @Test("a motionless head and missing samples do not change σ and τ")
  func variants() throws {
    var random = SeededGenerator(seed: 12)
    for (sway, pose, missing) in [(0.0, 0.0, 0.0), (1, 0.15, 0.05)] {
      let windows = windows(120, pose: pose, sway: sway, missing: missing, using: &random)
      let fit = try #require(fitted(windows))
      #expect(fit.hasPose == (sway > 0))
      expectNear(fit.noiseSD.value / 0.15, 1, 0.3)
      expectNear(fit.noiseTime.value / 0.325, 1, 0.6)
    }
  }

  @Test("pose noise is not taken for the eye's, nor the reverse")
  func apart() throws {
    var random = SeededGenerator(seed: 13)
    let quiet = try #require(fitted(windows(120, noise: 0.03, white: 0.002, pose: 0.3, using: &random)))
    let pose = try #require(quiet.poseSD).value
    #expect(quiet.noiseSD.value < 0.08 && (0.2...0.4).contains(pose), "\(quiet)")
    let loud = try #require(fitted(windows(120, noise: 0.5, pose: 0.02, using: &random)))
    let little = try #require(loud.poseSD).value
    #expect((0.4...0.65).contains(loud.noiseSD.value) && little < 0.15, "\(loud)")
  }

  @Test("too few windows, and rates that no tracker has, give no fit")
  func none() {
    var random = SeededGenerator(seed: 14)
    let few = windows(7, using: &random)
    #expect(fitted(few) == nil)
    let enough = windows(20, using: &random)
    for period in [0, .nan, 1e-6, 100] {
      #expect(NoiseFit(enough, period: period, logRate: nil, gain: nil) == nil, "\(period)")
    }
    #expect(fitted([]) == nil)
  }
}
