extension DeviceProfile {
  /// The part of a device's profile for one rig: settings of the rig's pipelines, and regression limits.
  public struct RigSection: Sendable, Equatable, Codable {
    /// A setting and its source.
    public struct Setting: Sendable, Equatable, Codable {
      /// Name of one of the rig's settings.
      public var name: String
      /// Value, in `unit`.
      public var value: Double
      /// Unit that the rig uses for the setting.
      public var unit: String
      /// Kind of source.
      public var provenance: Provenance
      /// Source, in words.
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

    /// Settings that differ from the rig's defaults.
    public var settings: [Setting]
    /// Limits; nil for the rig's defaults.
    public var gates: Gates?

    /// A section from its parts.
    public init(settings: [Setting] = [], gates: Gates? = nil) {
      self.settings = settings
      self.gates = gates
    }
  }
}
