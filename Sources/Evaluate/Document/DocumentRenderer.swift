/// A format of documents. It writes each kind of block; which blocks there are, the document decides.
package protocol DocumentRenderer {
  /// The document's text in this format.
  func text(_ document: Document) -> String
}

/// (GitHub's) Markdown: the conclusion is the heading.
package struct MarkdownRenderer: DocumentRenderer {
  package init() {}

  package func text(_ document: Document) -> String {
    document.parts.flatMap { lines($0.block) }.joined(separator: "\n") + "\n"
  }

  private func lines(_ block: Document.Block) -> [String] {
    switch block {
    case .headline(let conclusion, let subject):
      ["## gazesim: \(prose(conclusion))"] + (subject.isEmpty ? [] : ["", Markdown.prose(subject)])
    case .text(let spans, _): ["", prose(spans)]
    case .labelled(let label, let spans): ["", "**\(Markdown.text(label))**: \(prose(spans))"]
    case .table(let table): [""] + table.markdown
    case .commands, .gap: []
    }
  }

  private func prose(_ spans: [Document.Span]) -> String {
    spans.map { $0.style == .bad ? "**\(Markdown.prose($0.text))**" : Markdown.prose($0.text) }.joined()
  }
}

/// The blocks of a page, without its frame and its charts.
package struct HTMLRenderer: DocumentRenderer {
  package init() {}

  package func text(_ document: Document) -> String { document.parts.map { html($0.block) }.joined() }

  func html(_ block: Document.Block) -> String {
    switch block {
    case .headline(let conclusion, let subject):
      "<p><strong>\(prose(conclusion))</strong></p><p>\(HTML.prose(subject))</p>"
    case .text(let spans, _): "<p>\(prose(spans))</p>"
    case .labelled(let label, let spans): "<p><strong>\(HTML.text(label))</strong>: \(prose(spans))</p>"
    case .table(let table): table.html()
    case .commands, .gap: ""
    }
  }

  private func prose(_ spans: [Document.Span]) -> String { spans.map { HTML.prose($0.text) }.joined() }
}
