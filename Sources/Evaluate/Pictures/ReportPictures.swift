import Documents
import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation
import GazeTesting

extension Report {
  /// The verdict as a picture: each figure that was judged, with its interval over people and its limit.
  package var verdictPicture: String {
    let headline = verdict == nil ? "No verdict: nothing was judged" : gateHeadline(accepted: nil).conclusion
    var frame = PictureFrame(headline, style: verdict?.rawValue ?? "", lead: pictureSubject)
    for sentence in wrongRecordings { frame.addText(sentence, "ink") }
    let rows = verdictRows
    StripRows.add(
      rows.map { row in
        StripRows.Row(
          mark: row.verdict.mark, style: row.verdict.rawValue, name: row.name, value: row.value,
          note: row.note, strip: { row.strip(attributes: $0) })
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

extension GazeRig {
  /// The map of the pointer's error: the phone with its camera, the error of each part of the screen, and the target
  /// that works.
  static func map(_ report: Report<GazeRig>) -> String {
    var frame = PictureFrame("Pointer error by place on the screen", lead: report.pictureSubject)
    guard let drawing = ErrorMap.drawing(report) else {
      frame.addText("No sample has a place on the screen, so there is no map.", "ink")
      return frame.text("")
    }
    frame.addText(words(report).conclusion, "strong")
    let (x, height) = ((PictureFrame.width - drawing.width) / 2, drawing.height + 2 * ErrorMap.room)
    frame.add(height: height) {
      "<g transform=\"translate(\(svg(x)) \(svg($0 + ErrorMap.room)))\">\(drawing.parts.joined(separator: "\n"))</g>"
    }
    frame.addText(drawing.sentence, "ink")
    frame.addText(ErrorMap.tint)
    frame.addLegend(drawing.legend)
    return frame.text(drawing.sentence)
  }
}

/// The offset of the gaze that a calibration learned for each person, in degrees.
package enum OffsetsPicture {
  /// Largest number of people that are drawn.
  private static let most = 60

  /// Draws the offsets of a calibration of gaze; nil for another rig's, which has no offsets.
  package static func text(_ file: CalibrationFile, device name: String) -> String? {
    guard let gaze = file.gaze else { return nil }
    var frame = PictureFrame(
      "Gaze offset that was learned for each person", lead: "\(name), fitted to \(file.fittedTo).")
    let people = gaze.people.filter { $0.gazeOffset.count == 2 && $0.gazeOffset.allSatisfy(\.isFinite) }
    guard !people.isEmpty else {
      frame.addText("No person has an offset in this calibration.", "ink")
      return frame.text("")
    }
    let shown = people.prefix(most).map { Offset($0, file.fit.parameters) }
    let ends = shown.flatMap { [$0.right, $0.up].flatMap { [$0.value, $0.interval?.lower, $0.interval?.upper] } }
    // Both axes have the same scale; the origin is in the middle.
    let reach = max(ends.compactMap { $0.map(abs) }.filter(\.isFinite).max() ?? 1, 0.5)
    var plot = Plot(
      x: Axis("Right (°)", holding: [-reach, reach], count: 8), y: Axis("Up (°)", holding: [-reach, reach], count: 8),
      height: 0.86 * PictureFrame.inner)
    plot.level(0, "")
    plot.upright(0, "")
    for (index, offset) in shown.enumerated() {
      plot.span(offset.right.interval, offset.up.value, series: index)
      plot.whisker(offset.right.value, offset.up.interval, series: index)
      plot.point(offset.right.value, offset.up.value, series: index, title: XML.text(offset.words))
      plot.label(offset.right.value, offset.up.value, "\(offset.participant)")
    }
    let sentence = shown.map(\.words).joined(separator: " ")
    frame.add(height: plot.height + 8) {
      plot.drawing(
        "Gaze offsets", XML.text(sentence),
        attributes: """
          x="\(svg(PictureFrame.margin))" y="\(svg($0 + 8))" \
          width="\(svg(PictureFrame.inner))"
          """)
    }
    frame.addText(
      """
      A mark per person, with the participant’s number; participant 0 is the first. Lines: 95 % intervals. Dashed: \
      no offset.
      """
        + (people.count > shown.count ? " The first \(shown.count) of \(people.count) people." : ""))
    let later = people.compactMap(\.laterError?.median).sorted()
    if let middle = Quantiles.upperMiddle(sorted: later) {
      frame.addText(
        "Expected in a later session: \(FigureText.measured(middle, "deg")) off for the median person.", "ink")
    }
    if file.provenance == .simulated { frame.addText("The people are simulated; nothing is said of a real phone.") }
    return frame.text(sentence)
  }
}

/// One person's offset.
private struct Offset {
  /// A value and its interval, degrees.
  typealias Part = (value: Double, interval: ConfidenceInterval?)

  var participant: Int
  var right: Part
  var up: Part

  init(_ person: CalibrationFile.Person, _ parameters: [CalibrationFile.Parameter]) {
    func part(_ name: String, _ value: Double) -> Part {
      let own = parameters.first { $0.name == name && $0.participant == person.participant && $0.session == nil }
      return (value, own?.ci95.flatMap { $0.count == 2 ? ConfidenceInterval($0[0], $0[1]) : nil })
    }
    participant = person.participant
    right = part("gazeOffsetH", person.gazeOffset[0])
    up = part("gazeOffsetV", person.gazeOffset[1])
  }

  /// The offset in one sentence.
  var words: String {
    func text(_ part: Part, _ positive: String, _ negative: String) -> String {
      FigureText.measured(abs(part.value), "deg") + " " + (part.value < 0 ? negative : positive)
        + (part.interval.map {
          " [\(NumberText.significantDigits($0.lower)), \(NumberText.significantDigits($0.upper))]"
        }
          ?? "")
    }
    return "Participant \(participant): \(text(right, "right", "left")), \(text(up, "up", "down"))."
  }
}
