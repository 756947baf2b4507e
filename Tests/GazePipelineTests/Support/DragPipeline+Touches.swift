import GazePipeline
import TestSupport

extension DragPipeline {
  /// Processes a touch, or a frame without one.
  @discardableResult
  mutating func touch(_ phase: DragPhase?, _ place: SIMD2<Double> = .zero, at time: Double) -> CameraPose {
    step(DragTouch(time: time, phase: phase, location: place))
  }

  /// Processes a million random touches, whose phase depends on their place in a stroke of 100. Returns how many poses
  /// have roll (1e-5 rad) or a quaternion that is not of unit length (1e-9).
  mutating func rolls(seed: UInt64, phase: (Int) -> DragPhase?, each: (CameraPose) -> Void) -> Int {
    var random = SeededGenerator(seed: seed)
    return (0..<1_000_000).count { index in
      let place = SIMD2(random.number(0...375), random.number(0...812))
      let pose = touch(phase(index % 100), place, at: Double(index) / 60)
      each(pose)
      let q = pose.orientation
      return !(abs(pose.horizonTilt) < 1e-5 && abs(q.w * q.w + q.vector.dot(q.vector) - 1) < 1e-9)
    }
  }
}
