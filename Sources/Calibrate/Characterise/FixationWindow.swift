import GazePipeline

/// A run of frames in which the eyes rest: on a known target or, without targets, while they do not move fast.
struct FixationWindow: Sendable {
  /// One frame of a window. Angles are (yaw, pitch) in radians, as precise as the matrices that they come from.
  struct Sample: Sendable {
    /// Seconds from the window's start.
    var time: Float
    /// Reported direction, face frame.
    var reported: SIMD2<Float>
    /// Direction from the cyclopean eye to the target, face frame; zero without a target.
    var expected: SIMD2<Float>
  }

  /// Time of the first sample, seconds.
  var start: Double
  var samples: [Sample]
  /// Quantities that need a target; nil without one.
  var geometry: Geometry?
  /// Ratio of the noise in this window to the noise at the reference distance, straight ahead.
  var noiseScale: Double
  /// Derivative of the ratio's logarithm by the assumed direction of the optical axis, (yaw, pitch), per radian.
  var noiseSlope: SIMD2<Double>
  /// Number of the fixation; a long fixation is cut into several windows.
  var look: Int

  /// Means over a window on a target.
  struct Geometry: Sendable {
    /// The face's direction in the camera's frame, (yaw, pitch), radians.
    var head: SIMD2<Double>
    /// Change of `expected` per relative increase of the face's distance, radians.
    var byDistance: SIMD2<Double>
    /// Change of `expected` per metre by which the camera lies further right and further down in the screen, radians.
    var byCameraX: SIMD2<Double>, byCameraY: SIMD2<Double>
    /// Change of `expected` since the previous target, radians; zero for the first.
    var jump: SIMD2<Double>
  }

  /// Middle of the window, seconds.
  var time: Double { start + Double(samples.last?.time ?? 0) / 2 }

  func mean(_ value: (Sample) -> SIMD2<Float>) -> SIMD2<Double> {
    samples.reduce(.zero) { $0 + SIMD2<Double>(value($1)) } / Double(max(samples.count, 1))
  }
}

/// Assumed growth of noise, as in the simulator: noise is proportional to distance/`distance` and to 1 + (angle from
/// `reference`/`eccentricity`)². Without this assumption the results would depend on the positions from which the
/// person happened to look.
package struct NoiseScale: Sendable, Equatable {
  /// Reference distance, metres.
  package var distance = 0.35
  /// Angle at which the eccentricity doubles the noise, radians.
  package var eccentricity = 15.0.radians
  /// Reported optical axis at the reference, (yaw, pitch), radians: the direction in which people look at a phone.
  package var reference = SIMD2(0, -4.0.radians)
  /// Angle by which the visual axis lies above the optical one, radians: the mean over people.
  package var kappaUp = 2.0.radians

  /// Creates the scale with the simulator's numbers for the preset `typical`.
  package init() {}

  /// The reference as a direction of the visual axis.
  var visualReference: SIMD2<Double> { reference + SIMD2(0, kappaUp) }

  /// The factor for an eye at this distance whose optical axis has these angles.
  func factor(distance: Double, angles: SIMD2<Double>) -> Double {
    let off = (angles - reference).length / eccentricity
    return min(max(distance / self.distance * (1 + off * off), 0.05), 50)
  }

  /// Derivative of the factor's logarithm by the angles, per radian.
  func slope(angles: SIMD2<Double>) -> SIMD2<Double> {
    let off = angles - reference
    return off * (2 / (eccentricity * eccentricity + (off * off).sum()))
  }

  /// Standard deviation of the optical axis as derived from the target's position, radians: the person's kappa
  /// (vertical 1°, horizontal the remainder after averaging the mirrored angles of two eyes), the tracker's face pose
  /// (1° each way), the camera's position (0.4°), rounded up for the few people with one seeing eye.
  static let axisSD = SIMD2(1.4.radians, 1.8.radians)
  /// Relative standard deviation of the distance (Nissen 2023).
  static let distanceSD = 0.025
}
