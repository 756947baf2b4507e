import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Checks of a picture that is a file of its own.
enum StandAlonePicture {
  /// Expects well-formed XML with a title and a description, finite numbers, no script, no reference to another file.
  static func check(_ svg: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(
      parser.parse(), "\(String(describing: parser.parserError)) \(svg.prefix(300))", sourceLocation: sourceLocation)
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""), sourceLocation: sourceLocation)
    #expect(svg.contains("<title id=") && svg.contains("<desc id="), sourceLocation: sourceLocation)
    #expect(svg.contains("@media (prefers-color-scheme:dark)"), sourceLocation: sourceLocation)
    let without = svg.replacing("http://www.w3.org/2000/svg", with: "")
    for bad in [
      "<script", "http", "url(", "@import", "@font-face", "var(", "Optional(", "\"nan", ">nan", "NaN", "=\"inf",
    ] {
      #expect(!without.contains(bad), "\(bad)", sourceLocation: sourceLocation)
    }
    let links = svg.components(separatedBy: "href=\"").dropFirst()
    #expect(links.allSatisfy { $0.hasPrefix("#") }, sourceLocation: sourceLocation)
    expectRules(svg)
  }

  /// Expects a rule in the text's own style for each class, except those that only name a drawing or a row.
  static func expectRules(_ text: String) {
    let style = text.components(separatedBy: "</style>")[0]
    let names = text.matches(of: /class="([^"]*)"/).flatMap { $0.1.split(separator: " ") }
    for name in Set(names).subtracting(["strip", "plot", "axis"]) { #expect(style.contains("." + name)) }
  }

  /// Names that must do no harm in a picture.
  static let hostile = [
    "<script>alert(1)</script>", "]]>", "\" onload=\"x", "a\u{2028}b\u{1}\u{FFFF}", "</text></svg>",
    String(repeating: "&<", count: 2000),
  ]
}
