import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@Suite struct SimulationTakeTests {
  private func frames(take: Int?, session: Int? = nil) throws -> [RecordedFrame] {
    var simulation = Simulation(device: mini, scenario: .validation, seed: 81, participants: 1, duration: 6)
    (simulation.take, simulation.session) = (take, session)
    return Array(simulation.frames(participant: 0))
  }

  @Test("another take of a session has its posture and distance, and noise and targets of its own")
  func takes() throws {
    var simulation = Simulation(device: mini, scenario: .validation, seed: 81, participants: 1)
    let session = simulation.session(0)
    simulation.take = 12
    #expect(simulation.session(0).distance == session.distance && simulation.session(0).bias == session.bias)
    let (own, other) = (try frames(take: nil), try frames(take: 12))
    // The scenario's own take is its third.
    #expect(try frames(take: 3).map(\.observation) == own.map(\.observation))
    #expect(own.compactMap(\.observation.target) != other.compactMap(\.observation.target))
    #expect(own.map(\.observation.frame.leftEye) != other.map(\.observation.frame.leftEye))
    #expect(try frames(take: 12).map(\.observation) == other.map(\.observation))
  }
}
