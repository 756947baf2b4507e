/// A change by `compare` to the simulated people or their sensor, in addition to the requested settings.
package struct RigCondition: Sendable, Equatable, Encodable {
  /// Name in a few words: `without prompts`.
  package var name: String
  /// Meaning of the condition, in a sentence without a full stop.
  package var summary: String
  /// Constants of the simulation, as in `--set`; if empty, the scenarios' own constants are used.
  package var settings: [String: Double]

  /// A condition from its parts.
  package init(_ name: String, _ summary: String, _ settings: [String: Double] = [:]) {
    self.name = name
    self.summary = summary
    self.settings = settings
  }
}
