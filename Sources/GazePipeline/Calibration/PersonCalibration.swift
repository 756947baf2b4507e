/// Correction for one person's eyes and tracker errors, as plain numbers.
///
/// The tracker reports `θ̂ = gain · θ + Q · (u², uv, v²)` for the cyclopean optical axis θ (yaw and pitch in the face's
/// frame, (u, v) = θ/10°); the visual axis is θ turned by `gazeOffset`. `gazeOffset` is kappa minus the tracker's bias;
/// since the data cannot distinguish kappa from the bias, `gazeOffset` does not describe the anatomy.
public struct PersonCalibration: Sendable, Equatable {
  /// Coefficients of the squared angles (u², uv, v²), with u and v in units of 10°; the coefficients are in radians.
  public struct Quadratic: Sendable, Equatable {
    /// Coefficients for the yaw.
    public var yaw: SIMD3<Double>
    /// Coefficients for the pitch.
    public var pitch: SIMD3<Double>

    /// No quadratic error.
    public static let zero = Quadratic(yaw: .zero, pitch: .zero)

    /// Coefficients for yaw and for pitch.
    public init(yaw: SIMD3<Double>, pitch: SIMD3<Double>) {
      self.yaw = yaw
      self.pitch = pitch
    }
  }

  /// Kappa of each eye; ARKit's names decide which eye is the left one.
  public struct EyeKappa: Sendable, Equatable {
    /// Kappa of the left eye.
    public var left: Kappa
    /// Kappa of the right eye.
    public var right: Kappa

    /// No kappa.
    public static let zero = EyeKappa(left: .zero, right: .zero)

    /// The kappas of both eyes.
    public init(left: Kappa, right: Kappa) {
      self.left = left
      self.right = right
    }
  }

  /// Offset of the cyclopean eye, one rotation in its Listing frame.
  public var gazeOffset: Kappa
  /// The tracker's total gain, (horizontal, vertical); 1 means no gain error.
  public var gain: SIMD2<Double>
  /// Q: coefficients of the squared angles for yaw and pitch, with the angles in units of 10°, radians; zero means no
  /// quadratic error.
  public var quadratic: Quadratic
  /// Kappa of ARKit's left and right eye, applied before the two eyes are averaged. It is zero unless each eye's kappa
  /// is known, as in a simulation; leaving it at zero is harmless because mirrored kappas cancel in the mean of both
  /// eyes.
  public var eyeKappa: EyeKappa
  /// Trust in the offset: full, unless the offset comes from an earlier session (`PersonTrust`).
  public var trust = PersonTrust.full

  /// Unit of the angles u and v in the quadratic terms: 10°, in radians.
  package static let quadraticScale = 10 * Double.pi / 180

  /// No calibration: zero offset, gain 1.
  public static let none = PersonCalibration()

  /// A calibration from its numbers.
  public init(
    gazeOffset: Kappa = .zero, gain: SIMD2<Double> = SIMD2(1, 1),
    quadratic: Quadratic = .zero, eyeKappa: EyeKappa = .zero
  ) {
    self.gazeOffset = gazeOffset
    self.gain = gain
    self.quadratic = quadratic
    self.eyeKappa = eyeKappa
  }

  /// Visual direction that belongs to the cyclopean direction `d` reported by the tracker; both are unit vectors in the
  /// face's frame.
  public func visualDirection(reported d: SIMD3<Double>) -> SIMD3<Double> {
    if gain == SIMD2(1, 1), !isQuadratic { return gazeOffset.visualAxis(optical: d) }
    let reported = GazeAngles(direction: d)
    var angles = SIMD2(reported.yaw, reported.pitch)
    if isQuadratic { angles = linearised(angles) } else { angles /= gain }
    return gazeOffset.visualAxis(optical: GazeAngles(yaw: angles.x, pitch: angles.y).directionBySeries)
  }

  /// Angles that the tracker reports for a visual direction (face frame, unit vector); the inverse of
  /// `visualDirection(reported:)`.
  public func reportedAngles(visual v: SIMD3<Double>) -> GazeAngles {
    let optical = GazeAngles(direction: gazeOffset.opticalAxis(visual: v))
    let angles = SIMD2(optical.yaw, optical.pitch)
    let reported = angles * gain + (isQuadratic ? added(to: angles) : .zero)
    return GazeAngles(yaw: reported.x, pitch: reported.y)
  }

  private var isQuadratic: Bool { quadratic != .zero }

  private func added(to angles: SIMD2<Double>) -> SIMD2<Double> {
    let squares = Self.squares(SIMD2(angles.x.degrees, angles.y.degrees))
    return SIMD2((quadratic.yaw * squares).sum(), (quadratic.pitch * squares).sum())
  }

  /// Solves gain · θ + Q · (u², uv, v²) = θ̂ for θ by Newton's method, starting at θ̂/gain. Convergence is quadratic,
  /// so within the eye's range five steps reach the accuracy of rounding.
  private func linearised(_ reported: SIMD2<Double>) -> SIMD2<Double> {
    var angles = reported / gain
    for _ in 0..<5 {
      let miss = angles * gain + added(to: angles) - reported
      let (u, v) = (angles.x / Self.quadraticScale, angles.y / Self.quadraticScale)
      let (byYaw, byPitch) = (SIMD3(2 * u, v, 0) / Self.quadraticScale, SIMD3(0, u, 2 * v) / Self.quadraticScale)
      let (a, b) = (gain.x + (quadratic.yaw * byYaw).sum(), (quadratic.yaw * byPitch).sum())
      let (c, d) = ((quadratic.pitch * byYaw).sum(), gain.y + (quadratic.pitch * byPitch).sum())
      let step = SIMD2(d * miss.x - b * miss.y, a * miss.y - c * miss.x) / (a * d - b * c)
      // No inverse exists at this angle, which is beyond the range of any real tracker error; use the linear part
      // alone.
      guard step.x.isFinite, step.y.isFinite else { return reported / gain }
      angles -= step
    }
    return angles
  }

  /// (u², uv, v²) of angles in degrees; the 10 is that of `quadraticScale`.
  package static func squares(_ degrees: SIMD2<Double>) -> SIMD3<Double> {
    let (u, v) = (degrees.x / 10, degrees.y / 10)
    return SIMD3(u * u, u * v, v * v)
  }
}
