import GazePipeline
package import GazeSimulation

extension GazeRig {
  /// True: gaze has a pointer on a screen.
  package static var hasMap: Bool { true }

  /// The map of the pointer's error: the phone with its camera, the error of each part of the screen, and the target
  /// that works.
  package static func map(_ report: Report<GazeRig>) -> String {
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
