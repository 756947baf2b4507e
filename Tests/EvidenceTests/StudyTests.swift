import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

@Suite struct StudyTests {
  @Test("results are complete and in order, for any number of cores and portions", arguments: [0, 1, 7, 500])
  func order(count: Int) async throws {
    for jobs in [1, 3] {
      #expect(try await StudyRunner(jobs: jobs).map(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
    }
  }

  @Test("parts of a run report their share of its progress")
  func progress() async throws {
    let (shares, heard) = AsyncStream<Double>.makeStream()
    _ = try await StudyRunner(jobs: 1) { heard.yield($0) }.part(0.5, 1).part(1, of: 2).map(2) { $0 }
    heard.finish()
    #expect(await shares.reduce(into: []) { $0.append($1) } == [0.875, 1])
  }

  @Test("an error in one repeat ends the study")
  func failure() async {
    await #expect(throws: SimulationError.self) {
      try await StudyRunner(jobs: 2).map(9) { if $0 == 5 { throw SimulationError.argument("five") } }
    }
  }

  @Test("another repeat has another seed and phone, except the nominal phone; other people only have another seed")
  func others() throws {
    var simulation = Simulation(
      device: NominalPhone(try DeviceProfile.mini()), scenario: .validation, seed: 5, phone: 3, participants: 2)
    #expect(simulation.repeated(2).seed == 7 && simulation.repeated(2).phone == 5)
    #expect(simulation.heldOut.seed == 1_000_008 && simulation.heldOut.phone == 3)
    simulation.phone = 0
    #expect(simulation.repeated(2).phone == 0)
  }
}
