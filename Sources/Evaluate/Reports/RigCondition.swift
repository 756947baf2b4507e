/// What `compare` changes of the simulated people or of their sensor, beside what was asked for.
package struct RigCondition: Sendable, Equatable, Encodable {
  /// In a few words: `without prompts`.
  package var name: String
  /// What it means, in a sentence without a full stop.
  package var summary: String
  /// Constants of the simulation, as in `--set`; none leaves the scenarios' own.
  package var settings: [String: Double]

  /// A condition from its parts.
  package init(_ name: String, _ summary: String, _ settings: [String: Double] = [:]) {
    self.name = name
    self.summary = summary
    self.settings = settings
  }
}
