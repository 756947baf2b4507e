import Testing

@testable import Evaluate

@Suite struct BriefTests {
  /// A short form with more of everything than fits.
  private func long() -> Document {
    var brief = Document(
      [.init("FAIL", .bad), .init("  3 of 40 limits", .strong)], subject: "a device with a long name")
    brief.addNote("These people, of whom there are many, are simulated; \u{1B}[31mno phone was measured.")
    brief.addGap()
    var table = Table([.init(""), .init("figure"), .init("now", right: true), .init("limit", right: true)])
    for number in 0..<40 {
      table.add([.init("x", .bad), .init("figure number \(number)"), .init("\(number)\u{A0}pt"), .init("<= 3")])
    }
    brief.add(table)
    brief.add("Means", "one word \(String(repeating: "a", count: 200)) and another one", rank: 2)
    brief.addNext([
      Invocation(["gate", "--input", "a file.jsonl", "-o", "report.html"]), Invocation(["gate", "--details"]),
    ])
    return brief
  }

  @Test("at most 20 lines that fit, at every width; the conclusion is first, the last command is last")
  func limits() {
    for width in [40, 57, 80, 120] {
      let lines = long().text(width: width)
      #expect(lines.count <= Document.mostLines)
      for line in lines { #expect(line.count <= width, "\(line)") }
      #expect(lines.first?.hasPrefix("FAIL  3 of 40 limits") == true)
      #expect(lines.last?.hasSuffix("gazesim gate --details") == true)
      #expect(lines.contains { $0.contains(" more: --details") })
    }
  }

  @Test("all rows are printed if they were asked for")
  func all() {
    var brief = long()
    brief.isLimited = false
    #expect(brief.text(width: 80).filter { $0.contains("figure number") }.count == 40)
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
    let brief = Document([.init("0123456789 0123456789 0123456789 012345 12\u{A0}pt")])
    #expect(brief.text(width: 40) == ["0123456789 0123456789 0123456789 012345", "  12 pt"])
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
}
