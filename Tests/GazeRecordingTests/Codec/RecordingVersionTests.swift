import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Files in `Version1`, which were written by a gazesim that knew version 1 only and must never be regenerated:
/// `gazesim generate --participants 2 --seed 3 -o RIG.jsonl` (`.npy`, `.csv`, `.jsonl.gz`) with
/// - gaze: `--scenario reading --duration 4 --rate 5 --set tracker.dropoutRate=60`
/// - drag: `--duration 3 --rate 30`; head: `--duration 0.4`; body: `--duration 0.2`
///
/// and for gaze `convert --strip --person 3f2a --session monday --session-start 2026-03-02T09:30:00Z -o take.jsonl`.
/// The command may give other results today, because the simulator may change; these files do not.
struct RecordingVersionTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let folder = packageRoot.appending(path: "Tests/GazeRecordingTests/Version1")
  private static let old = Data(#""version":1,"#.utf8)

  private func old(_ name: String) throws -> Data { try Data(contentsOf: Self.folder.appendingPathComponent(name)) }

  /// Reads a rig's files of version 1 in four formats, which hold the same samples, and writes them again; the bytes
  /// must be the same, except for the version.
  private func check<Sample: RigSample>(_: Sample.Type, samples count: Int) throws {
    let lines = try read(Sample.self, Self.folder.appendingPathComponent("\(Sample.rig).jsonl").path)
    #expect(lines.samples.count == count && !lines.isCutOff)
    for format in ["jsonl", "jsonl.gz", "npy", "csv"] {
      let (path, again) = (
        Self.folder.appendingPathComponent("\(Sample.rig).\(format)").path, scratch("a.\(format)")
      )
      let (samples, isCutOff) = try read(Sample.self, path)
      #expect(rows(samples) == rows(lines.samples) && !isCutOff, "\(Sample.rig).\(format)")
      try write(samples, try RecordingHeader(path: path), to: again)
      guard format != "jsonl.gz" else { continue }
      var expected = try old("\(Sample.rig).\(format)")
      let place = try #require(expected.range(of: Self.old))
      expected.replaceSubrange(place, with: Data(#""version":2,"#.utf8))
      #expect(try Data(contentsOf: URL(fileURLWithPath: again)) == expected, "\(Sample.rig).\(format)")
    }
  }

  @Test("version 1 of every rig stays readable, in every format, to the last bit")
  func versionOne() throws {
    try check(RecordedFrame.self, samples: 40)
    try check(RecordedHead.self, samples: 20)
    try check(RecordedBody.self, samples: 24)
    try check(RecordedDrag.self, samples: 180)
  }

  @Test("a take of version 1 keeps its person and session")
  func take() throws {
    let path = Self.folder.appendingPathComponent("take.jsonl").path
    let header = try RecordingHeader(path: path)
    #expect(header.person == "3f2a" && header.lines == [])
    #expect(header.session == RecordingHeader.Session(identifier: "monday", start: "2026-03-02T09:30:00Z"))
    #expect(try read(RecordedFrame.self, path).samples.count == 40)
  }

  // MARK: Pages

  private func box(_ y: Double) -> RecordingHeader.LineBox {
    RecordingHeader.LineBox(x: 16, y: y, width: 343, height: 22)
  }

  /// A header of four people who read one page, and one in which three of them have a page of their own, without a line
  /// on one of these pages.
  private var headers: (shared: RecordingHeader, owned: RecordingHeader) {
    var shared = RecordingHeader(device: "x", rate: 60, scenario: "recorded", participants: 4, source: .recorded)
    shared.lines = [box(24), box(46)]
    var owned = shared
    owned.pages = [
      .init(participant: 2, lines: [box(1 / 3), box(-0.5)]), .init(participant: 0, lines: [box(7)]),
      .init(participant: 1, lines: []),
    ]
    return (shared, owned)
  }

  private let frames = (0..<8).map { index in
    plainFrame(
      time: Double(index / 4) / 60, participant: index % 4,
      app: .init(pointer: SIMD2(1, 2), scroll: .down, page: Double(index) / 3))
  }

  @Test("pages of people's own make it version 3, else 2, in every format")
  func pages() throws {
    let (shared, owned) = headers
    for (header, version) in [(shared, 2), (owned, 3)] {
      for name in ["a.jsonl", "a.npy", "a.csv", "a.csv.gz"] {
        try write(frames, header, to: scratch(name))
        let (samples, isCutOff) = try read(RecordedFrame.self, scratch(name))
        #expect(rows(samples) == rows(frames) && !isCutOff, "\(name)")
        let file = try RecordingFile(path: scratch(name))
        #expect(file.header == header && file.version == version, "\(name)")
      }
      try convert(scratch("a.csv"), scratch("b.jsonl"))
      #expect(try scratch.bytes(of: "b.jsonl") == scratch.bytes(of: "a.jsonl"))
    }
    let text = try scratch.text(of: "a.jsonl")
    #expect(
      text.contains(
        #""lines":[[16,24,343,22],[16,46,343,22]],"pages":[{"participant":2,"lines":[[16,0.3333333333333333,343,22],"#
          + #"[16,-0.5,343,22]]},{"participant":0,"lines":[[16,7,343,22]]},{"participant":1,"lines":[]}]}"# + "\n"))
  }

  @Test("keys that a version lacks are unknown there, whatever they hold")
  func before() throws {
    let (shared, owned) = headers
    for version in [1, 2] {
      for format in ["jsonl", "npy", "csv"] {
        try write(frames, owned, to: scratch("a.\(format)"))
        var bytes = try scratch.bytes(of: "a.\(format)")
        // The length must not change, because a .npy states it.
        bytes.replaceSubrange(
          try #require(bytes.range(of: Data(#""version":3,"#.utf8))), with: Data(#""version":\#(version),"#.utf8))
        if version == 1, format == "csv" {
          bytes = Data(String(decoding: bytes, as: UTF8.self).replacing(",1,2,down,", with: ",x,,left,").utf8)
        }
        try bytes.write(to: URL(fileURLWithPath: scratch("b.\(format)")))
        let header = try RecordingHeader(path: scratch("b.\(format)"))
        #expect(header.pages == [] && header.lines == (version == 1 ? [] : shared.lines), "\(version), \(format)")
        let samples = try read(RecordedFrame.self, scratch("b.\(format)")).samples
        #expect(samples.map(\.observation.app) == frames.map { version == 1 ? .init() : $0.observation.app })
      }
    }
    let old = headerLine.replacing(#""version":2"#, with: #""version":1"#)
    let line = #"{"t":0,\#(poses),"pointer":"mouse","scroll":7,"page":[1],"dot":[1,null]}"#
    #expect(try read(RecordedFrame.self, text: "\(old)\n\(line)\n").samples[0].observation.app == .init())
  }
}
