import Calibrate
import GazePipeline
public import GazeRecording

/// Reads recordings and says what they show of the tracker: a frame at a time, so that memory does not grow with their
/// length, only with the number of people.
public struct CharacteriseRun: Sendable {
  /// The recordings, `-` for standard input.
  public var paths: [String]
  /// The device of a recording.
  public var profile: @Sendable (RecordingHeader, String) throws -> Profile

  /// A run over these recordings.
  public init(paths: [String], profile: @escaping @Sendable (RecordingHeader, String) throws -> Profile) {
    self.paths = paths
    self.profile = profile
  }

  /// What they show.
  ///
  /// - Throws: `FileError` for a recording that cannot be read, is disordered or holds no frame.
  public func report(jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> CharacteriseReport {
    var recordings: [CharacteriseReport.Recording] = []
    for (index, path) in paths.enumerated() {
      var (recording, people) = try read(path)
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
    return CharacteriseReport(recordings: recordings)
  }

  private func read(_ path: String) throws -> (CharacteriseReport.Recording, [PersonCharacter]) {
    var reader = try RecordingReader(path: path, ordered: true)
    let header = reader.header
    let profile = try profile(header, path)
    let screen = header.points.map { profile.geometry(points: $0) } ?? profile.geometry
    var people: [Int: PersonCharacter] = [:]
    var frames = 0
    while let frame = try reader.next() {
      frames += 1
      let number = frame.observation.participant
      // Taken out and put back, so that it is changed in place.
      var person =
        people.removeValue(forKey: number)
        ?? PersonCharacter(screen: screen, cameraSigma: profile.cameraSigma)
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
