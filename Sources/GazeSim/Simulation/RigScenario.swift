public import GazeRecording

/// A task for the simulated people of a rig.
public protocol RigScenario: RawRepresentable, CaseIterable, Sendable, Equatable where RawValue == String {
  /// Description in one sentence.
  var summary: String { get }
  /// Duration by default, seconds; with nil, a take lasts until the script's end.
  var defaultDuration: Double? { get }
  /// Number of the session: 0 is the session in which an app is calibrated, 1 is a later session.
  var session: Int { get }
  /// Constants of the scenario, in their units. They override the preset's constants; constants that the user sets
  /// override both. `EveryRigTests` checks that each key names a constant and that its value is in range; `parameters`
  /// ignores any other.
  var setting: [(key: String, value: Double)] { get }
}

extension RigScenario {
  /// No constant differs from the preset.
  public var setting: [(key: String, value: Double)] { [] }

  /// Number of the take in its session, so that two scenarios of one session have different noise and behaviour. It is
  /// the place of the case and part of every draw: a new scenario is the last case, or the recordings of those after it
  /// change, which `script/corpus` finds.
  var take: Int { Array(Self.allCases).firstIndex(of: self).map { $0 + 1 } ?? 0 }

  /// The scenario with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func named(_ name: String) throws(UnknownNameError) -> Self {
    if let scenario = Self(rawValue: name) { return scenario }
    throw UnknownNameError(
      kind: "scenario", name: name, among: allCases.map(\.rawValue), listing: Wording.listing("gazesim scenarios"))
  }
}
