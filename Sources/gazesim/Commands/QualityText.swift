import Evaluate
import GazePipeline
import GazeRecording

/// Text of a quality report for the terminal.
enum QualityText {
  /// The conclusion, the table and its coordinates.
  private static func head(_ r: QualityReport) -> [String] {
    let (accuracy, spread) = (r.mean.accuracyDegrees, r.mean.precisionSTDDegrees)
    let found =
      accuracy.map { "\(NumberText.threeDigits($0))° off (accuracy), \(NumberText.threeDigits(spread))° STD" }
      ?? "no gaze on a target, so no error could be measured"
    let lost = r.mean.dataLoss.map { ", \(NumberText.threeDigits($0 * 100)) % lost" } ?? ""
    let table =
      "\(TerminalText.line(r.path)): \(NumberText.count(r.targets, "target")), \(NumberText.count(r.rows, "row")), "
      + "\(NumberText.fixed(r.seconds, 1)) s"
    let columns = r.columns.map { "\($0.role) = \(TerminalText.line($0.name.prefix(60)))" }.joined(separator: ", ")
    return [found + lost]
      + ([table] + r.warnings.map { "warning: \($0)" } + ["coordinates \(r.coordinates)", "columns \(columns)"])
      .flatMap { Wrapping.lines($0, indent: 2, width: 80) }
  }

  static func lines(_ r: QualityReport) -> [String] {
    var lines = head(r) + [""]
    var table = Table([
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
    var whole = Table([
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
