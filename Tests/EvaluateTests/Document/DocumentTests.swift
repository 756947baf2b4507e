import Documents
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct DocumentTests {
  /// A short form with more of everything than fits.
  private func long() -> Document {
    var document = Document(
      [.init("FAIL", .bad), .init("  3 of 40 limits", .strong)], subject: "a device with a long name")
    document.addNote("These people, of whom there are many, are simulated; \u{1B}[31mno phone was measured.")
    document.addGap()
    var table = Table([.init(""), .init("figure"), .init("now", right: true), .init("limit", right: true)])
    for number in 0..<40 {
      table.add([.init("x", .bad), .init("figure number \(number)"), .init("\(number)\u{A0}pt"), .init("<= 3")])
    }
    document.add(table)
    document.add("Means", "one word \(String(repeating: "a", count: 200)) and another one", rank: 2)
    document.addNext([
      Invocation(["gate", "--input", "a file.jsonl", "-o", "report.html"]), Invocation(["gate", "--details"]),
    ])
    return document
  }

  @Test(
    "at most 20 lines that fit, at every width, unless all are asked for; the conclusion first, the last command last")
  func limits() {
    for width in [40, 57, 80, 120] {
      let lines = long().text(width: width)
      #expect(lines.count <= Document.mostLines)
      for line in lines { #expect(line.count <= width) }
      #expect(lines.first?.hasPrefix("FAIL  3 of 40 limits") == true)
      #expect(lines.last?.hasSuffix("gazesim gate --details") == true)
      #expect(lines.contains { $0.contains(" more: --details") })
    }
    var document = long()
    document.isLimited = false
    #expect(document.text(width: 80).filter { $0.contains("figure number") }.count == 40)
  }

  @Test("colours change no word, and without them no control character is printed")
  func colours() {
    let (plain, coloured) = (long().text(width: 80), long().text(width: 80, colour: true))
    #expect(coloured.map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") } == plain)
    #expect(coloured[0].hasPrefix("\u{1B}[31mFAIL\u{1B}[0m"))
    for line in plain { #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(line)") }
    // A file's own escape sequence does not reach the terminal.
    #expect(!coloured.joined().contains("\u{1B}[31mno"))
  }

  @Test("a number and its unit stay on one line")
  func units() {
    let document = Document([.init("0123456789 0123456789 0123456789 012345 12\u{A0}pt")])
    #expect(document.text(width: 40) == ["0123456789 0123456789 0123456789 012345", "  12 pt"])
  }

  @Test("columns that are not needed are left out first, then text is shortened")
  func columns() {
    var table = Table([.init("name"), .init("a", right: true), .init("b", right: true, needed: false)])
    table.add([String(repeating: "n", count: 30), "12345", "123456789"])
    func lines(_ width: Int) -> [String] { table.lines(width: width, most: 9).map { Document.text($0, colour: false) } }
    #expect(lines(50)[1].hasSuffix("12345  123456789"))
    #expect(lines(40)[1] == "  " + String(repeating: "n", count: 30) + "  12345")
    #expect(lines(30)[1] == "  " + String(repeating: "n", count: 20) + "…  12345")
  }

  @Test("the details have everything but advice: all rows with all columns, and what no short form shows")
  func details() {
    var document = long()
    var table = Table(["name", "value", "says"])
    table.add(["a", "1.5", "yes"])
    table.add(["longer name", "-20", "no"])
    table.add(["été", "-", "perhaps"])
    document.addDetail(table)
    document.addDetail("one more sentence")
    let lines = document.details()
    #expect(lines.filter { $0.contains("figure number") }.count == 40)
    #expect(lines.last == "one more sentence" && !lines.contains { $0.contains("gazesim gate") })
    #expect(!document.text(width: 80).contains { $0.contains("longer name") })
    // Columns are as wide as their widest cell; numbers are aligned right, words left, and no line ends in spaces.
    #expect(
      lines.suffix(6).prefix(5) == [
        "name         value  says", "-----------  -----  -------", "a              1.5  yes",
        "longer name    -20  no", "été              -  perhaps",
      ])
    for line in lines { #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(line)") }
  }

  @Test("short rows and no rows")
  func uneven() {
    #expect(Table(["a", "b"]).lines.count == 2)
    var table = Table(["a", "b"])
    table.add(["1"])
    table.add([String]())
    #expect(table.lines == ["a  b", "-  -", "1", ""] && table.markdown.last == "|  |  |")
  }

  /// A format of the test's own: a letter per block.
  private struct ProbeRenderer: DocumentRenderer {
    func text(_ document: Document) -> String {
      document.detailed.map { block in
        switch block {
        case .headline: "h"
        case .text: "t"
        case .labelled: "l"
        case .table: "T"
        case .commands: "c"
        case .gap: "g"
        }
      }.joined()
    }
  }

  @Test("a renderer is one type: it prints the document of every command")
  func probe() async throws {
    let run = try Run.mini(participants: 3, duration: 6)
    let report = try await run.evaluation()
    let comparison = try await GazeRig.compare(.simulated(run), ComparisonChoice(), Work(jobs: 2))
    let explanation = try await run.explanation(jobs: 2)
    let documents = [
      report.document(), comparison.document(), explanation.document(),
      run.correctness(claims: nil).document(subject: "s"),
    ]
    for document in documents {
      let text = ProbeRenderer().text(document)
      #expect(text.hasPrefix("h") && text.count > 4, "\(text)")
      for renderer in [MarkdownRenderer(), HTMLRenderer()] as [any DocumentRenderer] {
        #expect(renderer.text(document).contains(Markdown.text(document.conclusion).prefix(4)))
      }
    }
  }
}
