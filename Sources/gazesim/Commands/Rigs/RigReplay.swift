import Evaluate
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// A recording of a rig, played through its pipelines: a line that changes on a terminal, JSON Lines with `--json`, and
/// at the end what each pipeline came to.
struct RigReplay<R: FittedRig> {
  private let command: ReplayCommand

  init(_ command: ReplayCommand) { self.command = command }

  /// A sample when it is due.
  private struct Moment: Encodable {
    var t: Double
    var participant: Int
    /// By pipeline, by name; what is not known is left out.
    var pipelines: [String: [String: Double]]
  }

  /// The last line of JSON.
  private struct Report: Encodable {
    var rig: String
    var device: String
    var source: String
    var samples: Int
    var seconds: Double
    /// By pipeline, by metric, over the recording's people.
    var pipelines: [String: [String: Double]]
  }

  func run() throws {
    command.console.remarkIgnored(["axes", "loop"], since: RigCommands<R>.gazeAlone)
    if command.fast { command.console.remarkIgnored(["speed"], since: "--fast does not wait") }
    let pipelines = try command.pipeline.map { [try R.pipeline(named: $0)] } ?? R.pipelines
    guard let path = command.file else {
      // Nothing to play: the first default scenario, of one person.
      let profile = try RigCommands<R>.device(command.device)
      let preset = try ParameterPreset<R.Parameters>.named("typical")
      let simulation = RigSimulation<R>(
        device: NominalPhone(profile), scenario: R.defaultScenarios[0], preset: preset, duration: 10)
      if !command.console.quiet {
        Console.note("no recording is named: plays 10 s of a simulated person (\(simulation.scenario.rawValue))")
      }
      var samples = simulation.frames(participant: 0).makeIterator()
      return try play(simulation.header, profile, pipelines) { samples.next() }
    }
    var reader = try SampleReader<R.Sample>(path: path, ordered: true)
    let profile = try RigCommands<R>.device(reader.header, command.device, path: path)
    let header = reader.header
    try play(header, profile, pipelines) { try reader.next() }
  }

  private func play(
    _ header: RecordingHeader, _ profile: Profile, _ pipelines: [Pipeline<R>], _ next: () throws -> R.Sample?
  ) throws {
    let file = try RigCommands<R>.calibration(
      command.calibration, profile, for: header, allowSimulated: command.allowSimulated)
    if let path = command.file { try R.check(setup(profile, header, file, nil), path: path) }
    let names = pipelines.map(\.name)
    var trials: [Int: [any Trial<R.Sample, R.Output, R.Person>]] = [:]
    var pace = command.pace
    var lines = ReplayLines()
    var (samples, start, end) = (0, Double?.none, 0.0)
    // A person's clock may begin again: what is played goes on from where the last one ended.
    var (person, offset, last) = (Int?.none, 0.0, 0.0)
    let isShown = !command.console.json && !command.console.quiet && !command.fast && Console.isTerminal
    while let sample = try next() {
      if person != sample.participant { (person, offset) = (sample.participant, last - sample.time) }
      last = sample.time + offset
      if start == nil { start = last }
      end = last
      samples += 1
      var own =
        trials.removeValue(forKey: sample.participant)
        ?? pipelines.map {
          R.trial($0, self.setup(profile, header, file, sample.participant), participant: sample.participant)
        }
      let outputs = own.indices.map { own[$0].step(sample) }
      if !command.fast { pace.wait(until: last) }
      if command.console.json {
        guard try lines.write(moment(sample, names, outputs)) else { return }
      } else if isShown, samples % 3 == 1 {
        show(last - (start ?? last), names, outputs)
      }
      trials[sample.participant] = own
    }
    if isShown { StandardStreams.remark("\r\u{1B}[K") }
    guard samples > 0 else { throw FileError(path: command.recording, message: "holds no samples to play") }
    let people = trials.sorted { $0.key < $1.key }.map { trials in
      trials.value.map { trial in
        var trial = trial
        return trial.finish()
      }
    }
    let seconds = end - (start ?? end)
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
      if !command.fast { command.remark(pace.latest) }
    }
  }

  /// What a pipeline may know; of a recording's participant also what a calibration does, as `evaluate --input` has it.
  private func setup(
    _ profile: Profile, _ header: RecordingHeader, _ file: CalibrationFile?, _ participant: Int?
  ) -> Setup {
    R.setup(profile, header, file, (), participant: known(participant, header, file))
  }

  /// The number that a recording's participant has in the calibration.
  private func known(_ participant: Int?, _ header: RecordingHeader, _ file: CalibrationFile?) -> Int? {
    guard command.file != nil, let participant else { return nil }
    return file?.participant(participant, person: header.identifier(of: participant))
  }

  private func moment(_ sample: R.Sample, _ names: [String], _ outputs: [R.Output]) -> Moment {
    var pipelines: [String: [String: Double]] = [:]
    for (name, output) in zip(names, outputs) {
      let values = R.replayed(output).filter { $0.value.isFinite }
      // Without the sign of a zero.
      pipelines[name] = Dictionary(values.map { ($0.name, $0.value + 0) }) { first, _ in first }
    }
    return Moment(t: sample.time, participant: sample.participant, pipelines: pipelines)
  }

  private func show(_ seconds: Double, _ names: [String], _ outputs: [R.Output]) {
    let texts = zip(names, outputs).map { name, output in
      let values = R.replayed(output).map {
        "\($0.name) \(NumberText.fixed($0.value, 1)) \($0.unit == "1" ? "" : $0.unit)"
      }
      return "\(name): \(values.joined(separator: ", "))"
    }
    let text = TerminalText.line("\(NumberText.fixed(seconds, 1)) s  " + texts.joined(separator: "  |  "))
    StandardStreams.remark("\r\u{1B}[K\(text.prefix(150))")
  }

  private func summary(
    _ header: RecordingHeader, _ profile: Profile, _ names: [String], _ people: [[R.Person]], _ samples: Int,
    _ seconds: Double
  ) -> [String] {
    var table = TextTable(["figure", "unit"] + names)
    for metric in R.Person.metrics {
      let values = names.indices.map { place in metric.estimate(people.map { $0[place] })?.value }
      guard values.contains(where: { $0 != nil }) else { continue }
      table.add(
        [metric.name, metric.unit == "1" ? "" : metric.unit]
          + values.map { NumberText.fixed($0, NumberText.decimals($0)) })
    }
    return [
      "\(profile.id), \(R.name): \(NumberText.count(samples, "sample")), \(NumberText.fixed(seconds, 1)) s, "
        + "\([RecordedPeople.Person].summary(people: people.count, sessions: people.count)), \(header.source.rawValue)"
    ] + [""] + table.lines
  }
}
