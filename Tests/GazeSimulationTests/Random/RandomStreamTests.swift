import Testing

@testable import GazeSimulation

struct RandomStreamTests {
  @Test("streams that differ in seed, component, person or session share nothing")
  func separate() {
    let streams = [
      RandomStream(seed: 1, .blink), RandomStream(seed: 2, .blink), RandomStream(seed: 1, .dropout),
      RandomStream(seed: 1, .blink, participant: 1), RandomStream(seed: 1, .blink, session: 1),
    ]
    let draws = streams.map { $0.uniform(7) }
    #expect(Set(draws).count == draws.count)
    #expect(RandomStream(seed: 1, .blink).uniform(7) == draws[0])
  }
}
