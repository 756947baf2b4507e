import GazePipeline
import GazeRecording
import Testing

@testable import GazeSimulation

/// The option that draws the tracker's noise again.
struct NoiseTests {
  private func frames(_ noise: UInt64, _ scenario: GazeScenario) -> [RecordedFrame] {
    // Five people, so that dropouts occur; seed 91.
    var simulation = Simulation(scenario, seed: 91, participants: 5, duration: 40)
    simulation.noise = noise
    return (0..<5).flatMap { Array(simulation.frames(participant: $0)) }
  }

  @Test(
    "another noise keeps behaviour and truth bit for bit, not the report",
    arguments: [GazeScenario.validation, .reading, .stare])
  func redraws(scenario: GazeScenario) {
    struct Instant: Hashable {
      var participant: Int
      var time: Double
    }
    func byTime(_ frames: [RecordedFrame]) -> [Instant: RecordedFrame] {
      Dictionary(
        uniqueKeysWithValues: frames.map {
          (Instant(participant: $0.observation.participant, time: $0.face.time), $0)
        })
    }
    let (first, second) = (byTime(frames(0, scenario)), byTime(frames(1, scenario)))
    var (shared, differing) = (0, 0)
    for (instant, frame) in first {
      // Each noise drops different frames.
      guard let other = second[instant] else { continue }
      shared += 1
      #expect(frame.truth == other.truth)
      #expect(frame.observation.target == other.observation.target)
      #expect(frame.observation.intent == other.observation.intent)
      if frame.face != other.face { differing += 1 }
    }
    #expect(shared > 11_000 && differing > shared * 9 / 10)
    #expect(Set(first.keys) != Set(second.keys))
    #expect(
      first.values.count { !$0.face.isTracked } != second.values.count { !$0.face.isTracked })
  }

  @Test("noise 0 is the seed's own; each gives another, people stay")
  func numbers() {
    #expect(frames(1, .validation) != frames(2, .validation))
    var simulation = Simulation(.validation, seed: 91, participants: 5)
    let truth = simulation.header.truth
    #expect(simulation.header.noise == nil)
    simulation.noise = 7
    #expect(simulation.header.truth == truth && simulation.header.noise == 7)
  }
}
