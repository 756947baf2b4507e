/// Where a number comes from.
public enum Provenance: String, Sendable, Codable, CaseIterable {
  /// Somebody published it for this device.
  case published
  /// Computed from published numbers.
  case derived
  /// Measured, on recordings or on the device itself.
  case recorded
  /// A reasonable value that nobody has measured; a parameter that can be swept.
  case assumed
  /// Judged from similar devices, with a sigma that says how far it may be off.
  case estimated
}

/// A length with its uncertainty and where it comes from.
public struct SourcedLength: Sendable, Equatable, Codable {
  /// Metres.
  public var value: Double
  /// Standard deviation, metres, ≥ 0: a prior for a fit, and how far simulated phones scatter.
  public var sigma: Double
  /// Always `m`.
  public var unit = "m"
  /// What kind of source.
  public var provenance: Provenance
  /// Which source, in words.
  public var source: String

  /// A length from its parts.
  public init(value: Double, sigma: Double, provenance: Provenance, source: String) {
    self.value = value
    self.sigma = sigma
    self.provenance = provenance
    self.source = source
  }
}
