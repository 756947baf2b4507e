private import GazePipeline
public import GazeRecording

/// How good the tracker is supposed to be.
public enum Preset: String, Sendable, CaseIterable {
  /// No tracker error, people without kappa, and (unless another is asked for) the nominal phone.
  case ideal
  /// A good day.
  case optimistic
  /// The default.
  case typical
  /// A bad day.
  case pessimistic

  /// The preset with this name.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ name: String) throws(UnknownName) -> Preset {
    if let preset = Preset(rawValue: name) { return preset }
    throw UnknownName(kind: "preset", name: name, among: allCases.map(\.rawValue))
  }

  /// Which simulated phone stands in where none is asked for: 0 is the nominal one.
  public var defaultPhone: UInt64 { self == .ideal ? 0 : 1 }

  /// Its numbers. The three drifts and noises are those of `models.md`; the other factors are assumed.
  public var parameters: SimulationParameters {
    var p = SimulationParameters()
    switch self {
    case .typical: break
    case .optimistic: p.tracker.scale(bias: 0.7, drift: 0.4.radians, noise: 0.06.radians)
    case .pessimistic: p.tracker.scale(bias: 1.4, drift: 1.2.radians, noise: 0.30.radians)
    case .ideal:
      p.tracker = .none
      p.people.failingShare = 0
      p.people.kappaNasalMean = 0
      p.people.kappaNasalSD = 0
      p.people.kappaUpMean = 0
      p.people.kappaUpSD = 0
    }
    return p
  }
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
    \.biasSD, \.sessionBiasSD, \.gainHSD, \.gainVSD, \.crosstalkSD, \.quadraticSD, \.headCouplingSD, \.driftSD,
    \.noiseSD, \.whiteSD, \.blinkArtefact, \.distanceScaleSD, \.faceRotationBiasSD, \.faceRotationNoise,
    \.facePositionNoise, \.latency, \.jitter, \.dropped, \.duplicated, \.dropoutRate,
  ]

  mutating func scale(bias: Double, drift: Double, noise: Double) {
    for path: WritableKeyPath<Self, Double> in [\.biasSD, \.sessionBiasSD, \.quadraticSD, \.headCouplingSD] {
      self[keyPath: path] *= bias
    }
    driftSD = drift
    noiseSD = noise
  }
}
