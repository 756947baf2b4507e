import GazePipeline
import GazeRecording
import GazeSimulation

/// A comparison as a whole: the one JSON that every other format is rendered from.
package struct GazeComparisonReport: Sendable, Codable {
  /// `gazesim.comparison`.
  package var schema = "gazesim.comparison"
  /// 1.
  package var version = 1
  /// The device's identifier.
  package var device: String
  /// How the interface stands.
  package var orientation: String
  /// Where the people come from: `simulated`.
  package var source = "simulated"
  /// How good the tracker is.
  package var preset: String
  /// What people, behaviour and noise were drawn by.
  package var seed: UInt64
  /// What the phone's true geometry was drawn by.
  package var phone: UInt64
  /// The scenarios, joined by `+`.
  package var scenario: String
  /// `open`, or `closed`: each pipeline by itself.
  package var loop: String
  /// People, also those whom tracking fails.
  package var participants: Int
  /// Those whom tracking fails; they are in no figure.
  package var failing: Int
  /// The arm that ratios and differences are of, against the row.
  package var reference: String
  /// Arm by arm, recline by recline.
  package var rows: [GazeComparison.Row]
  /// Every row's smallest and largest estimate over the splits of the raw error that fit; there only where asked for.
  package var splits: [GazeComparison.SplitRow]?
  /// How many splits those are.
  package var splitCount: Int?
  /// What the pipelines are, where they come from, and what had to be assumed.
  package var pipelines: [PipelineFacts]
  /// What the apps' constants are in metres on this device.
  package var bridge: ConstantsBridge
  /// What an HTML page replays; there only where one was asked for.
  package var replay: ReplayTracks?

  /// The report of a comparison that has run.
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

  /// What it is of, in a line.
  package var subject: String {
    "\(device): \(NumberText.count(participants, "person", "people")), \(source), preset \(preset), phone \(phone), "
      + "seed \(seed); \(scenario), \(loop == "open" ? "open loop" : "each pipeline in its own closed loop")"
  }

  private var splitName: String {
    preset == "typical" ? "typical (half of the variance between takes)" : preset.replacing("typical/", with: "")
  }

  /// What holds for all rows, a sentence each.
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
