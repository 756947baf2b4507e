import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct InterruptedFilesTests {
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

  @Test("files that are registered at the same time have entries of their own")
  func entries() async {
    let places = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<32 { group.addTask { InterruptedFiles.add("/nowhere/\(number)") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for case let place? in places { InterruptedFiles.remove(place) }
    // Other tests of this process have some of the entries.
    let own = places.compactMap { $0 }
    #expect(own.count > 16 && Set(own).count == own.count)
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
