/// Kind of source of a number.
public enum Provenance: String, Sendable, Codable, CaseIterable {
  /// Published for this device.
  case published
  /// Computed from published numbers.
  case derived
  /// Measured, on recordings or on the device itself.
  case recorded
  /// A plausible value that was not measured; a parameter that can be swept.
  case assumed
  /// Estimated from similar devices, with a sigma that states the possible error.
  case estimated
}

/// A length with its uncertainty and source.
public struct SourcedLength: Sendable, Equatable, Codable {
  /// Metres.
  public var value: Double
  /// Standard deviation, metres, ≥ 0. A fit uses sigma as the prior's standard deviation, and the simulator as the
  /// scatter between phones.
  public var sigma: Double
  /// Always `m`.
  public var unit = "m"
  /// Kind of source.
  public var provenance: Provenance
  /// Source, in words.
  public var source: String

  /// A length from its parts.
  public init(value: Double, sigma: Double, provenance: Provenance, source: String) {
    self.value = value
    self.sigma = sigma
    self.provenance = provenance
    self.source = source
  }
}
