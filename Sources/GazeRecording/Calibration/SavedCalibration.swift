public import GazePipeline

/// A person's calibration as an app keeps it between sessions: a few numbers, Codable.
///
///     let data = try JSONEncoder().encode(SavedCalibration(found.calibration, device: profile.id))
///     let saved = try JSONDecoder().decode(SavedCalibration.self, from: data)
///     pipeline.person = try saved.calibration(for: profile)
///
/// Part of an offset belongs to the session in which it was measured, so a later session trusts it less than its own
/// (`PersonTrust`). The numbers are biometric: keep them on the device.
public struct SavedCalibration: Sendable, Equatable, Codable {
  /// Identifier of the device's profile: the offset contains the tracker's own bias.
  public let device: String
  /// Gaze offset, degrees towards the screen's right, degrees up.
  public let gazeOffsetDegrees: SIMD2<Double>
  /// Gain, horizontal and vertical; 1 means no correction.
  public let gain: SIMD2<Double>

  /// The offset and gain of a calibration, with the device (`DeviceProfile.id`) on which it was made.
  public init(_ calibration: PersonCalibration, device: String) {
    self.device = device
    gazeOffsetDegrees = SIMD2(calibration.gazeOffset.towardsX.degrees, calibration.gazeOffset.up.degrees)
    gain = calibration.gain
  }

  /// Decodes a calibration.
  ///
  /// - Throws: `DecodingError` for an offset beyond 45° or a gain that is not in 0.1…10, which no fit finds.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func fault(_ key: CodingKeys, _ expected: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: values, debugDescription: "expected \(expected); calibrate the person again")
    }
    device = try values.decode(String.self, forKey: .device)
    gazeOffsetDegrees = try values.decode(SIMD2<Double>.self, forKey: .gazeOffsetDegrees)
    gain = try values.decode(SIMD2<Double>.self, forKey: .gain)
    guard gazeOffsetDegrees.min() >= -45, gazeOffsetDegrees.max() <= 45 else {
      throw fault(.gazeOffsetDegrees, "angles from -45° to 45°")
    }
    guard gain.min() >= 0.1, gain.max() <= 10 else { throw fault(.gain, "gains from 0.1 to 10") }
  }

  /// The calibration for a pipeline in a later session.
  ///
  /// - Parameters:
  ///   - profile: the profile of the device that the app runs on.
  ///   - trust: the trust in the offset; by default that for an offset of an earlier session.
  /// - Throws: `DevicePipeline.Failure.otherDevice` if it was made on another device.
  public func calibration(
    for profile: DeviceProfile, trust: PersonTrust = .assumed
  ) throws(DevicePipeline.Failure) -> PersonCalibration {
    guard device == profile.id else { throw .otherDevice(found: device, expected: profile.id) }
    var calibration = PersonCalibration(
      gazeOffset: Kappa(towardsX: gazeOffsetDegrees.x.radians, up: gazeOffsetDegrees.y.radians), gain: gain)
    calibration.trust = trust
    return calibration
  }
}
