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

struct WholePrecisionTests {
  @Test("medians of steps and windows agree with a simple slow computation, without lost samples")
  func brute() {
    var generator = SeededGenerator(seed: 5)
    var samples: [GazeAngles?] = []
    for _ in 0..<9000 {
      let gaze = GazeAngles(yaw: generator.uniform() * 0.01, pitch: generator.uniform() * 0.02)
      samples.append(generator.uniform() < 0.1 ? nil : gaze)
    }
    var whole = WholePrecision()
    for (i, gaze) in samples.enumerated() {
      let isTaken = whole.add(gaze, at: Double(i) / 100)
      #expect(isTaken)
    }
    let squares: [Double?] = zip(samples.dropFirst(), samples).map { b, a in
      guard let a, let b else { return nil }
      return (b.yaw - a.yaw) * (b.yaw - a.yaw) + (b.pitch - a.pitch) * (b.pitch - a.pitch)
    }
    let middle = median(squares.compactMap { $0 }).squareRoot() * 180 / .pi
    expectNear(whole.medianDegrees, middle, 1e-6 * middle)
    for length in [2, 3, 20, 700] {
      let windows: [Double] = (0...(squares.count - (length - 1))).compactMap { start in
        let own = squares[start..<start + length - 1].compactMap { $0 }
        return own.isEmpty ? nil : own.mean.squareRoot()
      }
      let expected = median(windows) * 180 / .pi
      expectNear(whole.windowDegrees(samples: length), expected, 1e-6 * expected, "\(length)")
    }
    expectNear(whole.dataLoss, Double(samples.count { $0 == nil }) / 9000, 1e-12)
    expectNear(whole.nominalRate, 100, 1e-6)
  }

  @Test("too few samples give no figure")
  func few() {
    var whole = WholePrecision()
    #expect(whole.medianDegrees == nil && whole.dataLoss == nil && whole.nominalRate == nil)
    _ = whole.add(.zero, at: 0)
    _ = whole.add(nil, at: 1)
    #expect(
      whole.medianDegrees == nil && whole.windowDegrees(samples: 2) == nil && whole.windowDegrees(samples: 0) == nil)
    #expect(whole.dataLoss == 0.5)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
