import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct ParameterConstantTests {
  @Test("a value goes in and out in the constant's own unit")
  func units() throws {
    var parameters = SimulationParameters()
    let recline = try GazeConstant.named("phone.recline")
    try recline.set(45, in: &parameters)
    expectNear(recline.value(in: parameters), 45, 1e-12)
    #expect(recline.unit == "deg")
  }

  @Test("values outside the range and unknown keys are refused with what was expected")
  func refusals() throws {
    var parameters = SimulationParameters()
    let distance = try GazeConstant.named("behaviour.distance")
    for bad in [0, -1, .nan, .infinity] {
      #expect(throws: SimulationError.self) { try distance.set(bad, in: &parameters) }
    }
    #expect(parameters == SimulationParameters())
    let error = #expect(throws: UnknownNameError.self) { try GazeConstant.named("tracker.driftsd") }
    #expect(error?.description.contains("tracker.driftSD") == true)
  }
}
