public import GazeMetrics
public import GazeRecording
import GazeTesting

/// One pipeline of a rig on recordings, a sample at a time.
public struct RigInput<R: Rig>: Sendable {
  private let profile: Profile
  private let pipeline: String
  private let calibration: RigCalibrationFile?
  private var headers: [RecordingHeader] = []
  private var people: [Int: R.Person] = [:]

  /// An evaluation at its start.
  ///
  /// - Parameter pipeline: nil is the project's own.
  public init(profile: Profile, pipeline: String?, calibration: RigCalibrationFile?) {
    self.profile = profile
    self.pipeline = pipeline ?? R.pipelines.last?.name ?? ""
    self.calibration = calibration
  }

  /// Takes a recording in.
  ///
  /// - Throws: where it cannot be read or holds samples without any truth to measure against.
  public mutating func add(_ reader: inout SampleReader<R.Sample>) throws(FileError) {
    let header = reader.header
    headers.append(header)
    let setup = RigSetup(profile: profile, header: header, settings: R.settings(of: profile, calibration))
    var trials: [Int: R.Trial] = [:]
    while let sample = try reader.next() {
      trials[sample.participant, default: R.trial(pipeline, setup, participant: sample.participant)].take(sample)
    }
    for (participant, var trial) in trials {
      let person = trial.close()
      people[participant] =
        people[participant].map { old in
          var joined = old
          joined.merge(person)
          return joined
        } ?? person
    }
  }

  /// The whole evaluation.
  ///
  /// - Throws: where there was nothing to judge.
  public func evaluation(path: String, limits: [Gate]) throws -> RigEvaluation {
    guard let first = headers.first, !people.isEmpty else {
      throw FileError(path: path, message: "holds no samples; there is nothing to judge")
    }
    return try RigEvaluation(
      R.self, people.sorted { $0.key < $1.key }.map(\.value),
      RigSubject(
        profile: profile, pipeline: pipeline, scenario: headers.map(\.scenario).joined(separator: "+"),
        source: first.source, settings: R.settings(of: profile, calibration)),
      origin: RigEvaluation.Origin(
        preset: first.preset, seed: first.seed, phone: first.phone, noise: first.noise,
        deviceCalibration: calibration?.provenance.rawValue ?? "profile"),
      limits: limits)
  }
}
