import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

extension GazeRig {
  /// The metrics that a reader wants to know first.
  static func headline(_ e: Report<GazeRig>) -> [PageParts.Headline] {
    let (scroll, errors) = (e.scroll, e.errors)
    func ci(_ metric: String) -> String {
      let figure = e.figure(metric)
      return FigureText.interval95(
        figure?.ci95, metric, unit: e.declaredUnit(metric), needed: figure?.peopleNeeded)
    }
    let size = e.pointer.sizeFor95Points.value
    let place = e.against == .truth ? "" : " to the shown target"
    var figures: [(String, String, String)] = [
      (
        "Median pointer error\(place)", FigureText.measured(errors.points.median, "pt"),
        ci(e.errorsName + "Points.median")
      ),
      ("the same in degrees", FigureText.measured(errors.degrees.median, "deg"), ci(e.errorsName + "Degrees.median")),
      (
        "Target size for a 95 % hit rate", FigureText.measured(size, "pt"),
        size == nil ? "none up to 1,000 pt does" : "a square’s side, " + ci("pointer.sizeFor95Points")
      ),
      (
        "Lag behind the gaze", FigureText.measured(e.pointer.latencyMilliseconds, "ms"),
        ci("pointer.latencyMilliseconds")
      ),
      ("Data loss", FigureText.value(e.pointer.dataLoss, "pointer.dataLoss", unit: "1"), "of the frames expected"),
    ]
    if scroll.truth > 0 || scroll.detected > 0 {
      figures += [
        ("Scroll F1", FigureText.measured(scroll.f1, "1"), ci("scroll.f1")),
        ("False scrolls a minute", FigureText.measured(scroll.falsePerMinute.value, "1"), ci("scroll.falsePerMinute")),
      ]
    }
    return figures.map { (name: $0.0, value: $0.1, note: $0.2) }
  }
}
