import GazeRecording
import GazeSimulation
import GazeTesting

/// Everything that runs beside a rig's pipelines, such as the doctor of a recording; by default nothing.
package struct PipelineCompanions<R: Rig>: Sendable {
  /// Learns from an earlier session of a simulated person what the pipeline can use.
  var earlierSession: @Sendable (Run<R>, _ participant: Int) -> EarlierSession = { _, _ in EarlierSession() }
  /// Makes the recorder of a simulated person's course, for a page; nil if none was requested.
  var runObserver: @Sendable ([Run<R>]) -> (@Sendable (_ participant: Int) -> RunObserver<R>?)? = { _ in nil }
  /// Makes what sees the samples of a recording.
  var recordingObserver: @Sendable (RecordedRun<R>, RecordingHeader, _ path: String) throws -> RecordingObserver<R> = {
    _, _, _ in
    RecordingObserver()
  }
}

/// Receives a run's samples in addition to its trials, to keep data for an HTML page.
struct RunObserver<R: Rig> {
  /// Called when a scenario begins.
  var begin: (R.Task) -> Void
  /// Called with a sample and the outputs of the runs' pipelines.
  var add: (R.Sample, [R.Output]) -> Void
  /// Called when the scenario is over.
  var end: () -> Void
  /// Called when all scenarios of the person are over.
  var finish: () -> PersonTrace?
}

/// Observer of a recording's samples beside the judged pipelines.
struct RecordingObserver<R: Rig> {
  /// Further trials of a person, whose results follow those of the compared pipelines.
  var trials: (Setup, _ participant: Int) -> [R.AnyTrial] = { _, _ in [] }
  /// Receives every sample with its person's number and the pipelines' outputs; nil if nobody looks.
  var observe: ((R.Sample, _ number: Int, [R.Output]) -> Void)?
  /// Ends the recording: refuses it, or adds what was seen to the run.
  var end: (inout RecordedRun<R>, _ people: [(number: Int, results: [R.Person])]) throws -> Void = { _, _ in }
}
