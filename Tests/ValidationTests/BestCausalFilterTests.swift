import Calibrate
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct BestCausalFilterTests {
  /// RMS errors of estimates about the fixated place: fixations of 0.6 s at random places, with AR(1) noise of SD 10
  /// points and time constant 0.325 s.
  private func rms(seed: UInt64, _ steps: [(SIMD2<Double>, Double) -> SIMD2<Double>]) -> [Double] {
    let stream = RandomStream(seed: seed, .eyeNoise, participant: 0)
    let phi = exp(-1 / (60 * 0.325))
    var (noise, place) = (stream.normals(0) * 10, SIMD2(200.0, 400))
    var sums = steps.map { _ in 0.0 }
    for i in 0..<12_000 {
      if i % 36 == 0 { place = SIMD2(200, 400) + stream.normals(UInt64(1_000_000 + i)) * 120 }
      noise = noise * phi + stream.normals(UInt64(i + 1)) * (10 * (1 - phi * phi).squareRoot())
      for (k, step) in steps.enumerated() {
        let error = step(place + noise, Double(i) / 60) - place
        sums[k] += (error * error).sum()
      }
    }
    return sums.map { ($0 / 12_000).squareRoot() }
  }

  @Test("on its own model it is clearly below the raw pointer and every example filter")
  func best() {
    let truth = BestCausalFilter.Truth(
      noise: 10, noiseTime: 0.325, white: 0.1, speed: 0.1, speedTime: 0.3, jump: 150, restTime: 0.6, flightTime: 0.02)
    var best = BestCausalFilter(truth)
    var others = Smoothing.Family.allCases.map { PointerFilter($0.example) }
    // n = 200 fixations; the raw error is 14.1 points. The improvement comes from the slow noise, whose estimate
    // remains valid across saccades.
    let found = rms(
      seed: 7,
      [{ best.step($0, at: $1) }] + others.indices.map { index in { others[index].step($0, at: $1) } })
    for (family, error) in zip(Smoothing.Family.allCases, found.dropFirst()) {
      #expect(found[0] < 0.95 * error, "\(family): \(found[0]) of \(error)")
    }
  }

  @Test("times that stand still or run backwards leave the last estimate")
  func time() {
    let truth = BestCausalFilter.Truth(
      noise: 10, noiseTime: 0.325, white: 0.1, speed: 1, speedTime: 0.3, jump: 150, restTime: 0.6, flightTime: 0.02)
    var filter = BestCausalFilter(truth)
    for index in 0..<20 { _ = filter.step(SIMD2(5, 6), at: Double(index) / 60) }
    let last = filter.step(SIMD2(5, 6), at: 1)
    #expect((last - SIMD2(5, 6)).length < 1)
    #expect(filter.step(SIMD2(500, 6), at: 1) == last)
    #expect(filter.step(SIMD2(500, 6), at: 0.5) == last)
  }
}
