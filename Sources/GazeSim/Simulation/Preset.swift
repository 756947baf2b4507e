private import GazePipeline
public import GazeRecording

/// How good the tracker is supposed to be: a name and every number.
public struct Preset: Sendable, Equatable {
  /// `ideal`, `optimistic`, `typical`, `pessimistic`, or a file's own.
  public let name: String
  /// Its numbers.
  public let parameters: SimulationParameters
  /// Which simulated phone stands in where none is asked for: 0 is the nominal one.
  public let defaultPhone: UInt64
  /// Where the numbers of a preset file come from, by key.
  public let origins: [String: Origin]

  /// Where a number of a preset file comes from.
  public struct Origin: Sendable, Equatable {
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

  /// A preset from its parts.
  public init(
    name: String, parameters: SimulationParameters, defaultPhone: UInt64 = 1, origins: [String: Origin] = [:]
  ) {
    self.name = name
    self.parameters = parameters
    self.defaultPhone = defaultPhone
    self.origins = origins
  }

  /// The built-in preset with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Preset {
    if let preset = all.first(where: { $0.name == name }) { return preset }
    throw UnknownName(kind: "preset", name: name, among: all.map(\.name), listing: "gazesim scenarios --help")
  }

  /// The preset with this name, or of this file: what looks like a path is one.
  ///
  /// - Throws: `UnknownName` with the nearest names, `FileError` for a file that is no preset.
  public static func load(_ nameOrPath: String) throws -> Preset {
    guard isPath(nameOrPath) else { return try named(nameOrPath) }
    return try PresetFile(path: nameOrPath).preset(nameOrPath)
  }

  /// True for what `load(_:)` takes for a file's name.
  public static func isPath(_ nameOrPath: String) -> Bool { nameOrPath.contains("/") || nameOrPath.hasSuffix(".json") }

  /// The built-in ones.
  public static let all = [ideal, optimistic, typical, pessimistic]

  /// No tracker error, people without kappa or flags, and (unless another is asked for) the nominal phone.
  public static let ideal: Preset = {
    var p = SimulationParameters()
    p.tracker = .none
    p.people.failingShare = 0
    p.people.flaggedShare = 0
    p.people.glassesFactor = 1
    p.people.kappaNasalMean = 0
    p.people.kappaNasalSD = 0
    p.people.kappaUpMean = 0
    p.people.kappaUpSD = 0
    p.people.rotationSplit = 0
    p.eyes.disparitySD = 0
    return Preset(name: "ideal", parameters: p, defaultPhone: 0)
  }()

  // The three drifts and noises are those of `models.md`; the other factors are assumed.

  /// A good day.
  public static let optimistic: Preset = {
    var p = SimulationParameters()
    p.tracker.scale(bias: 0.7, drift: 0.4.radians, noise: 0.06.radians)
    return Preset(name: "optimistic", parameters: p)
  }()

  /// The default.
  public static let typical = Preset(name: "typical", parameters: SimulationParameters())

  /// A bad day.
  public static let pessimistic: Preset = {
    var p = SimulationParameters()
    p.tracker.scale(bias: 1.4, drift: 1.2.radians, noise: 0.30.radians)
    return Preset(name: "pessimistic", parameters: p)
  }()
}

extension SimulationParameters.Tracker {
  /// A tracker without error: the true pose, each eye's own optical axis, at once.
  static var none: Self {
    var t = Self()
    t.coupled = 0
    t.outward = 0
    t.gainHMean = 1
    t.gainVMean = 1
    for path in Self.errors { t[keyPath: path] = 0 }
    return t
  }

  /// Everything that is zero where there is no error.
  private static let errors: [any WritableKeyPath<Self, Double> & Sendable] = [
    \.outwardSD, \.biasUp, \.biasSD, \.sessionBiasSD, \.gainHSD, \.gainVSD, \.crosstalkSD, \.quadraticSD,
    \.headCouplingSD, \.driftSD, \.noiseSD, \.whiteSD, \.blinkArtefact, \.distanceScaleSD, \.faceRotationBiasSD,
    \.faceRotationNoise, \.facePositionNoise, \.latency, \.jitter, \.dropped, \.duplicated, \.dropoutRate,
    \.lookAtNoise,
  ]

  mutating func scale(bias: Double, drift: Double, noise: Double) {
    for path: WritableKeyPath<Self, Double> in [\.biasSD, \.sessionBiasSD, \.quadraticSD, \.headCouplingSD] {
      self[keyPath: path] *= bias
    }
    driftSD = drift
    noiseSD = noise
  }
}
