import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Lines of JSON that a reader accepts, and what they mean.
struct SampleReaderTests {
  @Test(
    "order, space, escapes, repeated and unknown keys, BOM and CRLF change no frame")
  func tolerant() throws {
    let plain = try frame(#"{"t":1.5,\#(poses),"participant":3,"blink":[0.5,0.25]}"#)
    let strange =
      "  {\t\"blink\" : [ 0.5 , 2.5e-1 ],\"zzz\":{\"a\":[1,{\"b\":null}],\"c\":\"]}\\\"\"},"
      + #""\u0074":15e-1,"rightEye":\#(unit),"leftEye":\#(unit),"x":[],"y":{},"z":-0.0e+5,"face":\#(unit),"#
      + #""participant":9,"participant":3.0,"gaze":[1],"state":true,"camera":\#(unit), "intent":null } "#
    let header = "\u{FEFF}" + headerLine.dropLast() + #","later":{"x":[1]}}"#
    let read = try read(RecordedFrame.self, text: "\(header)\r\n\(strange)\r\n\r\n").samples
    #expect(rows(read) == rows([plain]) && read[0].participant == 3 && read[0].time == 1.5)
    #expect(plain.observation.frame.isTracked && plain.observation.frame.face == .identity)
    #expect(plain.observation.app == .init())
    let lost = try frame(#"{"t":0,"tracked":false,"pointer":null,"scroll":null,"page":null}"#).observation
    #expect(!lost.frame.isTracked && lost.frame.camera[0].isNaN && lost.app == .init())
  }

  @Test("a rig's objects may be null or occur twice; the last counts")
  func objects() throws {
    func samples(_ keys: String) throws -> [ProbeSample] {
      let text = "\(probeHeaderLine)\n{\"t\":0.5,\"attitude\":[1,0,0,0],\(keys)}\n"
      return try read(ProbeSample.self, text: text).samples
    }
    #expect(try samples(#""rate":null,"truth":null,"x":{"t":[9]},"seen":[null,null,null]"#) == [.plain()])
    let truth = try samples(
      #""truth":{"inner":{"x":1},"state":"walk"},"truth":{"t":8,"inner":{"y":2},"state":"turn"}"#)
    #expect(truth == [.plain { $0[ProbeSample.seen + 5] = 2 }] && truth[0].hasTruth)
  }

  @Test("blend shapes are read by name in any order; unknown names are skipped")
  func blendShapes() throws {
    let line = #"{"t":0,\#(poses),"blendShapes":{"tongueOut":0.5,"nose\u0053neerLeft":1,"other":[1],"jawOpen":0.125}}"#
    let shapes = try #require(try frame(line).observation.frame.blendShapes)
    let named = Dictionary(uniqueKeysWithValues: BlendShapes.names.enumerated().map { ($1, shapes[$0]) })
    #expect(named["tongueOut"] == 0.5 && named["noseSneerLeft"] == 1 && named["jawOpen"] == 0.125)
    #expect(named.values.filter { $0 != 0 }.count == 3)
  }

  @Test("a line is as documented: dots are objects, unknown is omitted or null")
  func lines() throws {
    let scratch = try ScratchFolder()
    let sample = ProbeSample.plain(participant: 3) {
      ($0[4], $0[6], $0[8], $0[10], $0[12], $0[14]) = (-0.25, 2, 1, 0, 1, 0)
      ($0[ProbeSample.seen], $0[ProbeSample.seen + 4], $0[ProbeSample.seen + 5]) = (1, 1e-3, 2)
    }
    try write([sample, .plain { for place in 0..<4 { $0[place] = .nan } }], probeHeader(), to: scratch("a.jsonl"))
    let lines = try scratch.text(of: "a.jsonl").split(separator: "\n")
    #expect(
      lines[1] == #"{"t":0.5,"participant":3,"attitude":[1,0,0,0],"rate":-0.25,"speeds":[null,2,null],"tracked":true,"#
        + #""seen":[null,false,null],"intent":"shake","joints":[null,"left"],"truth":{"attitude":[1,null,null,null],"#
        + #""inner":{"x":0.001},"state":"turn"}}"#)
    #expect(lines[2] == #"{"t":0.5,"participant":0,"attitude":null}"#)
    let app = RecordedFrame.AppState(
      pointer: SIMD2(-0.0, 1 / 3), scroll: .down, tap: SIMD2(1, 2), dot: SIMD2(3, 4), page: -0.0,
      rawPointer: SIMD2(5, 6), scrollPoints: 7)
    var frame = plainFrame(time: 0.5, app: app, truth: .init(gaze: nil, state: .away)) { $0.blink = SIMD2(0.25, 1) }
    (frame.observation.target, frame.observation.intent) = (SIMD2(1, 2.5), ScrollDirection.none)
    try write([frame], usualHeader, to: scratch("b.jsonl"))
    #expect(
      try scratch.text(of: "b.jsonl").split(separator: "\n")[1]
        == #"{"t":0.5,"participant":0,\#(poses),"tracked":true,"blink":[0.25,1],"lookAt":[0,0,0],"target":[1,2.5],"#
        + #""intent":"none","pointer":[-0.0,0.3333333333333333],"scroll":"down","tap":[1,2],"dot":[3,4],"page":-0.0,"#
        + #""raw":[5,6],"scrollPoints":7,"truth":{"gaze":null,"state":"away"}}"#)
    var broken = TransformMatrix.identity
    broken[5] = .infinity
    for isTracked in [true, false] {
      let frame = plainFrame(app: .init(pointer: SIMD2(1, .infinity), page: .nan)) {
        ($0.isTracked, $0.leftEye) = (isTracked, broken)
      }
      try write([frame], usualHeader, to: scratch("b.jsonl"))
      let text = try scratch.text(of: "b.jsonl")
      #expect(text.contains("\"leftEye\":null") == isTracked && !text.contains("pointer") && !text.contains("page"))
    }
  }

  @Test("on request backward times and lids out of range are refused; people may alternate")
  func order() throws {
    func fault(_ lines: [String], ordered: Bool = true) -> String? {
      message { try read(RecordedFrame.self, text: ([headerLine] + lines).joined(separator: "\n"), ordered: ordered) }
    }
    func line(_ time: Double, _ person: Int = 0, blink: Double = 0) -> String {
      #"{"t":\#(time),"participant":\#(person),\#(poses),"blink":[0,\#(blink)]}"#
    }
    #expect(fault([line(0), line(5, 1), line(0), line(1), line(5.5, 1)]) == nil)
    let backwards = [line(0), line(2), line(1)]
    #expect(fault(backwards, ordered: false) == nil)
    #expect(fault(backwards)?.hasPrefix("a:4: field \"t\": 1.0 is before 2.0, the time of the participant's") == true)
    #expect(fault([line(2e11)]) == "a:2: field \"t\": is 200000000000.0; expected seconds, at most 1e11 from 0")
    #expect(fault([line(0, blink: 1.5)]) == "a:2: field \"blink\": is 1.5; expected 0 (open) to 1 (closed)")
    #expect(fault([line(0, blink: 1.5)], ordered: false) == nil && fault([line(0, blink: 1.005)]) == nil)
  }

  @Test("errors name a missing file, a folder and an empty file")
  func unreadable() throws {
    let scratch = try ScratchFolder()
    let empty = try scratch.write("", to: "empty.jsonl")
    let missing = scratch("no.jsonl")
    #expect(message { _ = try RecordingReader(path: missing) } == "\(missing): cannot read: no such file or folder")
    #expect(message { _ = try RecordingReader(path: scratch.path) }?.contains("it is a folder") == true)
    #expect(message { _ = try RecordingReader(path: empty) } == "\(empty): is empty; expected a gazesim recording")
    #expect(message { _ = try RecordingReader(path: "") }?.contains("expected a file name") == true)
  }

  @Test("a sample without attitude, time or participant is not written")
  func unwritable() throws {
    let scratch = try ScratchFolder()
    func refused(_ sample: ProbeSample) -> String {
      message { try write([sample], probeHeader(), to: scratch("a.csv")) } ?? "none"
    }
    #expect(refused(.plain { ($0[0], $0[1]) = (.infinity, 1) }) == "none")
    #expect(refused(.plain { for place in 0..<4 { $0[place] = 0 } }).contains(#"field "attitude": is zero"#))
    #expect(refused(.plain(time: .nan)).contains(#"field "t": expected a finite time"#))
    #expect(refused(.plain(participant: -1)).contains(#"field "participant": expected 0 to 100000, found -1"#))
  }
}
