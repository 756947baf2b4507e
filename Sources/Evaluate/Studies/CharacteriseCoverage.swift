import Calibrate
import GazeMetrics
import GazePipeline
public import GazeRecording
public import GazeSimulation

/// Do the intervals of `characterize` hold what they say? People simulated one a seed are characterised, and each interval
/// is compared with what that person's recording was made with.
public struct CharacteriseCoverage: Sendable {
  /// One characteristic over all seeds.
  public struct Row: Sendable, Codable {
    /// Its name.
    public var name: String
    /// Its unit.
    public var unit: String
    /// Recordings that gave an interval.
    public var given: Int
    /// Of those, recordings whose interval held the realised value.
    public var covered: Int
    /// `covered / given`.
    @ExplicitNull public var coverage: Double?
    /// Mean of the realised values.
    @ExplicitNull public var realised: Double?
    /// Mean of estimate − realised.
    @ExplicitNull public var bias: Double?
    /// Median width of the intervals.
    @ExplicitNull public var width: Double?
  }

  /// What is simulated; seeds follow its seed, one participant each.
  public var simulation: Simulation
  /// The device.
  public var profile: Profile
  /// How many seeds.
  public var repeats: Int

  /// A study from its parts.
  public init(profile: Profile, simulation: Simulation, repeats: Int) {
    self.profile = profile
    self.simulation = simulation
    self.repeats = repeats
  }

  /// The rows, in the order of `PersonCharacter`.
  public func rows(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Row] {
    let results = try await mapInParallel(count: repeats, jobs: jobs) { index in
      var simulation = simulation
      simulation.seed += UInt64(index)
      // Another phone each, or one phone's camera would shift every gain the same way; 0 stays the nominal one.
      if simulation.phone > 0 { simulation.phone += UInt64(index) }
      simulation.participants = 1
      return (rows: characteristics(simulation), truth: CharacteriseTruth(simulation).values)
    }
    guard let first = results.first else { return [] }
    return first.rows.indices.compactMap { i in
      let name = first.rows[i].name
      guard first.truth[name] != nil else { return nil }
      var row = Row(name: name, unit: first.rows[i].unit, given: 0, covered: 0)
      var (realised, bias, widths) = (0.0, 0.0, [Double]())
      for result in results {
        let found = result.rows[i]
        guard !found.isUpperBound, let truth = result.truth[name], let value = found.value, let interval = found.ci95
        else { continue }
        row.given += 1
        if interval.contains(truth) { row.covered += 1 }
        realised += truth
        bias += value - truth
        widths.append(interval.upper - interval.lower)
      }
      if row.given > 0 {
        row.coverage = Double(row.covered) / Double(row.given)
        row.realised = realised / Double(row.given)
        row.bias = bias / Double(row.given)
        row.width = widths.sorted()[widths.count / 2]
      }
      return row
    }
  }

  private func characteristics(_ simulation: Simulation) -> [Characteristic] {
    var character = PersonCharacter(
      screen: profile.geometry, cameraSigma: SIMD2(profile.camera.x.sigma, profile.camera.y.sigma))
    for frame in simulation.frames(participant: 0) { character.step(frame.observation) }
    return character.finish()
  }
}

/// What a simulated person's recording was made with: constants, times the person's own factors.
struct CharacteriseTruth {
  /// By the characteristic's name, in its unit.
  let values: [String: Double]

  init(_ simulation: Simulation) {
    func constant(_ key: String) -> Double {
      (try? Constant.named(key).value(in: simulation.parameters)) ?? .nan
    }
    let person = simulation.person(0)
    let factor = person.error.noiseFactor
    var values = [
      "rate": simulation.rate, "dropped": constant("tracker.dropped"), "duplicated": constant("tracker.duplicated"),
      "dropoutRate": constant("tracker.dropoutRate") * factor, "dropoutDuration": constant("tracker.dropoutDuration"),
      "outward": person.error.outward, "blinkRate": person.blinkRate * 60,
      "blinkDuration": constant("behaviour.blinkDuration"),
      "blinkDurationSpread": constant("behaviour.blinkDurationSpread"),
      "noiseSD": constant("tracker.noiseSD") * factor, "noiseTime": constant("tracker.noiseTime"),
      "vergenceShare": constant("tracker.vergenceShare"), "whiteSD": constant("tracker.whiteSD"),
      "driftSD": constant("tracker.driftSD") * factor,
      "driftTime": constant("tracker.driftTime"), "gainH": person.error.gain.0.x, "gainV": person.error.gain.1.y,
    ]
    let (noise, white) = (constant("tracker.noiseSD") * factor, constant("tracker.whiteSD").degrees)
    let decay = Elementary.exp(-1 / (simulation.rate * constant("tracker.noiseTime")))
    let (n, w) = (noise * noise, white * white)
    values["noiseRMSS2S"] = (2 * n * (1 - decay) + 2 * w).squareRoot()
    values["noiseSTD"] = (n + w).squareRoot()
    values["noiseLag1"] = n * decay / (n + w)
    // Jitter makes the tracker show one instant twice, which is a repeated frame like any other.
    let meant = constant("tracker.duplicated")
    values["duplicated"] = meant + (1 - meant) * Self.coincidences(simulation)
    self.values = values
  }

  /// Share of frames that repeat the one before although none is meant to.
  private static func coincidences(_ simulation: Simulation) -> Double {
    var plain = simulation
    try? plain.set("tracker.duplicated", 0)
    var (count, repeats, last) = (0, 0, FaceFrame?.none)
    for frame in plain.frames(participant: 0) {
      let face = frame.observation.frame
      if let last, last.isTracked, face.isTracked {
        count += 1
        if last.face == face.face, last.leftEye == face.leftEye { repeats += 1 }
      }
      last = face
    }
    return count > 0 ? Double(repeats) / Double(count) : 0
  }
}
