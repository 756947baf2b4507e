public import GazePipeline
public import PortableFoundation

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
    let (values, remedy) = (try decoder.container(keyedBy: CodingKeys.self), "; calibrate the person again")
    device = try values.decode(String.self, forKey: .device)
    gazeOffsetDegrees = try values.pair(.gazeOffsetDegrees, -45...45, "angles from -45° to 45°" + remedy)
    gain = try values.pair(.gain, 0.1...10, "gains from 0.1 to 10" + remedy)
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

extension KeyedDecodingContainer {
  /// Decodes two numbers within a range; the error says what is expected.
  fileprivate func pair(_ key: Key, _ range: ClosedRange<Double>, _ expected: String) throws -> Vector2 {
    let pair = try decode(Vector2.self, forKey: key)
    guard range.contains(pair.x), range.contains(pair.y) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "expected " + expected)
    }
    return pair
  }
}

/// Pointer's offset as an app keeps it between sessions, with the consent of the person: a few numbers, Codable.
///
///     if let found = pipeline.measuredOffset() { try JSONEncoder().encode(found).write(to: file, …) }
///     try pipeline.restore(JSONDecoder().decode(SavedOffset.self, from: data))
///     pipeline.eraseOffset()
///
/// It holds what dots measured, which the person was asked to look at, and nothing of taps or reading. The numbers are
/// biometric: keep them on the device, let the person erase them, and never put them into a recording that is shared.
public struct SavedOffset: Sendable, Equatable, Codable {
  /// The person's calibration with which the offset was measured, and the device: the offset is what that calibration
  /// leaves.
  public let calibration: SavedCalibration
  /// Size of the interface in which the offset was measured, points.
  public let screen: SIMD2<Double>
  /// Expected offset: raw pointer minus gaze, points.
  public let mean: SIMD2<Double>
  /// Standard deviation of the offset in its own session, points per axis.
  public let deviation: SIMD2<Double>
  /// Time at which the session ended.
  public let date: Date

  /// Largest offset per axis, points; the cap of `Recentring` is below it.
  private static let most = 1000.0

  init(_ kept: Recentring.KeptOffset, calibration: SavedCalibration, screen: Vector2, date: Date) {
    (self.calibration, self.screen, self.date) = (calibration, screen, date)
    (mean, deviation) = (kept.mean, kept.deviation)
  }

  /// Decodes an offset.
  ///
  /// - Throws: `DecodingError` for an offset beyond 1,000 points, a deviation that is not in 0.001…1,000 points, or a
  ///   screen that is not of 1 to 100,000 points.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func point(_ key: CodingKeys, _ range: ClosedRange<Double>) throws -> Vector2 {
      try values.pair(key, range, "points from \(range.lowerBound) to \(range.upperBound); erase the offset")
    }
    calibration = try values.decode(SavedCalibration.self, forKey: .calibration)
    screen = try point(.screen, 1...100_000)
    mean = try point(.mean, -Self.most...Self.most)
    deviation = try point(.deviation, 0.001...Self.most)
    date = try values.decode(Date.self, forKey: .date)
  }

  /// The offset as recentring takes it.
  var kept: Recentring.KeptOffset { Recentring.KeptOffset(mean: mean, deviation: deviation) }

  /// True for an interface of the size in which the offset was measured.
  func fits(_ points: Vector2) -> Bool { points == screen }

  /// True if the offset is what this calibration leaves; the numbers are compared after a passage through degrees.
  func isLeft(by other: SavedCalibration) -> Bool {
    let (angle, gain) = (calibration.gazeOffsetDegrees - other.gazeOffsetDegrees, calibration.gain - other.gain)
    return max(angle.max(), -angle.min(), gain.max(), -gain.min()) < 1e-9
  }
}
