package import GazeRecording
package import GazeSimulation
import GazeTesting
import PortableFoundation

/// Writes a simulation to a file. Samples are simulated in order, encoded in slabs on several cores and written in
/// order, so that the bytes do not depend on the number of cores and memory does not grow with the length.
package struct RecordingRun<R: Rig>: Sendable {
  private static var slab: Int { 2048 }
  fileprivate var simulation: RigSimulation<R>
  fileprivate let jobs: Int
  /// Makes the trial that moves a participant's page; nil if the person's intent moves it.
  fileprivate var closing: (@Sendable (Int) -> R.AnyTrial)?
  fileprivate var personCalibration: String?

  /// A run in an open loop on `jobs` cores.
  package init(_ simulation: RigSimulation<R>, jobs: Int) {
    self.simulation = simulation
    self.simulation.loop = "open"
    self.jobs = max(jobs, 1)
  }

  /// Writes to `path` (`-` is standard output), in the format of its ending if `format` is nil. `progress` is called
  /// from time to time with the share that is written, 0…1.
  package func write(
    to path: String, force: Bool, format: RecordingFormat? = nil, progress: (Double) -> Void = { _ in }
  ) async throws -> RecordingTotal {
    var header = simulation.header
    header.personCalibration = personCalibration
    var writer = try SampleWriter<R.Sample>(path: path, force: force, header: header, format: format)
    let total = try await R.record(self, &writer, progress: progress)
    try writer.close()
    return total
  }

  /// Simulates all people and passes on slabs of their samples. This is fast only if the compiler knows the rig.
  fileprivate func record(
    _ writer: inout SampleWriter<R.Sample>, progress: (Double) -> Void
  ) async throws -> RecordingTotal {
    var total = RecordingTotal()
    let people = Double(simulation.participants)
    for participant in 0..<simulation.participants {
      var take = SimulatedTake(simulation, participant: participant)
      var closing = closing?(participant)
      var last = 0.0
      while true {
        var slab: [R.Sample] = []
        slab.reserveCapacity(Self.slab * jobs)
        while slab.count < Self.slab * jobs, var sample = take.next() {
          if let output = closing?.step(sample) {
            take.apply(output, to: &sample)
          }
          slab.append(sample)
        }
        guard let end = slab.last else { break }
        while try await !writer.write(encode(slab, writer.encoder)) {}
        total.frames += slab.count
        last = end.time + 1 / simulation.rate
        progress((Double(participant) + (simulation.seconds.map { last / $0 } ?? 0)) / people)
      }
      total.seconds += last
    }
    return total
  }

  private func encode(
    _ samples: [R.Sample], _ encoder: SampleEncoder<R.Sample>
  ) async throws -> [EncodedRows] {
    let pieces = (samples.count + Self.slab - 1) / Self.slab
    return try await mapInParallel(count: pieces, jobs: jobs) { piece in
      encoder.rows(of: samples[piece * Self.slab..<min((piece + 1) * Self.slab, samples.count)])
    }
  }
}

/// Totals of a recording.
package struct RecordingTotal: Sendable {
  /// Number of samples written.
  package var frames = 0
  /// Duration of the samples written, summed over all people, seconds.
  package var seconds = 0.0
}

extension Rig {
  /// Writes simulated people; the default for every rig.
  package static func record(
    _ run: RecordingRun<Self>, _ writer: inout SampleWriter<Sample>, progress: (Double) -> Void
  ) async throws -> RecordingTotal {
    try await run.record(&writer, progress: progress)
  }
}

extension RecordingRun {
  /// Records the first scenario of `run` in an open loop, with what recentring and trigger ask of people.
  package init(opening run: Run<R>, jobs: Int) {
    self.init(run.simulation(of: run.scenarios.first ?? run.simulation.scenario), jobs: jobs)
    simulation.loop = "open"
  }

  /// Records the first scenario of `run` in a closed loop: each person's own pipeline moves the page, as in an
  /// evaluation.
  ///
  /// - Throws: `SimulationError` if the scenario has no page.
  package init(closing run: Run<R>, jobs: Int) throws(SimulationError) {
    self.init(opening: run, jobs: jobs)
    simulation.loop = run.pipeline.name
    try simulation.validate()
    let simulation = simulation
    closing = { run.loopDriver($0, on: simulation.stated(for: $0)) }
    personCalibration = run.pipeline.learns == .nothing ? "none" : run.options.personCalibration.rawValue
  }
}
