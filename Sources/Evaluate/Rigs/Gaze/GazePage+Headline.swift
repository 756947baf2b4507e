import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

extension GazeRig {
  /// The metrics that a reader wants to know first.
  static func headline(_ e: Report<GazeRig>) -> [PageParts.Headline] {
    let (pointer, scroll, errors) = (e.pointer, e.scroll, e.errors)
    func ci(_ metric: String, _ decimals: Int) -> String {
      let figure = e.figure(metric)
      return "95 % " + HTML.interval(figure?.ci95, decimals, needed: figure?.peopleNeeded)
    }
    let p = pointer
    let place = e.against == .truth ? "" : " to the shown target"
    var figures: [(String, String, String)] = [
      (
        "Median pointer error\(place)", NumberText.typeset(errors.points.median, 0, "pt"),
        ci(e.errorsName + "Points.median", 0)
      ),
      (
        "the same in degrees", NumberText.typeset(errors.degrees.median, 1, "°"), ci(e.errorsName + "Degrees.median", 1)
      ),
      (
        "Target size for a 95 % hit rate", NumberText.typeset(p.sizeFor95Points.value, 0, "pt"),
        p.sizeFor95Points.value == nil
          ? "none up to 1,000 pt does"
          : "a square’s side, 95 % "
            + HTML.interval(p.sizeFor95Points.ci95, 0, needed: e.figure("pointer.sizeFor95Points")?.peopleNeeded)
      ),
      ("Lag behind the gaze", NumberText.typeset(p.latencyMilliseconds, 0, "ms"), ci("pointer.latencyMilliseconds", 0)),
      ("Data loss", NumberText.typeset(p.dataLoss.map { $0 * 100 }, 1, "%"), "of the frames expected"),
    ]
    if scroll.truth > 0 || scroll.detected > 0 {
      figures += [
        ("Scroll F1", NumberText.typeset(scroll.f1, 2), ci("scroll.f1", 2)),
        (
          "False scrolls a minute", NumberText.typeset(scroll.falsePerMinute.value, 2), ci("scroll.falsePerMinute", 2)
        ),
      ]
    }
    return figures.map { (name: $0.0, value: $0.1, note: $0.2) }
  }
}
