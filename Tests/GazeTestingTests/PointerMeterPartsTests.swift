import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

/// Parts of `PointerMeter` that are measured or left out.
struct PointerMeterPartsTests {
  private let phone: NominalPhone
  private let simulation: Simulation

  init() throws {
    phone = try NominalPhone(device: "iphone12mini")
    simulation = Simulation(device: phone, scenario: .validation, participants: 1, duration: 30)
  }

  private func trial(_ parts: PointerMeter.Parts) throws -> PersonTrial<StandardPipeline> {
    let meter = PointerMeter(participant: 0, geometry: phone.geometry, reference: .truth, rate: 60, parts: parts)
    return PersonTrial(try StandardPipeline(device: "iphone12mini"), meter)
  }

  /// Results of these parts, on the same frames.
  private func results(_ all: [PointerMeter.Parts]) throws -> [PersonResult] {
    var take = SimulatedTake<GazeRig>(simulation, participant: 0)
    return GazeRig.measure(&take, try all.map(trial), watching: nil)
  }

  @Test("a part is the same whatever else is measured, and the other parts stay empty")
  func parts() throws {
    let empty = PersonResult(participant: 0)
    let results = try results([.all, .errors, .lag, .fixations, .scrolling, []])
    let (all, errors, lag, fixations, scrolling, none) = (
      results[0], results[1], results[2], results[3], results[4], results[5]
    )
    #expect(errors.errorPoints == all.errorPoints && errors.errorDegrees == all.errorDegrees)
    #expect(all.errorPoints.count > 0 && lag.errorPoints == empty.errorPoints)
    #expect(lag.latency == all.latency && all.latency != nil && errors.latency == nil)
    #expect(fixations.looks == all.looks && all.fixations > 0 && errors.looks == empty.looks)
    #expect(scrolling.scroll.seconds == all.scroll.seconds && errors.scroll == empty.scroll)
    for result in [errors, lag, fixations, scrolling, none] {
      #expect(result.settled == empty.settled && result.raw == empty.raw && result.budget.isEmpty)
      #expect(result.frames == all.frames && result.validFrames == all.validFrames && result.seconds == all.seconds)
      #expect(result.hasTargets)
    }
  }

  @Test("pipelines that share the eye's view have the results that each would have alone")
  func shared() throws {
    let together = try results([.errors, .all, .errors])
    var alone = try trial(.all)
    for frame in simulation.frames(participant: 0) { alone.step(frame) }
    #expect(together[1] == alone.finish())
    #expect(together[0] == together[2])
  }
}
