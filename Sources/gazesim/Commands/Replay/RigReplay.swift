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

  /// The line of JSON for a sample.
  private struct Moment: Encodable {
    var t: Double
    var participant: Int
    /// Values by pipeline and by name; unknown values are left out.
    var pipelines: [String: [String: Double]]
  }

  /// The last line of JSON.
  private struct Report: Encodable {
    var rig: String
    var device: String
    var source: String
    var samples: Int
    var seconds: Double
    /// Values of the metrics over the recording's people, by pipeline and by metric.
    var pipelines: [String: [String: Double]]
  }

  func run() throws {
    command.console.remarkGazeAlone(["axes", "loop"], R.self)
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
  ) throws where T.Sample == R.Sample, T.Output == R.Output {
    let header = take.header
    let file = try CalibrationInput.read(
      R.self, command.calibration, for: header, profile, allowSimulated: command.allowSimulated)
    if let path = command.file { try R.check(setup(profile, header, file, nil), path: path) }
    let names = pipelines.map(\.name)
    let playback = Playback(command.console.json ? command.pace : nil)
    var lines = ReplayLines()
    var played = PlayedTake(take, playback)
    let people = try Feed.people(
      &played, number: \.participant,
      trials: { _, participant in
        pipelines.map { R.trial($0, setup(profile, header, file, participant), participant: participant) }
      },
      watching: { sample, _, outputs in
        if command.console.json {
          playback.stop(unless: { try lines.write(moment(sample, names, outputs)) })
        }
      }
    ).map(\.results)
    if let fault = playback.fault { throw fault }
    if playback.isStopped { return }
    let (samples, seconds) = (playback.samples, playback.seconds)
    guard samples > 0 else { throw FileError(path: command.recording, message: "holds no samples to play") }
    if command.console.json {
      var figures: [String: [String: Double]] = [:]
      for (place, name) in names.enumerated() {
        for metric in R.Person.metrics {
          if let value = metric.estimate(people.map { $0[place] })?.value {
            figures[name, default: [:]][metric.name] = value + 0
          }
        }
      }
      _ = try lines.write(
        Report(
          rig: R.name, device: profile.id, source: header.source.rawValue, samples: samples, seconds: seconds,
          pipelines: figures))
    } else {
      try Console.print(summary(header, profile, names, people, samples, seconds))
    }
  }

  /// The setup of a pipeline; for a recording's participant it contains the calibration's parameters, as in `evaluate
  /// --input`.
  private func setup(
    _ profile: DeviceProfile, _ header: RecordingHeader, _ file: CalibrationFile?, _ participant: Int?
  ) -> Setup {
    Setup(
      R.self, profile: profile, header: header, calibration: file, participant: known(participant, header, file))
  }

  /// Number of a recording's participant in the calibration.
  private func known(_ participant: Int?, _ header: RecordingHeader, _ file: CalibrationFile?) -> Int? {
    guard command.file != nil, let participant else { return nil }
    return file?.participant(participant, person: header.identifier(of: participant))
  }

  private func moment(_ sample: R.Sample, _ names: [String], _ outputs: [R.Output]) -> Moment {
    var pipelines: [String: [String: Double]] = [:]
    for (name, output) in zip(names, outputs) {
      let values = R.replayed(output).filter { $0.value.isFinite }
      // Adding 0 removes the sign of a negative zero.
      pipelines[name] = Dictionary(values.map { ($0.name, $0.value + 0) }) { first, _ in first }
    }
    return Moment(t: sample.time, participant: sample.participant, pipelines: pipelines)
  }

  private func summary(
    _ header: RecordingHeader, _ profile: DeviceProfile, _ names: [String], _ people: [[R.Person]], _ samples: Int,
    _ seconds: Double
  ) -> Document {
    var table = Table(["figure", "unit"] + names)
    for metric in R.Person.metrics {
      let values = names.indices.map { place in metric.estimate(people.map { $0[place] })?.value }
      guard values.contains(where: { $0 != nil }) else { continue }
      table.add(
        [metric.name, metric.unit == "1" ? "" : metric.unit]
          + values.map { NumberText.fixed($0, NumberText.decimals($0)) })
    }
    var document = Document(
      "\(profile.id), \(R.name): \(NumberText.count(samples, "sample")), \(NumberText.fixed(seconds, 1)) s, "
        + "\([RecordedPeople.Person].summary(people: people.count, sessions: people.count)), \(header.source.rawValue)")
    document.addDetail(table)
    return document
  }
}

/// State of a playback, shared by the take and the code that shows its samples.
private final class Playback {
  /// Pace of the playback; nil plays as fast as possible.
  private var pace: ReplayPace?
  /// Number of samples so far.
  private(set) var samples = 0
  /// True if the reader has closed the pipe, or showing a sample failed.
  private(set) var isStopped = false
  /// The error of showing a sample.
  private(set) var fault: (any Error)?
  private var (start, end) = (Double?.none, 0.0)
  private var (person, offset) = (Int?.none, 0.0)

  init(_ pace: ReplayPace?) { self.pace = pace }

  /// Time from the first sample to the last one, seconds.
  var seconds: Double { end - (start ?? end) }

  /// Waits until a sample is due. Each person's clock may begin at 0, so it is continued from the time at which the
  /// preceding person ended.
  func wait(for sample: some RigSample) {
    if person != sample.participant { (person, offset) = (sample.participant, end - sample.time) }
    end = sample.time + offset
    if start == nil { start = end }
    samples += 1
    pace?.wait(until: end)
  }

  /// Shows a sample; stops the playback if that throws or returns false.
  func stop(unless show: () throws -> Bool) {
    do { isStopped = try !show() } catch { (isStopped, fault) = (true, error) }
  }
}

/// A take that returns each sample when it is due.
private struct PlayedTake<Base: Take & ~Copyable>: ~Copyable, Take {
  private var base: Base
  private let playback: Playback

  init(_ base: consuming Base, _ playback: Playback) {
    self.playback = playback
    self.base = base
  }

  var header: RecordingHeader { base.header }
  var isClosed: Bool { false }

  mutating func next() throws(Base.Failure) -> Base.Sample? {
    guard !playback.isStopped, let sample = try base.next() else { return nil }
    playback.wait(for: sample)
    return sample
  }

  mutating func obey(_ output: Base.Output) {}
}
