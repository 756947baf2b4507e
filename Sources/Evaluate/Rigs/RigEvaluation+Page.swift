import GazeMetrics
import GazePipeline
import GazeRecording

extension RigEvaluation {
  /// What a reader wants to know first.
  package var headline: [(name: String, value: String, note: String)] {
    headlines.compactMap { name in
      guard let figure = figures.first(where: { $0.metric == name }) else { return nil }
      let decimals = MetricLabel.decimals(figure.value)
      return (
        label(name), NumberText.typeset(figure.value, decimals, unit(name)),
        "95 % " + HTML.interval(figure.ci95, decimals, needed: figure.peopleNeeded)
      )
    }
  }

  /// As one HTML page that needs nothing else: verdict, what it is of, the rig's own pictures, all figures, the people,
  /// where it comes from. Charts are inline SVG; there is no script.
  package var html: String {
    let badge = verdict.map { " \(VerdictSection.badge($0))" } ?? ""
    let content =
      VerdictSection.html(self) + subjectSection + "<div id=\"rig\">\(sections.joined())</div>"
      + HTML.section("figures", "All figures", table) + HTML.section("people", "The people", peopleTable)
      + HTML.section("provenance", "Where this comes from", provenance)
    return PageFrame.document(
      title: "gazesim: \(device), \(rig), \(pipeline)",
      heading: "\(HTML.text(device)), \(HTML.text(rig)): \(HTML.text(pipeline))\(badge)",
      parts: [
        ("verdict", "verdict"), ("subject", "of what"), ("rig", "pictures"), ("figures", "figures"),
        ("people", "people"), ("provenance", "provenance"),
      ], content: content, tracks: nil)
  }

  private var subjectSection: String {
    let of =
      source == "simulated"
      ? "Simulated people with the sensor preset <strong>\(HTML.text(preset ?? "unknown"))</strong>, not a phone."
      : "A recording, judged on this computer."
    let who = "\(NumberText.count(participants, "person", "people")) on \(HTML.text(device)) doing "
    return HTML.section(
      "subject", "What this is of",
      "<p>\(HTML.prose(summary)) \(of) \(who)\(HTML.text(scenario.replacing("+", with: ", "))), \(NumberText.typeset(seconds / 60, 1)) minutes in all, "
        + "through the pipeline \(HTML.text(pipeline)); errors are against \(HTML.text(against)).</p>"
        + remarks.map { "<p>\(HTML.prose($0))</p>" }.joined())
  }

  private var table: String {
    HTML.table(
      "Over people, with 95 % intervals", ["figure", "value", "95 % over people"],
      figures.filter { $0.value != nil }.map { figure in
        let decimals = MetricLabel.decimals(figure.value)
        return [
          label(figure.metric), NumberText.typeset(figure.value, decimals, unit(figure.metric)),
          HTML.interval(figure.ci95, decimals, needed: figure.peopleNeeded),
        ]
      })
  }

  private var peopleTable: String {
    let shown = headlines.filter { name in people.contains { $0.figures[name] != nil } }
    return HTML.table(
      "Each person's own figures", ["person"] + shown.map { label($0) },
      people.prefix(200).map { person in
        ["\(person.participant + 1)\(person.failing ? " (the sensor fails; in no figure)" : "")"]
          + shown.map { NumberText.typeset(person.figures[$0], MetricLabel.decimals(person.figures[$0]), unit($0)) }
      }) + (people.count > 200 ? "<p class=\"muted\">The first 200 of \(people.count).</p>" : "")
  }

  private var provenance: String {
    var rows = [
      ["device", HTML.text(device)], ["rig", HTML.text(rig)], ["pipeline", HTML.text(pipeline)],
      ["scenarios", HTML.text(scenario)], ["source", HTML.text(source)],
      ["people", "\(participants), \(failingParticipants) of them failed by the sensor"],
      ["samples", "\(frames), \(NumberText.typeset(seconds / 60, 1)) minutes"],
      ["sensor preset", HTML.text(preset ?? "–")], ["seed", seed.map(String.init) ?? "–"],
      ["simulated phone", phone.map(String.init) ?? "–"], ["compared with", HTML.text(against)],
      ["calibration", HTML.text(calibration)],
    ]
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      rows.append([HTML.text(name), NumberText.brief(value)])
    }
    rows += [
      ["made by", "gazesim \(HTML.text(Tool.version))"],
      [
        "not run on a phone",
        source == "simulated"
          ? "People, phone and sensor are simulated; no figure on this page was measured on a phone."
          : "The samples were recorded; the pipeline ran on this computer, not on the phone.",
      ],
    ]
    return "<div class=\"provenance\">\(HTML.table("What the figures rest on", ["what", "value"], rows))</div>"
  }
}
