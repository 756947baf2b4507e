import GazePipeline
import GazeRecording

extension Evaluation {
  /// As one HTML page that needs nothing else: verdict, pointer, scrolling, people, replay, provenance. Charts are inline
  /// SVG; only the replay needs JavaScript.
  package var html: String {
    let verdict = verdict.map { " \(VerdictSection.badge($0))" } ?? ""
    let content =
      VerdictSection.html(self) + subjectSection + PointerSection.html(self) + ScrollSection.html(self)
      + PeopleSection.html(self) + ReplaySection.html(replay) + ProvenanceSection.html(self)
    return PageFrame.document(
      title: "gazesim: \(device), \(pipeline)",
      heading: "\(HTML.text(device)): \(HTML.text(pipeline))\(verdict)",
      parts: [
        ("verdict", "verdict"), ("subject", "of what"), ("pointer", "pointer"), ("scroll", "scrolling"),
        ("people", "people"), ("replay", "replay"), ("provenance", "provenance"),
      ], content: content, tracks: replay)
  }

  private var subjectSection: String {
    let of =
      source == "simulated"
      ? "Simulated people with the tracker preset <strong>\(HTML.text(preset ?? "unknown"))</strong>, not a phone."
      : "A recording, judged on this computer."
    return HTML.section(
      "subject", "What this is of",
      "<p>\(of) \(NumberText.count(participants, "person", "people")) on \(HTML.text(device)) doing "
        + "\(HTML.text(scenario.replacing("+", with: ", "))), \(NumberText.typeset(seconds / 60, 1)) minutes in all, through the pipeline "
        + "\(HTML.text(pipeline)), "
        + (loop == "open" ? "the page moved by each person’s wish" : "the page moved by \(HTML.text(loop))")
        + ".</p>")
  }
}
