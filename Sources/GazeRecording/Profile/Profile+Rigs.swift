extension DeviceProfile {
  /// What a device says for a rig: the numbers that its pipelines take, and regression limits.
  public struct RigSection: Sendable, Equatable, Codable {
    /// A number and where it comes from.
    public struct Setting: Sendable, Equatable, Codable {
      /// One of the rig's.
      public var name: String
      /// In `unit`.
      public var value: Double
      /// The rig's own for it.
      public var unit: String
      /// What kind of source.
      public var provenance: Provenance
      /// Which source, in words.
      public var source: String

      /// A setting from its parts.
      public init(name: String, value: Double, unit: String, provenance: Provenance, source: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.provenance = provenance
        self.source = source
      }
    }

    /// Those that differ from the rig's own.
    public var settings: [Setting]
    /// Limits; nil leaves the rig's own.
    public var gates: Gates?

    /// A section from its parts.
    public init(settings: [Setting] = [], gates: Gates? = nil) {
      self.settings = settings
      self.gates = gates
    }
  }
}
