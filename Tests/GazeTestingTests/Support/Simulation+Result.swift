import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

extension Simulation {
  /// Result of a pipeline for the first person.
  func result(_ pipeline: some PointerPipeline, against reference: ErrorReference = .truth) -> PersonResult {
    var trial = PersonTrial(pipeline, participant: 0, geometry: device.geometry, reference: reference, rate: rate)
    for frame in frames(participant: 0) { trial.step(frame) }
    return trial.finish()
  }
}
