import Foundation
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RecordingFileTests {
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

  @Test("the error for a recording of another rig states the rig and what to do, in every format and both ways")
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

  @Test("the header of any recording can be read alone, and an opened recording read on as its rig requires")
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

  @Test("except for the version, gaze's files are byte for byte as they were before there were other rigs")
  func unchanged() throws {
    var generator = SeededGenerator(seed: 91)
    let frames = (0..<300).map { _ in
      var frame = RecordedFrame.random(using: &generator)
      frame.observation.app = RecordedFrame.AppState()
      return frame
    }
    var header = RecordingHeader(
      device: "iphone12mini", rate: 59.94, scenario: "reading", participants: 100_001, source: .simulated)
    (header.seed, header.phone, header.preset, header.assumptions) = (1, 2, "typical", ["a", "b"])
    header.truth = RecordingHeader.Truth(screen: [0.05, 0.1], camera: [0.02, 0.001], people: [])
    func digest(_ name: String) throws -> UInt64 {
      try write(frames, header, to: scratch(name))
      var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch(name)))
      let version = try #require(bytes.range(of: Data(#""version":2"#.utf8)))
      bytes.replaceSubrange(version, with: Data(#""version":1"#.utf8))
      return FNV1a.hash(bytes)
    }
    #expect(try digest("a.jsonl") == 0xA79D_E610_A3CD_E1DB)
    #expect(try digest("a.npy") == 0x56D8_C29F_8444_E1BB)
    #expect(try digest("a.csv") == 0x3AE3_3B56_AFAA_DA5A)
  }
}
