import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite struct InterruptedFilesTests {
  /// The address of a signal's handler: 0 is the system's default.
  private func handler(_ number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  @Test("a process that writes a recording keeps its own handling of SIGINT, SIGTERM and SIGHUP")
  func noHandler() throws {
    let scratch = try ScratchFolder()
    let header = RecordingHeader.take(device: "iPhone13,1", points: SIMD2(375, 812))
    let before = [SIGINT, SIGTERM, SIGHUP].map(handler)
    var writer = try RecordingWriter(path: scratch("a.jsonl"), header: header)
    #expect([SIGINT, SIGTERM, SIGHUP].map(handler) == before, "while it writes")
    try writer.close()
    InterruptedFiles.setLine(open: true)
    InterruptedFiles.setLine(open: false)
    #expect([SIGINT, SIGTERM, SIGHUP].map(handler) == before, "afterwards")
    // Other tests of this process write files, too, and none of them calls `handleSignals()`.
    #expect(before == [0, 0, 0])
  }
}
