package import GazeMetrics
package import GazeRecording

/// One number that a recording says about its tracker or its person, how sure it is, and what it rests on.
package struct Characteristic: Sendable, Equatable, Codable {
  /// `noiseSD`, `blinkRate`, ….
  package var name: String
  /// The simulator's constant that it estimates, `tracker.noiseSD`; nil where there is none.
  @ExplicitNull package var key: String?
  /// Unit at the edge: `deg`, `mrad`, `ms`, `s`, `Hz`, `1/min`, `1`.
  package var unit: String
  /// The estimate; nil where the recording does not tell, and then `note` says why.
  @ExplicitNull package var value: Double?
  /// The 95 % interval; nil where the recording does not give one.
  @ExplicitNull package var ci95: ConfidenceInterval?
  /// How many of `of` it rests on.
  package var count: Int
  /// `frames`, `looks`, `blinks`, `losses`, `windows`, `people`.
  package var of: String
  /// Which of them, in words.
  package var windows: String
  /// True where more than the tracker is in it, so that the tracker's own part is at most this.
  package var isUpperBound: Bool
  /// What else must be known; nil for nothing.
  @ExplicitNull package var note: String?

  /// What it rests on, `1 look` or `2 looks`.
  package var basis: String { counted(count, of) }

  /// A characteristic from its parts.
  package init(
    _ name: String, key: String? = nil, unit: String, value: Double?, ci95: ConfidenceInterval?, count: Int, of: String,
    windows: String, isUpperBound: Bool = false, note: String? = nil
  ) {
    self.name = name
    self.key = key
    self.unit = unit
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    self.ci95 = value == nil ? nil : ci95.flatMap(CharacteristicKind(of: name).possible)
    self.count = count
    self.of = of
    self.windows = windows
    self.isUpperBound = isUpperBound
    self.note = note
  }
}

/// A number of things that are named in the plural.
func counted(_ n: Int, _ things: String) -> String {
  if n != 1 { return "\(n) \(things)" }
  return "1 " + (things == "people" ? "person" : things == "losses" ? "loss" : String(things.dropLast()))
}
