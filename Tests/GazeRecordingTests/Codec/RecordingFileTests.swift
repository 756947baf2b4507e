import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct RecordingFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("a path's ending names the format, ignoring .gz; any other ending means JSON Lines")
  func endings() {
    let expected: [(String, RecordingFormat)] = [
      ("a.jsonl", .jsonl), ("a.npy", .npy), ("a.csv", .csv), ("a.CSV.gz", .csv), ("a.jsonl.gz", .jsonl), ("-", .jsonl),
      ("a.npy.gz", .npy), ("csv", .jsonl), ("a.csv/b", .jsonl), ("", .jsonl),
    ]
    for (path, format) in expected { #expect(RecordingFormat(path: path) == format, "\(path)") }
  }

  @Test("another rig's recording is refused with rig and remedy, in every format")
  func otherRig() throws {
    for name in ["a.jsonl", "a.csv.gz", "a.npy"] {
      let path = scratch(name)
      try write([ProbeSample.plain()], probeHeader(), to: path)
      let place = name == "a.npy" ? path : path + ":1"
      #expect(
        message { _ = try RecordingReader(path: path) }
          == "\(place): field \"rig\": is \"probe\"; expected \"gaze\": give a recording of that rig"
      )
    }
    try write([] as [RecordedFrame], usualHeader, to: scratch("g.jsonl"))
    #expect(
      message { _ = try SampleReader<ProbeSample>(path: scratch("g.jsonl")) }?.contains(
        "is \"gaze\"; expected \"probe\": give a recording of that rig") == true)
    // An untrusted name is made fit for a terminal.
    var strange = probeHeader()
    strange.rig = "\u{1B}[31m\n" + String(repeating: "x", count: 900)
    let error = message { _ = try RecordingReader(bytes: Array(line(strange).utf8), name: "a") } ?? ""
    #expect(error.hasPrefix("a:1: field \"rig\": is \"?[31m?xxx") && error.count < 300 && !error.contains("\u{1B}"))
    #expect(message { _ = try RecordingWriter(path: scratch("b.jsonl"), header: probeHeader()) } != nil)
    #expect(!scratch.names.contains("b.jsonl"))
  }

  @Test("any header can be read alone, then the recording as its rig requires")
  func headers() throws {
    var header = probeHeader()
    header.constants = ["fieldOfViewDegrees": 60]
    for name in ["a.jsonl", "a.csv", "a.npy", "a.jsonl.gz", "a.csv.gz"] {
      try write([ProbeSample.plain(), .plain(time: 1)], header, to: scratch(name))
      #expect(try RecordingHeader(path: scratch(name)) == header, "\(name)")
      let file = try RecordingFile(path: scratch(name))
      #expect(file.header.rig == "probe" && file.format == RecordingFormat(path: name))
      var reader = try SampleReader<ProbeSample>(file)
      #expect(try reader.observations().map(\.time) == [0.5, 1])
    }
    // The error for a table without its header says so, although its rig is unknown.
    let bare = try scratch.write("t,participant,attitude0\n0,0,1\n", to: "bare.csv")
    #expect(message { _ = try RecordingHeader(path: bare) }?.contains("has lost the recording's header") == true)
    let none = try scratch.write("hello\n", to: "none.csv")
    #expect(message { _ = try RecordingHeader(path: none) }?.contains("expected a gazesim recording") == true)
  }
}
