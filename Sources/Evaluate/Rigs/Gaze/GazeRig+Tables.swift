import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The tables of a report on gaze besides those of the metrics. A table that would only repeat the total is left out.
extension GazeRig {
  static func tables(_ report: Report<GazeRig>) -> [Table] {
    let p = report.pointer
    return [sizes(p), cells(p), tiers(p)]
      + [
        bins("distance, m", p.byDistance, 2), bins("recline, deg", p.byRecline, 0),
        bins("eccentricity, deg", p.byEccentricity, 0), groups("special about a person", p.byFlag),
        curve(report.scroll), hidden(report.scroll), confusion(report.scroll),
      ]
  }

  private static func sizes(_ p: PointerTables) -> Table {
    Table(
      ["eyes at rest: target, pt", "pointer inside", "95 % over people"],
      p.targetSizes.filter { $0.hitRate != nil }.map { size in
        let ends = size.ci95.map { "\(NumberText.percent($0.lower)) to \(NumberText.percent($0.upper))" }
        return [NumberText.fixed(size.points, 0), NumberText.percent(size.hitRate), ends ?? "-"]
      })
  }

  /// A grid, arranged as on the screen, of mean errors and of the target sizes that contain the pointer in 95 % of the
  /// samples; a cell with too little data shows only its number of samples.
  private static func cells(_ p: PointerTables) -> Table {
    let columns = p.cells.first?.columns ?? 0
    let sides = columns == 3 ? ["left", "middle", "right"] : (0..<columns).map { "\($0 + 1)" }
    var table = Table(["eyes at rest, pt: mean error / size for 95 % (samples)"] + sides)
    guard p.cells.contains(where: { $0.people > 0 }) else { return table }
    for row in 0..<(p.cells.count / columns) {
      let those = p.cells.filter { $0.row == row }
      table.add(
        ["y \(NumberText.fixed(those.first?.centre.last, 0))"]
          + those.map {
            let figures = "\(NumberText.fixed($0.errorPointsMean, 0)) / \(NumberText.fixed($0.sizeFor95Points, 0))"
            return "\($0.isSparse ? "few" : figures) (\($0.samples))"
          })
    }
    if p.cells.contains(where: \.isSparse) { table.add(["few: \(PointerTables.sparseDefinition)"]) }
    return table
  }

  private static func tiers(_ p: PointerTables) -> Table {
    Table(
      ["degrees, not exceeded by", "p50", "p75", "p95 of their samples"],
      p.tiers.map { tier in
        ["\(NumberText.fixed(100 * tier.people, 0)) % of people"]
          + [tier.error.p50, tier.error.p75, tier.error.p95].map { NumberText.fixed($0, 1) }
      })
  }

  private static func bins(_ name: String, _ bins: [PointerTables.Bin], _ decimals: Int) -> Table {
    Table(
      ["eyes at rest: \(name)", "mean error, deg", "people"],
      (bins.count > 1 ? bins : []).map { bin in
        [
          "\(NumberText.fixed(bin.from, decimals)) to \(NumberText.fixed(bin.to, decimals))",
          bin.isSparse ? "- few" : NumberText.fixed(bin.errorDegreesMean, 1), "\(bin.people)",
        ]
      })
  }

  private static func groups(_ name: String, _ groups: [PointerTables.Group]) -> Table {
    Table(
      [name, "median error, deg", "people"],
      (groups.count > 1 ? groups : []).map {
        [$0.name, NumberText.fixed($0.errorDegreesMedian, 1), "\($0.people)"]
      })
  }

  private static func curve(_ scroll: ScrollTables) -> Table {
    Table(
      ["a scroll may be late by, s", "precision", "recall", "F1"],
      scroll.toleranceCurve.filter { $0.f1 != nil }.map { point in
        [point.lateSeconds, point.precision, point.recall, point.f1].map { NumberText.fixed($0, 2) }
      })
  }

  private static func hidden(_ scroll: ScrollTables) -> Table {
    Table(
      ["the eyes hide this share of the intents", "recall", "F1"],
      scroll.byHiddenShare.filter { $0.f1 != nil }.map {
        [NumberText.percent($0.share), NumberText.fixed($0.recall, 2), NumberText.fixed($0.f1, 2)]
      })
  }

  private static func confusion(_ scroll: ScrollTables) -> Table {
    let (ways, counts) = (["up", "none", "down"], scroll.confusion)
    let isEmpty = ways.allSatisfy { wanted in counts[wanted]?.values.allSatisfy { $0 == 0 } ?? true }
    return Table(
      ["wanted", "made up", "none", "down"],
      isEmpty ? [] : ways.map { wanted in [wanted] + ways.map { "\(counts[wanted]?[$0] ?? 0)" } })
  }
}
