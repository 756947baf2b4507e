package import GazeMetrics
package import GazeRecording

/// One number that a recording shows about its tracker or its person, with its interval and the number of observations.
package struct Characteristic: Sendable, Equatable, Codable {
  /// `noiseSD`, `blinkRate`, ….
  package var name: String
  /// The simulator's constant that the characteristic estimates, such as `tracker.noiseSD`; nil if there is no such
  /// constant.
  @ExplicitNull package var key: String?
  /// Unit in which it is reported: `deg`, `mrad`, `ms`, `s`, `Hz`, `1/min`, `1`.
  package var unit: String
  /// The estimate; nil if the recording does not determine it, in which case `note` states the reason.
  @ExplicitNull package var value: Double?
  /// The 95 % interval; nil if the recording does not determine one.
  @ExplicitNull package var ci95: ConfidenceInterval?
  /// Number of observations; `of` names them.
  package var count: Int
  /// Kind of observation: `frames`, `looks`, `blinks`, `losses`, `windows`, `people`.
  package var of: String
  /// Selection of the observations, in words.
  package var windows: String
  /// True if other causes than the tracker contribute, so that `value` is an upper bound of the tracker's part.
  package var isUpperBound: Bool
  /// A remark without which the value could be misunderstood; nil if no remark is needed.
  @ExplicitNull package var note: String?

  /// Number and kind of the observations, such as `1 look` or `2 looks`.
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

/// A number and the noun that it counts, which is given in the plural.
func counted(_ n: Int, _ things: String) -> String {
  if n != 1 { return "\(n) \(things)" }
  return "1 " + (things == "people" ? "person" : things == "losses" ? "loss" : String(things.dropLast()))
}
