/// A report as the parts of a page.
package struct PageParts {
  /// A figure that a reader wants to know first, in words. HTML.
  typealias Headline = (name: String, value: String, note: String)

  /// Title of the document, behind the tool's name. Text.
  var title: String
  /// Heading of the page. HTML.
  var heading: String
  /// Figures that a reader wants to know first.
  var headline: [Headline]
  /// In order: id, name in the list of sections, HTML.
  var sections: [(id: String, name: String, html: String)]
  /// Recorded tracks that the page replays.
  var tracks: ReplayTracks?
}

extension Report {
  /// As one HTML page that needs nothing else: the verdict, then the rig's parts.
  package var html: String {
    let parts = R.page(self)
    let badge = verdict.map { " \(VerdictSection.badge($0))" } ?? ""
    return PageFrame.document(
      title: "gazesim: \(parts.title)", heading: parts.heading + badge,
      parts: [("verdict", "verdict")] + parts.sections.map { ($0.id, $0.name) },
      content: VerdictSection.html(self, parts.headline) + parts.sections.map(\.html).joined(), tracks: parts.tracks)
  }
}
