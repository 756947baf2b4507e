import GazeRecording

/// The result of a command in words: a conclusion, its subject, and blocks in the order of reading.
///
/// It is one value for all formats. A terminal's short form leaves out the parts with the highest rank, `--details`
/// shows all of them, and Markdown and pages show what `--details` shows. A document knows neither a width nor colours.
package struct Document: Sendable, Equatable {
  /// The role of a piece of text. A terminal shows it as a colour; elsewhere it has no effect.
  package enum Style: Sendable, Equatable {
    case plain, good, bad, unsure, strong, dim
  }

  /// A piece of text in one style.
  package struct Span: Sendable, Equatable {
    /// The text in one line; a no-break space is printed as a space at which no line is broken.
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = .plain) {
      self.text = TerminalText.line(text)
      self.style = style
    }

    static func blank(_ count: Int) -> Span { Span(String(repeating: " ", count: count)) }
  }

  package enum Block: Sendable, Equatable {
    /// The conclusion, and the subject at the right margin if both fit into one line.
    case headline([Span], subject: String)
    /// Sentences, broken between words and indented.
    case text([Span], indent: Int)
    /// Sentences beside a label.
    case labelled(String, [Span])
    case table(Table)
    /// Commands that can be copied as they are, beside a label. They are advice, which only the short form gives.
    case commands(String, [Invocation])
    /// An empty line.
    case gap
  }

  /// A block and its place in the order in which blocks are left out of a short form that is too long: the highest
  /// number first; 0 is never left out. Tables lose rows, and commands all but the last one.
  package struct Part: Sendable, Equatable {
    package var block: Block
    package var rank: Int
    /// False if the details hold the same in all digits.
    package var isInDetails = true
  }

  /// The rank of a part that no short form shows.
  package static let inDetails = 100
  /// Largest number of lines of a short form.
  package static let mostLines = 20

  package private(set) var parts: [Part] = []
  /// The blocks that `--details`, Markdown and pages show.
  package var detailed: [Block] { parts.filter(\.isInDetails).map(\.block) }
  /// False if the reader asked for all rows of the tables.
  package var isLimited = true

  /// A document without a conclusion: a part of a page, or a list.
  package init() {}

  /// Begins with the conclusion.
  package init(_ conclusion: [Span], subject: String = "") {
    parts = [Part(block: .headline(conclusion, subject: subject), rank: 0)]
  }

  /// Begins with a conclusion, after a warning if there is one: `the mapping is wrong: 3.7° off`.
  package init(warning: String? = nil, _ conclusion: String, _ subject: String = "") {
    let warning = warning.map { Span($0 + ": ", .bad) }
    self.init([warning, Span(conclusion, .strong)].compactMap(\.self), subject: subject)
  }

  /// The conclusion without its style.
  package var conclusion: String {
    guard case .headline(let spans, _)? = parts.first?.block else { return "" }
    return spans.map(\.text).joined()
  }

  /// Adds a block; `rank` is its place in the order of omission.
  package mutating func add(_ block: Block, rank: Int) { parts.append(Part(block: block, rank: rank)) }

  /// Adds an empty line.
  package mutating func addGap(rank: Int = 9) { add(.gap, rank: rank) }

  /// Adds a table; one without rows is left out.
  ///
  /// - Parameter isInDetails: false if the details hold the same in all digits.
  package mutating func add(_ table: Table, rank: Int = 1, isInDetails: Bool = true) {
    if !table.rows.isEmpty { parts.append(Part(block: .table(table), rank: rank, isInDetails: isInDetails)) }
  }

  /// Adds a sentence beside a label; an empty one is left out.
  package mutating func add(_ label: String, _ sentence: String, rank: Int) {
    if !sentence.isEmpty { add(.labelled(label, [Span(sentence)]), rank: rank) }
  }

  /// Adds a sentence in the style of a note, below the line before.
  package mutating func addNote(_ sentence: String, indent: Int = 2, rank: Int = 3) {
    if !sentence.isEmpty { add(.text([Span(sentence, .dim)], indent: indent), rank: rank) }
  }

  /// Adds a sentence that warns of a fault.
  package mutating func addFault(_ sentence: String) { add(.text([Span(sentence, .bad)], indent: 2), rank: 1) }

  /// Adds the commands that a reader can run next.
  package mutating func addNext(_ commands: [Invocation]) {
    let safe = commands.filter(\.isPrintable)
    guard !safe.isEmpty else { return }
    addGap()
    add(.commands("Next", safe), rank: 3)
  }
}

/// Parts that only `--details`, Markdown and pages show.
extension Document {
  /// Adds a table after an empty line; one without rows is left out.
  package mutating func addDetail(_ table: Table) {
    guard !table.rows.isEmpty else { return }
    addGap(rank: Self.inDetails)
    add(.table(table), rank: Self.inDetails)
  }

  /// Adds a sentence; an empty one is left out.
  package mutating func addDetail(_ sentence: String) {
    if !sentence.isEmpty { add(.text([Span(sentence)], indent: 0), rank: Self.inDetails) }
  }

  /// Adds a heading after an empty line.
  package mutating func addDetail(heading: String) {
    addGap(rank: Self.inDetails)
    add(.text([Span(heading, .strong)], indent: 0), rank: Self.inDetails)
  }
}
