import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

struct FixationQualityTests {
  private static let degree = Double.pi / 180

  /// Quality of a first-order autoregressive gaze about a point, with independent axes; σ is the stationary standard
  /// deviation, degrees.
  private static func quality(
    n: Int, sigma: SIMD2<Double>, phi: Double = 0, rho: Double = 0, seed: UInt64
  ) -> FixationQuality {
    var (rng, quality) = (SeededGenerator(seed: seed), FixationQuality(target: .zero))
    var state = SIMD2(rng.normal(), rng.normal())
    for i in 0..<n {
      let angles = sigma * SIMD2(state.x, rho * state.x + (1 - rho * rho).squareRoot() * state.y) * degree
      quality.add(GazeAngles(yaw: angles.x, pitch: angles.y), at: Double(i) / 60)
      state = state * phi + SIMD2(rng.normal(), rng.normal()) * (1 - phi * phi).squareRoot()
    }
    return quality
  }

  @Test("White noise: RMS-S2S/STD = √2, STD = √(σx² + σy²) (n = 40,000, ± 2 %: 4 standard errors)")
  func whiteNoise() throws {
    let quality = Self.quality(n: 40_000, sigma: SIMD2(0.3, 0.4), seed: 5)
    let (rms, std) = (try #require(quality.rmsS2SDegrees), try #require(quality.stdDegrees))
    expectNear(std / 0.5, 1, 0.02)
    expectNear(rms / std / 2.0.squareRoot(), 1, 0.02)
  }

  @Test("AR(1) gaze: RMS-S2S = σ √(2(1 − φ)) per axis (n = 40,000, ± 3 %)", arguments: [0.5, 0.9])
  func autoregression(phi: Double) throws {
    let quality = Self.quality(n: 40_000, sigma: SIMD2(0.2, 0.2), phi: phi, seed: 6)
    let expected = 0.2 * (2 * (1 - phi)).squareRoot() * 2.0.squareRoot()
    try expectNear(#require(quality.rmsS2SDegrees) / expected, 1, 0.03)
  }

  @Test(
    "Gaussian BCEA: −2 ln(1 − P) π σx σy √(1 − ρ²) (n = 40,000, ± 3 %: 4 standard errors)", arguments: [0, 0.8])
  func bcea(rho: Double) throws {
    let quality = Self.quality(n: 40_000, sigma: SIMD2(0.3, 0.5), rho: rho, seed: 7)
    let expected = -2 * log(1 - 0.6827) * Double.pi * 0.15 * (1 - rho * rho).squareRoot()
    try expectNear(#require(quality.bceaDegrees2()) / expected, 1, 0.03)
  }

  @Test("A steady gaze has its angle as accuracy, its direction as offset, no scatter")
  func steady() throws {
    var quality = FixationQuality(target: GazeAngles(yaw: 0.1, pitch: -0.05))
    let gaze = GazeAngles(yaw: 0.12, pitch: -0.05)
    for i in 0..<10 { quality.add(gaze, at: Double(i) / 60) }
    let exact = acos((gaze.direction * quality.target.direction).sum()) / Self.degree
    let offset = try #require(quality.offsetDegrees)
    expectNear(quality.accuracyDegrees, exact, 1e-6)
    #expect(offset.x > 0 && abs(offset.y) < 0.01)
    #expect(quality.rmsS2SDegrees == 0)
    #expect(try #require(quality.stdDegrees) < 1e-9)
    expectNear(quality.bceaDegrees2(), 0, 1e-12)
  }

  @Test("Offsets to both sides cancel in the accuracy but not in the precision")
  func balanced() throws {
    var quality = FixationQuality(target: .zero)
    for i in 0..<10 { quality.add(GazeAngles(yaw: i % 2 == 0 ? 0.01 : -0.01, pitch: 0), at: Double(i)) }
    #expect(try #require(quality.accuracyDegrees) < 1e-9)
    expectNear(quality.rmsS2SDegrees, 0.02 / Self.degree, 1e-9)
  }

  @Test("Lost samples count as data loss, interrupt RMS-S2S and leave a gap")
  func loss() {
    var quality = FixationQuality(target: .zero)
    // Valid at 0, 1, 5, 6 of 0…9 (tenths of a second): gaps 0.4 s inside, 0.3 s at the end.
    for i in 0..<10 {
      let isValid = [0, 1, 5, 6].contains(i)
      let gaze = GazeAngles(yaw: i < 3 ? 0 : 0.5, pitch: 0)
      quality.add(isValid ? gaze : i == 3 ? GazeAngles(yaw: .nan, pitch: 0) : nil, at: Double(i) / 10)
    }
    #expect(quality.sampleCount == 10 && quality.validCount == 4)
    expectNear(quality.dataLoss, 0.6, 1e-12)
    expectNear(quality.longestGap, 0.4, 1e-12)
    expectNear(quality.effectiveFrequency, 4, 1e-9)
    expectNear(quality.dataLoss(expectedRate: 8), 0.5, 1e-9)
    // The step from 0 to 0.5 rad happened while samples were lost.
    #expect(quality.rmsS2SDegrees == 0)
  }

  @Test("Without samples, or with invalid ones, there are no figures and no NaN")
  func hostile() {
    var quality = FixationQuality(target: GazeAngles(yaw: .nan, pitch: 0))
    #expect(quality.dataLoss == nil && quality.longestGap == nil && quality.duration == nil)
    for time in [Double.nan, .infinity, 1e300] { quality.add(.zero, at: time) }
    #expect(quality.sampleCount == 0)
    quality.add(GazeAngles(yaw: 1e300, pitch: -.infinity), at: 0)
    quality.add(.zero, at: 0)  // not later than the last
    #expect(quality.sampleCount == 1 && quality.validCount == 0)
    #expect(quality.stdDegrees == nil && quality.accuracyDegrees == nil && quality.bceaDegrees2() == nil)
    quality.add(.zero, at: 1)
    #expect(quality.accuracyDegrees == nil && quality.stdDegrees == 0)
    #expect(quality.bceaDegrees2(probability: 1) == nil && quality.bceaDegrees2(probability: .nan) == nil)
  }
}
