private import GazePipeline
public import GazeRecording

/// How good the tracker is supposed to be: a name and every number.
public struct ParameterPreset<Parameters: SimulatorParameters>: Sendable, Equatable {
  /// `ideal`, `optimistic`, `typical`, `pessimistic`, or a file's own.
  public let name: String
  /// Its numbers.
  public let parameters: Parameters
  /// Which simulated phone stands in where none is asked for: 0 is the nominal one.
  public let defaultPhone: UInt64
  /// Where the numbers of a preset file come from, by key.
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
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ name: String) throws(UnknownNameError) -> ParameterPreset {
    if let preset = all.first(where: { $0.name == name }) { return preset }
    throw UnknownNameError(kind: "preset", name: name, among: all.map(\.name), listing: "gazesim scenarios --help")
  }

  /// The preset with this name, or of this file: what looks like a path is one.
  ///
  /// - Throws: `UnknownNameError` with the nearest names, `FileError` for a file that is no preset.
  public static func load(_ nameOrPath: String) throws -> ParameterPreset {
    guard isPath(nameOrPath) else { return try named(nameOrPath) }
    return try PresetFile(path: nameOrPath, of: Parameters.self).preset(nameOrPath, of: Parameters.self)
  }

  /// True for what `load(_:)` takes for a file's name.
  public static func isPath(_ nameOrPath: String) -> Bool { nameOrPath.contains("/") || nameOrPath.hasSuffix(".json") }

  /// The built-in ones.
  public static var all: [ParameterPreset] { Parameters.presets }
}

/// Where a number of a preset file comes from.
public struct PresetOrigin: Sendable, Equatable {
  /// Recorded, or simulated and therefore assumed.
  public let provenance: Provenance
  /// Which take, with which interval.
  public let source: String

  /// An origin from its parts.
  public init(provenance: Provenance, source: String) {
    self.provenance = provenance
    self.source = source
  }
}
