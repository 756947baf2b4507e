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
    var table = Table(["eyes at rest: target, pt", "pointer inside", "95 % over people"])
    for size in p.targetSizes where size.hitRate != nil {
      let ends = size.ci95.map { "\(NumberText.percent($0.lower)) to \(NumberText.percent($0.upper))" }
      table.add([NumberText.fixed(size.points, 0), NumberText.percent(size.hitRate), ends ?? "-"])
    }
    return table
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
    var table = Table(["degrees, not exceeded by", "p50", "p75", "p95 of their samples"])
    for tier in p.tiers {
      table.add([
        "\(NumberText.fixed(100 * tier.people, 0)) % of people", NumberText.fixed(tier.error.p50, 1),
        NumberText.fixed(tier.error.p75, 1), NumberText.fixed(tier.error.p95, 1),
      ])
    }
    return table
  }

  private static func bins(_ name: String, _ bins: [PointerTables.Bin], _ decimals: Int) -> Table {
    var table = Table(["eyes at rest: \(name)", "mean error, deg", "people"])
    for bin in bins.count > 1 ? bins : [] {
      table.add([
        "\(NumberText.fixed(bin.from, decimals)) to \(NumberText.fixed(bin.to, decimals))",
        bin.isSparse ? "- few" : NumberText.fixed(bin.errorDegreesMean, 1), "\(bin.people)",
      ])
    }
    return table
  }

  private static func groups(_ name: String, _ groups: [PointerTables.Group]) -> Table {
    var table = Table([name, "median error, deg", "people"])
    for group in groups.count > 1 ? groups : [] {
      table.add([group.name, NumberText.fixed(group.errorDegreesMedian, 1), "\(group.people)"])
    }
    return table
  }

  private static func curve(_ scroll: ScrollTables) -> Table {
    var table = Table(["a scroll may be late by, s", "precision", "recall", "F1"])
    for point in scroll.toleranceCurve where point.f1 != nil {
      table.add(
        [NumberText.fixed(point.lateSeconds, 2)]
          + [point.precision, point.recall, point.f1].map { NumberText.fixed($0, 2) })
    }
    return table
  }

  private static func hidden(_ scroll: ScrollTables) -> Table {
    var table = Table(["the eyes hide this share of the intents", "recall", "F1"])
    for share in scroll.byHiddenShare where share.f1 != nil {
      table.add([
        NumberText.percent(share.share), NumberText.fixed(share.recall, 2), NumberText.fixed(share.f1, 2),
      ])
    }
    return table
  }

  private static func confusion(_ scroll: ScrollTables) -> Table {
    let ways = ["up", "none", "down"]
    var table = Table(["wanted", "made up", "none", "down"])
    let counts = scroll.confusion
    guard ways.contains(where: { wanted in counts[wanted]?.values.contains { $0 > 0 } ?? false }) else { return table }
    for wanted in ways { table.add([wanted] + ways.map { "\(counts[wanted]?[$0] ?? 0)" }) }
    return table
  }
}
