public import GazeRecording

/// Assumed quality of a tracker: a named set of all parameters of the simulator.
public struct ParameterPreset<Parameters: SimulatorParameters>: Sendable, Equatable {
  /// `ideal`, `optimistic`, `typical`, `pessimistic`, or the name in a preset file.
  public let name: String
  /// The preset's parameters.
  public let parameters: Parameters
  /// Simulated phone that is used by default: 0 is the nominal one.
  public let defaultPhone: UInt64
  /// Origins of the numbers that a preset file states, by the constant's key; empty for a built-in preset.
  public let origins: [String: PresetOrigin]

  /// A preset from its parts.
  public init(
    name: String, parameters: Parameters, defaultPhone: UInt64 = 1, origins: [String: PresetOrigin] = [:]
  ) {
    self.name = name
    self.parameters = parameters
    self.defaultPhone = defaultPhone
    self.origins = origins
  }

  /// The built-in preset with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func named(_ name: String) throws(UnknownNameError) -> ParameterPreset {
    if let preset = all.first(where: { $0.name == name }) { return preset }
    throw UnknownNameError(
      kind: "preset", name: name, among: all.map(\.name), listing: Wording.listing("gazesim scenarios --help"))
  }

  /// The built-in preset with this name, or the preset in this file; a string for which `isPath(_:)` is true is taken
  /// for a file's path.
  ///
  /// - Throws: `UnknownNameError` with the most similar names; `FileError` for a file that is not a preset.
  public static func load(_ nameOrPath: String) throws -> ParameterPreset {
    guard isPath(nameOrPath) else { return try named(nameOrPath) }
    return try PresetFile(path: nameOrPath, of: Parameters.self).preset(nameOrPath, of: Parameters.self)
  }

  /// True for a string that `load(_:)` takes for a file's name.
  public static func isPath(_ nameOrPath: String) -> Bool { nameOrPath.contains("/") || nameOrPath.hasSuffix(".json") }

  /// The built-in presets.
  public static var all: [ParameterPreset] { Parameters.presets }
}

extension SimulatorParameters {
  /// The built-in presets; `typical` is that of `init()`.
  static func presets(ideal: Self, optimistic: Self, pessimistic: Self) -> [ParameterPreset<Self>] {
    [
      ParameterPreset(name: "ideal", parameters: ideal, defaultPhone: 0),
      ParameterPreset(name: "optimistic", parameters: optimistic),
      ParameterPreset(name: "typical", parameters: Self()),
      ParameterPreset(name: "pessimistic", parameters: pessimistic),
    ]
  }
}

/// Assumed quality of ARKit. Its presets are read by their place in `presets(ideal:optimistic:pessimistic:)`.
public typealias GazePreset = ParameterPreset<SimulationParameters>

extension ParameterPreset where Parameters == SimulationParameters {
  /// No tracker error, people without kappa or flags, and (unless another one is requested) the nominal phone.
  public static var ideal: GazePreset { SimulationParameters.presets[0] }
  /// The tracker on a good day: errors smaller than typical.
  public static var optimistic: GazePreset { SimulationParameters.presets[1] }
  /// The default preset.
  public static var typical: GazePreset { SimulationParameters.presets[2] }
  /// The tracker on a bad day: errors larger than typical.
  public static var pessimistic: GazePreset { SimulationParameters.presets[3] }
}

/// Origin of a number in a preset file.
public struct PresetOrigin: Sendable, Equatable {
  /// `recorded` for a recording; a number from a simulation is `assumed`.
  public let provenance: Provenance
  /// The take from which the number was estimated, with the number's interval.
  public let source: String

  /// An origin from its parts.
  public init(provenance: Provenance, source: String) {
    self.provenance = provenance
    self.source = source
  }
}
