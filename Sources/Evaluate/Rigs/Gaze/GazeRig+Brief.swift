import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting
package import GazeSimulation

extension GazeRig {
  /// The pointer's error in all three units, what it means, and the metrics that a person notices first.
  package static func brief(_ report: Report<GazeRig>) -> RigBrief {
    let (errors, name) = (report.errors, report.errorsName)
    let sizes = [
      errors.millimetres.median.map { FigureText.measured($0, "mm") },
      errors.points.median.map { FigureText.measured($0, "pt") },
    ].compactMap { $0 }
    var conclusion = "no error could be measured"
    if let degrees = errors.degrees.median {
      conclusion =
        FigureText.measured(degrees, "deg") + " off" + (sizes.isEmpty ? "" : " (\(sizes.joined(separator: ", ")))")
    } else if let first = sizes.last {
      conclusion = first + " off"
    } else if let f1 = report.scroll.f1 {
      conclusion = "scroll F1 \(NumberText.significantDigits(f1))"
    }
    return RigBrief(
      conclusion: conclusion, meaning: PointerMeaning(report).sentence, beside: beside(report),
      made: report.findings.errorBudget?.sentence ?? "", worst: worst(report),
      metrics: [
        name + "Points.median", name + "Points.p95", "pointer.accuracyDegrees", "pointer.precisionSTDDegrees",
        "pointer.latencyMilliseconds", "pointer.dataLoss", "scroll.unreadLinesLost", "scroll.pageCompletion",
        "scroll.f1", "scroll.falsePerMinute",
      ])
  }

  /// `a pointer at rest: 171 pt at its best place, 226 pt in the middle`, and whether the pointer is nearer than at the
  /// best place.
  static func beside(_ report: Report<GazeRig>) -> String {
    guard let best = report.figure("pointer.resting.bestPlacePoints")?.value else { return "" }
    let middle = report.figure("pointer.resting.middlePoints")?.value
    let isNoNearer = report.errors.points.median.map { $0 >= best } ?? false
    return "a pointer at rest: \(FigureText.measured(best, "pt")) at its best place"
      + (middle.map { ", \(FigureText.measured($0, "pt")) in the middle" } ?? "")
      + (isNoNearer ? ". This one is no nearer than at that place." : "")
  }

  /// The people with the largest medians, and the part of the screen with the largest mean.
  private static func worst(_ report: Report<GazeRig>) -> String {
    let people = WorstPeople.words(report.peopleErrors) { FigureText.measured($0, "pt") }
    let cells = report.pointer.cells.filter { !$0.isSparse && $0.errorPointsMean != nil }
    let cell = cells.count > 1 ? cells.max { ($0.errorPointsMean ?? 0) < ($1.errorPointsMean ?? 0) } : nil
    return [
      people.map { "\($0), their medians" },
      cell.map { "the \(place($0)) of the screen, mean \(FigureText.measured($0.errorPointsMean, "pt"))" },
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// `top left`, `middle`, `row 2 of 4, column 1 of 2`.
  private static func place(_ cell: GazeFindings.Pointer.Cell) -> String {
    guard cell.rows == 5, cell.columns == 3 else {
      return "row \(cell.row + 1) of \(cell.rows), column \(cell.column + 1) of \(cell.columns)"
    }
    let row = ["top", "upper", "middle", "lower", "bottom"][min(max(cell.row, 0), 4)]
    let column = ["left", "middle", "right"][min(max(cell.column, 0), 2)]
    return row == column ? row : "\(row) \(column)"
  }
}
