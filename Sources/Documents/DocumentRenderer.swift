/// A format of documents. It writes each kind of block; which blocks there are, the document decides.
package protocol DocumentRenderer {
  /// The document's text in this format.
  func text(_ document: Document) -> String
}

/// (GitHub's) Markdown: the conclusion is the heading.
package struct MarkdownRenderer: DocumentRenderer {
  package init() {}

  package func text(_ document: Document) -> String {
    document.detailed.flatMap(lines).joined(separator: "\n") + "\n"
  }

  private func lines(_ block: Document.Block) -> [String] {
    switch block {
    case .headline(let conclusion, let subject):
      ["## gazesim: \(mark(conclusion.first?.style))\(prose(conclusion))"]
        + (subject.isEmpty ? [] : ["", Markdown.prose(subject)])
    case .text(let spans, _): ["", prose(spans)]
    case .labelled(let label, let spans): ["", "**\(Markdown.text(label))**: \(prose(spans))"]
    case .table(let table): [""] + table.markdown
    case .commands, .gap: []
    }
  }

  private func mark(_ style: Document.Style?) -> String {
    switch style {
    case .good: "✅ "
    case .bad: "❌ "
    case .unsure: "❔ "
    default: ""
    }
  }

  private func prose(_ spans: [Document.Span]) -> String {
    spans.map { $0.style == .bad ? "**\(Markdown.prose($0.text))**" : Markdown.prose($0.text) }.joined()
  }
}

/// The blocks of a page, without its frame and its charts.
package struct HTMLRenderer: DocumentRenderer {
  package init() {}

  package func text(_ document: Document) -> String { document.detailed.map(html).joined() }

  package func html(_ block: Document.Block) -> String {
    switch block {
    case .headline(let conclusion, let subject):
      "<p><strong>\(prose(conclusion))</strong></p>" + (subject.isEmpty ? "" : "<p>\(HTML.prose(subject))</p>")
    case .text(let spans, _): "<p>\(prose(spans))</p>"
    case .labelled(let label, let spans): "<p><strong>\(HTML.text(label))</strong>: \(prose(spans))</p>"
    case .table(let table): table.html()
    case .commands, .gap: ""
    }
  }

  private func prose(_ spans: [Document.Span]) -> String { spans.map { HTML.prose($0.text) }.joined() }
}
