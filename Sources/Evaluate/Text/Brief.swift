import GazeRecording

/// The short form of a result: at most 20 lines whose first one has the conclusion. It is a value without a width and
/// without colours; `lines(width:most:)` lays it out, and the words are the same on a terminal and on a pipe.
package struct Brief: Sendable, Equatable {
  /// The role of a piece of text. A terminal shows it as a colour; elsewhere it has no effect.
  package enum Style: Sendable, Equatable {
    case plain, good, bad, unsure, strong, dim
  }

  /// A piece of text in one style.
  package struct Span: Sendable, Equatable {
    /// The text in one line; a no-break space is printed as a space at which no line is broken.
    package var text: String
    /// The role of the text.
    package var style: Style

    package init(_ text: String, _ style: Style = .plain) {
      self.text = TerminalText.line(text)
      self.style = style
    }
  }

  /// A part of the short form.
  enum Block: Sendable, Equatable {
    /// The conclusion, and the subject at the right margin if both fit into one line.
    case headline([Span], subject: String)
    /// Sentences, broken between words and indented.
    case text([Span], indent: Int)
    /// Sentences beside a label.
    case labelled(String, [Span])
    /// Columns.
    case table(BriefTable)
    /// Commands that can be copied as they are, beside a label.
    case commands(String, [Invocation])
    /// An empty line.
    case gap
  }

  /// A block and its place in the order in which blocks are left out of a short form that is too long: the highest
  /// number first; 0 is never left out. Tables lose rows, and commands all but the last one.
  struct Part: Sendable, Equatable {
    var block: Block
    var rank: Int
  }

  /// Largest number of lines.
  package static let mostLines = 20

  private(set) var parts: [Part] = []
  /// False if the reader asked for all rows of the tables.
  var isLimited = true

  /// Begins with the conclusion.
  init(_ conclusion: [Span], subject: String = "") {
    parts = [Part(block: .headline(conclusion, subject: subject), rank: 0)]
  }

  /// Begins with a conclusion, after a warning if there is one: `the mapping is wrong: 3.7° off`.
  init(warning: String?, _ conclusion: String, _ subject: String = "") {
    let warning = warning.map { Span($0 + ": ", .bad) }
    self.init([warning, Span(conclusion, .strong)].compactMap(\.self), subject: subject)
  }

  /// The conclusion without its style.
  var conclusion: String {
    guard case .headline(let spans, _)? = parts.first?.block else { return "" }
    return spans.map(\.text).joined()
  }

  /// Adds a block; `rank` is its place in the order of omission.
  mutating func add(_ block: Block, rank: Int) { parts.append(Part(block: block, rank: rank)) }

  /// Adds an empty line.
  mutating func addGap() { add(.gap, rank: 9) }

  /// Adds a table; one without rows is left out.
  mutating func add(_ table: BriefTable, rank: Int = 1) {
    if !table.rows.isEmpty { add(.table(table), rank: rank) }
  }

  /// Adds a sentence beside a label; an empty one is left out.
  mutating func add(_ label: String, _ sentence: String, rank: Int) {
    if !sentence.isEmpty { add(.labelled(label, [Span(sentence)]), rank: rank) }
  }

  /// Adds a sentence in the style of a note, below the line before.
  mutating func addNote(_ sentence: String, indent: Int = 2, rank: Int = 3) {
    if !sentence.isEmpty { add(.text([Span(sentence, .dim)], indent: indent), rank: rank) }
  }

  /// Adds the commands that a reader can run next: first the doctor of the first recording that looks wrong.
  mutating func addNext(_ commands: [Invocation], wrong faults: [RecordingFault]? = nil) {
    let safe = (RecordingFault.doctor(faults ?? []) + commands).filter(\.isPrintable)
    guard !safe.isEmpty else { return }
    addGap()
    add(.commands("Next", safe), rank: 3)
  }

  /// A row of a table.
  struct Row: Sendable, Equatable {
    var cells: [Span]

    init(_ cells: [Span]) { self.cells = cells }
    init(_ cells: [String]) { self.cells = cells.map { Span($0) } }
  }
}
