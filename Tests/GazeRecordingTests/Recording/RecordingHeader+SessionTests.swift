import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct RecordingHeaderSessionTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func read(_ keys: String) throws -> RecordingHeader {
    let line =
      #"{"format":"gazesim.recording","version":1,"device":"iphone12mini","rate":60,"#
      + #""scenario":"recorded","participants":1"#
    return try RecordingReader(path: scratch.write(line + keys + "}\n", to: "header.jsonl")).header
  }

  @Test("person and session survive every format", arguments: ["jsonl", "npy", "csv", "jsonl.gz"])
  func formats(ending: String) throws {
    let sessions: [RecordingHeader.Session?] = [
      nil, 0, 1_000_000, .init(identifier: "monday"), .init(identifier: "1", start: "2026-03-01T09:30:00+01:00"),
      .init(identifier: "01"), .init(identifier: "\"\\,#\n".replacing("\n", with: "ü")),
    ]
    for (index, session) in sessions.enumerated() {
      let path = scratch("\(index).\(ending)")
      let header = RecordingHeader.take(
        device: "iphone12mini", points: SIMD2(375, 812), person: index == 0 ? nil : "3f2a/,\"#é", session: session)
      var writer = try RecordingWriter(path: path, header: header)
      try writer.write(
        RecordedFrame(
          observation: .init(frame: FaceFrame(time: 0, face: .identity, leftEye: .identity, rightEye: .identity))))
      try writer.close()
      #expect(try RecordingReader(path: path).header == header)
    }
  }

  @Test("a simulation's session is a number, as it always was")
  func bytes() throws {
    var line: [UInt8] = []
    var header = RecordingHeader.take(device: "d", points: SIMD2(1, 1), session: 1)
    RecordingEncoder.append(header, into: &line)
    #expect(String(decoding: line, as: UTF8.self).contains(#","session":1,"#))
    line = []
    header.session = .init(identifier: "a", start: Date(timeIntervalSince1970: 1_772_357_400))
    RecordingEncoder.append(header, into: &line)
    #expect(String(decoding: line, as: UTF8.self).contains(#","session":{"id":"a","start":"2026-03-01T09:30:00Z"},"#))
    // As JSON in reports, too.
    for session in [RecordingHeader.Session(7), .init(identifier: "a", start: "2026-03-01T09:30:00Z")] {
      let json = try JSONEncoder().encode([session])
      #expect(try JSONDecoder().decode([RecordingHeader.Session].self, from: json) == [session])
    }
  }

  @Test("without person and session a recording opens as before; unknown keys of a session are skipped")
  func reading() throws {
    let plain = try read("")
    #expect(plain.person == nil && plain.session == nil)
    #expect(try read(#","session":3"#).session == 3)
    #expect(try read(#","session":{"id":"3"}"#).session == 3)
    #expect(try read(#","session":{"id":"a","end":1}"#).session == .init(identifier: "a"))
    #expect(try read(#","person":null,"session":null"#).session == nil)
  }

  @Test(
    "an invalid identifier or time is refused by field",
    arguments: [
      (#","person":"""#, "person"), (#","person":"a\u0000b""#, "person"), (#","person":"a\u202eb""#, "person"),
      (#","person":" a""#, "person"), (#","person":"a\nb""#, "person"), (#","person":5"#, "person"),
      (#","session":-1"#, "session"), (#","session":1000001"#, "session"), (#","session":1.5"#, "session"),
      (#","session":"a""#, "session"), (#","session":{}"#, "session.id"), (#","session":{"id":""}"#, "session.id"),
      (#","session":{"id":3}"#, "session.id"), (#","session":{"id":"a","start":"yesterday"}"#, "session.start"),
      (#","session":{"id":"a","start":1}"#, "session.start"),
      (#","session":{"id":"a","start":"2026-13-01T09:30:00Z"}"#, "session.start"),
      (#","person":""# + String(repeating: "x", count: 201) + #"""#, "person"),
    ])
  func hostile(keys: String, field: String) throws {
    let error = try #require(message { _ = try read(keys) })
    #expect(error.contains("header.jsonl:1: field \"\(field)\": "), "\(error)")
    #expect(error.contains("expected") || error.contains("is missing"), "\(error)")
    #expect(!error.unicodeScalars.contains(where: TerminalText.isUnsafe))
  }

  @Test("stripping keeps person and session, and removes the date")
  func stripping() throws {
    let header = RecordingHeader.take(
      device: "d", points: SIMD2(1, 1), person: "anna", session: .init(identifier: "a", start: "2026-03-01T09:30:00Z"))
    let stripped = StrippedRecording(header)
    #expect(stripped.header.person == "anna" && stripped.header.session == .init(identifier: "a"))
    #expect(stripped.removed == ["the session's start"])
  }

  @Test("a recorder refuses an identifier that no reader accepts")
  func recorder() throws {
    let path = scratch("take.jsonl")
    #expect(throws: GazeRecorder.Failure.self) {
      _ = try GazeRecorder(path: path, header: .take(device: "d", points: SIMD2(1, 1), person: "a\u{202E}"))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
