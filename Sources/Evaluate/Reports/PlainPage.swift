import GazeMetrics
import GazePipeline
import GazeRecording

extension Rig where Findings == PlainFindings {
  /// The page's parts: the headline metrics, the subject, the rig's own pictures, all metrics, the people and the
  /// provenance. Charts are inline SVG; there is no script.
  package static func page(_ report: Report<Self>) -> PageParts { PlainPage(e: report).parts }
}

/// The page of a rig that has nothing to report besides metrics.
private struct PlainPage<R: Rig> where R.Findings == PlainFindings {
  let e: Report<R>

  var parts: PageParts {
    PageParts(
      title: "\(e.device), \(R.name), \(e.pipeline)",
      heading: "\(HTML.text(e.profile.name)), \(HTML.text(R.name)): \(HTML.text(e.pipeline))", headline: headline,
      sections: [
        ("subject", "subject", subject),
        ("rig", "pictures", "<div id=\"rig\">\(R.sections(e.measured, e.subject).joined())</div>"),
        ("figures", "figures", HTML.section("figures", "All figures", table)),
        ("people", "people", HTML.section("people", "The people", people)),
        ("provenance", "provenance", HTML.section("provenance", "Provenance", provenance)),
      ])
  }

  private var headline: [PageParts.Headline] {
    R.headlines.compactMap { name in
      guard let figure = e.figure(name) else { return nil }
      return (
        e.label(name), HTML.text(e.text(figure)),
        HTML.text(
          FigureText.interval95(figure.ci95, name, unit: e.declaredUnit(name), needed: figure.peopleNeeded))
      )
    }
  }

  private var subject: String {
    let of =
      e.source == "simulated"
      ? "Simulated people with the sensor preset <strong>\(HTML.text(e.preset ?? "unknown"))</strong>, not a phone."
      : "A recording, judged on this computer."
    let who = "\(NumberText.count(e.participants, "person", "people")) on \(HTML.text(e.device)) doing "
    return HTML.section(
      "subject", "Subject",
      "<p>\(HTML.prose(Sentence.text(R.facts.summary))) \(of) \(who)"
        + "\(HTML.text(e.scenario.replacing("+", with: ", "))), \(NumberText.typeset(e.seconds / 60, 1)) minutes in "
        + "all, through the pipeline \(HTML.text(e.pipeline)); errors are relative to \(HTML.text(e.comparedWith)).</p>"
        + e.remarks.map { "<p>\(HTML.prose($0))</p>" }.joined())
  }

  private var table: String {
    HTML.table(
      "Over people, with 95 % intervals", ["figure", "value", "95 % over people"],
      e.figures.filter { $0.value != nil }.map { figure in
        let range =
          figure.ci95.map { FigureText.interval($0, figure.metric, unit: e.declaredUnit(figure.metric)) }
          ?? HTML.interval(nil, needed: figure.peopleNeeded)
        return [e.label(figure.metric), HTML.text(e.text(figure)), range]
      })
  }

  private var people: String {
    let shown = R.headlines.filter { name in e.people.contains { $0.figures[name] != nil } }
    return HTML.table(
      "Each person's own figures", ["participant"] + shown.map { e.label($0) },
      e.people.prefix(200).map { person in
        ["\(person.participant)\(person.failing ? " (the sensor fails; in no figure)" : "")"]
          + shown.map { HTML.text(FigureText.value(person.figures[$0], $0, unit: e.declaredUnit($0))) }
      }) + (e.people.count > 200 ? "<p class=\"muted\">The first 200 of \(e.people.count).</p>" : "")
  }

  private var provenance: String {
    let seeds = (seed: e.seed.map { "\($0)" } ?? "–", phone: e.phone.map { "\($0)" } ?? "–")
    var rows: [[String]] = [
      ["device", HTML.text(e.device)], ["rig", HTML.text(e.rig)], ["pipeline", HTML.text(e.pipeline)],
      ["scenarios", HTML.text(e.scenario)], ["source", HTML.text(e.source)],
      ["people", "\(e.participants); the sensor fails \(e.failingParticipants) of them"],
      ["samples", "\(e.frames), \(NumberText.typeset(e.seconds / 60, 1)) minutes"],
      ["sensor preset", HTML.text(e.preset ?? "–")], ["seed", seeds.seed],
      ["simulated phone", seeds.phone], ["compared with", HTML.text(e.comparedWith)],
      ["calibration", HTML.text(e.calibration)],
    ]
    for (name, value) in e.settings.sorted(by: { $0.key < $1.key }) {
      rows.append([HTML.text(name), NumberText.brief(value)])
    }
    rows += [
      ["made by", "gazesim \(HTML.text(Tool.version))"],
      [
        "not run on a phone",
        e.source == "simulated"
          ? "People, phone and sensor are simulated; no figure on this page was measured on a phone."
          : "The samples were recorded; the pipeline ran on this computer, not on the phone.",
      ],
    ]
    return "<div class=\"provenance\">\(HTML.table("Basis of the figures", ["item", "value"], rows))</div>"
  }
}
