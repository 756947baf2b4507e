import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

/// All conditions on which the report's numbers are based.
enum ProvenanceSection {
  static func html(_ e: Report<GazeRig>) -> String {
    func text(_ value: String?) -> String { HTML.text(value ?? "–") }
    let calibration =
      text(e.personCalibration)
      + (e.uncalibrated > 0
        ? "; \(e.uncalibrated) people went without, because their session had too few fixations" : "")
    let phone = e.phone.map { $0 == 0 ? "0: the nominal one" : "\($0)" } ?? "–"
    let against = e.against == .truth ? "the simulator’s true gaze" : "the targets that the app showed"
    var rows: [[String]] = []
    rows.append(["device", text(e.device)])
    rows.append(["rig", text(e.rig)])
    rows.append(["pipeline", text(e.pipeline)])
    rows.append(["scenarios", text(e.scenario)])
    rows.append(["people", "\(e.participants); tracking fails \(e.failing.participants) of them"])
    rows.append(["frames", "\(e.frames), \(NumberText.typeset(e.seconds / 60, 1)) minutes"])
    rows.append(["source", text(e.source)])
    rows.append(["tracker preset", text(e.preset)])
    rows.append(["seed", e.seed.map(String.init) ?? "–"])
    rows.append(["simulated phone", phone])
    rows.append(["compared with", against])
    rows.append(["errors", HTML.prose(e.errorsNote.joined(separator: " "))])
    rows.append(["loop", text(e.loop)])
    rows.append(["device calibration", text(e.deviceCalibration)])
    rows.append(["person calibration", calibration])
    rows.append(["smoothing", text(e.smoothing)])
    if let recentre = e.subject.recentre { rows.append(["recentring", text(recentre)]) }
    if let trigger = e.subject.trigger { rows.append(["trigger", text(trigger)]) }
    if let constants = e.replay?.constants {
      rows.append(["constants of the simulation", counts(constants)])
    }
    rows += [
      ["made by", "gazesim \(HTML.text(Tool.version))"],
      ["format", "\(text(Report<GazeRig>.layout.schema)), version \(Report<GazeRig>.layout.version)"],
      ["not run on a phone", notOnAPhone(e)],
    ]
    return HTML.section(
      "provenance", "Provenance",
      "<div class=\"provenance\">"
        + HTML.table("Basis of the figures", ["item", "value"], rows) + "</div>")
  }

  /// The number of constants of each provenance, in words.
  static func counts(_ constants: [String: Int]) -> String {
    let order = ["published", "derived", "recorded", "estimated", "assumed"]
    let counts = order.compactMap { kind in constants[kind].map { "\($0) \(kind)" } }
    return counts.joined(separator: ", ")
      + "; <code>gazesim scenarios --provenance</code> lists them with their sources"
  }

  static func notOnAPhone(_ e: Report<GazeRig>) -> String {
    e.source == "simulated"
      ? "People, phone and tracker are simulated; no figure on this page was measured on a phone. The figures compare "
        + "pipelines and catch regressions."
      : "The frames were recorded; the pipeline ran on this computer, not on the phone, so its running time was not "
        + "measured."
  }
}
