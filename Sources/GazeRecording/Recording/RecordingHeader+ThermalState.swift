extension RecordingHeader {
  /// Thermal state of the phone, with the names of `ProcessInfo.ThermalState`. A warm phone delivers fewer frames.
  public enum ThermalState: String, Sendable, Codable, CaseIterable {
    /// Within normal limits.
    case nominal
    /// Slightly warm.
    case fair
    /// Warm: the system slows down.
    case serious
    /// Hot: the system slows down as far as it can.
    case critical
  }
}
