import Calibrate
import GazePipeline
package import GazeRecording
import PortableFoundation
package import GazeSimulation

/// Reads recordings frame by frame and reports the tracker's characteristics. Memory grows with the number of people,
/// not with the recordings' length.
package struct CharacteriseRun: Sendable {
  /// Paths of the recordings, `-` for standard input.
  var paths: [String]
  /// The preset whose assumptions apply: growth of the noise with distance and eccentricity, and the direction from
  /// which eccentricity counts.
  var base: GazePreset
  /// Finds the device of a recording.
  var profile: @Sendable (RecordingHeader, String) throws -> DeviceProfile

  /// A run over these recordings.
  package init(
    paths: [String], base: GazePreset = .typical,
    profile: @escaping @Sendable (RecordingHeader, String) throws -> DeviceProfile
  ) {
    self.paths = paths
    self.base = base
    self.profile = profile
  }

  /// The characteristics of the recordings.
  ///
  /// - Throws: `FileError` for a recording that cannot be read, has its frames out of order, or contains no frame.
  package func report(jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> CharacteriseReport {
    var recordings: [CharacteriseReport.Recording] = []
    var roster = RecordedPeople()
    var takes = SessionTakes()
    for (index, path) in paths.enumerated() {
      var (recording, people) = try read(path, &roster)
      progress((Double(index) + 0.5) / Double(paths.count))
      let (collected, session) = (people, roster.session)
      let results = try await mapInParallel(count: collected.count, jobs: jobs) { index in
        var person = collected[index].character
        return (rows: person.finish(), looks: person.sessionFixations(session))
      }
      for (person, result) in zip(collected, results) {
        takes.add(result.looks, of: person.number, device: recording.device, cameraSigma: person.character.cameraSigma)
      }
      people = []
      recording.characteristics = Characterisation.combined(results.map(\.rows))
      recordings.append(recording)
      progress(Double(index + 1) / Double(paths.count))
    }
    let overTime = try await takes.overTime(NoiseScale(base.parameters), jobs: jobs)
    return CharacteriseReport(recordings: recordings, recorded: roster.people, overTime: overTime)
  }

  private func read(
    _ path: String, _ roster: inout RecordedPeople
  ) throws -> (CharacteriseReport.Recording, [(number: Int, character: PersonCharacter)]) {
    var reader = try RecordingReader(path: path, ordered: true)
    let header = reader.header
    roster.begin(header, path: path)
    let profile = try profile(header, path)
    let screen = profile.geometry(header)
    var people: [Int: PersonCharacter] = [:]
    let scale = NoiseScale(base.parameters)
    var frames = 0
    while let frame = try reader.next() {
      frames += 1
      let number = roster.number(of: frame.observation.participant)
      // The person is removed from the dictionary and put back, so that the value is mutated in place instead of
      // copied.
      var person =
        people.removeValue(forKey: number)
        ?? PersonCharacter(screen: screen, cameraSigma: profile.cameraSigma, scale: scale)
      person.step(frame.observation)
      people[number] = person
    }
    guard frames > 0 else { throw FileError(path: path, message: "holds no frame; there is nothing to characterise") }
    let recording = CharacteriseReport.Recording(
      path: path, device: header.device, source: header.source, scenario: header.scenario, preset: header.preset,
      people: people.count, frames: frames, assumptions: header.assumptions, characteristics: [])
    return (recording, people.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

extension NoiseScale {
  /// The noise of a simulation with these parameters.
  init(_ parameters: SimulationParameters) {
    self.init()
    // The keys are names of the simulator's constants in `SimulationParameters`. If one is renamed there, the scale
    // keeps the number of `typical`, and no test fails; fits of other presets would only be less exact.
    let degree = Double.pi / 180
    let places: [(WritableKeyPath<Self, Double>, String, unit: Double)] = [
      (\.distance, "tracker.noiseDistance", 0.01), (\.eccentricity, "tracker.eccentricity", degree),
      (\.reference.y, "tracker.referencePitch", degree), (\.kappaUp, "people.kappaUp", degree),
    ]
    for (path, key, unit) in places {
      if let constant = try? GazeConstant.named(key) { self[keyPath: path] = constant.value(in: parameters) * unit }
    }
  }
}

extension DeviceProfile {
  /// SD of the camera's position around the position in the data sheet, metres.
  var cameraSigma: Vector2 { SIMD2(camera.x.sigma, camera.y.sigma) }
}
