import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

/// Lines and small tables below the main tables of an evaluation; lines and tables without content are left out.
extension GazeText {
  /// The metrics that a person notices on a page that the pipeline moves.
  static func felt(_ e: Report<GazeRig>) -> [String] {
    let s = e.scroll
    let rows: [(String, Double?, String, Int)] = [
      ("lines carried off unread, a take", s.unreadLinesLost, "scroll.unreadLinesLost", 1),
      ("seconds to recover from a scroll", s.timeToRecoverSeconds, "scroll.timeToRecoverSeconds", 1),
      ("share of the page read", s.pageCompletion, "scroll.pageCompletion", 3),
      ("time by gaze over time by touch", s.timeOverTouch, "scroll.timeOverTouch", 2),
    ]
    guard rows.contains(where: { $0.1 != nil }) else { return [] }
    return figures("reading by gaze", e, rows)
  }

  static func pointerLines(_ e: Report<GazeRig>) -> [String] {
    let p = e.pointer
    func quality(
      _ accuracy: Double?, _ rms: Double?, _ std: Double?, _ bcea: Double?, _ latency: Double?
    ) -> String {
      """
      accuracy \(NumberText.fixed(accuracy, 2)) deg, precision RMS-S2S \(NumberText.fixed(rms, 3)) deg, \
      STD \(NumberText.fixed(std, 2)) deg, BCEA \(NumberText.fixed(bcea, 2)) deg², \
      latency \(NumberText.fixed(latency, 0)) ms
      """
    }
    var lines = [
      quality(
        p.accuracyDegrees, p.precisionRMSS2SDegrees, p.precisionSTDDegrees, p.bceaDegrees2, p.latencyMilliseconds),
      "raw: "
        + quality(
          p.raw.accuracyDegrees, p.raw.precisionRMSS2SDegrees, p.raw.precisionSTDDegrees, p.raw.bceaDegrees2,
          p.raw.latencyMilliseconds),
      """
      half of a step \(steps(e).joined(separator: ", ")); data loss \(NumberText.percent(p.dataLoss)), \
      \(NumberText.fixed(p.effectiveFrequencyHertz, 1)) Hz, longest gap \(NumberText.fixed(p.longestGapSeconds, 2)) s
      """,
    ]
    if p.targetSizes.contains(where: { $0.hitRate != nil }) {
      var sizes = Table(
        ["eyes at rest: target, points"] + p.targetSizes.map { NumberText.fixed($0.points, 0) } + ["for 95 %"])
      let size = p.sizeFor95Points.value.map { NumberText.fixed($0, 0) } ?? "over 1000"
      sizes.add(["pointer inside"] + p.targetSizes.map { NumberText.percent($0.hitRate) } + [size])
      lines += [""] + sizes.lines
    }
    lines += cells(p) + tiers(p)
    lines += [
      bins("by distance, m", p.byDistance, 2), bins("by recline, deg", p.byRecline, 0),
      bins("by eccentricity, deg", p.byEccentricity, 0),
    ].compactMap { $0 }
    if p.byFlag.count > 1 {
      let groups = p.byFlag.map {
        "\($0.name) \(NumberText.fixed($0.errorDegreesMedian, 1)) (\($0.people))"
      }
      lines.append("median degrees by what is special about a person (how many): \(groups.joined(separator: ", "))")
    }
    return lines
  }

  /// Delays of the pointer after a step of the gaze and after a step of the target, if there are such steps.
  private static func steps(_ e: Report<GazeRig>) -> [String] {
    func step(_ of: String, _ m: GazeFindings.Milliseconds, _ note: String = "") -> String {
      "of the \(of) after \(NumberText.fixed(m.median, 0)) ms (p90 \(NumberText.fixed(m.p90, 0)) ms\(note))"
    }
    let p = e.pointer
    let gaze = step("gaze", p.stepResponseMilliseconds)
    let target = step("target", p.targetStepResponseMilliseconds, ", the eyes' own reaction included")
    return (e.against == .truth ? [gaze] : []) + (p.targetStepResponseMilliseconds.median != nil ? [target] : [])
  }

  /// A grid, arranged as on the screen, of mean errors and of the target sizes that contain the pointer in 95 % of the
  /// samples; a cell with too little data shows only its number of samples.
  private static func cells(_ p: GazeFindings.Pointer) -> [String] {
    guard p.cells.contains(where: { $0.people > 0 }), let columns = p.cells.first?.columns else { return [] }
    let sides = ["left", "middle", "right"]
    var table = Table(
      ["eyes at rest, points: mean error / size for 95 % (samples)"]
        + (0..<columns).map { columns == sides.count ? sides[$0] : "\($0 + 1)" })
    for row in 0..<(p.cells.count / columns) {
      let those = p.cells.filter { $0.row == row }
      table.add(
        ["y \(NumberText.fixed(those.first?.centre.last, 0))"]
          + those.map {
            let figures = "\(NumberText.fixed($0.errorPointsMean, 0)) / \(NumberText.fixed($0.sizeFor95Points, 0))"
            return "\($0.isSparse ? "few" : figures) (\($0.samples))"
          })
    }
    let note = p.cells.contains(where: \.isSparse) ? ["few: \(GazeFindings.Pointer.sparseDefinition)"] : []
    return [""] + table.lines + note
  }

  private static func tiers(_ p: GazeFindings.Pointer) -> [String] {
    guard !p.tiers.isEmpty else { return [] }
    var table = Table(["degrees, not exceeded by", "p50", "p75", "p95 of their samples"])
    for tier in p.tiers {
      table.add([
        "\(NumberText.fixed(100 * tier.people, 0)) % of people", NumberText.fixed(tier.error.p50, 1),
        NumberText.fixed(tier.error.p75, 1), NumberText.fixed(tier.error.p95, 1),
      ])
    }
    return [""] + table.lines + [""]
  }

  private static func bins(_ name: String, _ bins: [GazeFindings.Pointer.Bin], _ decimals: Int) -> String? {
    // A table with a single bin is left out, since it would only repeat the total.
    guard bins.count > 1 else { return nil }
    let parts = bins.map {
      "\(NumberText.fixed($0.from, decimals))–\(NumberText.fixed($0.to, decimals)): "
        + ($0.isSparse ? "few" : NumberText.fixed($0.errorDegreesMean, 1))
    }
    return "eyes at rest, mean degrees \(name): \(parts.joined(separator: ", "))"
  }

  static func scrollLines(_ s: GazeFindings.Scroll) -> [String] {
    var lines: [String] = []
    if s.truePositives + s.doubleTriggers > 0 {
      lines.append(
        """
        the page stops \(NumberText.fixed(s.releaseMilliseconds.median, 0)) ms after the end of the intent (p90 \
        \(NumberText.fixed(s.releaseMilliseconds.p90, 0)) ms); \
        \(NumberText.count(s.doubleTriggers, "second scroll")) of one intent
        """)
    }
    func curve(_ points: [(String, Double?)]) -> String {
      points.map { "\($0.0) \(NumberText.fixed($0.1, 2))" }.joined(separator: ", ")
    }
    if s.toleranceCurve.contains(where: { $0.f1 != nil }) {
      let points = s.toleranceCurve.map { (NumberText.fixed($0.lateSeconds, 2) + " s:", $0.f1) }
      lines.append("F1 by how late a scroll may be: \(curve(points))")
    }
    if s.byHiddenShare.contains(where: { $0.f1 != nil }) {
      let points = s.byHiddenShare.map { (NumberText.fixed(100 * $0.share, 0) + " %:", $0.f1) }
      lines.append("F1 if the eyes hid this share of the intents: \(curve(points))")
    }
    let ways = ["up", "none", "down"]
    guard ways.contains(where: { wanted in s.confusion[wanted]?.values.contains { $0 > 0 } ?? false }) else {
      return lines
    }
    var table = Table(["wanted", "made up", "none", "down"])
    for wanted in ways { table.add([wanted] + ways.map { "\(s.confusion[wanted]?[$0] ?? 0)" }) }
    return lines + [""] + table.lines + [""]
  }
}
