import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

/// Several pipelines on the people of recordings, each frame read once.
struct RecordedTrials {
  /// The first person's take.
  let first: RecordingCheck.Take
  private let paths: [String]
  private let reference: ErrorReference
  private let scenarios: [String]
  /// True if at least one recording states that it was simulated.
  let isSimulated: Bool
  /// The people's names for a report, by their numbers.
  private let names: [Int: String]
  /// Takes by the people's numbers, each with the results of all trials.
  private let takes: [(number: Int, takes: [(kind: TakeKind, results: [PersonResult])])]

  /// Reads the recordings and runs the trials.
  ///
  /// - Parameter trials: makes the trials of a person in a recording.
  /// - Throws: `FileError`, or `RecordingCheckError` for recordings in which nothing can be judged.
  init(
    _ paths: [String], _ profile: DeviceProfile, _ trials: (RecordingCheck.Take, ErrorReference) -> [GazeTrial]
  ) throws {
    guard !paths.isEmpty else { throw RecordingCheckError.noRecordings }
    var roster = RecordedPeople()
    var (first, reference) = (RecordingCheck.Take?.none, ErrorReference?.none)
    var takes: [Int: [(kind: TakeKind, results: [PersonResult])]] = [:]
    var (scenarios, isSimulated, names) = ([String](), false, [Int: String]())
    var copies = RecordedCopies()
    for (index, path) in paths.enumerated() {
      if let other = paths[..<index].first(where: { InputFiles.areSame($0, path) }) {
        throw RecordingCheckError.givenTwice(path: path, other: other)
      }
      let reader = try RecordingReader(path: path, ordered: true)
      let header = reader.header
      guard profile.isNamed(header.device) else {
        throw RecordingCheckError.otherDevice(path: path, found: header.device, expected: profile.id)
      }
      let place = roster.begin(header, path: path)
      let screen = profile.geometry(header)
      var own = ErrorReference?.none
      var take = RecordedTake<GazeRig>(reader)
      let people = try TrialDriver.people(
        &take, number: { roster.number(of: $0.participant) },
        trials: { sample, number in
          let known = own ?? (sample.truth == nil ? .target : .truth)
          own = known
          let take = RecordingCheck.Take(
            header: header.header(of: sample.participant), participant: number, person: roster.identifier(of: number),
            screen: screen)
          if first == nil { first = take }
          return trials(take, known)
        }, watching: nil)
      try copies.add(take, path: path)
      if let own, let reference, own != reference { throw RecordingCheckError.mixedTruth(path: path) }
      reference = reference ?? own
      scenarios.append(header.scenario)
      isSimulated = isSimulated || header.source == .simulated
      for (number, results) in people {
        try results.first?.check(rate: header.rate, path: path)
        if names[number] == nil {
          let file = URL(filePath: path).lastPathComponent
          names[number] = roster.identifier(of: number) ?? (people.count == 1 ? file : "\(file), person \(number)")
        }
        let truth = header.truth?.people.first { roster.number(of: $0.participant, in: place) == number }
        let complete = results.map { result in
          var result = result
          if let truth { result.complete(truth) }
          return result
        }
        takes[number, default: []].append((results.first.map(GazeRig.kind) ?? .all, complete))
      }
    }
    guard let first, let reference else { throw RecordingCheckError.noFrames(path: paths[0]) }
    self.first = first
    self.paths = paths
    self.reference = reference
    self.scenarios = scenarios
    self.isSimulated = isSimulated
    self.names = names
    self.takes = takes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Number of people.
  var count: Int { takes.count }

  /// All people's results in a trial.
  func people(_ trial: Int) -> [PersonTakes<PersonResult>] {
    takes.compactMap { person in PersonTakes(person.takes.map { ($0.kind, $0.results[trial]) }) }
  }

  /// Each person's own values of metrics with the judged pipeline.
  func values(_ metrics: [String]) throws(UnknownNameError) -> [AccuracyReport.Person] {
    var known: [GazeMetric] = []
    for name in metrics { known.append(try GazeMetric.named(name)) }
    return takes.compactMap { person in
      guard let joined = PersonTakes(person.takes.map { ($0.kind, $0.results[0]) }) else { return nil }
      let values = known.map { metric in
        let part = metric.part(of: joined.person(for: metric))
        return part.denominator > 0 ? part.numerator / part.denominator : nil
      }
      return AccuracyReport.Person(name: names[person.number] ?? "\(person.number)", values: values)
    }
  }

  /// Refuses metrics that these recordings cannot give.
  func check(_ metrics: [String]) throws {
    if reference == .target {
      if let metric = metrics.lazy.compactMap(GazeMetric.find).first(where: \.needsTruth) {
        throw RecordingCheckError.needsTruth(metric: metric.name, counterpart: metric.counterpart)
      }
    }
    let results = takes.flatMap { $0.takes.compactMap(\.results.first) }
    if reference == .target, metrics.contains(where: { $0.hasPrefix("pointer.") }),
      !results.contains(where: \.hasTargets)
    {
      throw RecordingCheckError.noTargets(path: paths.joined(separator: ", "))
    }
    let asks = results.contains { $0.scroll.intents > 0 }
    if !asks, let limit = metrics.firstIndex(where: { $0.hasPrefix("scroll.") }) {
      throw LimitsError.notMeasured(
        limit: limit, metric: metrics[limit], scenarios: scenarios.map { TerminalText.line($0.prefix(60)) })
    }
  }

  /// Refuses limits that dummies, whose trials follow the first one, would keep.
  func check(_ gates: [AccuracyGate], _ dummies: [Dummy]) throws {
    let check = try LimitsCheck(gates, dummies)
    let kind: TakeKind = check.isAboutScrolling ? .pages : .targets
    let measured = dummies.indices.map { dummy in people(dummy + 1).map { $0.person(kind) } }
    if let fault = check.fault((0..<count).map { person in measured.map { $0[person] } }) { throw fault }
  }
}
