import GazePipeline
package import GazeRecording
package import GazeSimulation
package import Inspection

/// A rig's fit to simulated people or to recordings, and the calibration file that results from it.
///
/// The fit receives only a sample's `Observation`, so that it cannot use a simulation's truth.
package struct CalibrationRun<R: Rig>: Sendable {
  /// Source of the data for the fit.
  package enum Source: Sendable {
    /// Simulated people.
    case simulated(RigSimulation<R>)
    /// Recordings, named by their paths.
    case recordings([String])
  }

  let profile: DeviceProfile
  let source: Source
  /// Parameters and method of the gaze rig's fit; no other rig uses it.
  package var options: GazeFit.Options

  /// Receives the faults that the doctor finds in the recordings; nil leaves the checks out.
  package var faults: FoundFaults?

  /// A run.
  package init(_ profile: DeviceProfile, _ source: Source, options: GazeFit.Options = GazeFit.Options()) {
    (self.profile, self.source, self.options) = (profile, source, options)
  }

  /// The fit, with the calibration file that holds it and the recorded people.
  ///
  /// - Parameters:
  ///   - take: feeds simulated people to a fit.
  ///   - joins: refuses a recording that cannot join the earlier ones in one fit.
  ///   - attend: makes what sees the samples of a recording, and what then judges the recording.
  /// - Throws: if a recording cannot be read or does not match the recordings before it, if the profile's settings are
  ///   invalid, or if the data do not contain what the fit needs.
  func fitted(
    _ work: Work,
    taking take: (RigSimulation<R>, inout R.Fit, Setup) async throws -> Void,
    joining joins: (RecordingHeader, _ path: String, _ earlier: [Earlier]) throws(FileError) -> Void,
    attending attend: (RecordingHeader, _ path: String) -> (observe: (R.Sample) -> Void, end: () throws -> Void)? = {
      _, _ in nil
    }
  ) async throws -> (file: CalibrationFile, fit: R.Fit, roster: RecordedPeople) {
    try R.checkSettings(of: profile)
    var (fit, roster, provenance, fittedTo) = (R.Fit?.none, RecordedPeople(), RecordingHeader.Source.simulated, "")
    switch source {
    case .simulated(let simulation):
      try simulation.validate()
      let setup = setup(simulation.stated)
      try R.check(setup)
      var begun = R.fit(setup)
      try await take(simulation, &begun, setup)
      fit = begun
      fittedTo =
        """
        \(NumberText.count(simulation.participants, "simulated person", "simulated people")) \
        (\(simulation.scenario.rawValue), preset \(simulation.preset.name), phone \(simulation.phone), seed \
        \(simulation.seed))
        """
    case .recordings(let paths):
      var earlier: [Earlier] = []
      for path in paths {
        var reader = try SampleReader<R.Sample>(path: path, ordered: true)
        let setup = setup(reader.header)
        try R.check(setup, path: path)
        try joins(reader.header, path, earlier)
        earlier.append((path, reader.header))
        roster.begin(reader.header, path: path)
        if fit == nil { fit = R.fit(setup) }
        fit?.begin(setup, session: roster.session)
        let observer = attend(reader.header, path)
        while let sample = try reader.next() {
          observer?.observe(sample)
          fit?.add(sample.observation, participant: roster.number(of: sample.participant))
        }
        try observer?.end()
        do { try fit?.end() } catch { throw FileError(path: path, message: error.description) }
        work.progress(R.Fit.share * Double(earlier.count) / Double(paths.count))
      }
      // If one of several recordings is simulated, the result counts as a fit to simulated data.
      provenance = earlier.contains { $0.header.source == .simulated } ? .simulated : .recorded
      fittedTo = "\(paths.joined(separator: ", ")) (\(roster.people.summary))"
    }
    guard var fit else { throw RigFitFailure("a calibration needs a recording") }
    let file = CalibrationFile(
      device: profile.id, rig: R.name, provenance: provenance, fittedTo: fittedTo, fit: try solved(&fit))
    return (file, fit, roster)
  }

  typealias Earlier = (path: String, header: RecordingHeader)

  private func solved(_ fit: inout R.Fit) throws -> CalibrationFile.Fit {
    do {
      var found = try fit.solved()
      found.remarks = found.remarks?.map(Sentence.text)
      return found
    } catch let failure as RigFitFailure {
      guard case .recordings(let paths) = source else { throw failure }
      let named = failure.recordings.isEmpty ? paths : failure.recordings.map { paths[$0] }
      let rest = named.count > Self.mostNamed ? " and \(named.count - Self.mostNamed) more" : ""
      throw FileError(
        path: named.prefix(Self.mostNamed).joined(separator: ", ") + rest, message: failure.description)
    }
  }

  /// Most recordings that an error names.
  private static var mostNamed: Int { 4 }

  private func setup(_ header: RecordingHeader) -> Setup {
    var setup = Setup(R.self, profile: profile, header: header, calibration: nil)
    setup.fit = options
    return setup
  }
}
