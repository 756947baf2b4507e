/// What one person's eyes and tracker errors need, as plain numbers.
///
/// The tracker reports `θ̂ = gain · θ` of the cyclopean optical axis (yaw and pitch in the face's frame), and the
/// visual axis lies `gazeOffset` from it. `gazeOffset` is what the data hold, kappa minus the tracker's bias:
/// the two cannot be told apart, so it is no claim about anatomy.
public struct PersonCalibration: Sendable, Equatable {
  /// The cyclopean eye's offset, one rotation in its Listing frame.
  public var gazeOffset: Kappa
  /// The tracker's total gain, (horizontal, vertical); 1 is none.
  public var gain: SIMD2<Double>
  /// Kappa of ARKit's left and right eye where it is known for each (a simulation); applied before the two are
  /// joined. Zero otherwise: mirrored kappas cancel in the mean of both eyes.
  public var eyeKappa: (left: Kappa, right: Kappa)

  /// Nobody's: no offset, gain 1.
  public static let none = PersonCalibration()

  /// A calibration from its numbers.
  public init(
    gazeOffset: Kappa = .zero, gain: SIMD2<Double> = SIMD2(1, 1),
    eyeKappa: (left: Kappa, right: Kappa) = (.zero, .zero)
  ) {
    self.gazeOffset = gazeOffset
    self.gain = gain
    self.eyeKappa = eyeKappa
  }

  /// From the reported cyclopean direction (face frame, unit) to the visual one.
  public func visualDirection(reported d: SIMD3<Double>) -> SIMD3<Double> {
    if gain == SIMD2(1, 1) { return gazeOffset.visualAxis(optical: d) }
    let reported = GazeAngles(direction: d)
    let optical = GazeAngles(yaw: reported.yaw / gain.x, pitch: reported.pitch / gain.y)
    return gazeOffset.visualAxis(optical: optical.direction)
  }

  /// From the visual direction (face frame, unit) to the angles that the tracker reports;
  /// the inverse of `visualDirection(reported:)`.
  public func reportedAngles(visual v: SIMD3<Double>) -> GazeAngles {
    let optical = GazeAngles(direction: gazeOffset.opticalAxis(visual: v))
    return GazeAngles(yaw: optical.yaw * gain.x, pitch: optical.pitch * gain.y)
  }

  /// True where all numbers are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.gazeOffset == b.gazeOffset && a.gain == b.gain && a.eyeKappa == b.eyeKappa
  }
}
