package import GazeMetrics
import GazePipeline
import GazeRecording
private import PortableFoundation

/// Escapes arbitrary text for HTML, and makes HTML elements.
package enum HTML {
  /// Escapes text for an element's content or a quoted attribute; unsafe control characters are replaced.
  package static func text(_ text: String) -> String {
    MarkupText.quoted(text)
  }

  /// Escapes a sentence that this program wrote; it may be longer than a name from a file.
  package static func prose(_ text: String) -> String {
    MarkupText.prose(text, by: Self.text)
  }

  /// A value as JSON that cannot end the script element that contains it.
  package static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "null" }
    var out: [UInt8] = []
    out.reserveCapacity(data.count + data.count / 64)
    for byte in data {
      switch byte {
      case UInt8(ascii: "<"): out += Array("\\u003c".utf8)
      case UInt8(ascii: ">"): out += Array("\\u003e".utf8)
      case UInt8(ascii: "&"): out += Array("\\u0026".utf8)
      default: out.append(byte)
      }
    }
    // This includes U+2028 and U+2029, which end a line in JavaScript.
    return TerminalText.json(String(decoding: out, as: UTF8.self))
  }

  /// An interval as text, such as `12 to 15`; without an interval, the number of people that one needs.
  package static func interval(_ interval: ConfidenceInterval?, _ decimals: Int = 2, needed: Int? = nil) -> String {
    if let interval {
      return "\(NumberText.typeset(interval.lower, decimals)) to \(NumberText.typeset(interval.upper, decimals))"
    }
    return needed.map { "needs \($0) people" } ?? "no interval"
  }

  /// A table whose cells are already HTML. The first cell of each row is the row's heading.
  package static func table(_ caption: String, _ header: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let head = header.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let body = rows.map { row in
      "<tr>"
        + row.enumerated().map { $0 == 0 ? "<th scope=\"row\">\($1)</th>" : "<td>\($1)</td>" }.joined()
        + "</tr>"
    }
    let title = caption.isEmpty ? "" : "<caption><span>\(caption)</span></caption>"
    let label = caption.isEmpty ? header.first ?? "" : caption
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table>\
      \(title)<thead><tr>\(head)</tr></thead>\
      <tbody>\(body.joined())</tbody></table></div>
      """
  }

  /// A chart with its heading, a sentence, and its numbers in a collapsed table below.
  package static func chart(_ heading: String, _ drawing: String, _ sentence: String, table: String = "") -> String {
    let numbers = table.isEmpty ? "" : "<details><summary>Numbers</summary>\(table)</details>"
    return "<figure class=\"card\"><h3>\(heading)</h3>\(drawing)<figcaption>\(sentence)</figcaption>\(numbers)</figure>"
  }

  /// A note that a chart cannot be drawn, with the reason.
  package static func missing(_ heading: String, _ why: String) -> String {
    "<div class=\"card\"><h3>\(heading)</h3><p class=\"missing\">\(why)</p></div>"
  }

  /// A section of the page under a heading.
  package static func section(_ id: String, _ heading: String, _ content: String) -> String {
    "<section id=\"\(id)\" aria-labelledby=\"\(id)-h\"><h2 id=\"\(id)-h\">\(heading)</h2>\(content)</section>\n"
  }
}
