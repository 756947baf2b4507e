import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

extension Report {
  /// The verdict as a picture: each figure that was judged, with its interval over people and its limit.
  package var verdictPicture: String {
    let headline = verdict == nil ? "No verdict: nothing was judged" : gateHeadline(accepted: nil).conclusion
    var frame = PictureFrame(headline, style: verdict?.rawValue ?? "", lead: pictureSubject)
    for sentence in wrongRecordings { frame.addText(sentence, "ink") }
    let rows = gates.map { VerdictRow($0, in: self) } + (baseline?.comparisons ?? []).map { VerdictRow($0, in: self) }
    StripRows.add(
      rows.map { row in
        StripRows.Row(
          mark: row.verdict.mark, style: row.verdict.rawValue, name: row.name, value: row.value,
          note: row.note, strip: { row.strip(place: $0) })
      }, to: &frame)
    if let correctness {
      frame.addText(
        "\(correctness.verdict.mark): mapping, on error-free faces: \(correctness.summary)",
        "ink")
    }
    if !rows.isEmpty {
      frame.addText("Dot: the figure. Whisker: its 95 % interval over people. Tinted: the side that the limit allows.")
    }
    return frame.text(rows.map(\.sentence).joined(separator: " "))
  }

  /// Device, pipeline, people and their origin, as the lead of a picture.
  var pictureSubject: String { "\(briefSubject). \(briefPeople)" }
}
