package import GazeRecording

/// A numeric parameter of a rig's pipelines, with its default here. A profile's value overrides the default, and a
/// calibration file's value overrides both.
package struct RigSetting: Sendable, Equatable {
  /// A name such as `latencyMilliseconds`.
  package var name: String
  /// Unit of `value`: `deg`, `ms`, `pt`, `1`.
  package var unit: String
  /// The default value.
  package var value: Double
  /// Allowed values.
  package var range: ClosedRange<Double>
  /// Kind of source of the default.
  package var provenance: Provenance
  /// Source, or reason for the value.
  package var source: String

  /// A setting from its parts.
  package init(
    _ name: String, _ unit: String, _ value: Double, _ range: ClosedRange<Double>, _ provenance: Provenance,
    _ source: String
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.range = range
    self.provenance = provenance
    self.source = source
  }

  /// The range in words: `0.0 to 400.0 ms`.
  package var expected: String {
    "\(range.lowerBound) to \(range.upperBound)" + (unit == "1" ? "" : " \(unit)")
  }
}
