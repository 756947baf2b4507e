import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

/// A complete comparison: the one JSON from which every other format is rendered.
package struct GazeComparisonReport: Sendable, Codable {
  /// The schema's name.
  package var schema = "gazesim.comparison"
  /// The schema's version.
  package var version = 1
  /// The device's identifier.
  package var device: String
  /// Orientation of the interface.
  package var orientation: String
  /// Origin of the people: `simulated`, or `recorded` for recordings of a phone.
  package var source = "simulated"
  /// Preset of the tracker; null for recordings of a phone.
  @ExplicitNull package var preset: String?
  /// Seed of people, behaviour and noise; null for recordings of a phone.
  @ExplicitNull package var seed: UInt64?
  /// Number of the simulated phone, which determines its true geometry; null for recordings of a phone.
  @ExplicitNull package var phone: UInt64?
  /// The scenarios, joined by `+`.
  package var scenario: String
  /// `open`, or `closed` if each pipeline moves its own page.
  package var loop: String
  /// Number of draws of seed and phone that are pooled; present only if there are several.
  package var draws: Int?
  /// Number of people in all draws, including those for whom tracking fails.
  package var participants: Int
  /// Number of people for whom tracking fails; they are left out of all metrics.
  package var failing: Int
  /// The arm to which ratios and differences refer.
  package var reference: String
  /// Rows, recline by recline and arm by arm.
  package var rows: [GazeComparison.Row]
  /// Rows of a pointer that never moves, for the first recline: at each person's best place, and in the middle.
  package var resting: [GazeComparison.Row]
  /// Constants that the user has changed, by key, in the constants' units; present only if there are any.
  package var set: [String: Double]?
  /// Every row's smallest and largest estimate over the splits of the raw error that fit; present only on request.
  package var splits: [GazeComparison.SplitRow]?
  /// Number of splits over which `splits` gives ranges.
  package var splitCount: Int?
  /// Facts about the pipelines: method, source, and necessary assumptions.
  package var pipelines: [PipelineFacts]
  /// The apps' constants in metres on this device.
  package var bridge: ConstantsBridge
  /// Tracks that an HTML page replays; present only on request.
  package var replay: ReplayTracks?
  /// Reference of the errors, `truth` or `target`; present only for recordings.
  package var against: String?
  /// People and their recordings; present only for recordings.
  package var recorded: [RecordedPeople.Person]?
  /// Faults that the doctor found in the recordings; present only for recordings.
  package var recordingFaults: [RecordingFault]?

  /// The report of a finished comparison.
  ///
  /// - Parameter splits: ranges over all of `ErrorSplit.fitted`.
  init(
    _ comparison: GazeComparison, _ result: GazeComparison.Result, splits: [GazeComparison.SplitRow]? = nil
  ) {
    replay = result.tracks
    self.splits = splits
    splitCount = splits == nil ? nil : ErrorSplit.fitted.count
    let (run, s) = (comparison.run, comparison.run.simulation)
    device = run.profile.id
    orientation = s.orientation.rawValue
    preset = s.preset.name
    seed = s.seed
    phone = s.phone
    scenario = run.scenarios.map(\.rawValue).joined(separator: "+")
    loop = run.loop.rawValue
    draws = comparison.draws.count == 1 ? nil : comparison.draws.count
    participants = s.participants * comparison.draws.count
    failing = comparison.draws.reduce(0) { count, draw in
      let simulation = s.repeated(draw)
      return count + (0..<s.participants).count { simulation.person($0).isFailing }
    }
    reference = comparison.arms.last?.label ?? ""
    (rows, resting) = (result.rows, result.resting)
    set = s.settings.isEmpty ? nil : s.settings
    pipelines = Self.facts(comparison.arms.map(\.pipeline.facts))
    bridge = ConstantsBridge(run.profile)
  }

  /// Facts of these pipelines, each once: the rig's own pipelines in their order, then the others.
  private static func facts(_ compared: [PipelineFacts]) -> [PipelineFacts] {
    let known = GazeRig.pipelines.map(\.facts)
    return known.filter { one in compared.contains { $0.name == one.name } }
      + compared.reduce(into: [PipelineFacts]()) { others, facts in
        if !(known + others).contains(where: { $0.name == facts.name }) { others.append(facts) }
      }
  }

  /// The report on pipelines that ran on the same recordings.
  ///
  /// - Parameter needsPointer: refuses recordings without a pointer of their app, if `recorded` is among the pipelines;
  ///   otherwise the row is left out.
  /// - Throws: an error if nothing in the recordings can be judged.
  init(_ run: RecordedRun<GazeRig>, path: String, needsPointer: Bool = true) throws {
    try GazeRig.check(run, path: path)
    let header = try run.first(path)
    let errors = run.references.last ?? .target
    let compared = run.compared.enumerated().filter { place, row in
      !row.pipeline.engine.isRecorded || run.results(place).contains { $0.pointer.validFrames > 0 }
    }
    if needsPointer, compared.count < run.compared.count {
      throw FileError(
        path: path, field: "pointer", message: RecordedPointerTrial.absence("leave recorded out of --pipelines"))
    }
    let people = compared.map { place, _ in ArmColumn(run.results(place).lazy.map { ArmFigures($0, against: errors) }) }
    let loops = run.headers.map(\.loop).filter { $0 != "open" }
    let showsSmoothing = compared.contains { $0.element.smoothing != nil }
    device = run.profile.id
    orientation = header.orientation.rawValue
    source = header.source.rawValue
    preset = header.preset
    seed = header.seed
    phone = header.phone
    scenario = run.scenario
    loop = loops.isEmpty ? "open" : "open-loop replay of a recording closed by \(loops[0])"
    participants = run.takes.count
    failing = people.first?.count { $0.isFailing } ?? 0
    reference = compared.last?.element.label ?? ""
    rows = zip(compared, people).map { row, own in
      let arm = GazeComparison.Arm(
        label: row.element.label, pipeline: row.element.pipeline, personCalibration: .none, constant: .none,
        smoothing: row.element.smoothing, calibration: row.element.calibration)
      var line = GazeComparison.Row(
        nil, arm, .none, own, against: people[people.count - 1], of: .recorded, showsSmoothing: showsSmoothing)
      line.note(run, row.element, among: compared.map(\.element))
      return line
    }
    resting = RestingArm.allCases.map { place in
      GazeComparison.Row(
        nil, place.arm, .none, ArmColumn(run.results(compared.first?.offset ?? 0).lazy.map(place.figures)),
        against: people[people.count - 1], of: .recorded)
    }
    pipelines = Self.facts(compared.map(\.element.pipeline.facts))
    bridge = ConstantsBridge(run.profile)
    against = GazeRig.against(run)
    recorded = run.roster.people
    recordingFaults = run.faults
  }

  /// One line on the device, the people and the conditions.
  package var subject: String {
    let people = "\(device): \(NumberText.count(participants, "person", "people")), \(source)"
    guard recorded == nil, let preset, let seed, let phone else {
      return "\(people), in recordings; \(scenario), \(loop == "open" ? "open loop" : loop)"
    }
    let drawn =
      draws.map { "phones \(phone) to \(phone &+ UInt64($0 - 1)), seeds \(seed) to \(seed &+ UInt64($0 - 1))" }
      ?? "phone \(phone), seed \(seed)"
    return "\(people), preset \(preset), \(drawn); \(scenario), "
      + (loop == "open" ? "open loop" : "each pipeline in its own closed loop")
  }

  private var splitName: String {
    preset == "typical"
      ? "typical (half of the variance between takes)" : (preset ?? "").replacing("typical/", with: "")
  }

  /// Sentences that hold for all rows.
  package var remarks: [String] {
    var remarks = [
      "Error: mean over people of the median. Ratio: error of \(reference) divided by the row's, paired over people; "
        + "below 1 the row is worse. Off: points scrolled per minute of looking off the screen. Intervals: 95 % over "
        + "people.",
      "None of the published apps scrolls a page: each is given the 2021 article's rule (pointer above or below the "
        + "screen).",
    ]
    remarks += remarksOnVariants + remarksOnChoices
    if recorded != nil { return remarks + remarksOnRecordings }
    if failing > 0 {
      remarks.append("Tracking fails for \(failing) of the people; they are in no figure.")
    }
    if Set(rows.map(\.recline)).count > 1 {
      remarks.append(
        "Face, gaze and the tracker's errors are simulated relative to the phone, so that recline changes only what a "
          + "pipeline makes of the camera's pose: equal rows say that a pipeline uses it correctly, not that reclining "
          + "is harmless."
      )
    }
    if orientation != ScreenOrientation.portrait.rawValue {
      remarks.append(
        "The interface is turned (\(orientation)): only standard and gazecapture have a rule for that; the others take "
          + "the upright view's axes for the screen's.")
    }
    if rows.contains(where: { $0.offset != nil }) {
      remarks.append(
        "A best constant was found on the very frames that it is judged by: it flatters its pipeline.")
    }
    remarks.append(
      "People's raw error is 3.2 deg as published (Taore 2024), which may not be raw. How much of it stays with a "
        + "person from session to session is not published: "
        + (splitCount.map {
          "the ranges are over all \($0) splits that fit it, smallest and largest estimate"
            + (draws == nil ? "." : ", each on draws of its own: they need not hold the table's figures.")
        }
          ?? "these figures rest on one split, \(splitName); --split all shows the range over all that fit."))
    remarks.append("Simulated people: these figures compare pipelines; they say nothing of a phone.")
    return remarks
  }
}
