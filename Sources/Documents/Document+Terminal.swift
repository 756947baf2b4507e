/// A terminal's two forms of a document.
extension Document {
  /// All parts as plain lines of at most `width` columns, tables with all rows and columns, without advice.
  package func details(width: Int = 132) -> [String] {
    detailed.reduce(into: [String]()) { lines, block in
      switch block {
      case .commands: break
      case .gap: if lines.last?.isEmpty == false { lines.append("") }
      case .table(let table): lines += table.lines
      case .headline, .text, .labelled:
        lines += Self.laidOut([Part(block: block, rank: 0)], [], width).map { Self.text($0, colour: false) }
      }
    }
  }

  /// The short form: lines of at most `width` columns. Of a form that is too long, the parts with the highest rank are
  /// left out, and tables lose their last rows.
  package func lines(width: Int) -> [[Span]] {
    let width = max(width, 40)
    var parts = parts.filter { $0.rank < Self.inDetails }
    var rows = parts.map { part in if case .table(let table) = part.block { table.rows.count } else { 0 } }
    /// The rank of a part that can be shortened or left out; long commands are the first ones.
    func rank(_ part: Part) -> Int {
      guard case .commands(let label, let commands) = part.block else { return part.rank }
      guard commands.count > 1 else { return 0 }
      let most = commands.count > 2 ? 3 : 4
      return commands.reduce(0) { $0 + Self.command(label, $1, width).count } > most ? 10 : part.rank
    }
    while true {
      let lines = Self.laidOut(parts, rows, width)
      guard isLimited, lines.count > Self.mostLines else { return lines }
      let last = parts.indices.filter { rank(parts[$0]) > 0 }.max { rank(parts[$0]) < rank(parts[$1]) }
      guard let last else { return Array(lines.prefix(Self.mostLines)) }
      if case .commands(let label, var commands) = parts[last].block {
        commands.remove(at: commands.count - 2)
        parts[last].block = .commands(label, commands)
      } else if case .table(let table) = parts[last].block, rows[last] > 1 {
        // The line that counts the omitted rows takes the place of a row.
        rows[last] -= rows[last] == table.rows.count ? min(2, rows[last] - 1) : 1
      } else {
        parts.remove(at: last)
        rows.remove(at: last)
      }
    }
  }

  /// A line's text, with the codes of a terminal's colours if requested.
  package static func text(_ line: [Span], colour: Bool) -> String {
    // Spaces at the end of a line are not printed.
    var spans = line
    while let last = spans.last, last.text.allSatisfy({ $0 == " " }) { spans.removeLast() }
    if let last = spans.indices.last {
      spans[last].text = String(spans[last].text.reversed().drop { $0 == " " }.reversed())
    }
    let joined = spans.reduce(into: [Span]()) { joined, span in
      if let last = joined.indices.last, joined[last].style == span.style {
        joined[last].text += span.text
      } else {
        joined.append(span)
      }
    }
    return joined.map { span in
      let text = span.text.replacing("\u{A0}", with: " ")
      guard colour, let code = code(span.style), !text.isEmpty else { return text }
      return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }.joined()
  }

  /// The text of all lines, one string a line.
  package func text(width: Int, colour: Bool = false) -> [String] {
    lines(width: width).map { Self.text($0, colour: colour) }
  }

  private static func code(_ style: Style) -> String? {
    switch style {
    case .plain: nil
    case .good: "32"
    case .bad: "31"
    case .unsure: "33"
    case .strong: "1"
    case .dim: "2"
    }
  }

  private static func laidOut(_ parts: [Part], _ rows: [Int], _ width: Int) -> [[Span]] {
    var lines: [[Span]] = []
    for (index, part) in parts.enumerated() {
      switch part.block {
      case .headline(let conclusion, let subject): lines += headline(conclusion, subject, width)
      case .text(let spans, let indent): lines += wrapped(spans, width, indent: indent)
      case .labelled(let label, let spans):
        lines += wrapped([Span(label.padded(to: labelWidth), .strong)] + spans, width, indent: 0, hanging: labelWidth)
      case .table(let table): lines += table.lines(width: width, most: rows[index])
      case .commands(let label, let commands):
        for (index, command) in commands.enumerated() {
          lines += Self.command(index == 0 ? label : "", command, width)
        }
      case .gap: if lines.last?.isEmpty == false { lines.append([]) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static let labelWidth = 8

  private static func headline(_ conclusion: [Span], _ subject: String, _ width: Int) -> [[Span]] {
    let length = conclusion.reduce(0) { $0 + $1.text.count }
    let subject = Span(subject)
    guard !subject.text.isEmpty else { return wrapped(conclusion, width, indent: 0, hanging: 2) }
    if length + 2 + subject.text.count <= width {
      return [conclusion + [.blank(width - length - subject.text.count), subject]]
    }
    return wrapped(conclusion, width, indent: 0, hanging: 2) + wrapped([subject], width, indent: 2)
  }

  /// Breaks spans at spaces. A word that is wider than the line is cut into pieces.
  private static func wrapped(_ spans: [Span], _ width: Int, indent: Int, hanging: Int = 0) -> [[Span]] {
    func margin(_ count: Int) -> [Span] { count > 0 ? [.blank(count)] : [] }
    var lines: [[Span]] = []
    var line = margin(indent)
    var (length, isEmpty) = (indent, true)
    func end() {
      lines.append(line)
      line = margin(indent + hanging)
      (length, isEmpty) = (indent + hanging, true)
    }
    for span in spans {
      for (index, piece) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        var word = String(piece)
        let space = index > 0 ? 1 : 0
        if !isEmpty, length + space + word.count > width { end() }
        if !isEmpty, space > 0 {
          line.append(Span(" ", span.style))
          length += 1
        } else if space > 0, lines.isEmpty, length + 1 < width {
          // Spaces at the start of the first line are part of a label.
          line.append(Span(" "))
          length += 1
        }
        while length + word.count > width {
          line.append(Span(String(word.prefix(width - length)), span.style))
          word = String(word.dropFirst(width - length))
          end()
        }
        guard !word.isEmpty else { continue }
        line.append(Span(word, span.style))
        length += word.count
        isEmpty = false
      }
    }
    return lines + [line]
  }

  /// A command; a long one goes on after a backslash, as a shell reads it.
  private static func command(_ label: String, _ command: Invocation, _ width: Int) -> [[Span]] {
    let words = command.units
    var lines: [[Span]] = []
    var line = [Span(label.padded(to: labelWidth), .strong)]
    var length = labelWidth
    for (index, word) in words.enumerated() {
      let rest = index == words.count - 1 ? 0 : 2
      if index > 0, length + 1 + word.count + rest > width {
        lines.append(line + [Span(" \\")])
        line = [.blank(labelWidth + 2)]
        length = labelWidth + 2
      } else if index > 0 {
        line.append(Span(" "))
        length += 1
      }
      line.append(Span(word))
      length += word.count
    }
    return lines + [line]
  }
}

extension String {
  /// The text with spaces at its end, so that it has this many characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
