import GazeRecording
import Testing

@testable import GazeSimulation

struct SimulatedRigTests {
  private func simulation<R: SimulatedRig>(
    _: R.Type, _ scenario: R.Task, seed: UInt64 = 1
  ) throws -> RigSimulation<R> {
    RigSimulation<R>(device: mini, scenario: scenario, preset: try .named("typical"), seed: seed, phone: 1)
  }

  @Test("person, phone, session and scenario share no random numbers (256 components)")
  func apart() throws {
    try apart(HeadRig.self)
    try apart(BodyRig.self)
    try apart(DragRig.self)
  }

  private func apart<R: SimulatedRig>(_ rig: R.Type) throws {
    var (numbers, sessions): (Set<Double>, Set<Int>) = ([], [])
    var streams = 0
    for (index, scenario) in R.Task.allCases.enumerated() {
      let simulation = try simulation(rig, scenario)
      let isNew = sessions.insert(scenario.session).inserted
      for component in UInt8.min...UInt8.max {
        var all = [simulation.stream(component, participant: 0)]
        if isNew { all.append(simulation.sessionStream(component, participant: 0)) }
        if index == 0 {
          all.append(simulation.personStream(component, participant: 0))
          all.append(simulation.phoneStream(component))
        }
        streams += all.count
        for stream in all { numbers.insert(stream.uniform(0)) }
      }
    }
    // n = about 2,600 numbers of 52 bits: the probability that two are equal by chance is below one in a billion.
    #expect(numbers.count == streams, "\(rig): \(streams - numbers.count) shared")
  }

  @Test(
    "a session's numbers hold for its scenarios and noises, and no other")
  func session() throws {
    func number(_ simulation: RigSimulation<DragRig>, _ participant: Int = 2) -> Double {
      simulation.sessionStream(134, participant: participant).uniform(0)
    }
    var around = try simulation(DragRig.self, .around)
    let first = number(around)
    #expect(number(try simulation(DragRig.self, .poles)) == first)
    let noise = around.stream(134, participant: 2).uniform(0)
    around.noise = 9
    #expect(number(around) == first && around.stream(134, participant: 2).uniform(0) != noise)
    #expect(number(around, 3) != first)
    #expect(number(try simulation(DragRig.self, .calibration)) != first)
    #expect(number(try simulation(DragRig.self, .around, seed: 2)) != first)
  }
}
