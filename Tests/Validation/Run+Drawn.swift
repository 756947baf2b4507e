import GazeSimulation
import GazeTesting

@testable import Evaluate

extension Run where R == GazeRig {
  /// Other people, so many seeds further, on a phone.
  func drawn(seed: UInt64, phone: UInt64, people: Int) -> Run<GazeRig> {
    var run = self
    (run.simulation.seed, run.simulation.phone, run.participants) = (simulation.seed &+ seed, phone, people)
    return run
  }
}
