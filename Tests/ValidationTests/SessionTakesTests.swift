import Calibrate
import GazePipeline
import GazeRecording
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection
@testable import GazeSimulation
@testable import StudySupport
@testable import Validation

struct SessionTakesTests {
  private func looks(
    _ session: Int, plan: CalibrationPlan = .drift, participant: Int = 0
  ) throws -> SessionFixations {
    let profile = try DeviceProfile.mini()
    var simulation = try Simulation.mini(.reading, seed: 81, phone: 81, participants: 2)
    simulation.session = session
    var character = PersonCharacter(screen: profile.geometry, cameraSigma: profile.cameraSigma)
    for observation in SynchronisedTake(simulation, participant: participant, plan: plan) {
      character.step(observation)
    }
    _ = character.finish()
    return character.sessionFixations(session)
  }

  private func overTime(_ takes: [(SessionFixations, person: Int, device: String)]) async throws
    -> CharacteriseReport.OverTime?
  {
    var all = SessionTakes()
    for (looks, person, device) in takes {
      all.add(looks, of: person, device: device, cameraSigma: SIMD2(0.001, 0.001))
    }
    return try await all.overTime(NoiseScale(), jobs: 2)
  }

  @Test("takes without several visits give no error over time")
  func none() async throws {
    let take = try looks(0, plan: .fivePoints)
    #expect(take.visits == 1)
    #expect(try await overTime([]) == nil)
    #expect(try await overTime([(take, 0, "a"), (take, 0, "a")]) == nil)
  }

  @Test("two days of one person are fitted together, two people are averaged, and another device is another fit")
  func joint() async throws {
    let (first, second) = (try looks(0), try looks(1, plan: .validation))
    let one = try #require(try await overTime([(first, 0, "a"), (second, 0, "a")]))
    #expect(one.people == 1 && one.sessions == 2 && one.visits == 5)
    #expect(one["driftSD"]?.of == "looks" && one["sessionSD"]?.note?.contains("takes two") == false)
    let other = try looks(0, participant: 1)
    let two = try #require(try await overTime([(first, 0, "a"), (other, 1, "a")]))
    #expect(two.people == 2 && two["driftSD"]?.of == "people")
    let devices = try #require(try await overTime([(first, 0, "a"), (second, 0, "b")]))
    #expect(devices.sessions == 1 && devices["sessionSD"]?.value == nil)
  }
}
