import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct CharacteriseTruthTests {
  @Test("the SD between sessions is that of the biases of 40 simulated sessions without drift and noise")
  func sessions() throws {
    for seed in [91, 92] as [UInt64] {
      var simulation = try Simulation.mini(seed: seed, phone: 0, duration: 30)
      let truth = CharacteriseTruth.overTime(simulation)
      var biases: [SIMD2<Double>] = []
      for session in 0..<40 {
        simulation.session = session
        let values = CharacteriseTruth(simulation).values
        biases.append(SIMD2(try #require(values["biasYaw"]), try #require(values["biasPitch"])))
      }
      let mean = biases.reduce(.zero, +) / 40
      let square = biases.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() } / (2 * 39)
      // 78 degrees of freedom: three standard errors of the logarithm are 24 %. Posture adds a little.
      let ratio = square.squareRoot() / (try #require(truth["sessionSD"]))
      #expect(abs(log(ratio)) < 0.24, "\(seed): \(ratio)")
      #expect(truth["driftTime"] == 20)
    }
  }
}
