/// A report as the parts of a page.
package struct PageParts {
  /// A headline metric in words, as HTML.
  typealias Headline = (name: String, value: String, note: String)

  /// Title of the document after the tool's name, as text.
  var title: String
  /// Heading of the page, as HTML.
  var heading: String
  /// The headline metrics.
  var headline: [Headline]
  /// The sections in order: id, name in the list of sections, HTML.
  var sections: [(id: String, name: String, html: String)]
  /// Recorded tracks that the page replays.
  var tracks: ReplayTracks?
}

extension Report {
  /// The report as one HTML page that needs no other file: the verdict, then the rig's parts.
  package var html: String {
    let parts = R.page(self)
    let badge = verdict.map { " \(VerdictSection.badge($0))" } ?? ""
    return PageFrame.document(
      title: "gazesim: \(parts.title)", heading: parts.heading + badge,
      parts: [("verdict", "verdict")] + parts.sections.map { ($0.id, $0.name) },
      content: warnings.map { "<p class=\"wrong\"><strong>\(HTML.text($0))</strong></p>" }.joined()
        + VerdictSection.html(self, parts.headline) + parts.sections.map(\.html).joined(), tracks: parts.tracks)
  }
}
