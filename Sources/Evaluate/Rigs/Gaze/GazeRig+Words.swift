import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

extension GazeRig {
  /// The pointer's error in all three units, what it means, and the tables by place, condition and person.
  package static func words(_ report: Report<GazeRig>) -> RigWords {
    let known = report.against == .truth ? "" : ", no true gaze is known"
    return RigWords(
      conclusion: conclusion(report), meaning: PointerMeaning(report).sentence, beside: beside(report),
      made: report.findings.errorBudget?.sentence ?? "", worst: worst(report),
      metrics: [report.errorsName + "Points.median", report.errorsName + "Points.p95"] + metrics.map(\.rawValue),
      conditions:
        "errors \(report.errorsPlace)\(known); device calibration \(report.deviceCalibration), person calibration "
        + "\(report.personCalibration), smoothing \(report.smoothing)\(report.subject.choices), loop \(report.loop)",
      properties: [
        ("loop", report.loop), ("smoothing", report.smoothing), ("deviceCalibration", report.deviceCalibration),
        ("personCalibration", report.personCalibration),
      ]
        + [("recentre", report.subject.recentre), ("trigger", report.subject.trigger)].compactMap { name, value in
          value.map { (name, $0) }
        },
      remarks: remarks(report), tables: tables(report), listed: listed(report), people: report.peopleTable)
  }

  /// Metrics that a report shows after the errors, in this order.
  private static let metrics: [GazeMetricName] = [
    .pointerAccuracyDegrees, .pointerPrecisionSTDDegrees, .pointerLatencyMilliseconds, .pointerDataLoss,
    .scrollUnreadLinesLost, .scrollPageCompletion, .scrollF1, .scrollFalsePerMinute,
  ]

  private static func conclusion(_ report: Report<GazeRig>) -> String {
    func median(_ unit: String) -> Double? { report.value(report.errorsName + unit + ".median") }
    let sizes = [
      median("Millimetres").map { FigureText.measured($0, "mm") },
      median("Points").map { FigureText.measured($0, "pt") },
    ].compactMap(\.self)
    if let degrees = median("Degrees") {
      return FigureText.measured(degrees, "deg") + " off" + (sizes.isEmpty ? "" : " (\(sizes.joined(separator: ", ")))")
    }
    if let last = sizes.last { return last + " off" }
    return report.value(.scrollF1).map { "scroll F1 \(NumberText.significantDigits($0))" }
      ?? "no error could be measured"
  }

  /// `a pointer at rest: 171 pt at its best place, 226 pt in the middle`, and whether the pointer is nearer than at the
  /// best place.
  private static func beside(_ report: Report<GazeRig>) -> String {
    guard let best = report.value(.pointerRestingBestPlacePoints) else { return "" }
    let middle = report.value(.pointerRestingMiddlePoints)
    let isNoNearer = report.value(report.errorsName + "Points.median").map { $0 >= best } ?? false
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
  private static func place(_ cell: PointerTables.Cell) -> String {
    guard cell.rows == 5, cell.columns == 3 else {
      return "row \(cell.row + 1) of \(cell.rows), column \(cell.column + 1) of \(cell.columns)"
    }
    let row = ["top", "upper", "middle", "lower", "bottom"][min(max(cell.row, 0), 4)]
    let column = ["left", "middle", "right"][min(max(cell.column, 0), 2)]
    return row == column ? row : "\(row) \(column)"
  }

  private static func remarks(_ report: Report<GazeRig>) -> [String] {
    let s = report.scroll
    let left = report.leftOutShares.map { "\($0.reason) \(NumberText.percent($0.share))" }.joined(separator: ", ")
    let joined =
      s.joinedIntents > 0 ? " (\(s.joinedIntents) more came within 0.25 s and count with the one before)" : ""
    func delay(_ delay: ScrollTables.Milliseconds) -> String {
      "median \(NumberText.fixed(delay.median, 0)) ms, p90 \(NumberText.fixed(delay.p90, 0)) ms"
    }
    return report.errorsNote + (left.isEmpty ? [] : ["Left out of the error: \(left) of the frames."])
      + [
        "\(s.truth) scrolls wanted\(joined), \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, "
          + "\(s.falseNegatives) missed. A Midas touch: \(ScrollTables.midasDefinition)"
      ]
      + (s.truePositives + s.doubleTriggers > 0
        ? [
          "A scroll begins after its intent by \(delay(s.latency)), and ends after the intent's end by "
            + "\(delay(s.release)); \(NumberText.count(s.doubleTriggers, "second scroll")) of one intent."
        ] : [])
      + (s.falseByPerson.flatMap { $0.people > 1 ? $0 : nil }.map {
        [
          "False scrolls a minute by person: median \(NumberText.fixed($0.median, 2)), p90 "
            + "\(NumberText.fixed($0.p90, 2)), worst \(NumberText.fixed($0.max, 2))."
        ]
      } ?? [])
      + (report.uncalibrated > 0
        ? [
          "\(NumberText.count(report.uncalibrated, "person", "people")) could not be calibrated in the personal "
            + "session and continued without calibration."
        ] : [])
  }

  /// Values from the lists in the JSON.
  private static func listed(_ report: Report<GazeRig>) -> [ReportFigure] {
    let sizes = report.pointer.targetSizes.map {
      ReportFigure("pointer.targetSizes.\(NumberText.brief($0.points, 0)).hitRate", $0.hitRate, $0.ci95)
    }
    let cells = report.pointer.cells.filter { $0.people > 0 }.flatMap { cell in
      [
        ("errorPointsMean", cell.errorPointsMean, cell.ci95), ("sizeFor95Points", cell.sizeFor95Points, nil),
        ("samples", Double(cell.samples), nil),
      ].map { ReportFigure("pointer.cells.\(cell.column).\(cell.row).\($0.0)", $0.1, $0.2) }
    }
    let curve = report.scroll.toleranceCurve.map { ReportFigure("scroll.toleranceCurve.\($0.lateSeconds).f1", $0.f1) }
    return sizes + cells + curve
  }
}

/// The pointer's figures as somebody who uses it would notice them: a button, a grid of targets, unwanted scrolls.
struct PointerMeaning: Equatable {
  /// Side of the smallest button that Apple's guidelines allow, points.
  static let button = 44.0

  /// A grid of equal targets.
  struct Grid: Equatable {
    var columns: Int
    var rows: Int
  }

  /// Share of the samples that are inside a button on which the eyes rest; nil if it was not measured.
  var buttonShare: Double?
  /// Largest grid of equal targets on the screen whose cells hold 95 % of the samples of eyes that rest on their
  /// middle; nil if the whole screen is needed.
  var grid: Grid?
  /// Size of a square that holds 95 % of the samples, points; nil if no size up to the largest one does.
  var size: Double?
  /// True if the size was looked for.
  var isSizeMeasured = false
  /// Scrolls in ten that nobody wanted; nil if no scroll was made.
  var unwantedOfTen: Int?
  /// True if nobody scrolled although scrolls were wanted.
  var isWithoutScrolls = false

  /// The largest grid of cells that are at least as wide and as high as a square of this size; nil if it has only one
  /// cell.
  static func grid(of size: Double, on points: Vector2) -> Grid? {
    guard size > 0, size.isFinite, points.x.isFinite, points.y.isFinite else { return nil }
    let (columns, rows) = ((points.x / size).rounded(.down), (points.y / size).rounded(.down))
    guard columns >= 1, rows >= 1, columns * rows > 1 else { return nil }
    return Grid(columns: Int(min(columns, 1000)), rows: Int(min(rows, 1000)))
  }

  /// The meaning in words; empty if nothing was measured.
  var sentence: String {
    var parts: [String] = []
    if let share = buttonShare {
      parts.append("A 44\u{A0}pt button holds \(FigureText.share(share)) of the samples.")
    }
    if isSizeMeasured {
      if let grid {
        parts.append("Targets in \(grid.columns) x \(grid.rows) equal cells hold 95\u{A0}% of them.")
      } else {
        parts.append(
          size.map { "95\u{A0}% of them take a target \(FigureText.measured($0, "pt")) wide." }
            ?? "No size up to 1000\u{A0}pt holds 95\u{A0}% of them.")
      }
    }
    if let unwanted = unwantedOfTen {
      parts.append("\(unwanted) of 10 scrolls are unwanted.")
    } else if isWithoutScrolls {
      parts.append("It never scrolls.")
    }
    return parts.joined(separator: " ")
  }
}

extension PointerMeaning {
  /// The meaning of a report's figures.
  init(_ report: Report<GazeRig>) {
    let (pointer, scroll) = (report.pointer, report.scroll)
    buttonShare = pointer.targetSizes.first { $0.points == Self.button }?.hitRate
    isSizeMeasured = pointer.targetSizes.contains { $0.hitRate != nil }
    size = report.value(.pointerSizeFor95Points)
    grid = size.flatMap { Self.grid(of: $0, on: report.subject.points) }
    unwantedOfTen = scroll.detected > 0 ? scroll.precision.map { Int((10 * (1 - $0)).rounded()) } : nil
    isWithoutScrolls = scroll.detected == 0 && scroll.truth > 0
  }
}
