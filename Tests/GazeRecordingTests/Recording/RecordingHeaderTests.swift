import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct RecordingHeaderTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func box(_ x: Double, _ y: Double, _ width: Double = 1, _ height: Double = 1) -> RecordingHeader.LineBox {
    RecordingHeader.LineBox(x: x, y: y, width: width, height: height)
  }

  private func page(_ participant: Int, _ lines: [RecordingHeader.LineBox] = []) -> RecordingHeader.PersonPage {
    RecordingHeader.PersonPage(participant: participant, lines: lines)
  }

  /// A header of gaze with a change.
  private func header(_ change: (inout RecordingHeader) -> Void) -> RecordingHeader {
    var header = usualHeader
    change(&header)
    return header
  }

  private func read(_ line: String) throws -> RecordingHeader {
    try RecordingFile(bytes: Array(line.utf8), name: "a").header
  }

  @Test("a header reads back from every format, with quotes, controls and key order")
  func roundTrip() throws {
    let whole = header {
      ($0.points, $0.orientation, $0.seed, $0.phone, $0.noise) = (SIMD2(320, 693), .landscapeLeft, .max, 3, .max)
      ($0.loop, $0.personCalibration, $0.preset, $0.person) = ("standard", "5", "typical", "3f2a/,\"#é")
      ($0.session, $0.thermalState, $0.participants) = (1, .fair, 7)
      $0.lines = [box(-1e9, 1e9, .leastNonzeroMagnitude, 1e9), box(-0.0, 1 / 3, 1, 0.1)]
      $0.constants = ["b": -0.0, "a \"é\"": Double.leastNonzeroMagnitude, "z": 1 / 3, "y": -1.797e308]
      $0.assumptions = ["a \"quote\" and a \\", "a line\nend, a tab\t and \u{1}", "ünïcode 👁"]
      $0.truth = .init(
        screen: [0.0576, 0.1249], camera: [0.0376, 0.0027],
        people: [
          .init(participant: 6, failing: true, kappaLeft: [0.07, -0.02], kappaRight: [-0.07, 1e-300], flag: "x")
        ])
    }
    let text = line(whole)
    #expect(text.contains(#""lines":[[-1000000000,1000000000,5e-324,1000000000],[-0.0,0.333"#))
    #expect(text.contains(#""constants":{"a \"é\"":5e-324,"b":-0.0,"y":-1.797e+308,"z":0.333"#))
    let keys =
      "format version rig device rate seed phone noise loop personCalibration scenario participants preset person "
      + "session source points orientation thermalState lines constants assumptions truth screen camera people failing "
      + "kappaLeft kappaRight flag"
    let places = keys.split(separator: " ").map { text.range(of: "\"\($0)\":")?.lowerBound }
    #expect(
      places.compactMap { $0 }.count == places.count && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(text.last == "\n" && text.count { $0 == "\n" } == 1)
    for name in ["a.jsonl", "a.npy", "a.csv", "a.jsonl.gz"] {
      try write([plainFrame()], whole, to: scratch(name))
      let back = try RecordingHeader(path: scratch(name))
      #expect(back == whole && line(back) == text, "\(name)")
    }
    #expect(
      line(usualHeader) == #"{"format":"gazesim.recording","version":2,"rig":"gaze","device":"x","rate":60,"#
        + #""loop":"open","scenario":"s","participants":100001,"source":"recorded"}"# + "\n")
    #expect(try read(headerLine).loop == "open" && read(headerLine).source == .recorded)
  }

  @Test("known keys are decoded in any spelling; others may hold anything")
  func known() throws {
    let line = #"{ "x":[1,{"rig":"}"}], "\u0072ig" : [1, 2] ,"rig":null,"lines":{"x":"\""} } "#
    let part = try Array(line.utf8).withBytes { bytes throws(LineFault) in try HeaderDecoder.knownKeys(of: bytes) }
    #expect(String(decoding: part, as: UTF8.self) == #"{"rig": [1, 2],"rig":null,"lines":{"x":"\""}}"#)
    for value in ["24", #"["a"]"#, "[[0,0,1,1]]"] {
      for (version, keys) in [(1, ["lines", "thermalState", "pages"]), (2, ["pages"])] {
        let more = keys.map { ",\"\($0)\":\(value)" }.joined()
        let header = try read(headerLine.dropLast().replacing(":2,", with: ":\(version),") + more + "}")
        #expect(header.lines == [] && header.pages == [] && header.thermalState == nil, "\(version) \(value)")
      }
    }
  }

  @Test("a session is a number if only that, else an object")
  func sessions() throws {
    let sessions: [RecordingHeader.Session?] = [
      nil, 0, 1_000_000, .init(identifier: "monday"), .init(identifier: "1", start: "2026-03-01T09:30:00+01:00"),
      .init(identifier: "01"), .init(identifier: "\"\\,#ü"),
    ]
    for session in sessions {
      #expect(try read(line(header { $0.session = session })).session == session)
      #expect(
        try JSONDecoder().decode([RecordingHeader.Session?].self, from: JSONEncoder().encode([session])) == [session])
    }
    #expect(line(header { $0.session = 1 }).contains(#","session":1,"#))
    let dated = RecordingHeader.Session(identifier: "a", start: Date(timeIntervalSince1970: 1_772_357_400))
    #expect(line(header { $0.session = dated }).contains(#","session":{"id":"a","start":"2026-03-01T09:30:00Z"},"#))
    #expect(try read(headerLine.dropLast() + #","session":{"id":"3","end":1}}"#).session == 3)
  }

  // MARK: Lines and pages

  @Test("ten thousand boxes survive every format")
  func most() throws {
    let all = header { $0.lines = (0..<10_000).map { box(1 / 3, Double($0) * 22.1, 343.7, 22) } }
    for name in ["a.npy", "a.csv.gz"] {
      try write([RecordedFrame](), all, to: scratch(name))
      #expect(try RecordingHeader(path: scratch(name)) == all, "\(name)")
    }
  }

  @Test("a person reads the own page's lines, else everybody's")
  func people() {
    let whole = header { ($0.lines, $0.pages) = ([box(0, 9)], [page(2, [box(0, 2)]), page(0)]) }
    for (participant, expected) in [[], [box(0, 9)], [box(0, 2)]].enumerated() {
      #expect(whole.lines(of: participant) == expected)
      #expect(whole.header(of: participant) == header { $0.lines = expected })
    }
  }

  @Test("lines equal for all are everybody's; otherwise each person has a page")
  func setting() {
    let (first, second) = ([box(0, 0)], [box(0, 5)])
    var whole = header { $0.pages = [page(1, second)] }
    for (all, lines, pages) in [
      ([first, first, first], first, []),
      ([first, second, first], [], [page(0, first), page(1, second), page(2, first)]), ([second], second, []),
      ([], [], []),
    ] {
      whole.setLines(all)
      #expect(whole.lines == lines && whole.pages == pages)
    }
  }

  @Test("a writer and a recorder refuse what a reader refuses, and write no file")
  func refusals() throws {
    let name = String(repeating: "é", count: 51)
    let faults: [(header: RecordingHeader, field: String)] = [
      (header { $0.constants = ["x": .nan] }, "constants.x"), (header { $0.constants = ["": 1] }, "constants."),
      (header { $0.constants = [name: 1] }, "constants."),
      (header { $0.lines = [box(.nan, 0)] }, "lines.0"), (header { $0.lines = [box(0, .infinity)] }, "lines.0"),
      (header { $0.lines = [box(0, 0, 0)] }, "lines.0"), (header { $0.pages = [page(-1)] }, "pages.0.participant"),
      (header { $0.pages = [page(1), page(0), page(1)] }, "pages.2.participant"),
      (header { $0.pages = [page(0), page(1, [box(0, 2e9)])] }, "pages.1.lines.0"),
    ]
    for fault in faults {
      let written = message { _ = try RecordingWriter(path: scratch("a.npy"), header: fault.header) }
      #expect(written?.hasPrefix("\(scratch("a.npy")): field \"\(fault.field)") == true, "\(written ?? "none")")
      #expect(message { _ = try GazeRecorder(path: scratch("a.jsonl"), header: fault.header) } != nil, "\(fault.field)")
    }
    let person = RecordingHeader.take(device: "d", points: SIMD2(1, 1), person: "a\u{202E}")
    #expect(message { _ = try GazeRecorder(path: scratch("a.jsonl"), header: person) } != nil)
    var other = probeHeader()
    other.lines = [box(0, 0)]
    let probe = message { try write([ProbeSample](), other, to: scratch("a.csv")) }
    #expect(probe?.contains("expected line boxes only in a recording of gaze, found one of probe") == true)
    // Numbers of 17 digits with an exponent: a box takes 100 bytes, a page 1 MB.
    let third = 1e-101 / 3
    let lines = [RecordingHeader.LineBox](repeating: box(-third, -third, third, third), count: 10_000)
    let long = header { $0.pages = (0..<72).map { page($0, lines) } }
    let error = message { _ = try RecordingWriter(path: scratch("a.jsonl"), header: long) } ?? "none"
    #expect(error.contains(#"field "pages": the header with the lines of 72 people has 72"#))
    #expect(error.hasSuffix(" bytes; expected fewer than 67108864; write fewer people to a file"))
    #expect(scratch.names == [])
  }
}
