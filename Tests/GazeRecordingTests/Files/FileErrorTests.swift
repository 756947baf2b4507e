import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct FileErrorTests {
  @Test("the middle of a path that is longer than 1,024 bytes is left out")
  func longPath() {
    func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    let long = "begin\(letters(1014))end"
    for (path, shown) in [
      ("a/b.json", "a/b.json"), (long + "ab", long + "ab"),
      (long + "abc", "begin\(letters(507))…\(letters(506))endabc"),
    ] {
      #expect("\(FileError(path: path, line: 2, message: "is odd"))" == "\(shown):2: is odd")
    }
  }
}

struct LocalizedErrorsTests {
  private static let errors: [any Error & CustomStringConvertible] = [
    FileError(path: "a.jsonl", line: 3, message: "is cut off"),
    UnknownNameError(kind: "device", name: "x", among: ["iphone12mini"]),
    SampleError("t", "is not finite"),
    SessionLife.Failure.cameraDenied, SessionLife.Failure.session("sensor failed"),
    DevicePipeline.Failure.simulated, DevicePipeline.Failure.otherRig("head"),
    DevicePipeline.Failure.noSuchPerson(3, people: [0, 1]), DevicePipeline.Failure.unlisted("iPad99,1"),
    GazeRecorder.Failure.exists("a.jsonl"),
    DisplayTransformError.image(.zero), PerspectiveViewError.fieldOfView(0),
  ]

  @Test("an alert that shows localizedDescription shows the error's own sentence", arguments: errors.indices)
  func sentence(_ index: Int) {
    let error = Self.errors[index]
    #expect((error as any Error).localizedDescription == error.description)
    #expect(!error.description.contains("--") && !error.description.contains("gazesim "))
  }

  @Test("a key chosen by a file is fit for a terminal in errors")
  func keys() throws {
    let json = Data(#"{"a\u001b[31m\u202e": 1}"#.utf8)
    let fault = try #require(
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: String].self, from: json) })
    let error = FileError(fault, path: "a.json", json: json)
    #expect(error.field == "a\u{FFFD}[31m\u{FFFD}" && error.message == "expected a string, found another type")
  }
}

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
