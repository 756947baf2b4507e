package import GazeRecording

/// A number that the pipelines of a rig take: its default stands here, a profile's section goes before it, a calibration
/// file before both.
package struct RigSetting: Sendable, Equatable {
  /// Such as `latencyMilliseconds`.
  package var name: String
  /// Of `value`: `deg`, `ms`, `pt`, `1`.
  package var unit: String
  /// When nobody says otherwise.
  package var value: Double
  /// What is allowed.
  package var range: ClosedRange<Double>
  /// Where the default comes from.
  package var provenance: Provenance
  /// Source or reason.
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
