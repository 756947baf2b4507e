package import GazeMetrics
package import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// The subject of a report: device, pipeline, people, and all other inputs.
package struct ReportSubject: Sendable {
  /// The rig's name.
  package var rig: String
  /// The device.
  package var profile: DeviceProfile
  /// The pipeline's name.
  package var pipeline: String
  /// Scenarios, joined with `+`.
  package var scenario: String
  /// Simulated or recorded.
  package var origin: RecordingHeader.Source
  /// The reference of errors; `truth` or `target` for gaze.
  package var comparedWith: String
  /// `open`, or the pipeline that closed the loop in the scenarios with a page. For a recording whose loop was closed
  /// by another pipeline, a text that says that this is an open-loop replay.
  package var loop = "open"
  /// The sensor's preset of a simulation.
  package var preset: String?
  /// Constants of a simulation that the user has changed, by key, in the constants' units.
  package var constants: [String: Double] = [:]
  /// The seed of a simulation.
  package var seed: UInt64?
  /// Number of the simulated phone.
  package var phone: UInt64?
  /// Index of the random draw of the sensor's noise; nil uses the draw that belongs to the seed.
  package var noise: UInt64?
  /// Source of the device's numbers: `profile`, `simulated` or `recorded`.
  package var deviceCalibration: String
  /// Calibration of each person: `5` points, `none`, or a `file`.
  package var personCalibration: String
  /// Number of recorded people whose own numbers in the calibration were used.
  package var ownNumbers = 0
  /// The smoothing that the pipeline uses.
  package var smoothing: String
  /// Recentring of the pointer in the session; nil if none was chosen.
  package var recentre: String?
  /// Rule of the scroll trigger; nil if none was chosen.
  package var trigger: String?
  /// Values of the rig's settings.
  package var settings: [String: Double]
  /// The screen's size in points in the interface's orientation.
  package var points: Vector2
  /// The front camera's place in points from the screen's top left corner, in the interface's orientation.
  package var camera: Vector2
  /// The population that the people represent.
  package var population: Population
  /// True if each simulated person reads a page of their own, false if everybody reads one; nil if nobody reads.
  package var hasOwnPages: Bool?

  /// The device's identifier.
  package var device: String { profile.id }
  /// `simulated` or `recorded`.
  package var source: String { origin.rawValue }
}

extension ReportSubject {
  /// The subject of a run on simulated people.
  init<R: Rig>(_ run: Run<R>) {
    let (pipeline, simulation) = (run.pipeline, run.simulation)
    self.init(
      pipeline,
      Setup(
        R.self, profile: run.profile, header: simulation.stated, calibration: run.calibration, options: run.options),
      scenario: run.scenario, origin: .simulated, comparedWith: R.facts.truth,
      personCalibration: pipeline.learns == .nothing ? "none" : run.options.personCalibration.rawValue,
      calibration: run.calibration)
    loop = run.loop == .open ? "open" : pipeline.name
    (preset, seed, phone) = (simulation.preset.name, simulation.seed, simulation.phone)
    noise = simulation.noise == 0 ? nil : simulation.noise
    constants = simulation.settings
    if run.scenarios.contains(where: R.hasPage) {
      let shared = try? ParameterConstant<R.Parameters>.named("task.samePage")
      hasOwnPages = shared.map { $0.value(in: simulation.parameters) != 1 }
    }
    choose(run.options)
    population = .simulated
  }

  /// The subject of a run on recorded people, described by their first recording. Even if the recordings were
  /// simulated, their people need not be a fair sample of the simulator's population.
  ///
  /// - Precondition: there is at least one recording.
  init<R: Rig>(_ run: RecordedRun<R>) {
    let header = run.headers[0]
    self.init(
      run.pipeline, run.setup(header), scenario: run.headers.map(\.scenario).joined(separator: "+"),
      origin: header.source, comparedWith: run.against,
      personCalibration: run.pipeline.learns == .person && run.calibration != nil ? "file" : "none",
      calibration: run.calibration)
    loop = run.headers.map { run.loop(of: $0) }.unique
      .joined(separator: "; ")
    (preset, seed, phone, noise) = (header.preset, header.seed, header.phone, header.noise)
    let calibratedNumbers = Set((run.calibration?.fit.parameters ?? []).compactMap(\.participant))
    ownNumbers = run.count(calibratedNumbers.contains)
    choose(run.options)
    population = .recorded
  }

  /// Names recentring and trigger, if they were chosen.
  private mutating func choose(_ options: PointerOptions) {
    for (name, value) in options.ofStandard {
      if name == "recentre" { recentre = value } else { trigger = value }
    }
  }

  /// `typical, tracker.biasSD 5, seed 1`: the tracker, the constants that the user has changed, and the seed.
  static func conditions(_ preset: String?, _ constants: [String: Double]?, _ seed: UInt64?) -> String {
    ([preset ?? "unknown"] + changed(constants) + ["seed \(seed.map { "\($0)" } ?? "unknown")"]).joined(separator: ", ")
  }

  /// The constants that the user has changed: all if they are at most four, else three and the number of the others.
  static func changed(_ constants: [String: Double]?) -> [String] {
    let changes = (constants ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.shortest($0.value))" }
    guard changes.count > 4 else { return changes }
    return changes.prefix(3) + ["and \(changes.count - 3) more constants"]
  }

  /// Recentring and trigger in words, with a comma before each; empty if none was chosen.
  var choices: String { (recentre.map { ", recentring \($0)" } ?? "") + (trigger.map { ", trigger \($0)" } ?? "") }

  private init<R: Rig>(
    _ pipeline: Pipeline<R>, _ setup: Setup, scenario: String, origin: RecordingHeader.Source, comparedWith: String,
    personCalibration: String, calibration: CalibrationFile?
  ) {
    rig = R.name
    profile = setup.profile
    self.pipeline = pipeline.name
    self.scenario = scenario
    self.origin = origin
    self.comparedWith = comparedWith
    deviceCalibration = calibration?.provenance.rawValue ?? "profile"
    self.personCalibration = personCalibration
    // If a rig has settings, they include its smoothing.
    smoothing = pipeline.facts.smoothing ?? (R.settings.isEmpty ? setup.smoothing.summary : "as set")
    settings = setup.settings
    points = setup.screen.points
    camera = setup.screen.camera / setup.screen.metres * setup.screen.points
    population = .simulated
  }
}

/// The scenarios that the figures of a report come from, in a sentence.
enum ScenarioWords {
  /// Names that are shown; a report on many recordings can have more.
  private static let most = 4

  /// `Pointer: validation; scrolls: reading, stare.`, or `All figures: reading, stare.` if all scenarios are of one
  /// kind.
  ///
  /// - Parameter joined: the scenarios' names, joined with `+`; a recording may state any name.
  static func sentence<R: Rig>(_ rig: R.Type, _ joined: String) -> String {
    var names: [String] = []
    for name in joined.split(separator: "+").map(String.init) where !names.contains(name) { names.append(name) }
    func of(_ kind: TakeKind) -> [String] { names.filter { R.Task(rawValue: $0).map(R.kind) == kind } }
    let (pointer, scrolls) = (of(.targets), of(.pages))
    guard !pointer.isEmpty, !scrolls.isEmpty, pointer.count + scrolls.count == names.count else {
      return "All figures: \(list(names))."
    }
    return "Pointer: \(list(pointer)); scrolls: \(list(scrolls))."
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(most).map { TerminalText.line($0.prefix(40)) }
    let rest = names.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }
}

/// Turns a rig's remark into a full sentence, like a report's other remarks: a capital at the start, a full stop at the
/// end.
enum Sentence {
  /// The sentence. A name at the start (`article2024`, `slip.points`) stays unchanged.
  static func text(_ remark: String) -> String {
    let first = remark.prefix { $0 != " " }
    let isWord = !first.isEmpty && first.dropLast(first.last == "," ? 1 : 0).allSatisfy { ("a"..."z").contains($0) }
    let begun = isWord ? remark.prefix(1).uppercased() + remark.dropFirst() : remark
    guard let last = begun.last, !".!?".contains(last) else { return begun }
    return begun + "."
  }
}
