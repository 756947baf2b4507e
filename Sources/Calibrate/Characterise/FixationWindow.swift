import GazePipeline

/// A run of frames in which the eyes rest: on a known target or, without targets, while they do not move fast.
struct FixationWindow {
  /// One frame of a window. Angles are (yaw, pitch) in radians, as precise as the matrices that they come from.
  struct Sample {
    /// Seconds from the window's start.
    var time: Float
    /// `reported`: reported direction, face frame; `expected`: direction from the cyclopean eye to the target, face
    /// frame; zero without a target.
    var reported, expected: SIMD2<Float>
  }

  var start: Double
  var samples: [Sample]
  /// Quantities that need a target; nil without one.
  var geometry: Geometry?
  /// Ratio of the noise in this window to the noise at the reference distance, straight ahead.
  var noiseScale: Double
  /// Derivative of the ratio's logarithm by the assumed direction of the optical axis, (yaw, pitch), per radian.
  var noiseSlope: Vector2
  /// Number of the fixation; a long fixation is cut into several windows.
  var look: Int

  /// Means over a window on a target.
  struct Geometry {
    /// The face's direction in the camera's frame, (yaw, pitch), radians.
    var head: Vector2
    /// Change of `expected` per relative increase of the face's distance, radians.
    var byDistance: Vector2
    /// Change of `expected` per metre by which the camera lies further right and further down in the screen, radians.
    var byCameraX: Vector2, byCameraY: Vector2
    /// Change of `expected` since the previous target, radians; zero for the first.
    var jump: Vector2
  }

  var time: Double { start + Double(samples.last?.time ?? 0) / 2 }

  func mean(_ value: (Sample) -> SIMD2<Float>) -> Vector2 {
    samples.reduce(.zero) { $0 + Vector2(value($1)) } / Double(max(samples.count, 1))
  }
}

extension FixationWindow {
  /// `count` samples at intervals of `period`, from `start` seconds on, interpolated linearly between the window's
  /// samples; nil if the window is too short or lacks more than a quarter of them.
  func resampled(from start: Double, count: Int, period: Double) -> [Sample]? {
    let (start, period) = (Float(start), Float(period))
    let end = start + (Float(count) - 1.5) * period
    guard let last = samples.last, last.time >= end else { return nil }
    let inside = samples.count { $0.time >= start - period / 2 && $0.time < end + period }
    guard inside * 4 >= count * 3 else { return nil }
    var (result, i) = ([Sample](), 0)
    for k in 0..<count {
      let time = start + Float(k) * period
      while i + 2 < samples.count, samples[i + 1].time < time { i += 1 }
      let (a, b) = (samples[i], samples[min(i + 1, samples.count - 1)])
      let share = b.time > a.time ? min(max((time - a.time) / (b.time - a.time), 0), 1) : 0
      // Clock jitter does not shift samples: only a missing sample is interpolated.
      let part = abs(share - share.rounded()) < 0.25 ? share.rounded() : share
      result.append(
        Sample(
          time: time, reported: a.reported + (b.reported - a.reported) * part,
          expected: a.expected + (b.expected - a.expected) * part))
    }
    return result
  }
}
