import Foundation
import Testing

@Suite struct InterruptionTests {
  @Test("an interrupted run leaves no file of its own and touches no old one", arguments: [SIGTERM, SIGINT, SIGHUP])
  func interrupted(signal: Int32) async throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "long.jsonl")
    let outcome = try await Command(in: scratch)(
      "generate", "--duration", "3600", "--participants", "50", "-o", "long.jsonl", "--force"
    ) { process in
      // It has begun when there is a second file with something in it. Waiting blocks: other tests keep both cores
      // busy, and a suspended task would not be resumed before they are done.
      let deadline = Date(timeIntervalSinceNow: 90)
      while Date() < deadline {
        if let part = scratch.names.first(where: { $0 != "long.jsonl" }), scratch.size(of: part) > 100_000 { break }
        usleep(10_000)
      }
      try #require(scratch.names.count == 2, "no file was begun: \(scratch.names)")
      kill(process, signal)
    }
    #expect(outcome.isSignalled)
    #expect(outcome.status == signal)
    #expect(scratch.names == ["long.jsonl"])
    #expect(try scratch.text(of: "long.jsonl") == "old")
  }
}
