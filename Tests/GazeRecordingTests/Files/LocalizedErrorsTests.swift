import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite struct LocalizedErrorsTests {
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
}
