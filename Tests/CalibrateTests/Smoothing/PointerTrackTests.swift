import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct PointerTrackTests {
  /// The track of a gaze that fixates a new place every 0.3 s, `step` points from the last one and reached within two
  /// frames; or of a gaze on a target that moves at `speed`.
  private func points(
    step: Double, speed: Double = 0, noise: Double = 0, count: Int = 600
  ) -> [(time: Double, point: SIMD2<Double>)] {
    var random = SeededGenerator(seed: 41)
    return (0..<count).map { i in
      let t = Double(i) / 60
      let (number, within) = (i / 18, i % 18)
      let share = within == 0 ? 0.33 : within == 1 ? 0.67 : 1
      let x = (Double(number) - 1 + share) * step + speed * t
      return (t, SIMD2(x + noise * random.normal(), 300 + noise * random.normal()))
    }
  }

  @Test("saccades are found in place, with the fixated place between")
  func fixations() {
    let track = PointerTrack(segmenting: points(step: 60, noise: 0.3))
    #expect((31...33).contains(track.jumps), "\(track.jumps)")
    for jump in track.saccades {
      #expect(jump.sample % 18 <= 2)
      expectNear((jump.to - jump.from).x, 60, 3)
    }
    // The last segment is cut short by the track's end.
    for (i, sample) in track.samples.prefix(590).enumerated() where i % 18 > 4 && i % 18 < 15 {
      let place = Double(i / 18) * 60
      expectNear(sample.reference?.x, place, 1.5, "sample \(i)")
    }
    #expect(track.samples.contains { $0.isMoving })
  }

  @Test("a moving target is followed without lag: the reference is on its line")
  func pursuit() {
    let track = PointerTrack(segmenting: points(step: 0, speed: 200, noise: 0.5))
    #expect(track.jumps == 0 && track.plateaus >= 1)
    for sample in track.samples.dropFirst(20).dropLast(20) {
      expectNear(sample.reference?.x, 200 * sample.time, 1.5)
    }
  }

  @Test("too few points, gaps and points that never move are handled")
  func hostile() {
    #expect(PointerTrack(segmenting: []).samples.isEmpty)
    #expect(PointerTrack(segmenting: Array(points(step: 60).prefix(5))).plateaus == 0)
    let still = PointerTrack(segmenting: (0..<100).map { (Double($0) / 60, SIMD2(5, 5)) })
    #expect(still.jumps == 0 && still.plateaus == 1)
    for sample in still.samples { expectNear(sample.reference?.x, 5, 1e-9) }
    let apart = (0..<100).map { i -> (time: Double, point: SIMD2<Double>) in
      let isLater = i >= 50
      return (Double(isLater ? i + 600 : i) / 60, SIMD2(isLater ? 300.0 : 5.0, 5.0))
    }
    let gap = PointerTrack(segmenting: apart)
    #expect(gap.jumps == 0)
  }

  @Test("settling runs from jump to three quarters, infinite if never reached")
  func settling() {
    let track = PointerTrack(segmenting: points(step: 60))
    let raw = track.settlingTimes(track.filtered(.none))
    #expect(raw.count == track.jumps)
    #expect(raw.allSatisfy { $0 < 0.02 })
    // A mean of ten points has covered 0.75 of a step after 8 points at the latest.
    let mean = track.settlingTimes(track.filtered(.movingAverage(10)))
    #expect(mean.dropLast().allSatisfy { (0.09...0.15).contains($0) })
    let never = track.settlingTimes(track.samples.map { _ in .zero })
    #expect(never.contains(.infinity))
  }
}
