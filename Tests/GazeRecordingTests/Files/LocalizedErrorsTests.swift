import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Errors of an app's modules in an alert and on a terminal.
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
