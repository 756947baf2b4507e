import Calibrate
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Reads recordings and says what they show of the tracker: a frame at a time, so that memory does not grow with their
/// length, only with the number of people.
package struct CharacteriseRun: Sendable {
  /// The recordings, `-` for standard input.
  package var paths: [String]
  /// The preset whose assumptions are made: how noise grows with distance and eccentricity, and about which direction.
  package var base: GazePreset
  /// The device of a recording.
  package var profile: @Sendable (RecordingHeader, String) throws -> DeviceProfile

  /// A run over these recordings.
  package init(
    paths: [String], base: GazePreset = .typical,
    profile: @escaping @Sendable (RecordingHeader, String) throws -> DeviceProfile
  ) {
    self.paths = paths
    self.base = base
    self.profile = profile
  }

  /// What they show.
  ///
  /// - Throws: `FileError` for a recording that cannot be read, is disordered or holds no frame.
  package func report(jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> CharacteriseReport {
    var recordings: [CharacteriseReport.Recording] = []
    var roster = RecordedPeople()
    for (index, path) in paths.enumerated() {
      var (recording, people) = try read(path, &roster)
      progress((Double(index) + 0.5) / Double(paths.count))
      let collected = people
      let rows = try await mapInParallel(count: collected.count, jobs: jobs) { index in
        var person = collected[index]
        return person.finish()
      }
      people = []
      recording.characteristics = Characterisation.combined(rows)
      recordings.append(recording)
      progress(Double(index + 1) / Double(paths.count))
    }
    return CharacteriseReport(recordings: recordings, recorded: roster.people)
  }

  private func read(
    _ path: String, _ roster: inout RecordedPeople
  ) throws -> (CharacteriseReport.Recording, [PersonCharacter]) {
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
      // Taken out and put back, so that it is changed in place.
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
    return (recording, people.sorted { $0.key < $1.key }.map(\.value))
  }
}

extension NoiseScale {
  /// As a simulation with these parameters has it.
  init(_ parameters: SimulationParameters) {
    self.init()
    var copy = self
    func set(_ path: WritableKeyPath<Self, Double>, _ key: String, times unit: Double) {
      // The keys are the simulator's own; a test holds them to it.
      if let constant = try? GazeConstant.named(key) { copy[keyPath: path] = constant.value(in: parameters) * unit }
    }
    let degree = Double.pi / 180
    set(\.distance, "tracker.noiseDistance", times: 0.01)
    set(\.eccentricity, "tracker.eccentricity", times: degree)
    set(\.reference.y, "tracker.referencePitch", times: degree)
    set(\.kappaUp, "people.kappaUp", times: degree)
    self = copy
  }
}
