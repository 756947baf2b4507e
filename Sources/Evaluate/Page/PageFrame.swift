import Documents

/// An HTML document without external resources: no other file, no network, and no script except the replay's.
enum PageFrame {
  /// The document.
  ///
  /// - Parameters:
  ///   - title: text, which is escaped here.
  ///   - parts: id and name of each section, for the navigation.
  ///   - traces: the data for the replay's script.
  static func document(
    title: String, heading: String, parts: [(id: String, name: String)], content: String, traces: ReplayTraces?
  ) -> String {
    let links = parts.map { "<a href=\"#\($0.id)\">\($0.name)</a>" }.joined(separator: " · ")
    let replay =
      traces.map {
        """
        <script type="application/json" id="replay-data">\(HTML.json($0))</script>
        <script>\(ReplayScript.source)</script>

        """
      } ?? ""
    let made =
      CommandRecord.current.map {
        ", conditions \($0.hash): <code>\(HTML.text($0.line))</code>"
      } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src '\(ReplayScript.policy)'; img-src data:; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(HTML.text(title))</title>
      <style>\(PageStyle.css)</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the report</a>
      \(Marks.definitions)
      <header><h1>\(heading)</h1>
      <nav aria-label="Sections">\(links)</nav></header>
      <main id="main">
      \(content)</main>
      <footer class="muted"><p>gazesim \(HTML.text(Tool.version))\(made). One file, nothing fetched, nothing \
      sent.</p></footer>
      \(replay)</body>
      </html>

      """
  }
}

/// The replay's program, `replay.js`: the only script of a page. It repeats the shapes of `Marks`, the colours' names
/// of `Palette`, the digits of `DeltaText` and the `replay-` identifiers of `ReplaySection`; `BrowserPageTests` runs it
/// where a browser is installed. The script reads only the data block that is in the same page, and starts paused.
enum ReplayScript {
  /// The script as it is in a page: the file without its last line break.
  static let source = String(decoding: PackageResources.replay_js.dropLast(), as: UTF8.self)

  /// The SHA-256 of `source`, by which a page's Content-Security-Policy allows this script and no other. After a change
  /// of the script a test prints the new hash.
  static let policy = "sha256-Y2o+nT98fTccf5pFZmEHpaLt2aPwc2WIRNtzBSy3Njg="
}
