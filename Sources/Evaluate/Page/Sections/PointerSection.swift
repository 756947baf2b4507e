import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

extension GazeRig {
  /// The charts of the page: pointer, scrolling, people, replay.
  package static func page(_ report: Report<GazeRig>) -> RigPage {
    RigPage(
      [
        PageSection(id: "pointer", name: "pointer", html: pointer(report)),
        PageSection(id: "scroll", name: "scrolling", html: ScrollSection.html(report)),
        PageSection(id: "people", name: "people", html: PeopleSection.html(report)),
        PageSection(id: "replay", name: "replay", html: ReplaySection.html(report.findings.replay)),
      ], traces: report.findings.replay, map: { map(report) })
  }

  private static func pointer(_ e: Report<GazeRig>) -> String {
    HTML.section(
      "pointer", "The pointer",
      """
      <p>The pointer compared with \(e.against == .truth ? "the true gaze" : "the targets that the app showed"): \
      error, jitter and lag. The smoothing in force is \(HTML.text(e.smoothing)).</p>
      """
        + ErrorMap.html(e) + "<div class=\"cards\">" + ErrorAgainst.html(e) + PrecisionChart.html(e)
        + TargetSizeChart.html(e) + FrontChart.html(e) + "</div>")
  }
}
