@testable import GazeSimulation

extension Simulation {
  /// Value of a constant, in its unit; NaN for an unknown key.
  func constant(_ key: String) -> Double { (try? GazeConstant.named(key).value(in: parameters)) ?? .nan }

  /// The same people without what differs from fixation to fixation: noise, drift and inexact fixations.
  ///
  /// - Parameter more: further constants that become 0.
  func withoutNoise(nor more: [String] = []) throws -> Simulation {
    let noise = [
      "tracker.driftSD", "tracker.noiseSD", "tracker.whiteSD", "tracker.faceRotationNoise", "tracker.facePositionNoise",
      "tracker.distanceScaleSD", "tracker.dropoutRate", "behaviour.fixationBias", "behaviour.fixationDrift",
      "behaviour.landingSD", "behaviour.blinkRate",
    ]
    var clean = self
    for key in noise + more { try clean.set(key, 0) }
    try clean.set("behaviour.landingGain", 1)
    return clean
  }
}
