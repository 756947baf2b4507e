import GazePipeline
import GazeRecording

@testable import GazeSimulation

extension Simulation {
  /// The inputs of a participant's script, as in `SimulatedFrames`.
  func scriptContext(participant: Int = 0) -> ScriptContext {
    let session = session(participant)
    return ScriptContext(
      screen: ScreenGeometry(points: screen.points, metres: screen.metres, camera: screen.camera),
      task: parameters.task, person: person(participant),
      headShare: SIMD2(parameters.head.shareH, parameters.head.shareV), distance: session.distance,
      isClosedLoop: loop != "open", seed: seed, participant: participant, session: 1, take: scenario.take)
  }
}
