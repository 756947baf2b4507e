import GazePipeline
package import GazeSimulation
import GazeRecording

extension GazeRig {
  /// Parts of the page: pointer, scrolling, people, replay, provenance. Charts are inline SVG; only the replay needs
  /// JavaScript.
  package static func page(_ e: Report<GazeRig>) -> PageParts {
    PageParts(
      title: "\(e.device), \(e.pipeline)", heading: "\(HTML.text(e.profile.name)): \(HTML.text(e.pipeline))",
      headline: headline(e),
      sections: [
        ("subject", "of what", subject(e)), ("pointer", "pointer", PointerSection.html(e)),
        ("scroll", "scrolling", ScrollSection.html(e)), ("people", "people", PeopleSection.html(e)),
        ("replay", "replay", ReplaySection.html(e.replay)),
        ("provenance", "provenance", ProvenanceSection.html(e)),
      ], tracks: e.replay)
  }

  private static func subject(_ e: Report<GazeRig>) -> String {
    let of =
      e.source == "simulated"
      ? "Simulated people with the tracker preset <strong>\(HTML.text(e.preset ?? "unknown"))</strong>, not a phone."
      : "A recording, judged on this computer."
    return HTML.section(
      "subject", "What this is of",
      "<p>\(of) \(NumberText.count(e.participants, "person", "people")) on \(HTML.text(e.device)) doing "
        + "\(HTML.text(e.scenario.replacing("+", with: ", "))), \(NumberText.typeset(e.seconds / 60, 1)) minutes in "
        + "all, through the pipeline \(HTML.text(e.pipeline)), "
        + (e.loop == "open" ? "the page moved by each person’s intent" : "the page moved by \(HTML.text(e.loop))")
        + ".</p>")
  }
}
