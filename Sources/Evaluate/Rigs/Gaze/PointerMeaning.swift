import GazePipeline
import GazeRecording
import GazeTesting
import GazeSimulation

/// The pointer's figures as somebody who uses it would notice them: a button, a grid of targets, unwanted scrolls.
struct PointerMeaning: Sendable, Equatable {
  /// Side of the smallest button that Apple's guidelines allow, points.
  static let button = 44.0

  /// A grid of equal targets.
  struct Grid: Sendable, Equatable {
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
  var isSizeMeasured: Bool
  /// Scrolls in ten that nobody wanted; nil if no scroll was made.
  var unwantedOfTen: Int?
  /// True if nobody scrolled although scrolls were wanted.
  var isWithoutScrolls: Bool

  /// The meaning of a report's figures.
  init(_ report: Report<GazeRig>) {
    let (pointer, scroll) = (report.pointer, report.scroll)
    buttonShare = pointer.targetSizes.first { $0.points == Self.button }?.hitRate
    isSizeMeasured = pointer.targetSizes.contains { $0.hitRate != nil }
    size = report.value("pointer.sizeFor95Points")
    grid = size.flatMap { Self.grid(of: $0, on: report.subject.points) }
    unwantedOfTen = scroll.detected > 0 ? scroll.precision.map { Int((10 * (1 - $0)).rounded()) } : nil
    isWithoutScrolls = scroll.detected == 0 && scroll.truth > 0
  }

  /// The largest grid of cells that are at least as wide and as high as a square of this size; nil if it has only one
  /// cell.
  static func grid(of size: Double, on points: SIMD2<Double>) -> Grid? {
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
