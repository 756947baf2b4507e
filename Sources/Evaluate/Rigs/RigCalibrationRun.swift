import GazePipeline
package import GazeRecording
package import GazeSimulation

/// A rig's fit to simulated people or to recordings.
package struct RigCalibrationRun<R: FittedRig>: Sendable {
  /// What is fitted to.
  package enum Source: Sendable {
    /// Simulated people.
    case simulated(RigSimulation<R>)
    /// Recordings, named by their paths.
    case recordings([String])
  }

  private let profile: Profile
  private let source: Source

  /// A run.
  package init(_ profile: Profile, _ source: Source) {
    self.profile = profile
    self.source = source
  }

  /// The calibration file.
  ///
  /// - Throws: where a recording cannot be read or is of another view than the first, where the profile's settings cannot
  ///   be meant, or the data do not hold what the fit needs.
  package func file(progress: (Double) -> Void) throws -> RigCalibrationFile {
    try R.checkSettings(of: profile)
    switch source {
    case .simulated(let simulation):
      try simulation.validate()
      try R.check(setup(simulation.header))
      var fit = R.fit(setup(simulation.header))
      fit.begin()
      for participant in 0..<simulation.participants {
        for sample in simulation.frames(participant: participant) {
          fit.add(sample.observation, participant: participant)
        }
        progress(Double(participant + 1) / Double(simulation.participants))
      }
      return file(
        try fit.solved(), .simulated,
        "\(NumberText.count(simulation.participants, "simulated person", "simulated people")) "
          + "(\(simulation.scenario.rawValue), preset \(simulation.preset.name), phone \(simulation.phone), seed "
          + "\(simulation.seed))")
    case .recordings(let paths):
      var fit: R.Fit?
      var first: (path: String, header: RecordingHeader)?
      var provenance = RecordingHeader.Source.recorded
      var roster = RecordedPeople()
      for (index, path) in paths.enumerated() {
        var reader = try SampleReader<R.Sample>(path: path, ordered: true)
        try R.check(setup(reader.header), path: path)
        // One fit has one view: that of the first recording.
        if let first {
          try checkSame(reader.header, path, as: first.header, first.path)
        } else {
          first = (path, reader.header)
          fit = R.fit(setup(reader.header))
        }
        fit?.begin()
        roster.begin(reader.header, path: path)
        if reader.header.source == .simulated { provenance = .simulated }
        while let sample = try reader.next() {
          fit?.add(sample.observation, participant: roster.number(of: sample.participant))
        }
        progress(Double(index + 1) / Double(paths.count))
      }
      guard let fit else { throw RigFitFailure("a calibration needs a recording") }
      let all = paths.joined(separator: ", ")
      let found: RigFitResult
      do { found = try fit.solved() } catch { throw FileError(path: all, message: "\(error)") }
      let people = roster.people
      var file = file(found, provenance, "\(all) (\(people.summary))")
      let named = people.compactMap { person in
        person.person.map { RigCalibrationFile.Named(participant: person.participant, person: $0) }
      }
      file.people = named.isEmpty ? nil : named
      return file
    }
  }

  /// Refuses a recording whose header says another view, picture or whatever else is the rig's than the first one's.
  private func checkSame(
    _ header: RecordingHeader, _ path: String, as first: RecordingHeader, _ firstPath: String
  ) throws(FileError) {
    func expect(_ field: String, _ found: String, _ expected: String) throws(FileError) {
      guard found != expected else { return }
      throw FileError(
        path: path, line: 1, field: field,
        message:
          "is \(found); expected \(expected), as in \(firstPath): a fit is of one view; calibrate them one by one")
    }
    try expect("orientation", header.orientation.rawValue, first.orientation.rawValue)
    func points(_ header: RecordingHeader) -> String {
      let points = header.points ?? header.orientation.viewport(upright: profile.geometry.points)
      return "\(points.x) x \(points.y)"
    }
    try expect("points", points(header), points(first))
    // What only a simulator knows is no business of a fit.
    let keys = Set(header.constants.keys).union(first.constants.keys).filter { !$0.hasPrefix("truth.") }
    for key in keys.sorted() {
      func text(_ header: RecordingHeader) -> String { header.constants[key].map { "\($0)" } ?? "not stated" }
      try expect("constants.\(TerminalText.line(key.prefix(80)))", text(header), text(first))
    }
  }

  private func setup(_ header: RecordingHeader) -> Setup {
    Setup(R.self, profile: profile, header: header, calibration: nil)
  }

  private func file(
    _ found: RigFitResult, _ provenance: RecordingHeader.Source, _ fittedTo: String
  ) -> RigCalibrationFile {
    var result = found
    result.remarks = found.remarks.map(Sentence.text)
    return RigCalibrationFile(device: profile.id, rig: R.name, provenance: provenance, fittedTo: fittedTo, result)
  }
}
