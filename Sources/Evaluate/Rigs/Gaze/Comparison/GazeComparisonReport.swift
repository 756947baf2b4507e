import Documents
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Inspection

/// A complete comparison of gaze: the JSON from which every other format is rendered.
struct GazeComparisonReport: Encodable {
  let schema = "gazesim.comparison"
  let version = 1
  /// The device's identifier.
  var device: String
  /// Orientation of the interface.
  var orientation: String
  /// Origin of the people: `simulated`, or `recorded` for recordings of a phone.
  var source = "simulated"
  /// Preset of the tracker; null for recordings of a phone.
  @ExplicitNull var preset: String?
  /// Seed of people, behaviour and noise; null for recordings of a phone.
  @ExplicitNull var seed: UInt64?
  /// Number of the simulated phone, which determines its true geometry; null for recordings of a phone.
  @ExplicitNull var phone: UInt64?
  /// The scenarios, joined by `+`.
  var scenario: String
  /// `open`, or `closed` if each pipeline moves its own page.
  var loop: String
  /// Number of draws of seed and phone that are pooled; present only if there are several.
  var draws: Int?
  /// Number of people in all draws, including those for whom tracking fails.
  var participants: Int
  /// Number of people for whom tracking fails; they are left out of all metrics.
  var failing: Int
  /// The label of the row to which ratios and differences refer.
  var reference: String
  /// Rows, recline by recline.
  var rows: [GazeComparison.Row]
  /// Rows of a pointer that never moves, for the first recline: at each person's best place, and in the middle.
  var resting: [GazeComparison.Row]
  /// Constants that the user has changed, by key, in the constants' units; present only if there are any.
  var set: [String: Double]?
  /// Every row's smallest and largest estimate over the splits of the raw error that fit; present only on request.
  var splits: [GazeComparison.SplitRow]?
  /// Number of splits over which `splits` gives ranges.
  var splitCount: Int?
  /// Facts about the pipelines: method, source, and necessary assumptions.
  var pipelines: [PipelineFacts]
  /// The apps' constants in metres on this device.
  var bridge: PublishedConstantsComparison
  /// Tracks that an HTML page replays; present only on request.
  var replay: ReplayTraces?
  /// Reference of the errors, `truth` or `target`; present only for recordings.
  var against: String?
  /// People and their recordings; present only for recordings.
  var recorded: [RecordedPeople.Person]?
  /// Faults that the doctor found in the recordings; present only for recordings.
  var recordingFaults: [RecordingFault]?

  /// The report of a finished comparison.
  ///
  /// - Parameter splits: ranges over all of `ErrorSplit.fitted`.
  init(
    _ comparison: GazeComparison, _ result: GazeComparison.Result, splits: [GazeComparison.SplitRow]? = nil
  ) {
    replay = result.traces
    self.splits = splits
    splitCount = splits == nil ? nil : ErrorSplit.fitted.count
    let (run, simulation, draws) = (comparison.run, comparison.run.simulation, comparison.draws)
    device = run.profile.id
    orientation = simulation.orientation.rawValue
    scenario = run.scenario
    loop = run.loop.rawValue
    self.draws = draws.count == 1 ? nil : draws.count
    participants = simulation.participants * draws.count
    failing = draws.reduce(0) { count, draw in
      let drawn = simulation.repeated(draw)
      return count + (0..<drawn.participants).count { drawn.person($0).isFailing }
    }
    reference = comparison.variants.last?.label ?? ""
    (rows, resting) = (result.rows, result.resting)
    set = simulation.settings.nonEmpty
    pipelines = Self.facts(comparison.variants.map(\.pipeline.facts))
    bridge = PublishedConstantsComparison(run.profile)
    preset = simulation.preset.name
    seed = simulation.seed
    phone = simulation.phone
  }

  /// Facts of these pipelines, each once: the rig's own pipelines in their order, then the others.
  private static func facts(_ compared: [PipelineFacts]) -> [PipelineFacts] {
    (GazeRig.pipelines.map(\.facts).filter(compared.contains) + compared).unique
  }

  /// The report on pipelines that ran on the same recordings, each as published: what a person's constants would change
  /// is not known from a recording.
  ///
  /// - Parameter needsPointer: refuses recordings without a pointer of their app, if `recorded` is among the pipelines;
  ///   otherwise the row is left out.
  /// - Throws: an error if nothing in the recordings can be judged.
  init(_ run: RecordedRun<GazeRig>, path: String, needsPointer: Bool = true) throws {
    try GazeRig.check(run, path: path)
    let header = try run.first(path)
    let compared = run.compared.enumerated().filter { place, variant in
      !variant.pipeline.engine.isRecorded || run.results(place).contains { $0.pointer.validFrames > 0 }
    }
    if needsPointer, compared.count < run.compared.count {
      throw FileError(
        path: path, field: "pointer", message: RecordedPointerTrial.absence("leave recorded out of --pipelines"))
    }
    let errors = run.references.last ?? .target
    let variants = compared.map(\.element)
    let people = compared.map { place, _ in run.results(place).map { VariantFigures($0, against: errors) } }
    let first = run.results(compared.first?.offset ?? 0)
    let resting = RestingPointer.allCases.map { pointer in first.map { VariantFigures(pointer, $0) } }
    (rows, self.resting) = GazeComparison.Row.rows(variants, people + resting, of: .recorded, recline: nil) { place in
      let variant = variants[place]
      return (variant.recentre ?? .none, run.setup(header, nil, nil, variant).trigger.rule)
    }
    let closing = run.headers.map(\.loop).first { $0 != "open" }
    device = run.profile.id
    orientation = header.orientation.rawValue
    source = header.source.rawValue
    scenario = run.scenario
    loop = closing.map { "open-loop replay of a recording closed by \($0)" } ?? "open"
    participants = run.takes.count
    failing = people.first?.count { $0.isFailing } ?? 0
    reference = variants.last?.label ?? ""
    pipelines = Self.facts(variants.map(\.pipeline.facts))
    bridge = PublishedConstantsComparison(run.profile)
    against = run.against
    recorded = run.recordedPeople
    recordingFaults = run.faults
    preset = header.preset
    seed = header.seed
    phone = header.phone
  }

  /// The comparison as CSV (RFC 4180): one line per row, each with the conditions of the run.
  var csv: String {
    let figures = GazeComparison.figures
    let header =
      [
        "device", "scenario", "loop", "source", "preset", "seed", "phone", "participants", "recline", "label",
        "pipeline", "kind", "offsetX", "offsetY",
      ] + figures.flatMap { [$0.name, "\($0.name)CI95Low", "\($0.name)CI95High"] }
      + (showsSmoothing ? ["latencyMilliseconds", "jitterDegrees"] : [])
    let run = [device, scenario, loop, source, preset ?? ""] + [seed, phone].map { $0.map(String.init) ?? "" }
    let lines = (rows + resting).map { row in
      let kind = pipelines.first { $0.name == row.pipeline }?.kind.rawValue ?? ""
      let names = [row.label, row.pipeline, kind].map(CSV.text)
      let values = figures.flatMap { figure in
        let interval = row[keyPath: figure.interval]
        return [row[keyPath: figure.value], interval?.lower, interval?.upper]
      }
      let smoothing = showsSmoothing ? [row.latencyMilliseconds, row.jitterDegrees] : []
      return (run + ["\(participants)"]).map(CSV.text) + [csvNumber(row.recline)] + names
        + ([row.offset?.first, row.offset?.last] + values + smoothing).map(csvNumber)
    }
    return csvFile([header] + lines)
  }

  // MARK: Sentences that hold for all rows

  /// True if rows differ in the smoothing, so that lag and jitter are shown.
  var showsSmoothing: Bool { rows.contains { $0.smoothing != nil } }

  /// True if the rows differ in recentring or in the trigger's rule.
  var showsChoices: Bool { showsTriggers || rows.contains { $0.recentre != nil } }

  /// True if the rows differ in the trigger's rule.
  var showsTriggers: Bool { rows.contains { $0.trigger != nil } }

  /// One line on the device, the people and the conditions.
  var subject: String {
    let start = "\(device): \(people), \(source)"
    guard recorded == nil, let preset, let seed, let phone else {
      return "\(start), in recordings; \(scenario), \(loop == "open" ? "open loop" : loop)"
    }
    let drawn =
      draws.map { "phones \(phone) to \(phone &+ UInt64($0 - 1)), seeds \(seed) to \(seed &+ UInt64($0 - 1))" }
      ?? "phone \(phone), seed \(seed)"
    return "\(start), preset \(preset), \(drawn); \(scenario), "
      + (loop == "open" ? "open loop" : "each pipeline in its own closed loop")
  }

  var remarks: [String] {
    [
      "Error: mean over people of the median. Ratio: error of \(reference) divided by the row's, paired over people; "
        + "below 1 the row is worse. Off: points scrolled per minute of looking off the screen. Intervals: 95 % over "
        + "people.",
      "None of the published apps scrolls a page: each is given the 2021 article's rule (pointer above or below the "
        + "screen).",
    ] + remarksOnVariants + remarksOnChoices + (recorded == nil ? remarksOnSimulation : remarksOnRecordings)
      + (failing > 0 ? ["Tracking fails for \(failing) of the people; they are in no figure."] : [])
      + (source == "simulated" ? [simulatedPeople] : [])
  }

  /// Sentences on the rows of `standard` with another smoothing or a calibration.
  private var remarksOnVariants: [String] {
    var remarks: [String] = []
    let smoothings = rows.compactMap(\.smoothing).unique
    if !smoothings.isEmpty {
      let values = smoothings.map { name in
        let summary = (try? Smoothing.named(name))??.summary ?? name
        return summary == name ? name : "\(name) (\(summary))"
      }
      remarks.append("Rows with another smoothing than the profile's: \(values.joined(separator: ", ")).")
    }
    if let calibration = rows.compactMap(\.calibration).first {
      remarks.append(
        "A row with calibration has the geometry, smoothing and trigger of a \(calibration) calibration"
          + (recorded == nil ? "." : ", and the numbers of the people whom it knows."))
    }
    return remarks
  }

  /// Sentences on rows that differ in recentring or in the trigger's rule.
  private var remarksOnChoices: [String] {
    var remarks: [String] = []
    let recentres = RecentreChoice.allCases.filter { choice in rows.contains { $0.recentre == choice.rawValue } }
    if !recentres.isEmpty {
      let words = recentres.filter { $0 != .none }.map { "\($0.rawValue) (\($0.summary))" }
      remarks.append(
        "Recentring in the session: \(words.joined(separator: "; ")). Each includes x, the middle of the lines read, "
          + "which an app that shows text has for nothing.")
    }
    if showsTriggers {
      remarks.append(
        recorded != nil
          ? "Each rule of the trigger ran on the recorded faces; the people of the recording knew none of these rules "
            + "but their app's."
          : "People do what each rule of the trigger asks: below, they look below the screen; confirm, they raise "
            + "their brows while they look at an edge; sign, they raise the brows or pucker the lips. Hits, misses and "
            + "spontaneous raises are simulated ('gazesim scenarios reading --provenance': sign).")
    }
    return remarks
  }

  private var remarksOnSimulation: [String] {
    var remarks: [String] = []
    if Set(rows.map(\.recline)).count > 1 {
      remarks.append(
        "Face, gaze and the tracker's errors are simulated relative to the phone, so that recline changes only what a "
          + "pipeline makes of the camera's pose: equal rows say that a pipeline uses it correctly, not that reclining "
          + "is harmless.")
    }
    if orientation != ScreenOrientation.portrait.rawValue {
      remarks.append(
        "The interface is turned (\(orientation)): only standard and gazecapture have a rule for that; the others take "
          + "the upright view's axes for the screen's.")
    }
    let split =
      preset == "typical"
      ? "typical (half of the variance between takes)" : (preset ?? "").replacing("typical/", with: "")
    let ranges = splitCount.map {
      "the ranges are over all \($0) splits that fit it, smallest and largest estimate"
        + (draws == nil ? "." : ", each on draws of its own: they need not hold the table's figures.")
    }
    remarks.append(
      "People's raw error is 3.2 deg as published (Taore 2024), which may not be raw. How much of it stays with a "
        + "person from session to session is not published: "
        + (ranges ?? "these figures rest on one split, \(split); --split all shows the range over all that fit."))
    return remarks
  }

  private var remarksOnRecordings: [String] {
    [
      against == ErrorReference.truth.rawValue
        ? "Errors are distances to the true gaze, which the recordings hold."
        : "Errors are distances to the shown targets: they include what the eyes miss of a target.",
      "Each pipeline runs as published, without anything learned about the person"
        + (rows.contains { $0.calibration != nil } ? " except by the calibration" : "")
        + ": constants and five points need another session of the same person.",
      fewRecordedPeople,
    ]
  }
}
