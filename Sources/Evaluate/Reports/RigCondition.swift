/// A change by `compare` to the simulated people or their sensor, in addition to the requested settings.
package struct RigCondition: Sendable, Equatable, Encodable {
  /// Name in a few words: `without prompts`.
  package var name: String
  /// Its meaning, in a sentence without a full stop.
  package var summary: String
  /// Constants of the simulation, as in `--set`; empty leaves the scenarios' own.
  package var settings: [String: Double]

  /// A condition from its parts.
  package init(_ name: String, _ summary: String, _ settings: [String: Double] = [:]) {
    self.name = name
    self.summary = summary
    self.settings = settings
  }
}
