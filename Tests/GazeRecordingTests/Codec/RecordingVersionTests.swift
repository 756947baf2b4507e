import Foundation
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
@Suite struct RecordingVersionTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let folder = packageRoot.appending(path: "Tests/GazeRecordingTests/Version1")
  private static let old = Data(#""version":1,"#.utf8)

  private func old(_ name: String) throws -> Data { try Data(contentsOf: Self.folder.appendingPathComponent(name)) }

  /// Bytes of the samples' rows, in which all unknown numbers are equal.
  private func rows<Sample: RigSample>(_ samples: [Sample]) -> [[UInt8]] {
    let layout = FieldLayout(Sample.self)
    return samples.map { layout.withRow(of: $0) { Array(UnsafeRawBufferPointer(start: $0, count: layout.size)) } }
  }

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

  @Test("a newer version is refused by number, for every rig and in every format; so is 0")
  func refusals() throws {
    for rig in ["gaze", "head", "body", "drag"] {
      for format in ["jsonl", "npy", "csv"] {
        for (version, message) in [
          (3, "3 is newer than this program knows (2); update gazesim"), (0, "0 expected 1 to 2"),
        ] {
          var bytes = try old("\(rig).\(format)")
          // The length must not change, because a .npy states it.
          bytes.replaceSubrange(try #require(bytes.range(of: Self.old)), with: Data(#""version":\#(version),"#.utf8))
          let path = scratch("a.\(format)")
          try bytes.write(to: URL(fileURLWithPath: path))
          let error = TestSupport.message { _ = try RecordingFile(path: path).header }
          #expect(error == path + (format == "npy" ? ": " : ":1: ") + #"field "version": "# + message)
        }
      }
    }
  }
}
