import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting
import PortableFoundation

extension GazeRig {
  /// Pointer, scrolling, and the people reported separately.
  package static func lines(_ report: Report<GazeRig>) -> [String] { GazeText.lines(report) }
}

/// A report on gaze as plain text for a terminal.
enum GazeText {
  static func lines(_ e: Report<GazeRig>) -> [String] {
    heading(e) + felt(e) + pointerErrors(e) + [""] + pointerLines(e) + scrolling(e) + scrollLines(e.scroll)
      + people(e)
  }

  /// Table of the pointer's errors, and a note on the frames that are in none of them.
  private static func pointerErrors(_ e: Report<GazeRig>) -> [String] {
    var table = Table(["pointer error", "mean", "median", "95 % of median", "p90", "p95", "rms"])
    for (name, f) in errorFigures(e) {
      let d = name.hasSuffix("points") ? 1 : 2
      table.add([
        name, NumberText.fixed(f.mean, d), NumberText.fixed(f.median, d), Format.interval(f.ci95, d),
        NumberText.fixed(f.p90, d), NumberText.fixed(f.p95, d), NumberText.fixed(f.rms, d),
      ])
    }
    let beside = GazeRig.beside(e)
    let lines = [""] + table.lines + e.errorsNote + (beside.isEmpty ? [] : [Sentence.text("beside it: " + beside)])
    guard !e.leftOutShares.isEmpty else { return lines }
    let shares = e.leftOutShares.map { "\($0.reason) \(NumberText.percent($0.share))" }
    return lines + ["Left out of the error: \(shares.joined(separator: ", ")) of the frames."]
  }

  /// The pointer's errors with their names: to the true gaze if it is known, to the targets if any were shown.
  private static func errorFigures(_ e: Report<GazeRig>) -> [(name: String, figures: GazeFindings.ErrorFigures)] {
    let p = e.pointer
    let toGaze = [
      ("to the true gaze, points", p.errorPoints), ("to the true gaze, mm", p.errorMillimetres),
      ("to the true gaze, degrees", p.errorDegrees), ("the same raw, degrees", p.raw.errorDegrees),
      ("the same at rest, points", p.settledErrorPoints), ("the same at rest, degrees", p.settledErrorDegrees),
    ]
    let toTarget = [
      ("to the shown target, points", p.targetErrorPoints), ("to the shown target, mm", p.targetErrorMillimetres),
      ("to the shown target, degrees", p.targetErrorDegrees),
    ]
    return (e.against == .truth ? toGaze : []) + (p.samples.target > 0 ? toTarget : [])
  }

  /// Table of the scrolling's figures, and the counts behind them.
  private static func scrolling(_ e: Report<GazeRig>) -> [String] {
    let s = e.scroll
    let table = figures(
      "scrolling", e,
      [
        ("precision", s.precision, "scroll.precision", 3), ("recall", s.recall, "scroll.recall", 3),
        ("F1", s.f1, "scroll.f1", 3), ("kappa", s.kappa, "scroll.kappa", 3),
        ("false scrolls a minute", s.falsePerMinute.value, "scroll.falsePerMinute", 2),
        ("Midas touches a minute", s.midasPerMinute.value, "scroll.midasPerMinute", 2),
        ("points overshot a scroll", s.overshootPoints, "scroll.overshootPoints", 0),
        ("points a minute off screen", s.offScreenScrollPointsPerMinute, "scroll.offScreenScrollPointsPerMinute", 0),
      ])
    let counts = """
      \(s.truth) scrolls wanted\(joined(s)), \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, \
      \(s.falseNegatives) missed; latency median \
      \(NumberText.fixed(s.latencyMilliseconds.median, 0)) ms, p90 \(NumberText.fixed(s.latencyMilliseconds.p90, 0)) ms
      """
    return table + ["", counts]
  }

  /// Table of figures with their intervals; each row is a name, a value, its metric and a number of decimals.
  static func figures(
    _ title: String, _ e: Report<GazeRig>, _ rows: [(String, Double?, String, Int)]
  ) -> [String] {
    var table = Table([title, "value", "95 %"])
    for (name, value, metric, decimals) in rows {
      table.add([name, NumberText.fixed(value, decimals), Format.interval(e.intervals[metric] ?? nil, decimals)])
    }
    return [""] + table.lines
  }

  /// Differences between people, people who are not included, and the figures that need more people.
  private static func people(_ e: Report<GazeRig>) -> [String] {
    var lines: [String] = []
    if let p = e.scroll.falsePerMinute.byPerson, p.people > 1 {
      lines.append(
        """
        false scrolls a minute by person: median \(NumberText.fixed(p.median, 2)), p90 \(NumberText.fixed(p.p90, 2)), \
        worst \(NumberText.fixed(p.max, 2))
        """)
    }
    if e.failing.participants > 0 {
      lines.append(
        """
        not included: \(NumberText.count(e.failing.participants, "person", "people")) for whom tracking fails, \
        median error \(NumberText.fixed(e.failing.errorDegreesMedian, 1)) deg
        """)
    }
    if e.uncalibrated > 0 {
      lines.append(
        "\(NumberText.count(e.uncalibrated, "person", "people")) could not be calibrated in the personal session and "
          + "continued without calibration"
      )
    }
    return lines + (withoutInterval(e).map { [$0] } ?? [])
  }

  /// Note on intents that count with the previous one.
  private static func joined(_ s: GazeFindings.Scroll) -> String {
    s.joinedIntents > 0 ? " (\(s.joinedIntents) more came within 0.25 s and count with the one before)" : ""
  }

  /// Figures without an interval, grouped by the number of people that they need: `no interval (-):
  /// pointer.sizeFor95Points takes 100 people`.
  private static func withoutInterval(_ e: Report<GazeRig>) -> String? {
    let groups = Dictionary(grouping: e.peopleNeeded.keys.sorted()) { e.peopleNeeded[$0] ?? 0 }
    guard !groups.isEmpty else { return nil }
    let parts = groups.sorted { $0.key < $1.key }.map { needed, names in
      names.count > 3
        ? "\(names.count) figures take \(needed) people"
        : "\(names.joined(separator: ", ")) \(NumberText.word(names.count, "takes", "take")) \(needed)"
          + " people"
    }
    return "no interval (-) of \(NumberText.count(e.participants, "person", "people")): "
      + parts.joined(separator: ", ")
  }

  /// Lines on the device, the people and the conditions.
  private static func heading(_ e: Report<GazeRig>) -> [String] {
    let people = e.peopleInWords
    let size = "\(people), \(e.frames) frames, \(NumberText.fixed(e.seconds / 60, 1)) min"
    let changed = ReportSubject.changed(e.constants).map { ", \($0)" }.joined()
    let origin =
      e.source == "simulated"
      ? """
      simulated, preset \(e.preset ?? "-")\(changed), phone \(e.phone.map(String.init) ?? "-"), \
      seed \(e.seed.map(String.init) ?? "-")\(e.noise.map { ", noise \($0)" } ?? "")
      """
      : "recorded"
    return [
      "\(e.device), \(e.pipeline), \(e.scenario): \(size) (\(origin))",
      ScenarioWords.sentence(GazeRig.self, e.scenario),
      """
      against \(e.against == .truth ? "true gaze" : "shown targets"); device calibration \(e.deviceCalibration), \
      person calibration \(e.personCalibration == "5" ? "5 points in an earlier session" : e.personCalibration), \
      smoothing \(e.smoothing)\(e.subject.choices), \(loop(e))
      """,
    ]
  }

  private static func loop(_ e: Report<GazeRig>) -> String {
    if e.loop == "open" { return "open loop" }
    guard e.loop == e.pipeline else { return e.loop }
    let pages = e.scenario.split(separator: "+").filter { GazeScenario(rawValue: String($0))?.hasPage ?? false }
    let isEverywhere = pages.count == e.scenario.split(separator: "+").count
    return "loop closed by \(e.loop)\(isEverywhere ? "" : " in \(pages.joined(separator: ", "))")"
  }
}
