package import GazeRecording
package import GazeSimulation

/// Writes a rig's simulation to a file, a sample at a time.
package struct RigRecordingRun<R: Rig>: Sendable {
  private let simulation: RigSimulation<R>

  /// A run.
  package init(_ simulation: RigSimulation<R>) { self.simulation = simulation }

  /// Writes to `path` (`-` is standard output), in the format of its ending where none is given; `progress` hears a share
  /// of 0…1 after each person.
  package func write(
    to path: String, force: Bool, format: RecordingFormat? = nil, progress: (Double) -> Void = { _ in }
  ) throws -> RecordingRun.Total {
    var writer = try SampleWriter<R.Sample>(path: path, force: force, header: simulation.header, format: format)
    var total = RecordingRun.Total()
    for participant in 0..<simulation.participants {
      var last = 0.0
      for sample in simulation.frames(participant: participant) {
        try writer.write(sample)
        total.frames += 1
        last = sample.time + 1 / simulation.rate
      }
      total.seconds += last
      progress(Double(participant + 1) / Double(simulation.participants))
    }
    try writer.close()
    return total
  }
}
