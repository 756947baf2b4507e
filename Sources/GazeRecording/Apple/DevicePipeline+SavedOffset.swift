import GazePipeline
public import PortableFoundation

extension DevicePipeline {
  /// The offset to keep for later sessions: what dots of this session measured. It is nil without the person's consent
  /// (`keepsOffset`) and before a dot was used. Ask for it before the session ends.
  public func measuredOffset(on date: Date = Date()) -> SavedOffset? {
    guard keepsOffset, let kept = pipeline.recentring?.kept else { return nil }
    return SavedOffset(kept, calibration: calibration, screen: geometry.points, date: date)
  }

  /// Begins this session and later ones with an offset that the person agreed to keep (`keepsOffset` becomes true). The
  /// offset counts in part and with a wider uncertainty, since sessions differ, and only in an interface of its size.
  ///
  /// - Throws: if the offset was measured on another device, or with another calibration of the person.
  public mutating func restore(_ saved: SavedOffset) throws(Failure) {
    guard saved.calibration.device == device else {
      throw .otherDevice(found: saved.calibration.device, expected: device)
    }
    guard saved.isLeft(by: calibration) else { throw .otherCalibration }
    restored = saved
    keepsOffset = true
    restart()
  }

  /// Forgets the offset that was restored and all that this session taught, and keeps none from here on.
  public mutating func eraseOffset() {
    restored = nil
    keepsOffset = false
    restart()
  }

  private var calibration: SavedCalibration { SavedCalibration(person, device: device) }
}
