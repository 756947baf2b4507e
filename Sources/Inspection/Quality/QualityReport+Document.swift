package import Documents
import GazePipeline
import GazeRecording

extension QualityReport {
  /// The means, what was read and how, and every figure.
  package var document: Document {
    let found =
      mean.accuracyDegrees.map {
        "\(NumberText.threeDigits($0))° off (accuracy), \(NumberText.threeDigits(mean.precisionSTDDegrees))° STD"
      } ?? "no gaze on a target, so no error could be measured"
    var document = Document(found + (mean.dataLoss.map { ", \(NumberText.threeDigits($0 * 100)) % lost" } ?? ""))
    document.addNote(
      "\(path): \(NumberText.count(targets, "target")), \(NumberText.count(rows, "row")), "
        + "\(NumberText.fixed(seconds, 1)) s")
    for warning in warnings { document.add(.text([.init("warning: \(warning)", .bad)], indent: 2), rank: 0) }
    document.addNote("coordinates \(coordinates)")
    document.addNote("columns " + columns.map { "\($0.role) = \($0.name.prefix(60))" }.joined(separator: ", "))
    document.addDetail(byTarget)
    document.addDetail(overall)
    document.addGap()
    if let whole = eyes.first?.whole, let samples = whole.windowSamples, let rate = whole.rate {
      document.addDetail("windows of \(samples) samples; expected \(NumberText.fixed(rate, 1)) Hz")
    }
    for note in notes { document.addDetail(note) }
    return document
  }

  /// The figures of each eye on each target, and their means.
  private var byTarget: Table {
    var table = Table([
      "eye", "target", "samples", "accuracy deg", "RMS-S2S deg", "STD deg",
      "BCEA(\(NumberText.fixed(bceaProbability, 2))) deg2", "data loss %", "effective Hz",
    ])
    func add(_ eye: String, _ target: String, _ samples: String, _ figures: Figures) {
      table.add(
        [eye, target, samples]
          + [
            figures.accuracyDegrees, figures.precisionRMSS2SDegrees, figures.precisionSTDDegrees, figures.bceaDegrees2,
            figures.dataLoss.map { $0 * 100 }, figures.effectiveFrequency,
          ].map { NumberText.fixed($0, 4) })
    }
    for eye in eyes {
      for target in eye.targets { add(eye.eye, target.target, "\(target.samples)", target.figures) }
      add(eye.eye, "mean", "", eye.mean)
    }
    if eyes.count > 1 { add("all", "mean", "", mean) }
    return table
  }

  /// The figures of each eye over all rows.
  private var overall: Table {
    var table = Table([
      "whole table", "samples", "RMS-S2S by median deg", "by windows deg", "data loss %", "of expected %",
      "effective Hz",
    ])
    for eye in eyes {
      let whole = eye.whole
      table.add(
        [eye.eye, "\(whole.samples)"]
          + [whole.precisionRMSS2SMedianDegrees, whole.precisionRMSS2SWindowDegrees].map { NumberText.fixed($0, 4) }
          + [whole.dataLoss.map { $0 * 100 }, whole.dataLossExpected.map { $0 * 100 }, whole.effectiveFrequency]
          .map { NumberText.fixed($0, 1) })
    }
    return table
  }
}
