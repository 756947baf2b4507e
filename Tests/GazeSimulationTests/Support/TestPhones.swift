import GazePipeline

@testable import GazeSimulation

/// The 12 mini with its data sheet's numbers, so that these tests do not depend on the profiles.
let mini = NominalPhone(
  id: "iphone12mini",
  geometry: ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
  sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))

let anyTrigger = ScrollTrigger.Settings(
  edgeZone: 0.1, edgeDwell: 0.5, offScreenZone: 0.12, offScreenDwell: 0.3, hysteresis: 0.04, release: 0.15,
  cooldown: 0.6, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

extension Simulation {
  /// A simulation with the 12 mini.
  init(
    _ scenario: GazeScenario, preset: GazePreset = .typical, seed: UInt64 = 1, phone: UInt64? = nil,
    participants: Int = 1, duration: Double? = nil, rate: Double = GazeRig.defaultRate
  ) {
    self.init(
      device: mini, scenario: scenario, preset: preset, seed: seed, phone: phone, participants: participants,
      duration: duration, rate: rate)
  }

  /// A copy with constants set by key.
  func setting(_ values: [String: Double]) throws -> Simulation {
    var copy = self
    for (key, value) in values { try copy.set(key, value) }
    return copy
  }
}
