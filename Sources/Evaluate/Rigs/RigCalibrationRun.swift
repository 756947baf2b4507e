public import GazeRecording
public import GazeSimulation

/// A rig's fit to simulated people or to recordings.
public struct RigCalibrationRun<R: Rig>: Sendable {
  /// What is fitted to.
  public enum Source: Sendable {
    /// Simulated people.
    case simulated(RigSimulation<R>)
    /// Recordings, named by their paths.
    case recordings([String])
  }

  private let profile: Profile
  private let source: Source

  /// A run.
  public init(_ profile: Profile, _ source: Source) {
    self.profile = profile
    self.source = source
  }

  /// The calibration file.
  ///
  /// - Throws: where a recording cannot be read, or the data do not hold what the fit needs.
  public func file(progress: (Double) -> Void) throws -> RigCalibrationFile {
    switch source {
    case .simulated(let simulation):
      try simulation.checkCommon()
      try R.check(setup(simulation.header))
      var fit = R.fit(setup(simulation.header))
      for participant in 0..<simulation.participants {
        for sample in simulation.frames(participant: participant) {
          fit.add(sample.observation, participant: participant)
        }
        progress(Double(participant + 1) / Double(simulation.participants))
      }
      return file(
        try fit.solved(), .simulated,
        "\(simulation.participants) simulated \(simulation.participants == 1 ? "person" : "people") "
          + "(\(simulation.scenario.rawValue), preset \(simulation.preset.name), phone \(simulation.phone), seed "
          + "\(simulation.seed))")
    case .recordings(let paths):
      var fit: R.Fit?
      var provenance = RecordingHeader.Source.recorded
      for (index, path) in paths.enumerated() {
        var reader = try SampleReader<R.Sample>(path: path, ordered: true)
        try R.check(setup(reader.header), path: path)
        if fit == nil { fit = R.fit(setup(reader.header)) }
        if reader.header.source == .simulated { provenance = .simulated }
        while let sample = try reader.next() { fit?.add(sample.observation, participant: sample.participant) }
        progress(Double(index + 1) / Double(paths.count))
      }
      guard let fit else { throw RigFitFailure("a calibration needs a recording") }
      return file(try fit.solved(), provenance, paths.joined(separator: ", "))
    }
  }

  private func setup(_ header: RecordingHeader) -> RigSetup {
    RigSetup(profile: profile, header: header, settings: R.settings(of: profile, nil))
  }

  private func file(
    _ result: RigFitResult, _ provenance: RecordingHeader.Source, _ fittedTo: String
  ) -> RigCalibrationFile {
    RigCalibrationFile(device: profile.id, rig: R.name, provenance: provenance, fittedTo: fittedTo, result)
  }
}
