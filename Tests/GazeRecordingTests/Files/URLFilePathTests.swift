import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Interfaces that take a URL instead of a path.
struct URLFilePathTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private let header = RecordingHeader.take(device: "iPhone13,1", points: SIMD2(375, 812))

  @Test("a URL reads and writes what its path names, also with spaces")
  func files() throws {
    for name in ["a take é.jsonl", "-"] {
      let url = URL(fileURLWithPath: scratch(name))
      var recorder = try GazeRecorder(url: url, header: header)
      try recorder.record(FaceFrame(time: 1, face: .identity, leftEye: .identity, rightEye: .identity))
      try recorder.close()
      #expect(recorder.url.path == url.path)
      #expect(try RecordingHeader(url: url) == header)
      #expect(try RecordingFile(url: url).header == header)
      var reader = try RecordingReader(url: url, ordered: true)
      let frame = try #require(try reader.next())
      #expect(try reader.next() == nil)
      let copy = url.appendingPathExtension("csv")
      var writer = try RecordingWriter(url: copy, header: header)
      try writer.write(frame)
      try writer.close()
      var again = try RecordingReader(url: copy)
      #expect(try again.next() == frame)
    }
  }

  @Test("a URL that is not a file's is refused")
  func web() throws {
    let url = try #require(URL(string: "https://example.org/a.jsonl"))
    let expected = "https://example.org/a.jsonl: expected the URL of a file, which begins with \"file:\""
    #expect(message { _ = try RecordingReader(url: url) } == expected)
    #expect(message { _ = try DeviceProfile(url: url) } == expected)
    #expect(message { _ = try ProfileLibrary([], folder: url) } == expected)
    #expect(message { _ = try GazeRecorder(url: url, header: header) } == expected)
  }
}
