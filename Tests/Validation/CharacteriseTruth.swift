import Calibrate
import GazePipeline
import GazeRecording
@testable import GazeSimulation

@testable import Evaluate
@testable import Inspection
@testable import StudySupport

/// True characteristics of the first simulated person's recording: the simulation's constants times the person's own
/// factors.
struct CharacteriseTruth {
  /// Values by the characteristic's name, in its unit.
  let values: [String: Double]

  init(_ simulation: Simulation) {
    let constant = simulation.constant
    let person = simulation.person(0)
    let factor = person.error.noiseFactor
    let (noise, white, time) = (
      constant("tracker.noiseSD") * factor, constant("tracker.whiteSD"), constant("tracker.noiseTime")
    )
    var values = [
      "rate": simulation.rate, "dropped": constant("tracker.dropped"),
      "dropoutRate": constant("tracker.dropoutRate") * factor, "dropoutDuration": constant("tracker.dropoutDuration"),
      "outward": person.error.outward, "vergenceShare": constant("tracker.vergenceShare"),
      "blinkRate": person.blinkRate * 60, "blinkDuration": constant("behaviour.blinkDuration"),
      "blinkDurationSpread": constant("behaviour.blinkDurationSpread"),
      "noiseSD": noise, "noiseTime": time, "whiteSD": white,
      "driftSD": constant("tracker.driftSD") * factor, "driftTime": constant("tracker.driftTime"),
      "gainH": person.error.gain.0.x, "gainV": person.error.gain.1.y,
    ]
    let decay = time > 0 ? Elementary.exp(-1 / (simulation.rate * time)) : 0
    let (n, w) = (noise * noise, white.degrees * white.degrees)
    values["noiseRMSS2S"] = (2 * n * (1 - decay) + 2 * w).squareRoot()
    values["noiseSTD"] = (n + w).squareRoot()
    values["noiseLag1"] = n * decay / (n + w)
    // Because of jitter the tracker sometimes delivers the same instant twice, which counts as a repeated frame.
    let meant = constant("tracker.duplicated")
    values["duplicated"] = meant + (1 - meant) * Self.coincidences(simulation)
    values.merge(Self.bias(simulation)) { $1 }
    self.values = values
  }

  /// True error over time of the first simulated person: SD and time constant of drift, and the SD between sessions of
  /// the whole offset at the eye. The latter is the session's bias and the bias of the face's rotation, by which the
  /// target's direction in the face is off and which the person's gain therefore multiplies; the mean square over the
  /// axes. `CharacteriseTruthTests` compares it with simulated sessions without drift.
  static func overTime(_ simulation: Simulation) -> [String: Double] {
    let error = simulation.person(0).error
    let gain = SIMD2(error.gain.0.x, error.gain.1.y)
    let constant = simulation.constant
    let (bias, face) = (constant("tracker.sessionBiasSD"), constant("tracker.faceRotationBiasSD"))
    return [
      "sessionSD": (bias * bias + face * face * (gain * gain).sum() / 2).squareRoot() * error.spread,
      "driftSD": constant("tracker.driftSD") * error.noiseFactor, "driftTime": constant("tracker.driftTime"),
    ]
  }

  /// Returns the true bias. Kappa and the biases of person, session and face pose add up to a total bias, which is
  /// measured in the same person's recording without noise and drift, with the phone's true geometry.
  private static func bias(_ simulation: Simulation) -> [String: Double] {
    guard simulation.scenario.hasTargets, let clean = try? simulation.withoutNoise() else { return [:] }
    // The camera's position is known, so its sigma is one micrometre.
    var character = PersonCharacter(
      screen: clean.screen, cameraSigma: SIMD2(repeating: 1e-6), scale: NoiseScale(clean.parameters))
    for frame in clean.frames(participant: 0) { character.step(frame.observation) }
    return character.finish().filter { ["biasYaw", "biasPitch"].contains($0.name) }.reduce(into: [:]) {
      $0[$1.name] = $1.value
    }
  }

  /// Share of frames that repeat the frame before although `tracker.duplicated` is 0.
  private static func coincidences(_ simulation: Simulation) -> Double {
    var plain = simulation
    guard (try? plain.set("tracker.duplicated", 0)) != nil else { return 0 }
    var (count, repeats) = (0, 0)
    var last: FaceFrame?
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
