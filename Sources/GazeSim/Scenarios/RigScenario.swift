public import GazeRecording

/// What simulated people of a rig can be asked to do.
public protocol RigScenario: RawRepresentable, CaseIterable, Sendable, Equatable where RawValue == String {
  /// One sentence.
  var summary: String { get }
  /// Seconds when nobody says otherwise; nil runs to the script's end.
  var defaultDuration: Double? { get }
  /// 0 is the session in which an app is calibrated, 1 a later one.
  var session: Int { get }
  /// Constants that stand between the preset's and those set by hand, in their units.
  var setting: [(key: String, value: Double)] { get }
}

extension RigScenario {
  /// Nothing is different from the preset.
  public var setting: [(key: String, value: Double)] { [] }

  /// The scenario with this name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ name: String) throws(UnknownNameError) -> Self {
    if let scenario = Self(rawValue: name) { return scenario }
    throw UnknownNameError(kind: "scenario", name: name, among: allCases.map(\.rawValue), listing: "gazesim scenarios")
  }
}
