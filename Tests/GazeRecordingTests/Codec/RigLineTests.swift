import Foundation
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RigLineTests {
  private func samples(_ lines: String..., header: String = probeHeaderLine) throws -> [ProbeSample] {
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    var reader = try SampleReader<ProbeSample>(bytes: Array(text.utf8), name: "a.jsonl")
    var samples: [ProbeSample] = []
    try reader.forEach { samples.append($0) }
    return samples
  }

  private let attitude = #""attitude":[1,0,0,0]"#

  @Test("a line is as documented: dots are objects, unknown fields are left out, unknown numbers in a list are null")
  func text() throws {
    let scratch = try ScratchFolder()
    let sample = ProbeSample.plain(participant: 3) {
      ($0[4], $0[6], $0[8], $0[10]) = (-0.25, 2, 1, 0)
      ($0[12], $0[14]) = (1, 0)
      ($0[ProbeSample.seen], $0[ProbeSample.seen + 4], $0[ProbeSample.seen + 5]) = (1, 1e-3, 2)
    }
    try write([sample, .plain()], probeHeader(), to: scratch("a.jsonl"))
    let lines = try scratch.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    let expected = [
      #"{"t":0.5,"participant":3,"attitude":[1,0,0,0],"rate":-0.25,"speeds":[null,2,null],"tracked":true,"#,
      #""seen":[null,false,null],"intent":"shake","joints":[null,"left"],"truth":{"attitude":[1,null,null,null],"#,
      #""inner":{"x":0.001},"state":"turn"}}"#,
    ]
    #expect(lines.count == 3 && lines[1] == expected.joined())
    #expect(lines[2] == #"{"t":0.5,"participant":0,"attitude":[1,0,0,0]}"#)
    #expect(try read(ProbeSample.self, scratch("a.jsonl")).samples == [sample, .plain()])
  }

  @Test("keys may be in any order, escaped or repeated; unknown ones are skipped at every depth; null means unknown")
  func order() throws {
    let plain = try samples(#"{"t":0.5,\#(attitude)}"#)
    #expect(plain == [.plain()])
    #expect(
      try samples(
        #" { "x" : {"t":[9]}, "attitude":[9,9,9,9],"rate":null,"speeds":null,"intent":null,"tracked":null, "#
          + #""truth":null , "\u0061ttitude":[1,0,0,0],"t":3,"t":0.5, "participant":0,"#
          + #""seen":[null,null,null]} "#) == plain)
    let truth = try samples(
      #"{"t":0.5,\#(attitude),"truth":{"inner":{"x":1},"state":"walk"},"truth":{"t":8,"inner":{"y":2},"state":"turn"}}"#
    )
    // If a key occurs twice, the last one replaces the first completely.
    #expect(truth == [.plain { $0[ProbeSample.seen + 5] = 2 }] && truth[0].hasTruth)
  }

  @Test(
    "an error states file, line, field and what was expected",
    arguments: [
      (#"{"t":0.5}"#, #"field "attitude": is missing; expected 4 numbers (w, x, y, z of a unit quaternion)"#),
      (
        #"{"t":0.5,"attitude":[1,0,0]}"#,
        #"field "attitude": expected 4 numbers (w, x, y, z of a unit quaternion), found 3"#
      ),
      (
        #"{"t":0.5,"attitude":[1,0,0,0,0]}"#,
        #"field "attitude": expected 4 numbers (w, x, y, z of a unit quaternion), found 5"#
      ),
      (#"{"t":0.5,"attitude":[]}"#, "found 0"),
      (
        #"{"t":0.5,"attitude":1}"#,
        #"field "attitude": expected a list of 4 numbers (w, x, y, z of a unit quaternion), found `1`"#
      ),
      (#"{"t":0.5,"attitude":[1,0,0,"0"]}"#, #"field "attitude": expected a number, found"#),
      (#"{"t":0.5,"attitude":[1,0,0,NaN]}"#, #"field "attitude": expected a number, found `NaN`"#),
      (#"{"t":0.5,"attitude":[1,0,0,-Infinity]}"#, #"field "attitude": expected a number, found `-Infinity`"#),
      (#"{"t":0.5,"attitude":[1,0,0,1e400]}"#, #"field "attitude": expected a number within the range of Double"#),
      (#"{"t":0.5,"attitude":[0,0,0,0]}"#, #"field "attitude": is zero; expected a unit quaternion"#),
      (#"{"t":0.5,ATTITUDE,"rate":[1]}"#, #"field "rate": expected a number, found `[1`"#),
      (#"{"t":0.5,ATTITUDE,"tracked":1}"#, #"field "tracked": expected true or false, found `1`"#),
      (
        #"{"t":0.5,ATTITUDE,"seen":[true,false]}"#,
        #"field "seen": expected 3 flags (of each joint), found 2"#
      ),
      (#"{"t":0.5,ATTITUDE,"intent":"left\u0007"}"#, #"field "intent": expected one of "nod", "shake", found "left?""#),
      (#"{"t":0.5,ATTITUDE,"intent":1}"#, #"field "intent": expected a string, found `1`"#),
      (#"{"t":0.5,ATTITUDE,"truth":[1]}"#, #"field "truth": expected an object or null, found `[1`"#),
      (#"{"t":0.5,ATTITUDE,"truth":{"inner":{"x":"1"}}}"#, #"field "truth.inner.x": expected a number, found"#),
      (#"{ATTITUDE}"#, #"field "t": is missing; expected seconds"#),
      (#"{"t":null,ATTITUDE}"#, #"field "t": expected a number, found `null`"#),
      (#"{"t":0.5,"participant":0.5,ATTITUDE}"#, #"field "participant": expected a whole number from 0 to 100000"#),
      (#"{"t":0.5,"participant":100001,ATTITUDE}"#, #"field "participant": expected a whole number"#),
      (#"[]"#, #"expected a sample, `{"t":…}`, found `[`"#),
      (#"{"t":0.5,ATTITUDE} x"#, "expected the end of the line after the sample, found `x`"),
    ])
  func faults(line: String, expected: String) throws {
    let line = line.replacing("ATTITUDE", with: attitude)
    let error = try #require(message { _ = try samples(#"{"t":0,\#(attitude)}"#, line) })
    #expect(error.hasPrefix("a.jsonl:3: ") && error.contains(expected) && !error.contains("\n"), "\(error)")
  }

  @Test("a participant above the header's number is refused, and so is a time that runs back if order is requested")
  func refusals() throws {
    let few = probeHeaderLine.replacing("100001", with: "2")
    let error = message { _ = try samples(#"{"t":0,"participant":2,\#(attitude)}"#, header: few) }
    #expect(error?.hasPrefix(#"a.jsonl:2: field "participant": 2 is not below the header's number"#) == true)
    let scratch = try ScratchFolder()
    try write([.plain(time: 1), .plain(time: 0.5)] as [ProbeSample], probeHeader(), to: scratch("a.jsonl"))
    #expect(try read(ProbeSample.self, scratch("a.jsonl")).samples.count == 2)
    let ordered = message {
      var reader = try SampleReader<ProbeSample>(path: scratch("a.jsonl"), ordered: true)
      while try reader.next() != nil {}
    }
    #expect(ordered?.contains(#"a.jsonl:3: field "t": 0.5 is before 1.0"#) == true, "\(ordered ?? "")")
  }

  @Test("a sample that could not be read back is not written: without attitude, time or participant")
  func unwritable() throws {
    let scratch = try ScratchFolder()
    func refused(_ sample: ProbeSample) -> String {
      message { try write([sample], probeHeader(), to: scratch("a.csv")) } ?? "none"
    }
    for place in [0, 1, 2, 3] {
      #expect(
        refused(
          .plain {
            $0[place] = .infinity; $0[(place + 1) % 4] = 1
          }) == "none")
    }
    #expect(refused(.plain { for place in 0..<4 { $0[place] = 0 } }).contains(#"field "attitude": is zero"#))
    #expect(refused(.plain(time: .nan)).contains(#"field "t": expected a finite time"#))
    #expect(refused(.plain(participant: -1)).contains(#"field "participant": expected 0 to 100000, found -1"#))
  }

  @Test("a required list may be null, in part or as a whole, but its key must exist; a required number must be known")
  func required() throws {
    let none = ProbeSample.plain { for place in 0..<4 { $0[place] = .nan } }
    for text in ["null", "[null,null,null,null]"] {
      #expect(try samples(#"{"t":0.5,"attitude":\#(text)}"#) == [none])
    }
    let scratch = try ScratchFolder()
    try RigSampleContract.expectLossless([none, .plain(), none], in: scratch)
    #expect(try scratch.text(of: "a.jsonl").contains(#"{"t":0.5,"participant":0,"attitude":null}"# + "\n"))
    func meter(_ line: String) -> String {
      let header = probeHeaderLine.replacing("probe", with: "meter")
      return message {
        var reader = try SampleReader<MeterSample>(bytes: Array((header + "\n" + line + "\n").utf8), name: "a")
        while try reader.next() != nil {}
      } ?? "none"
    }
    #expect(meter(#"{"t":0,"level":1}"#) == "none")
    for line in [#"{"t":0}"#, #"{"t":0,"level":null}"#] {
      #expect(meter(line) == "a:2: field \"level\": is missing; expected a number (litres)")
    }
    try RigSampleContract.expectLossless([MeterSample(level: 1)], in: scratch)
    let unknown = message {
      try write([MeterSample(level: .nan)], probeHeader(rig: "meter"), to: scratch("m.csv"))
    }
    #expect(unknown?.contains("field \"level\": is missing") == true)
  }
}

/// A rig with one number, which every sample must know.
private struct MeterSample: RigSample {
  static let rig = "meter"
  var level: Double
  var time: Double { 0 }
  var participant: Int { 0 }
  var hasTruth: Bool { false }
  var observation: Double { level }

  init(level: Double) { self.level = level }
  init(time: Double, participant: Int) { level = .nan }
  mutating func fields(_ list: inout FieldList) { list.field("level", &level, "litres", .required) }
}
