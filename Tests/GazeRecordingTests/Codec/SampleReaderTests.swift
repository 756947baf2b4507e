import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct SampleReaderTests {
  static let headers: [(header: String, expected: String)] = [
    ("", "a.jsonl:1: expected a gazesim recording"),
    ("t,x,y", "a.jsonl:1: expected a gazesim recording"),
    ("{", "a.jsonl:1: begins a JSON object of several lines, such as a calibration"),
    ("{}", "a.jsonl:1: field \"format\": expected a gazesim recording"),
    (#"{"format":"other","version":1}"#, "a.jsonl:1: field \"format\": expected a gazesim recording"),
    (#"{"format":"gazesim.recording"}"#, "a.jsonl:1: field \"version\": is missing; expected 1 to 3"),
    (#"{"format":"gazesim.recording","version":4}"#, "a.jsonl:1: field \"version\": 4 is newer than this program"),
    (#"{"format":"gazesim.recording","version":0}"#, "a.jsonl:1: field \"version\": 0 expected 1 to 3"),
    (#"{"format":"gazesim.recording","version":"1"}"#, "a.jsonl:1: field \"version\": expected a whole number"),
    (#"{"format":"gazesim.recording","version":1}"#, "a.jsonl:1: field \"device\": is missing"),
    (#"{"format":"gazesim.recording","version":2}"#, "a.jsonl:1: field \"device\": is missing"),
    (changed("60", "0"), "a.jsonl:1: field \"rate\": expected frames per second, above 0"),
    (changed("60", "-1e300"), "a.jsonl:1: field \"rate\": expected frames per second, above 0"),
    (changed("60", "\"60\""), "a.jsonl:1: field \"rate\": expected a number"),
    (changed("100001", "100002"), "a.jsonl:1: field \"participants\": expected a whole number from 0 to 100001"),
    (changed("100001", "-1"), "a.jsonl:1: field \"participants\": expected a whole number from 0 to 100001"),
    (changed("100001", "1,\"points\":[1]"), "a.jsonl:1: field \"points\": expected width and height"),
    (changed("100001", "1,\"points\":[0,5]"), "a.jsonl:1: field \"points\": expected width and height"),
    (changed("100001", "1,\"session\":-1"), "a.jsonl:1: field \"session\": expected a whole number"),
    (changed("100001", "1,\"source\":\"dreamt\""), "a.jsonl:1: field \"source\": "),
    (
      changed("100001", #"1,"truth":{"screen":[1],"camera":[0,0],"people":[]}"#),
      "a.jsonl:1: field \"truth.screen\": expected 2 numbers, found 1"
    ),
    (
      changed(
        "100001",
        #"1,"truth":{"screen":[1,1],"camera":[0,0],"people":[{"participant":0,"failing":false,"kappaLeft":[]}]}"#),
      "a.jsonl:1: field \"truth.people.0.kappaRight\": is missing"
    ),
  ]

  private static func changed(_ old: String, _ new: String) -> String {
    headerLine.replacingOccurrences(of: old, with: new)
  }

  @Test("The error for a wrong header states what was expected", arguments: headers)
  func header(text: String, expected: String) throws {
    let error = try #require(message { _ = try reader(header: text) })
    #expect(error.hasPrefix(expected), "\(error)")
    #expect(!error.contains("\n"))
  }

  @Test("Missing optional keys, unknown keys, a byte-order mark and CRLF are accepted")
  func tolerantHeader() throws {
    let text = "\u{FEFF}" + headerLine.dropLast() + #","later":{"x":[1]}}"# + "\r\n{\"t\":0,\(poses)}\r\n\r\n"
    let reader = try RecordingReaderBox(text)
    #expect(reader.header.rig == "gaze" && reader.header.loop == "open" && reader.header.source == .recorded)
    #expect(try reader.all().count == 1)
  }

  @Test(
    "A file that was cut off gives its whole frames and reports the cut; one without its last line end is whole")
  func truncated() throws {
    let frame = #"{"t":0,\#(poses),"tracked":true,"intent":"none","target":[-1.5e3,2],"x":{"y":["\u00e9\"]"]}}"#
    let bytes = Array((headerLine + "\n" + frame + "\n" + frame).utf8)
    let firstEnd = headerLine.utf8.count + 1 + frame.utf8.count
    for length in headerLine.utf8.count..<bytes.count {
      var reader = try RecordingReader(bytes: Array(bytes[..<length]), name: "a")
      let isCutOff = length > headerLine.utf8.count + 1 && ![firstEnd, firstEnd + 1].contains(length)
      #expect(try reader.observations().count == (length >= firstEnd ? 1 : 0), "\(length)")
      #expect(reader.isCutOff == isCutOff, "\(length)")
      #expect(try reader.next() == nil)
    }
    var whole = try RecordingReader(bytes: bytes, name: "a")
    #expect(try whole.observations().count == 2)
    #expect(whole.isCutOff == false)
  }

  @Test("Zeros at the end, which a crash of the system leaves, also count as a cut")
  func zeros() throws {
    let frame = #"{"t":0,\#(poses)}"#
    for rest in ["\0\0\0", #"{"t":1,"cam\#0\#0"#] {
      var reader = try RecordingReader(bytes: Array((headerLine + "\n" + frame + "\n" + rest).utf8), name: "a")
      #expect(try reader.observations().count == 1)
      #expect(reader.isCutOff == true)
    }
  }

  @Test(
    "A last line that is wrong before its end is an error, not a cut, and so is any line but the last",
    arguments: [
      (#"{"t":0}"#, "camera"), (#"{"t":0,"camera":[1,2,}"#, "camera"), (#"{"t":0,"camera":[1,nope,2"#, "camera"),
      ("t,x", nil),
      (#"{"t":0,"came"# + "\n{}", nil),
    ] as [(String, String?)])
  func wrongEnd(line: String, field: String?) throws {
    let reader = try RecordingReaderBox(headerLine + "\n" + line)
    let error = #expect(throws: FileError.self) { _ = try reader.all() }
    #expect(error?.line == 2 && error?.field == field, "\(String(describing: error))")
  }

  @Test("A participant that the header does not count is an error")
  func participants() throws {
    let reader = try reader(
      #"{"t":0,"participant":2,\#(poses)}"#, header: Self.changed("100001", "2"))
    let error = try #require(message { _ = try reader.all() })
    #expect(error.hasPrefix(#"a.jsonl:2: field "participant": 2 is not below"#), "\(error)")
  }

  @Test("A line of more than 1 MiB is an error, one just below is read")
  func longLine() throws {
    let frame = #"{"t":0,\#(poses),"x":""#
    let fill = (1 << 20) - frame.utf8.count - 2
    for (extra, isRead) in [(0, true), (1, false)] {
      let line = frame + String(repeating: "x", count: fill + extra) + #""}"#
      let scratch = try ScratchFolder()
      let path = try scratch.write(headerLine + "\n" + line + "\n" + line, to: "long.jsonl")
      let error = message {
        var reader = try RecordingReader(path: path)
        #expect(try reader.observations().count == 2)
      }
      #expect(isRead ? error == nil : error?.hasPrefix("\(path):2: is longer than 1 MiB") == true)
    }
  }

  @Test("Errors name a missing file, a folder and an empty file")
  func unreadable() throws {
    let scratch = try ScratchFolder()
    let empty = try scratch.write("", to: "empty.jsonl")
    let missing = scratch("no.jsonl")
    #expect(message { _ = try RecordingReader(path: missing) } == "\(missing): cannot read: no such file or folder")
    #expect(message { _ = try RecordingReader(path: scratch.path) }?.contains("it is a folder") == true)
    #expect(message { _ = try RecordingReader(path: empty) } == "\(empty): is empty; expected a gazesim recording")
    #expect(message { _ = try RecordingReader(path: "") }?.contains("expected a file name") == true)
  }

  @Test("Frames that span several buffers of a file read back the same: n = 3,000")
  func file() throws {
    let scratch = try ScratchFolder()
    var generator = SeededGenerator(seed: 4)
    let frames = (0..<3_000).map { _ in RecordedFrame.random(using: &generator) }
    var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .simulated)
    header.seed = 4
    var writer = try RecordingWriter(path: scratch("a.jsonl"), header: header)
    for frame in frames { try writer.write(frame) }
    try writer.close()
    var reader = try RecordingReader(path: scratch("a.jsonl"))
    #expect(reader.header == header)
    let observations = try reader.observations()
    #expect(observations == frames.map(\.observation))
    #expect(scratch.names == ["a.jsonl"])
  }

  @Test("A writer refuses a frame that could not be read back")
  func refused() throws {
    let scratch = try ScratchFolder()
    let header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
    var frame = FaceFrame(time: .nan, face: .identity, leftEye: .identity, rightEye: .identity)
    let error = message {
      var writer = try RecordingWriter(path: scratch("a.jsonl"), header: header)
      try writer.write(RecordedFrame(observation: RecordedFrame.Observation(frame: frame)))
    }
    #expect(error?.contains(#"field "t": expected a finite time"#) == true)
    frame.time = 0
    let other = message {
      var writer = try RecordingWriter(path: scratch("a.jsonl"), header: header)
      try writer.write(RecordedFrame(observation: RecordedFrame.Observation(participant: -1, frame: frame)))
    }
    #expect(other?.contains(#"field "participant": expected 0 to 100000, found -1"#) == true)
    #expect(scratch.names.isEmpty)
  }

  @Test("Each of 20,000 mutated or cut files is read, finite where required, or refused in one line")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 5)
    var valid = Array((headerLine + "\n").utf8)
    for _ in 0..<3 { RecordingEncoder.append(.random(using: &generator), into: &valid) }
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u12", "null", "1e999", "-", "NaN", "\n", "\0", "\u{7F}é",
    ]
    var (refused, read) = (0, 0)
    for _ in 0..<20_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch generator.next() % 5 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes[place] ^= 1 << UInt8(generator.next() % 8)
        case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...200, using: &generator), bytes.count))
        case 3: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: place)
        default: bytes.removeLast(bytes.count - place)
        }
        if bytes.isEmpty { break }
      }
      do {
        var reader = try RecordingReader(bytes: bytes, name: "f")
        while let frame = try reader.next() {
          #expect(frame.observation.frame.time.isFinite)
          #expect((0...100_000).contains(frame.observation.participant))
          read += 1
        }
      } catch {
        #expect(!error.description.contains("\n") && error.path == "f", "\(error)")
        refused += 1
      }
    }
    // Some mutations must be read and some refused; otherwise they would test nothing.
    #expect(refused > 5_000 && read > 5_000)
  }
}

@Suite struct RecordingOrderTests {
  @Test(
    "If order is requested, a participant's time that runs backwards is an error with its line; people may alternate")
  func order() throws {
    let folder = try ScratchFolder()
    let identity = TransformMatrix.identity
    func write(_ times: [(person: Int, time: Double)]) throws -> String {
      var header = RecordingHeader(device: "d", rate: 60, scenario: "recorded", participants: 2, source: .recorded)
      header.seed = nil
      let path = folder("a.jsonl")
      var writer = try RecordingWriter(path: path, force: true, header: header)
      for (person, time) in times {
        let frame = FaceFrame(time: time, face: identity, leftEye: identity, rightEye: identity)
        try writer.write(RecordedFrame(observation: RecordedFrame.Observation(participant: person, frame: frame)))
      }
      try writer.close()
      return path
    }
    func count(_ path: String, ordered: Bool) throws -> Int {
      var reader = try RecordingReader(path: path, ordered: ordered)
      var count = 0
      while try reader.next() != nil { count += 1 }
      return count
    }
    let fine = try write([(0, 0), (1, 5), (0, 0), (0, 1), (1, 5.5)])
    #expect(try count(fine, ordered: true) == 5)
    let backwards = try write([(0, 0), (0, 2), (0, 1)])
    #expect(try count(backwards, ordered: false) == 3)
    let error = #expect(throws: FileError.self) { try count(backwards, ordered: true) }
    #expect(error?.line == 4 && error?.field == "t")
  }
}
