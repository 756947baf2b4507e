import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// A section of a report's page that only one rig has.
package struct PageSection {
  /// The section's id, and its name in the list of sections.
  var id: String, name: String
  var html: String
}

/// The parts of a report's page that only one rig has.
package struct RigPage {
  /// The charts, as HTML in which all text is escaped.
  var sections: [PageSection] = []
  /// The traces that the page replays; nil if none were kept.
  var traces: ReplayTraces?
  /// Draws the map of errors over the screen, as a file of its own; only for a rig with `RigFacts.hasMap`.
  package var map: () -> String = { "" }

  /// The page of a rig that draws pictures and no more.
  package init(pictures: [String]) {
    sections = [PageSection(id: "rig", name: "pictures", html: "<div id=\"rig\">\(pictures.joined())</div>")]
  }

  init(_ sections: [PageSection], traces: ReplayTraces?, map: @escaping () -> String) {
    (self.sections, self.traces, self.map) = (sections, traces, map)
  }
}

extension Report {
  /// The report as one HTML page that needs no other file: the verdict, the rig's charts, everything in tables, and the
  /// provenance. Charts are inline SVG; only a replay needs JavaScript.
  package var html: String {
    let (rigWords, page) = (R.words(self), R.page(self))
    let sections =
      [
        PageSection(id: "verdict", name: "verdict", html: VerdictSection(self, rigWords).html),
        PageSection(id: "subject", name: "subject", html: subjectSection(rigWords)),
      ] + page.sections + [
        PageSection(id: "figures", name: "figures", html: figures(rigWords)),
        PageSection(id: "provenance", name: "provenance", html: provenance(rigWords, page.traces)),
      ]
    let badge = verdict.map { " \($0.badge)" } ?? ""
    let rig = R.named(after: ", ")
    return PageFrame.document(
      title: "gazesim: \(self.device)\(rig), \(self.pipeline)",
      heading: "\(HTML.text(self.profile.name))\(HTML.text(rig)): \(HTML.text(self.pipeline))\(badge)",
      parts: sections.map { ($0.id, $0.name) },
      content: warnings.map { "<p class=\"wrong\"><strong>\(HTML.text($0))</strong></p>" }.joined()
        + sections.map(\.html).joined(), traces: page.traces)
  }

  private func subjectSection(_ rigWords: RigWords) -> String {
    let of =
      self.source == "simulated"
      ? "Simulated people with the sensor preset <strong>\(HTML.text(self.preset ?? "unknown"))</strong>, not a phone."
      : "A recording, judged on this computer."
    return HTML.section(
      "subject", "Setup",
      "<p>\(HTML.prose(Sentence.text(R.facts.summary))) \(of) \(NumberText.count(participants, "person", "people")) on "
        + "\(HTML.text(self.device)) doing \(HTML.text(self.scenario.replacing("+", with: ", "))), "
        + "\(NumberText.typeset(seconds / 60, 1)) minutes in all, through the pipeline \(HTML.text(self.pipeline)); "
        + "\(self.loop == "open" ? "open loop" : "the page moved by \(HTML.text(self.loop))").</p>"
        + [rigWords.meaning, rigWords.beside].filter { !$0.isEmpty }.map { "<p>\(HTML.prose(Sentence.text($0)))</p>" }
        .joined())
  }

  /// Everything that `--details` prints below the headline, and each person's own values.
  private func figures(_ rigWords: RigWords) -> String {
    var details = Document()
    addDetails(rigWords, isAccepted: false, to: &details)
    let people = rigWords.people.rows.prefix(200)
    let table = HTML.table(
      "Each person’s own figures; participant 0 is the first person", rigWords.people.columns.map { HTML.text($0) },
      people.map { row in
        row.map { cell in
          HTML.text(Int(cell) == nil ? Double(cell).map { NumberText.significantDigits($0) } ?? cell : cell)
        }
      })
    let more =
      rigWords.people.rows.count > people.count ? " (the first \(people.count) of \(rigWords.people.rows.count))" : ""
    return HTML.section(
      "figures", "All figures",
      HTMLRenderer().text(details)
        + "<details><summary>Every person’s figures\(more)</summary>\(table)</details>")
  }

  private func provenance(_ rigWords: RigWords, _ traces: ReplayTraces?) -> String {
    func text(_ number: UInt64?) -> String { number.map { "\($0)" } ?? "–" }
    var rows: [(String, String)] =
      [
        ("device", self.device), ("rig", self.rig), ("pipeline", self.pipeline), ("scenarios", self.scenario),
        ("source", self.source), ("people", "\(participants); the sensor fails \(failingParticipants) of them"),
        ("samples", "\(frames), \(NumberText.typeset(seconds / 60, 1)) minutes"),
        ("sensor preset", self.preset ?? "–"), ("seed", text(self.seed)), ("simulated phone", text(self.phone)),
        ("compared with", self.comparedWith),
      ]
    rows += rigWords.properties.filter { $0.0 != "rig" }
    if let constants = traces?.constants {
      rows.append(("constants of the simulation", Self.counts(constants)))
    }
    rows += [
      ("made by", "gazesim \(Tool.version)"), ("format", "\(Self.layout.schema), version \(Self.layout.version)"),
      (
        "not run on a phone",
        self.source == "simulated"
          ? "People, phone and sensor are simulated; no figure on this page was measured on a phone."
          : "The samples were recorded; the pipeline ran on this computer, not on the phone."
      ),
    ]
    let table = HTML.table(
      "Basis of the figures", ["item", "value"], rows.map { [HTML.text($0.0), HTML.prose($0.1)] })
    return HTML.section("provenance", "Provenance", "<div class=\"provenance\">\(table)</div>")
  }

  /// The number of constants of each provenance, in words.
  static func counts(_ constants: [String: Int]) -> String {
    let order = ["published", "derived", "recorded", "estimated", "assumed"]
    return order.compactMap { kind in constants[kind].map { "\($0) \(kind)" } }.joined(separator: ", ")
      + "; gazesim scenarios --provenance lists them with their sources"
  }
}
