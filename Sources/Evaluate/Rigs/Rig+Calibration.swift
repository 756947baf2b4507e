import GazePipeline
package import GazeRecording
import GazeSimulation

extension Rig {
  /// Refuses a calibration file with invalid parameters: a parameter given twice, a name that is nearly a setting's
  /// name, a wrong unit, or a device's value out of range.
  ///
  /// A name that resembles no setting's name belongs to a parameter that only the fit uses (`imageToView.a`), and is
  /// not checked. A person's value out of range is a legitimate result of a fit; it is clamped to the range when used.
  package static func check(_ file: CalibrationFile, path: String) throws(FileError) {
    var seen: Set<String> = []
    for (index, parameter) in file.fit.parameters.enumerated() {
      func fault(_ key: String, _ message: String) -> FileError {
        FileError(path: path, field: "parameters.\(index).\(key)", message: message)
      }
      let shown = parameter.name.prefix(80)
      // The identity begins with the numbers, so that two identities differ whatever characters the names contain.
      let identity = "\(parameter.participant ?? -1) \(parameter.session ?? -1) \(parameter.name)"
      guard seen.insert(identity).inserted else {
        let whose = parameter.participant.map { " of participant \($0)" } ?? ""
        throw fault("name", "\"\(shown)\"\(whose) is given twice; remove one of them")
      }
      guard let declared = settings.first(where: { $0.name == parameter.name }) else {
        let near = nearest(to: parameter.name, among: settings.map(\.name))
        guard near.isEmpty else {
          throw fault(
            "name",
            "is \"\(shown)\", which the rig \(name) does not have; did you mean "
              + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?")
        }
        continue
      }
      guard parameter.unit == declared.unit else {
        throw fault("unit", "is \"\(parameter.unit.prefix(20))\"; expected \"\(declared.unit)\"")
      }
      guard parameter.participant != nil || declared.range.contains(parameter.value) else {
        throw fault("value", "is \(parameter.value); expected \(declared.expected)")
      }
    }
  }
}

// MARK: The run

extension Rig {
  /// Feeds simulated people to the fit one after the other, as a single recording, or recordings of one view. Adds the
  /// people's identifiers to the file, for recordings that state them.
  package static func calibrate(_ run: CalibrationRun<Self>, _ work: Work) async throws -> CalibrationFile {
    var (file, _, roster) = try await run.fitted(
      work,
      taking: { simulation, fit, setup in
        fit.begin(setup, session: 0)
        for participant in 0..<simulation.participants {
          for sample in simulation.frames(participant: participant) {
            fit.add(sample.observation, participant: participant)
          }
          work.progress(Fit.share * Double(participant + 1) / Double(simulation.participants))
        }
        try fit.end()
      },
      joining: { header, path, earlier throws(FileError) in
        guard let first = earlier.first else { return }
        try checkView(header, path: path, after: first, of: run.profile)
      })
    let named = roster.people.compactMap { person in
      person.person.map { CalibrationFile.Named(participant: person.participant, person: $0) }
    }
    file.named = named.nonEmpty
    return file
  }

  /// Refuses a recording whose header differs from the first one's in view, picture or another constant of the rig.
  private static func checkView(
    _ header: RecordingHeader, path: String, after first: CalibrationRun<Self>.Earlier, of profile: DeviceProfile
  ) throws(FileError) {
    func expect(_ field: String, _ found: String, _ expected: String) throws(FileError) {
      guard found != expected else { return }
      throw FileError(
        path: path, line: 1, field: field,
        message:
          "is \(found); expected \(expected), as in \(first.path): a fit covers one view; calibrate each view alone")
    }
    try expect("orientation", header.orientation.rawValue, first.header.orientation.rawValue)
    func points(_ header: RecordingHeader) -> String {
      let points = header.points ?? header.orientation.viewport(upright: profile.geometry.points)
      return "\(points.x) x \(points.y)"
    }
    try expect("points", points(header), points(first.header))
    // Constants that only a simulator knows are not compared, since a fit does not use them.
    let keys = Set(header.constants.keys).union(first.header.constants.keys).filter { !$0.hasPrefix("truth.") }
    for key in keys.sorted() {
      func text(_ header: RecordingHeader) -> String { header.constants[key].map { "\($0)" } ?? "not stated" }
      try expect("constants.\(key.prefix(80))", text(header), text(first.header))
    }
  }
}
