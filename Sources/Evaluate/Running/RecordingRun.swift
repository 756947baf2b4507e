internal import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Writes a simulation to a file: simulated in order, encoded by slabs on several cores, written in order, so that
/// the bytes do not depend on how many there are and memory does not grow with the length.
package struct RecordingRun: Sendable {
  /// What came out.
  package struct Total: Sendable {
    /// Frames written.
    package var frames = 0
    /// Seconds of them, over all people.
    package var seconds = 0.0
  }

  private static let slab = 2048
  private let simulation: Simulation
  private let jobs: Int
  /// What moves a participant's page; nil where the person's wish does.
  private let closing: (@Sendable (Int) -> any PointerPipeline)?
  private let personCalibration: String?

  /// A run in an open loop on `jobs` cores.
  package init(_ simulation: Simulation, jobs: Int) {
    var simulation = simulation
    simulation.loop = "open"
    self.simulation = simulation
    self.jobs = max(jobs, 1)
    closing = nil
    personCalibration = nil
  }

  /// A run of the first scenario of `run`, its loop closed by each person's own pipeline as an evaluation sets it up.
  ///
  /// - Throws: `SimulationError` where the scenario has no page.
  package init(closing run: Run<GazeRig>, jobs: Int) throws(SimulationError) {
    var simulation = run.simulation
    simulation.scenario = run.scenarios.first ?? simulation.scenario
    simulation.loop = run.pipeline.name
    try simulation.validate()
    self.simulation = simulation
    self.jobs = max(jobs, 1)
    closing = { run.personalPipeline($0) }
    personCalibration = run.pipeline.learnsFivePoints ? run.personCalibration.rawValue : "none"
  }

  /// Writes to `path` (`-` is standard output), in the format of its ending where none is given; `progress` hears a share
  /// of 0…1 now and then.
  package func write(
    to path: String, force: Bool, format: RecordingFormat? = nil, progress: (Double) -> Void = { _ in }
  ) async throws -> Total {
    var header = simulation.header
    header.personCalibration = personCalibration
    var writer = try RecordingWriter(path: path, force: force, header: header, format: format)
    var total = Total()
    let people = Double(simulation.participants)
    for participant in 0..<simulation.participants {
      var frames = simulation.frames(participant: participant)
      var pipeline = closing?(participant)
      var last = 0.0
      while true {
        var slab: [RecordedFrame] = []
        slab.reserveCapacity(Self.slab * jobs)
        while slab.count < Self.slab * jobs, let frame = frames.next() {
          if let output = pipeline?.step(frame.observation.frame) { frames.scroll(output.scroll) }
          slab.append(frame)
        }
        guard let end = slab.last else { break }
        try writer.cover(slab)
        for piece in try await encode(slab, writer.encoder) { try writer.write(piece.bytes, samples: piece.frames) }
        total.frames += slab.count
        last = end.observation.frame.time + 1 / simulation.rate
        let length = simulation.duration ?? simulation.scenario.defaultDuration
        progress((Double(participant) + (length.map { last / $0 } ?? 0)) / people)
      }
      total.seconds += last
    }
    try writer.close()
    return total
  }

  private func encode(
    _ frames: [RecordedFrame], _ encoder: FrameEncoder
  ) async throws -> [(bytes: [UInt8], frames: Int)] {
    let pieces = (frames.count + Self.slab - 1) / Self.slab
    return try await mapInParallel(count: pieces, jobs: jobs) { piece in
      let slab = frames[piece * Self.slab..<min((piece + 1) * Self.slab, frames.count)]
      var bytes: [UInt8] = []
      bytes.reserveCapacity(slab.count * 1200)
      for frame in slab { encoder.append(frame, into: &bytes) }
      return (bytes, slab.count)
    }
  }
}
