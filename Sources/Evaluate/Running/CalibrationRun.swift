import GazePipeline
package import GazeRecording
package import GazeSimulation

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

  /// The calibration file.
  ///
  /// - Throws: if a recording cannot be read or does not match the recordings before it, if the profile's settings are
  ///   invalid, or if the data do not contain what the fit needs.
  package func file(jobs: Int = 1, progress: (Double) -> Void = { _ in }) async throws -> CalibrationFile {
    try R.checkSettings(of: profile)
    var (fit, roster, provenance, fittedTo) = (R.Fit?.none, RecordedPeople(), RecordingHeader.Source.simulated, "")
    switch source {
    case .simulated(let simulation):
      try simulation.validate()
      let setup = setup(simulation.stated)
      try R.check(setup)
      var begun = R.fit(setup)
      try await R.take(simulation, into: &begun, setup, jobs: jobs) { progress(R.Fit.share * $0) }
      fit = begun
      fittedTo =
        "\(NumberText.count(simulation.participants, "simulated person", "simulated people")) "
        + "(\(simulation.scenario.rawValue), preset \(simulation.preset.name), phone \(simulation.phone), seed "
        + "\(simulation.seed))"
    case .recordings(let paths):
      let headers = try read(paths, into: &fit, &roster) { progress(R.Fit.share * $0) }
      // If one of several recordings is simulated, the result counts as a fit to simulated data.
      provenance = headers.contains { $0.source == .simulated } ? .simulated : .recorded
      fittedTo = "\(paths.joined(separator: ", ")) (\(roster.people.summary))"
    }
    guard var fit else { throw RigFitFailure("a calibration needs a recording") }
    var file = CalibrationFile(
      device: profile.id, rig: R.name, provenance: provenance, fittedTo: fittedTo, fit: try solved(&fit))
    try await R.complete(&file, fit, self, roster, jobs: jobs, progress: progress)
    return file
  }

  private func read(
    _ paths: [String], into fit: inout R.Fit?, _ roster: inout RecordedPeople, progress: (Double) -> Void
  ) throws -> [RecordingHeader] {
    var earlier: [(path: String, header: RecordingHeader)] = []
    for path in paths {
      var reader = try SampleReader<R.Sample>(path: path, ordered: true)
      let setup = setup(reader.header)
      try R.check(setup, path: path)
      try R.check(reader.header, path: path, after: earlier, of: profile)
      earlier.append((path, reader.header))
      roster.begin(reader.header, path: path)
      if fit == nil { fit = R.fit(setup) }
      fit?.begin(setup, session: roster.session)
      var doctor = faults == nil ? nil : R.doctor(reader.header, path: path, of: profile)
      while let sample = try reader.next() {
        R.show(sample.observation, to: &doctor)
        fit?.add(sample.observation, participant: roster.number(of: sample.participant))
      }
      if doctor?.isFaceless == true {
        throw FileError(
          path: path, field: "face", message: "no frame has a face, only a pointer, so there is nothing to fit to")
      }
      faults?.add(doctor?.faults(.calibrating) ?? [])
      do { try fit?.end() } catch { throw FileError(path: path, message: error.description) }
      progress(Double(earlier.count) / Double(paths.count))
    }
    return earlier.map(\.header)
  }

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
