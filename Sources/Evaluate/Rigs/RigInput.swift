public import GazeMetrics
public import GazeRecording
import GazeTesting

/// One pipeline of a rig on recordings, a sample at a time.
public struct RigInput<R: Rig>: Sendable {
  private let profile: Profile
  private let pipeline: String
  private let calibration: RigCalibrationFile?
  private var headers: [RecordingHeader] = []
  /// Recordings with a simulator's truth in at least one sample.
  private var truths = 0
  /// By the numbers of `roster`.
  private var people: [Int: R.Person] = [:]
  private var roster = RecordedPeople()

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
  /// - Throws: where it cannot be read.
  public mutating func add(_ reader: inout SampleReader<R.Sample>, path: String = "") throws(FileError) {
    let header = reader.header
    roster.begin(header, path: path)
    headers.append(header)
    var trials: [Int: R.Trial] = [:]
    var hasTruth = false
    while let sample = try reader.next() {
      hasTruth = hasTruth || sample.hasTruth
      let person = roster.number(of: sample.participant)
      trials[person, default: trial(header, participant: person)].take(sample)
    }
    if hasTruth { truths += 1 }
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

  /// A participant's trial: with what a calibration knows of this person over what it knows of the device.
  private func trial(_ header: RecordingHeader, participant: Int) -> R.Trial {
    let settings = R.settings(of: profile, calibration, participant: known(participant))
    return R.trial(
      pipeline, RigSetup(profile: profile, header: header, settings: settings), participant: participant)
  }

  /// The number that a person has in the calibration; nil where it knows nobody of that name.
  private func known(_ participant: Int) -> Int? {
    calibration?.participant(participant, person: roster.identifier(of: participant))
  }

  /// What errors were measured against.
  private var against: String {
    switch truths {
    case headers.count: R.truth
    case 0: R.standIn
    default: "\(R.truth); in \(headers.count - truths) of \(headers.count) recordings \(R.standIn)"
    }
  }

  /// The whole evaluation.
  ///
  /// - Throws: where there was nothing to judge.
  public func evaluation(path: String, limits: [Gate]) throws -> RigEvaluation {
    guard let first = headers.first, !people.isEmpty else {
      throw FileError(path: path, message: "holds no samples; there is nothing to judge")
    }
    try PeopleMetric<R.Person>.check(limits)
    var evaluation = try RigEvaluation(
      R.self, people.sorted { $0.key < $1.key }.map(\.value),
      RigSubject(
        profile: profile, pipeline: pipeline, scenario: headers.map(\.scenario).joined(separator: "+"),
        source: first.source, settings: R.settings(of: profile, calibration), population: .recorded),
      against: against,
      origin: RigEvaluation.Origin(
        preset: first.preset, seed: first.seed, phone: first.phone, noise: first.noise,
        deviceCalibration: calibration?.provenance.rawValue ?? "profile",
        ownNumbers: people.keys.count { person in
          known(person).map { own in calibration?.parameters.contains { $0.participant == own } ?? false } ?? false
        }),
      limits: limits)
    evaluation.recorded = roster.people
    return evaluation
  }
}
