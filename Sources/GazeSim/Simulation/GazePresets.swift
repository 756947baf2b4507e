private import GazePipeline

/// Assumed quality of ARKit.
public typealias GazePreset = ParameterPreset<SimulationParameters>

extension ParameterPreset where Parameters == SimulationParameters {
  /// No tracker error, people without kappa or flags, and (unless another one is requested) the nominal phone.
  public static var ideal: GazePreset { GazePresets.ideal }
  /// The tracker on a good day: errors smaller than typical.
  public static var optimistic: GazePreset { GazePresets.optimistic }
  /// The default preset.
  public static var typical: GazePreset { GazePresets.typical }
  /// The tracker on a bad day: errors larger than typical.
  public static var pessimistic: GazePreset { GazePresets.pessimistic }
}

enum GazePresets {
  static let all = [ideal, optimistic, typical, pessimistic]

  /// No tracker error, people without kappa or flags, and (unless another one is requested) the nominal phone.
  static let ideal: GazePreset = {
    var p = SimulationParameters()
    p.tracker = .none
    p.signs.noise = 0
    p.people.failingShare = 0
    p.people.flaggedShare = 0
    p.people.glassesFactor = 1
    p.people.kappaNasalMean = 0
    p.people.kappaNasalSD = 0
    p.people.kappaUpMean = 0
    p.people.kappaUpSD = 0
    p.people.rotationSplit = 0
    p.eyes.disparitySD = 0
    return GazePreset(name: "ideal", parameters: p, defaultPhone: 0)
  }()

  // The drifts of the three presets and the other factors are assumed. The noises are chosen so that the reported
  // angles of resting eyes are within the ranges of the recorded takes.

  /// The tracker on a good day: errors smaller than typical.
  static let optimistic: GazePreset = {
    var p = SimulationParameters()
    p.tracker.scale(bias: 0.7, drift: 0.4.radians, noise: 0.01.radians)
    return GazePreset(name: "optimistic", parameters: p)
  }()

  /// The default preset.
  static let typical = GazePreset(name: "typical", parameters: SimulationParameters())

  /// The tracker on a bad day: errors larger than typical.
  static let pessimistic: GazePreset = {
    var p = SimulationParameters()
    p.tracker.scale(bias: 1.4, drift: 1.2.radians, noise: 0.07.radians)
    return GazePreset(name: "pessimistic", parameters: p)
  }()
}

extension SimulationParameters.Tracker {
  /// A tracker without error: the true pose and each eye's own optical axis, without delay.
  static var none: Self {
    var t = Self()
    t.coupled = 0
    t.outward = 0
    t.gainHMean = 1
    t.gainVMean = 1
    for path in Self.errors { t[keyPath: path] = 0 }
    return t
  }

  /// All parameters that are zero in a tracker without error.
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
