import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RecordedFrameAppStateTests {
  private let scratch: ScratchFolder
  private let header: RecordingHeader

  init() throws {
    scratch = try ScratchFolder()
    header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
  }

  private func frame(_ app: RecordedFrame.AppState = .init()) -> RecordedFrame {
    let frame = FaceFrame(time: 0, face: .identity, leftEye: .identity, rightEye: .identity)
    return RecordedFrame(observation: RecordedFrame.Observation(frame: frame, app: app))
  }

  private func states(_ path: String) throws -> [RecordedFrame.AppState] {
    var reader = try RecordingReader(path: path)
    return try reader.observations().map(\.app)
  }

  private static let whole = RecordedFrame.AppState(
    pointer: SIMD2(-0.0, 1 / 3), scroll: .down, tap: SIMD2(1, 2), dot: SIMD2(3, 4), page: -0.0,
    rawPointer: SIMD2(5, 6), scrollPoints: 7)
  /// Each part alone, a scroll of `none`, all parts, and no part.
  private static let all: [RecordedFrame.AppState] = [
    .init(pointer: whole.pointer), .init(scroll: .up), .init(tap: whole.tap), .init(dot: whole.dot),
    .init(page: .leastNonzeroMagnitude), .init(scroll: ScrollDirection.none), whole, .init(),
  ]

  @Test("each part alone, all parts and no part survive every format", arguments: ["jsonl", "npy", "csv"])
  func roundTrip(format: String) throws {
    let path = scratch("a.\(format)")
    for states in [Self.all, Self.all.reversed()] {
      try write(states.map(frame), header, to: path)
      let back = try self.states(path)
      #expect(back == states)
      #expect(back.map { ($0.page ?? 1).sign } == states.map { ($0.page ?? 1).sign })
    }
  }

  @Test("a line has the parts after the intent, and no keys for absent parts")
  func line() {
    var bytes: [UInt8] = []
    RecordingEncoder.append(frame(Self.whole), into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasSuffix(
        #","intent":null,"pointer":[-0.0,0.3333333333333333],"scroll":"down","tap":[1,2],"#
          + #""dot":[3,4],"page":-0.0,"raw":[5,6],"scrollPoints":7}"#
          + "\n"
      ), "\(text)")
    bytes = []
    RecordingEncoder.append(frame(.init(pointer: SIMD2(1, .infinity), page: .nan)), into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(#","intent":null}"# + "\n"))
  }

  @Test("tables have the columns of all parts if a frame has one part, and else none")
  func columns() throws {
    let names = [
      "pointerX", "pointerY", "scroll", "tapX", "tapY", "dotX", "dotY", "page", "rawX", "rawY", "scrollPoints",
    ]
    func titles(_ frames: [RecordedFrame]) throws -> [String] {
      try write(frames, header, to: scratch("a.csv"))
      return try scratch.text(of: "a.csv").split(separator: "\n")[1].split(separator: ",").map(String.init)
    }
    let narrow = try titles([frame(), frame()])
    #expect(narrow.last == "intent" && Set(narrow).isDisjoint(with: names))
    #expect(try titles([frame(), frame(.init(scroll: ScrollDirection.none))]) == narrow + names)
    var simulated = frame()
    simulated.truth = RecordedFrame.Truth(gaze: nil, state: .read)
    #expect(Set(try titles([simulated])).isDisjoint(with: names))
  }

  @Test("null means absent; half a point, text, an unknown scroll or too large a number is refused by name")
  func faults() throws {
    func fault(_ part: String) throws -> String {
      message { _ = try reader("{\"t\":0,\(poses),\(part)}").all() } ?? "none"
    }
    for part in ["pointer", "tap", "dot"] {
      #expect(try reader("{\"t\":0,\(poses),\"\(part)\":null}").all()[0].observation.app == .init())
      #expect(try fault("\"\(part)\":[1,null]") == "a.jsonl:2: field \"\(part)\": expected a number, found `null`")
      #expect(try fault("\"\(part)\":[1]") == "a.jsonl:2: field \"\(part)\": expected 2 numbers, found 1")
      #expect(try fault("\"\(part)\":[1,1e999]").contains("field \"\(part)\": expected a number within the range"))
      #expect(try fault("\"\(part)\":[NaN,1]").contains("field \"\(part)\": expected a number, found `NaN`"))
    }
    #expect(try reader("{\"t\":0,\(poses),\"scroll\":null,\"page\":null}").all()[0].observation.app == .init())
    #expect(try fault(#""scroll":"left""#).contains("field \"scroll\": expected one of \"up\", \"none\", \"down\""))
    #expect(try fault(#""page":"top""#) == "a.jsonl:2: field \"page\": expected a number, found `\"top\"`")
    #expect(try fault(#""page":1e999"#).contains("field \"page\": expected a number within the range"))
  }

  @Test("a table with half a point, an infinite number or an unknown scroll is refused by name and place")
  func tableFaults() throws {
    try write([frame(Self.whole)], header, to: scratch("a.csv"))
    let text = try scratch.text(of: "a.csv")
    func fault(_ old: String, _ new: String) throws -> String {
      let changed = text.replacingOccurrences(of: old, with: new)
      #expect(changed != text)
      let path = try scratch.write(changed, to: "b.csv")
      return message { _ = try states(path) }?.replacingOccurrences(of: path, with: "b.csv") ?? "none"
    }
    #expect(try fault(",down,1,2,", ",down,1,,").hasPrefix("b.csv:3: field \"tap\": has 1 of its 2 numbers"))
    #expect(try fault(",down,1,2,", ",down,1,inf,").hasPrefix("b.csv:3: field \"tapY\": expected a number"))
    #expect(
      try fault(",down,1,2,", ",left,1,2,").hasPrefix("b.csv:3: field \"scroll\": expected one of up, none, down"))
    try write([frame(Self.whole)], header, to: scratch("a.npy"))
    let array = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch("a.npy"))))
    // The pose and the fields before it take 306 bytes, the app's part 81; the header's line ends the file.
    let length = 10 + Int(array[8]) + 256 * Int(array[9])
    func fault(at place: Int, _ bytes: [UInt8]) throws -> String {
      var changed = array
      changed.replaceSubrange(length + 306 + place..<length + 306 + place + bytes.count, with: bytes)
      let path = scratch("b.npy")
      try Data(changed).write(to: URL(fileURLWithPath: path))
      return message { _ = try states(path) }?.replacingOccurrences(of: path, with: "b.npy") ?? "none"
    }
    let (nan, infinity): ([UInt8], [UInt8]) = ([0, 0, 0, 0, 0, 0, 0xF8, 0x7F], [0, 0, 0, 0, 0, 0, 0xF0, 0x7F])
    #expect(try fault(at: 0, nan).contains("field \"pointer\": row 0: is NaN in 1 of 2; expected all or none"))
    #expect(try fault(at: 17, infinity).contains("field \"tap\": row 0: is infinite"))
    #expect(try fault(at: 49, infinity).contains("field \"page\": row 0: is infinite"))
    #expect(try fault(at: 16, [3]).contains("field \"scroll\": row 0: is 3; expected -1 (no value), 0 (none), 1 (up)"))
    #expect(try fault(at: 49, nan) == "none" && states(scratch("b.npy"))[0].page == nil)
  }

  @Test("a recording of version 1 may hold anything under these names, in every format")
  func older() throws {
    let old = headerLine.replacing(#""version":2"#, with: #""version":1"#)
    let line = #"{"t":0,\#(poses),"pointer":"mouse","scroll":7,"page":[1],"dot":[1,null]}"#
    #expect(try reader(line, header: old).all()[0].observation.app == .init())
    try write([frame(Self.whole)], header, to: scratch("a.csv"))
    let text = try scratch.text(of: "a.csv").replacingOccurrences(of: #""version":2"#, with: #""version":1"#)
      .replacingOccurrences(of: ",down,1,2,", with: ",left,x,,")
    #expect(try states(scratch.write(text, to: "a.csv")) == [.init()])
    try write([frame(Self.whole)], header, to: scratch("a.npy"))
    var array = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch("a.npy"))))
    let key = Array(#""version":"#.utf8)
    let place = try #require(array.indices.last { array[$0...].starts(with: key) }) + key.count
    array[place] = UInt8(ascii: "1")
    try Data(array).write(to: URL(fileURLWithPath: scratch("a.npy")))
    #expect(try states(scratch("a.npy")) == [.init()])
  }

  @Test("stripping keeps the app's state, the line boxes and the people's pages")
  func stripped() throws {
    var whole = header
    whole.lines = [RecordingHeader.LineBox(x: 0, y: 1, width: 2, height: 3)]
    whole.pages = [
      RecordingHeader.PersonPage(participant: 0, lines: [RecordingHeader.LineBox(x: 4, y: 5, width: 6, height: 7)])
    ]
    var stripping = StrippedRecording(whole)
    #expect(stripping.header.lines == whole.lines && stripping.header.pages == whole.pages)
    for state in Self.all { #expect(try stripping.sample(frame(state)).observation.app == state) }
    #expect(stripping.removed.isEmpty)
  }

  @Test("an audit counts the app's state, and reports nothing if no frame has one")
  func audit() {
    var audit = FrameAudit()
    audit.step(frame().observation)
    #expect(audit.finish().app == nil)
    for state in Self.all + [Self.whole, .init(dot: SIMD2(9, 9))] { audit.step(frame(state).observation) }
    let app = audit.finish().app
    #expect(app?.pointerFrames == 3 && app?.scrollFrames == 4 && app?.scrolls == 3 && app?.taps == 3)
    #expect(app?.dotFrames == 4 && app?.dots == 4 && app?.pageFrames == 3)
  }
}
