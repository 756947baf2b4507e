import GazePipeline
import GazeRecording
import GazeSimulation

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
  /// Origin of the people: `simulated`.
  package var source = "simulated"
  /// Preset of the tracker.
  package var preset: String
  /// Seed of people, behaviour and noise.
  package var seed: UInt64
  /// Number of the simulated phone, which determines its true geometry.
  package var phone: UInt64
  /// The scenarios, joined by `+`.
  package var scenario: String
  /// `open`, or `closed` if each pipeline moves its own page.
  package var loop: String
  /// Number of people, including those for whom tracking fails.
  package var participants: Int
  /// Number of people for whom tracking fails; they are left out of all metrics.
  package var failing: Int
  /// The arm to which ratios and differences refer.
  package var reference: String
  /// Rows, recline by recline and arm by arm.
  package var rows: [GazeComparison.Row]
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

  /// The report of a finished comparison.
  ///
  /// - Parameter splits: ranges over all of `ErrorSplit.fitted`.
  package init(
    _ comparison: GazeComparison, rows: [GazeComparison.Row], splits: [GazeComparison.SplitRow]? = nil,
    replay: ReplayTracks? = nil
  ) {
    self.replay = replay
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
    participants = s.participants
    failing = (0..<s.participants).count { s.person($0).isFailing }
    reference = comparison.arms.last?.label ?? ""
    self.rows = rows
    let compared = comparison.arms.map(\.pipeline.name)
    pipelines = GazeRig.pipelines.map(\.facts).filter { compared.contains($0.name) }
    bridge = ConstantsBridge(run.profile)
  }

  /// One line on the device, the people and the conditions.
  package var subject: String {
    "\(device): \(NumberText.count(participants, "person", "people")), \(source), preset \(preset), phone \(phone), "
      + "seed \(seed); \(scenario), \(loop == "open" ? "open loop" : "each pipeline in its own closed loop")"
  }

  private var splitName: String {
    preset == "typical" ? "typical (half of the variance between takes)" : preset.replacing("typical/", with: "")
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
        + (splitCount.map { "the ranges are over all \($0) splits that fit it, smallest and largest estimate." }
          ?? "these figures rest on one split, \(splitName); --split all shows the range over all that fit."))
    remarks.append("Simulated people: these figures compare pipelines; they say nothing of a phone.")
    return remarks
  }
}
