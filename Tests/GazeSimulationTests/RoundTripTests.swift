import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

/// Without tracker error the real pipeline recovers the true gaze to better than 0.01 pt.
@Suite struct RoundTripTests {
  private func worst(_ simulation: Simulation, participant: Int) throws -> Double {
    let person = simulation.person(participant)
    var pipeline = StandardPipeline(
      geometry: simulation.screen, person: PersonCalibration(eyeKappa: person.kappa), smoothing: .none,
      trigger: anyTrigger)
    var worst = 0.0
    var seen = 0
    for frame in simulation.frames(participant: participant) {
      guard let point = pipeline.step(frame.observation.frame).rawPointer else { continue }
      worst = max(worst, (point - (try #require(frame.truth?.gaze))).length)
      seen += 1
    }
    #expect(seen > 500)
    return worst
  }

  @Test(
    "over distance, recline and roll", arguments: [25.0, 35, 50, 80], [0.0, 30, 60])
  func poses(distance: Double, recline: Double) throws {
    for roll in [-20.0, 0, 20] {
      let simulation = try Simulation(device: mini, scenario: .validation, preset: .ideal, duration: 15)
        .setting([
          "behaviour.distance": distance, "behaviour.distanceSD": 0, "phone.recline": recline, "phone.roll": roll,
        ])
      #expect(try worst(simulation, participant: 0) < 0.01)
    }
  }

  @Test("with kappa on and each person's own given to the pipeline, on a phone that is not the nominal one")
  func kappa() throws {
    for participant in 0..<6 {
      let simulation = try Simulation(
        device: mini, scenario: .calibration, preset: .ideal, seed: 9, phone: 3, duration: 60
      ).setting([
        "people.kappaNasal": 5.2, "people.kappaNasalSD": 1.3, "people.kappaUp": 2, "people.kappaUpSD": 1,
        "phone.recline": 40,
      ])
      #expect(simulation.screen != mini.geometry)
      #expect(try worst(simulation, participant: participant) < 0.01)
    }
  }
}
