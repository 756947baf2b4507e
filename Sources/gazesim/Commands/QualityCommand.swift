import ArgumentParser
import Evaluate
import GazeImport
import GazePipeline
import GazeRecording
import PortableFoundation

struct QualityCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "quality", abstract: "Data quality of any table of gaze with targets.",
    usage: "gazesim quality [<options>] <file> --screen-mm <mm> --distance-mm <mm>",
    discussion: """
      Reads a CSV or TSV whose first line names its columns: a time; the gaze of the left eye, the right eye or both \
      (left_x, left_y, right_x, right_y, gaze_x, gaze_y); the target's position (tar_x, tar_y) and its identifier \
      (target_id; without it, the position identifies the target). An empty field or nan means that the gaze was lost; \
      a target_id of -1 means that no target was shown. Figures are those of ETDQualitizer 1.2.0: accuracy is the \
      angle between mean gaze and target, RMS-S2S and STD are precision, BCEA is the area of the ellipse that holds 68 \
      % of a Gaussian's samples.

      A table of segments that were cut out of a recording is treated as in ETDQualitizer: all rows of a target are \
      one segment. A log of every frame also contains the eyes' movement to each new target, since the gaze is still \
      at the old target when a new one appears. In such a log the first 0.6 s after each onset are left out, as \
      'evaluate' does, and each visit of a target counts separately. The output states which kind was detected; \
      --settle and --visits override it.
      """)

  @Argument(help: "The table; - is stdin.", completion: .file())
  var file: String

  @Option(help: "The screen's size, millimetres: WIDTHxHEIGHT.")
  var screenMm: String

  @Option(help: "The screen's size in pixels: WIDTHxHEIGHT, or 1x1 if the table holds fractions of the screen.")
  var screenPx: String?

  @Option(help: "The screen's size in points, if the table is in points.")
  var screenPt: String?

  @Option(help: "Distance from the eye to the screen, millimetres.")
  var distanceMm: Double

  @Option(help: "Position of the table's (0, 0): center or topleft.")
  var origin = "center"

  @Option(help: "Direction in which y grows: up or down.")
  var y = "up"

  @Option(
    help: """
      Names of the columns, as ROLE=NAME separated by commas. Roles: time, leftX, leftY, rightX, rightY, gazeX, gazeY, \
      target, targetX, targetY.
      """)
  var columns: String?

  @Option(help: "Unit of the times: s, ms or us. Default: detected from the interval between rows.")
  var timeUnit: String?

  @Option(help: "Expected samples per second. Default: from the median interval.")
  var rate: Double?

  @Option(help: "Share of a Gaussian's samples in the BCEA's ellipse.")
  var bceaProbability = 0.68

  @Option(help: "Length of the windows of the windowed RMS-S2S, seconds.")
  var window = 0.2

  @Option(help: "Seconds after a target's onset to leave out. Default: 0.6 in a log of every frame, else 0.")
  var settle: Double?

  @Option(
    help: """
      How to count several visits of one target: apart, each with its own figures, or together, as ETDQualitizer does. \
      Default: apart in a log of every frame or with --settle, else together.
      """)
  var visits: String?

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [file] }

  func validate() throws {
    guard (screenPx == nil) != (screenPt == nil) else {
      throw ValidationError("Give the screen's size in the table's unit: either --screen-px or --screen-pt.")
    }
  }

  func run() throws {
    var run = QualityRun(path: file, screen: try screen())
    if let columns { run.columns = try Self.names(columns) }
    if let timeUnit {
      guard let unit = QualityRun.timeUnits.first(where: { $0.rawValue == timeUnit }) else {
        throw OptionError("--time-unit", is: timeUnit, expected: "s, ms or us")
      }
      run.timeUnit = unit
    }
    if let rate, !(rate >= 1 && rate <= 100_000) { throw OptionError("--rate", is: rate, expected: "1 to 100000") }
    guard bceaProbability > 0, bceaProbability < 1 else {
      throw OptionError("--bcea-probability", is: bceaProbability, expected: "a share between 0 and 1")
    }
    guard (0.001...3600).contains(window) else {
      throw OptionError("--window", is: window, expected: "0.001 to 3600 seconds")
    }
    if let settle, !(0...60).contains(settle) { throw OptionError("--settle", is: settle, expected: "0 to 60 seconds") }
    if let visits {
      guard let way = QualityRun.Visits(rawValue: visits) else {
        throw OptionError("--visits", is: visits, expected: "apart or together")
      }
      run.visits = way
    }
    run.settling = settle
    (run.rate, run.bceaProbability, run.window) = (rate, bceaProbability, window)
    let report = try run.report()
    if console.json { try Console.print(json: report) } else { try Console.print(QualityText.lines(report)) }
  }

  private func screen() throws -> QualityRun.Screen {
    guard (1...100_000).contains(distanceMm) else {
      throw OptionError("--distance-mm", is: distanceMm, expected: "1 to 100000 millimetres")
    }
    let origins = ["center": true, "topleft": false]
    let directions = ["up": true, "down": false]
    guard let beginsInMiddle = origins[origin] else {
      throw OptionError("--origin", is: origin, expected: "center or topleft")
    }
    guard let growsUpwards = directions[y] else { throw OptionError("--y", is: y, expected: "up or down") }
    let units =
      try screenPt.map { try Self.size($0, "--screen-pt", 1...1e6) }
      ?? Self.size(screenPx ?? "", "--screen-px", 1...1e6)
    return QualityRun.Screen(
      metres: try Self.size(screenMm, "--screen-mm", 1...100_000) / 1000, units: units, distance: distanceMm / 1000,
      beginsInMiddle: beginsInMiddle, growsUpwards: growsUpwards)
  }

  private static func size(_ text: String, _ option: String, _ range: ClosedRange<Double>) throws -> SIMD2<Double> {
    let parts = text.lowercased().replacing("×", with: "x").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), range.contains(width),
      range.contains(height)
    else {
      throw OptionError(
        option, is: text, expected: "WIDTHxHEIGHT, each \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return SIMD2(width, height)
  }

  private static func names(_ text: String) throws -> [GazeTable.Role: String] {
    var names: [GazeTable.Role: String] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let role = GazeTable.Role(rawValue: String(sides[0])) else {
        throw OptionError(
          "--columns", is: String(part),
          expected: "ROLE=NAME with one of \(GazeTable.Role.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      names[role] = String(sides[1])
    }
    return names
  }
}

/// Text of a quality report for the terminal.
enum QualityText {
  static func lines(_ r: QualityReport) -> [String] {
    let columns = r.columns.map { "\($0.role) = \(TerminalText.line($0.name.prefix(60)))" }.joined(separator: ", ")
    var lines = [
      """
      \(TerminalText.line(r.path)): \(NumberText.count(r.rows, "row")), \(NumberText.count(r.targets, "target")); \
      \(columns)
      """, "",
    ]
    var table = TextTable([
      "eye", "target", "samples", "accuracy deg", "RMS-S2S deg", "STD deg",
      "BCEA(\(NumberText.fixed(r.bceaProbability, 2))) deg2", "data loss %", "effective Hz",
    ])
    func add(_ eye: String, _ target: String, _ samples: Int?, _ f: QualityReport.Figures) {
      table.add([
        eye, target, samples.map { "\($0)" } ?? "", NumberText.fixed(f.accuracyDegrees, 4),
        NumberText.fixed(f.precisionRMSS2SDegrees, 4), NumberText.fixed(f.precisionSTDDegrees, 4),
        NumberText.fixed(f.bceaDegrees2, 4), NumberText.fixed(f.dataLoss.map { $0 * 100 }, 4),
        NumberText.fixed(f.effectiveFrequency, 4),
      ])
    }
    for eye in r.eyes {
      for target in eye.targets { add(eye.eye, TerminalText.line(target.target), target.samples, target.figures) }
      add(eye.eye, "mean", nil, eye.mean)
    }
    if r.eyes.count > 1 { add("all", "mean", nil, r.mean) }
    lines += table.lines + [""]
    var whole = TextTable([
      "whole table", "samples", "RMS-S2S by median deg", "by windows deg", "data loss %", "of expected %",
      "effective Hz",
    ])
    for eye in r.eyes {
      let w = eye.whole
      whole.add([
        eye.eye, "\(w.samples)", NumberText.fixed(w.precisionRMSS2SMedianDegrees, 4),
        NumberText.fixed(w.precisionRMSS2SWindowDegrees, 4), NumberText.fixed(w.dataLoss.map { $0 * 100 }, 1),
        NumberText.fixed(w.dataLossExpected.map { $0 * 100 }, 1), NumberText.fixed(w.effectiveFrequency, 1),
      ])
    }
    lines += whole.lines
    if let w = r.eyes.first?.whole, let samples = w.windowSamples, let rate = w.rate {
      lines += ["", "windows of \(samples) samples; expected \(NumberText.fixed(rate, 1)) Hz"]
    }
    return lines + r.notes
  }
}
