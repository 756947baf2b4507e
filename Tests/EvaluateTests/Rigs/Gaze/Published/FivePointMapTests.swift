import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct FivePointMapTests {
  private static let targets: [SIMD2<Double>] = [
    SIMD2(200, 400), SIMD2(50, 100), SIMD2(350, 100), SIMD2(50, 700), SIMD2(350, 700),
  ]

  /// Pointers at x = 180, 150 and 210 on top, 140 and 200 below: widths 60 and 60, scale 300/60. Heights 120 and 80:
  /// 600/100.
  @Test("by hand: the corners' mean width and height give the scale, all five the shift")
  func byHand() throws {
    let pointers: [SIMD2<Double>] = [
      SIMD2(180, 400), SIMD2(150, 340), SIMD2(210, 360), SIMD2(140, 460), SIMD2(200, 440),
    ]
    let map = try #require(FivePointMap(Array(zip(Self.targets, pointers)).map { (target: $0, pointer: $1) }))
    #expect(map.scale == SIMD2(5, 6))
    // Mean of targets (200, 400), of pointers (176, 400): 200 − 5·176, 400 − 6·400.
    expectNear(map.shift, SIMD2(-680, -2000), 1e-9)
    expectNear(map.apply(SIMD2(176, 400)), SIMD2(200, 400), 1e-9)
  }

  @Test("without four corners, or with pointers that coincide, there is no map")
  func none() {
    #expect(FivePointMap([]) == nil)
    #expect(FivePointMap(Self.targets.dropLast().map { (target: $0, pointer: $0) }) == nil)
    #expect(FivePointMap(Self.targets.map { (target: $0, pointer: SIMD2(7, 7)) }) == nil)
    #expect(FivePointMap(Self.targets.map { (target: $0, pointer: SIMD2(.nan, 7)) }) == nil)
  }

  @Test(
    "from simulated five points the calibrated pointer is nearer for nearly everybody (n = 12, optimistic, seed 21)")
  func simulated() async throws {
    var run = try Run.mini(preset: .optimistic, participants: 12, pipeline: GazeRig.moawinberg)
    let with = try await run.people()
    run.personCalibration = .none
    let without = try await run.people()
    let better = zip(with, without).count { with, without in
      (with.pointer.errorPoints.median ?? 1e9) < (without.pointer.errorPoints.median ?? 0)
    }
    #expect(better >= 9, "\(better) of 12")
    #expect(try await run.evaluation().personCalibration == "none")
    #expect(try await run.evaluation().smoothing == "mean of 30 once calibrated")
  }
}
