import Foundation
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RecordingHeaderLineBoxTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func header(_ lines: [RecordingHeader.LineBox]) -> RecordingHeader {
    var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
    header.lines = lines
    return header
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RecordingHeader.LineBox {
    RecordingHeader.LineBox(x: x, y: y, width: width, height: height)
  }

  private func line(_ header: RecordingHeader) -> String {
    var bytes: [UInt8] = []
    RecordingEncoder.append(header, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("line boxes read back bit for bit, in order, through all formats; without boxes the key is left out")
  func roundTrip() throws {
    let lines = [box(16, 24, 343, 22), box(-1e9, 1e9, .leastNonzeroMagnitude, 1e9), box(-0.0, 1 / 3, 1, 0.1)]
    let text = line(header(lines))
    #expect(
      text.contains(#""lines":[[16,24,343,22],[-1000000000,1000000000,5e-324,1000000000],[-0.0,0.333"#), "\(text)")
    let path = scratch("a.jsonl")
    try write([RecordedFrame](), header(lines), to: path)
    try convert(path, scratch("b.npy"))
    try convert(scratch("b.npy"), scratch("c.csv"))
    try convert(scratch("c.csv"), scratch("d.jsonl.gz"))
    for name in ["a.jsonl", "b.npy", "c.csv", "d.jsonl.gz"] {
      let back = try RecordingHeader(path: scratch(name)).lines
      #expect(back.map { $0.list.map(\.bitPattern) } == lines.map { $0.list.map(\.bitPattern) }, "\(name)")
    }
    #expect(!line(header([])).contains("lines"))
    let codes = try JSONDecoder().decode(
      [RecordingHeader.LineBox].self, from: JSONEncoder().encode(Array(lines.prefix(1))))
    #expect(codes == Array(lines.prefix(1)))
  }

  @Test("ten thousand boxes survive every format")
  func most() throws {
    let all = header((0..<10_000).map { box(1 / 3, Double($0) * 22.1, 343.7, 22) })
    for name in ["a.jsonl", "a.npy", "a.csv", "a.csv.gz"] {
      try write([RecordedFrame](), all, to: scratch(name))
      #expect(try RecordingHeader(path: scratch(name)) == all, "\(name)")
    }
  }

  @Test("too many, invalid or another rig's boxes are refused in one line, read and written")
  func refusals() throws {
    func read(_ json: String, rig: String = "gaze") -> String {
      let text = headerLine.replacing(#""device""#, with: #""rig":"\#(rig)","lines":\#(json),"device""#)
      return message { _ = try RecordingFile(bytes: Array(text.utf8), name: "a").header } ?? "none"
    }
    for fine in ["null", "[]", "[[0,0,1,1]]"] { #expect(read(fine) == "none", "\(fine)") }
    let expected =
      "expected x, y, width and height in points of the page: 4 numbers of at most 1e9, width and height above 0"
    for wrong in [
      "[0,0,1]", "[0,0,1,1,1]", "[]", "7", "null", "{}", "[0,0,null,1]", #"["0",0,1,1]"#, "[0,0,0,1]", "[0,0,1,-1]",
      "[2e9,0,1,1]", "[0,-2e9,1,1]", "[0,0,1e300,1]",
    ] {
      #expect(read("[[0,0,1,1],\(wrong)]").hasPrefix("a:1: field \"lines.1\": \(expected)"), "\(wrong)")
    }
    #expect(read("[[0,0,1,1e999]]").hasPrefix("a:1: "))
    #expect(read("7") == "a:1: field \"lines\": expected a list, found another type")
    #expect(
      read("[[0,0,1,1]]", rig: "he\u{1b}ad".replacing("\u{1b}", with: #"\u001b"#)).contains("a recording of gaze"))
    #expect(read("[]", rig: "head") == "none")
    let many = "[" + [String](repeating: "[0,0,1,1]", count: 10_001).joined(separator: ",") + "]"
    #expect(read(many) == "a:1: field \"lines\": expected at most 10000 line boxes, found 10001")
    let deep = String(repeating: "[", count: 100_000)
    #expect(read(deep).hasPrefix("a:1: ") && !read(deep).contains("\n"))
    for box in [box(.nan, 0, 1, 1), box(0, .infinity, 1, 1), box(0, 0, 0, 1), box(0, 0, 1, .nan)] {
      let error = message { _ = try RecordingWriter(path: scratch("a.npy"), header: header([box])) }
      #expect(error?.contains("field \"lines.0\": \(expected)") == true)
      #expect(message { _ = try GazeRecorder(path: scratch("a.jsonl"), header: header([box])) } != nil)
    }
    var other = probeHeader()
    other.lines = [box(0, 0, 1, 1)]
    #expect(
      message { try write([ProbeSample](), other, to: scratch("a.csv")) }?.contains("a recording of gaze") == true)
    #expect(scratch.names == [])
  }

  @Test("in a header of version 1 the key counts as unknown and may hold anything")
  func older() throws {
    for value in ["24", #"["a"]"#, "[[0,0,1,1]]"] {
      let text = headerLine.replacing(#""version":2"#, with: #""version":1,"lines":\#(value)"#)
      #expect(try RecordingFile(bytes: Array(text.utf8), name: "a").header.lines == [])
    }
  }

  @Test("a take's header has the line boxes")
  func take() {
    let header = RecordingHeader.take(device: "x", points: SIMD2(1, 1), lines: [box(0, 0, 1, 1)])
    #expect(header.lines == [box(0, 0, 1, 1)])
  }

  // MARK: Pages

  /// A header of three people with these pages.
  private func header(pages: [RecordingHeader.PersonPage]) -> RecordingHeader {
    var header = header([])
    (header.participants, header.pages) = (3, pages)
    return header
  }

  private func page(_ participant: Int, _ lines: [RecordingHeader.LineBox] = []) -> RecordingHeader.PersonPage {
    RecordingHeader.PersonPage(participant: participant, lines: lines)
  }

  @Test("a person reads the lines of the person's own page, and without such a page everybody's lines")
  func people() {
    var whole = header(pages: [page(2, [box(0, 2, 1, 1)]), page(0)])
    whole.lines = [box(0, 9, 1, 1)]
    let expected: [[RecordingHeader.LineBox]] = [[], [box(0, 9, 1, 1)], [box(0, 2, 1, 1)]]
    for participant in 0..<3 {
      #expect(whole.lines(of: participant) == expected[participant])
      var alone = whole
      (alone.lines, alone.pages) = (expected[participant], [])
      #expect(whole.header(of: participant) == alone)
    }
  }

  @Test("lines that are the same for all people are everybody's; otherwise each person gets a page")
  func setting() {
    let (first, second) = ([box(0, 0, 1, 1)], [box(0, 5, 1, 1)])
    var whole = header(pages: [page(1, second)])
    whole.setLines([first, first, first])
    #expect(whole.lines == first && whole.pages == [])
    whole.setLines([first, second, first])
    #expect(whole.lines == [] && whole.pages == [page(0, first), page(1, second), page(2, first)])
    whole.setLines([second])
    #expect(whole.lines == second && whole.pages == [])
    whole.setLines([])
    #expect(whole.lines == [] && whole.pages == [])
  }

  @Test("a page of nobody, two pages of one person, and invalid boxes are refused in one line, read and written")
  func pageRefusals() throws {
    let many = [RecordingHeader.LineBox](repeating: box(0, 0, 1, 1), count: 10_001)
    let expected =
      "x, y, width and height in points of the page: 4 numbers of at most 1e9, width and height above 0"
    let faults: [(pages: [RecordingHeader.PersonPage], field: String, expected: String)] = [
      ([page(-1)], "pages.0.participant", "a participant from 0 to 2, found -1"),
      ([page(0), page(3)], "pages.1.participant", "a participant from 0 to 2, found 3"),
      ([page(1), page(0), page(1)], "pages.2.participant", "each participant once, found 1 again; leave one page out"),
      ([page(0), page(1, [box(0, 0, 0, 1)])], "pages.1.lines.0", expected),
      ([page(0, [box(0, 0, 1, 1), box(0, 2e9, 1, 1)])], "pages.0.lines.1", expected),
      ([page(2, many)], "pages.0.lines", "at most 10000 line boxes, found 10001"),
    ]
    for fault in faults {
      let whole = header(pages: fault.pages)
      let text = "field \"\(fault.field)\": expected \(fault.expected)"
      let read = message { _ = try RecordingFile(bytes: Array(line(whole).utf8), name: "a").header }
      #expect(read?.hasPrefix("a:1: " + text) == true && read?.contains("\n") == false, "\(read ?? "none")")
      let written = message { _ = try RecordingWriter(path: scratch("a.npy"), header: whole) }
      #expect(written?.hasPrefix(scratch("a.npy") + ": " + text) == true, "\(written ?? "none")")
      #expect(message { _ = try GazeRecorder(path: scratch("a.jsonl"), header: whole) } != nil)
    }
    // A number that is not finite has no JSON.
    let infinite = header(pages: [page(0, [box(0, .infinity, 1, 1)])])
    let error = message { _ = try RecordingWriter(path: scratch("a.csv"), header: infinite) }
    #expect(error?.contains("field \"pages.0.lines.0\": expected \(expected)") == true)
    var other = probeHeader()
    other.pages = [page(1, [box(0, 0, 1, 1)])]
    let refused = message { try write([ProbeSample](), other, to: scratch("a.csv")) }
    #expect(refused?.contains("field \"pages.0.lines\": expected line boxes only in a recording of gaze") == true)
    #expect(scratch.names == [])
  }

  @Test("pages of another JSON type, without a part, or in another rig's recording are refused with the field's name")
  func pageTypes() {
    func read(_ json: String, rig: String = "gaze") -> String {
      let text = headerLine.replacing(#""version":2"#, with: #""version":3,"rig":"\#(rig)","pages":\#(json)"#)
      return message { _ = try RecordingFile(bytes: Array(text.utf8), name: "a").header } ?? "none"
    }
    let two = #"[{"participant":100000,"lines":[],"later":1},{"lines":[[0,0,1,1]],"participant":0}]"#
    for fine in ["null", "[]", two] { #expect(read(fine) == "none", "\(fine)") }
    for wrong in ["7", "{}", #""x""#] {
      #expect(read(wrong) == #"a:1: field "pages": expected a list, found another type"#, "\(wrong)")
    }
    let faults: [(json: String, beginning: String)] = [
      ("7", #"field "pages.1": expected an object"#), ("[]", #"field "pages.1": expected an object"#),
      ("null", #"field "pages.1""#),
      (#"{"lines":[]}"#, #"field "pages.1.participant": is missing"#),
      (#"{"participant":1}"#, #"field "pages.1.lines": is missing"#),
      (#"{"participant":"1","lines":[]}"#, #"field "pages.1.participant": expected a whole number"#),
      (#"{"participant":1,"lines":7}"#, #"field "pages.1.lines": expected a list"#),
      (#"{"participant":1,"lines":[[0,0,1]]}"#, #"field "pages.1.lines.0": expected x, y, width and height"#),
    ]
    for fault in faults {
      let error = read(#"[{"participant":0,"lines":[]},\#(fault.json)]"#)
      #expect(error.hasPrefix("a:1: " + fault.beginning) && !error.contains("\n"), "\(fault.json): \(error)")
    }
    let own = #"[{"participant":0,"lines":[[0,0,1,1]]}]"#
    let error = read(own, rig: "head")
    let beginning = #"a:1: field "pages.0.lines": expected line boxes only in a recording of gaze, found one of head"#
    #expect(error.hasPrefix(beginning), "\(error)")
    #expect(read(#"[{"participant":0,"lines":[]}]"#, rig: "head") == "none")
  }

  @Test("a header whose pages are longer than a reader accepts is refused, and no file is written")
  func tooLong() throws {
    // Numbers of 17 digits with an exponent: a box takes 100 bytes, a page 1 MB.
    let third = 1e-101 / 3
    let lines = [RecordingHeader.LineBox](repeating: box(-third, -third, third, third), count: 10_000)
    var whole = header(pages: (0..<72).map { page($0, lines) })
    whole.participants = 72
    let path = scratch("a.jsonl")
    let error = try #require(message { _ = try RecordingWriter(path: path, header: whole) })
    #expect(error.hasPrefix(path + #": field "pages": the header with the lines of 72 people has 72"#), "\(error)")
    #expect(error.hasSuffix(" bytes; expected fewer than 67108864; write fewer people to a file"), "\(error)")
    #expect(scratch.names == [])
  }
}
