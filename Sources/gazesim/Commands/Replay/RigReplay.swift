import Documents
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// Replay of a rig's recording through its pipelines: JSON Lines with `--json`, or the metrics of each pipeline.
struct RigReplay<R: Rig> {
  private let command: ReplayCommand

  init(_ command: ReplayCommand) { self.command = command }

  func run() throws {
    command.console.remarkUseless(["axes", "loop"], R.self)
    if command.fast { command.console.remarkIgnored(["speed"], since: "--fast does not wait") }
    let pipelines = try command.pipeline.map { [try R.pipeline(named: $0)] } ?? R.pipelines
    guard let path = command.file else {
      // Without a recording the command plays the first default scenario of one simulated person.
      let profile = try command.device.profile(R.self)
      let preset = try ParameterPreset<R.Parameters>.named("typical")
      let simulation = RigSimulation<R>(
        device: NominalPhone(profile), scenario: R.facts.scenarios[0], preset: preset, duration: 10)
      if !command.console.quiet {
        Console.note("no recording is given: playing 10 s of a simulated person (\(simulation.scenario.rawValue))")
      }
      return try play(SimulatedTake(simulation, participant: 0), profile, pipelines)
    }
    let reader = try SampleReader<R.Sample>(path: path, ordered: true)
    let profile = try command.device.profile(R.self, of: reader.header, path: path)
    try play(RecordedTake<R>(reader), profile, pipelines)
  }

  private func play<T: Take & ~Copyable>(
    _ take: consuming T, _ profile: DeviceProfile, _ pipelines: [Pipeline<R>]
  ) throws where T.Sample == R.Sample {
    var take = take
    let header = take.header
    let file = try CalibrationInput.read(
      R.self, command.calibration, for: header, profile, allowSimulated: command.allowSimulated)
    // The setup of a recording's participant contains the calibration's parameters, as in `evaluate --input`.
    func setup(_ participant: Int?) -> Setup {
      let number = command.file == nil ? nil : participant
      let calibratedNumber = number.flatMap { file?.participant($0, person: header.identifier(of: $0)) }
      return Setup(R.self, profile: profile, header: header, calibration: file, participant: calibratedNumber)
    }
    if let path = command.file { try R.check(setup(nil), path: path) }
    let names = pipelines.map(\.name)
    var pace = command.console.json ? command.pace : nil
    let lines = ReplayLines()
    var trials: [Int: [R.AnyTrial]] = [:]
    var (samples, start, end) = (0, Double?.none, 0.0)
    var (person, offset) = (Int?.none, 0.0)
    while let sample = try take.next() {
      let number = sample.participant
      // Each person's clock may begin at 0, so it is continued from the time at which the preceding person ended.
      if person != number { (person, offset) = (number, end - sample.time) }
      end = sample.time + offset
      start = start ?? end
      samples += 1
      pace?.wait(until: end)
      var own = trials.removeValue(forKey: number) ?? pipelines.map { R.trial($0, setup(number), participant: number) }
      let outputs = own.indices.map { own[$0].step(sample) }
      trials[number] = own
      if command.console.json, try !lines.write(moment(sample, names, outputs)) { return }
    }
    let seconds = end - (start ?? end)
    guard samples > 0 else { throw FileError(path: command.recording, message: "holds no samples to play") }
    let people = trials.sorted { $0.key < $1.key }.map { person in
      person.value.map { trial in
        var trial = trial
        return trial.finish()
      }
    }
    let figures: [Figure] = R.Person.metrics.map { metric in
      (metric, names.indices.map { pipeline in metric.estimate(people.map { $0[pipeline] })?.value })
    }
    guard command.console.json else {
      let about =
        """
        \(profile.id), \(R.name): \(NumberText.count(samples, "sample")), \(NumberText.fixed(seconds, 1)) s, \
        \([RecordedPeople.Person].summary(people: people.count, sessions: people.count)), \(header.source.rawValue)
        """
      return try Console.print(document(about, names, figures))
    }
    var values: [String: [String: Double]] = [:]
    for figure in figures {
      for case (let name, let value?) in zip(names, figure.values) {
        values[name, default: [:]][figure.metric.name] = value + 0
      }
    }
    let report: JSONFields = [
      "rig": R.name, "device": profile.id, "source": header.source.rawValue, "samples": samples, "seconds": seconds,
      "pipelines": values,
    ]
    _ = try lines.write(report)
  }

  /// A metric over the people, with a value for each pipeline.
  private typealias Figure = (metric: PeopleMetric<R.Person>, values: [Double?])

  private func document(_ about: String, _ names: [String], _ figures: [Figure]) -> Document {
    var table = Table(["figure", "unit"] + names)
    for (metric, values) in figures where values.contains(where: { $0 != nil }) {
      table.add(
        [metric.name, metric.unit == "1" ? "" : metric.unit]
          + values.map { NumberText.fixed($0, NumberText.decimals($0)) })
    }
    var document = Document(about)
    document.addDetail(table)
    return document
  }

  /// The line of JSON for a sample: values by pipeline and by name; unknown values are left out.
  private func moment(_ sample: R.Sample, _ names: [String], _ outputs: [R.Output]) -> JSONFields {
    var pipelines: [String: [String: Double]] = [:]
    for (name, output) in zip(names, outputs) {
      let values = R.replayed(output).filter { $0.value.isFinite }
      // Adding 0 removes the sign of a negative zero.
      pipelines[name] = Dictionary(values.map { ($0.name, $0.value + 0) }) { first, _ in first }
    }
    return ["t": sample.time, "participant": sample.participant, "pipelines": pipelines]
  }
}

/// Output of a replay as JSON Lines on stdout, each written at once, so that another program can follow it live.
struct ReplayLines {
  init() {
    // A reader that closes the pipe (`head -1`) is no error: the write reports it, and the replay ends quietly.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a value as a line, such as the report at the end; returns false if the reader has closed the pipe.
  func write(_ report: some Encodable) throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try write(line: TerminalText.json(String(decoding: try encoder.encode(report), as: UTF8.self)) + "\n")
  }

  /// Writes a line with its end; returns false if the reader has closed the pipe.
  func write(line: String) throws(FileError) -> Bool {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes {
        (PortableFoundation.write(STDOUT_FILENO, $0.baseAddress, $0.count), errno)
      }
      if count < 0, code == EINTR { continue }
      if count < 0, code == EPIPE { return false }
      guard count > 0 else { throw FileError(path: "-", message: "cannot write: \(String(cString: strerror(code)))") }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
