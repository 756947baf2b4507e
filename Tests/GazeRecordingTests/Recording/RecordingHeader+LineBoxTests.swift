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
}
