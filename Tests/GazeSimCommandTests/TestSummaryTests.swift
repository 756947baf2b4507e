import Foundation
import TestSupport
import Testing

/// Tests `script/test-summary`, with which `script/test` ends.
struct TestSummaryTests {
  private func summary(_ log: String) async throws -> String {
    let scratch = try ScratchFolder()
    try scratch.write(log, to: "log")
    let script = packageRoot.appending(path: "script/test-summary").path
    let outcome = try await Command(in: scratch).shell("\"$script\" log", environment: ["script": script])
    #expect(outcome.status == 0, "\(outcome.stderr)")
    return outcome.text
  }

  @Test("every skipped test is counted and named with its reason, once")
  func named() async throws {
    let log = """
      ◇ Test "What was skipped: a test" started.
      ➜ Test "A read-only folder is an error" skipped: "root may write everywhere"
      \u{1B}[90m➜ Test plain() skipped.\u{1B}[0m
      ➜ Suite SchemaTests skipped: "needs a python3"
      ➜ Test plain() skipped.
      ✔ Test "nothing is skipped" passed after 0.001 seconds.
      ✘ Test "words are skipped" failed after 0.1 seconds.
      /a/Tests.swift:3: Tests.old : Test skipped - not here
      """
    #expect(
      try await summary(log) == """
        skipped: 4
          /a/Tests.swift:3: Tests.old : Test skipped - not here
          Suite SchemaTests skipped: "needs a python3"
          Test "A read-only folder is an error" skipped: "root may write everywhere"
          Test plain() skipped.

        """)
  }

  @Test("slow tests that were left out are counted, with what runs them")
  func slow() async throws {
    let left = "➜ Test "
    let log = "\(left)\"a study\" skipped: \"slow: 58 s\"\n\(left)other() skipped: \"slow: 7 s\"\n"
    let words = "left out: 2 tests of 4 s or more, which script/test runs\n"
    #expect(try await summary(log) == "no test was skipped\n" + words)
    #expect(try await summary(log + "\(left)plain() skipped.\n") == "skipped: 1\n  Test plain() skipped.\n" + words)
  }

  @Test("every expectation that failed is the last thing named")
  func failed() async throws {
    let log = """
      \u{1B}[91m✘ Test "a sum" recorded an issue with 1 argument x → 2 at SumTests.swift:7:5: x == 3\u{1B}[0m
      ✘ Test "a sum" failed after 0.1 seconds with 1 issue.
      /a/Tests.swift:3: error: Tests.old : XCTAssertEqual failed
      """
    #expect(
      try await summary(log) == """
        no test was skipped
        failed: 2
          Test "a sum" recorded an issue with 1 argument x → 2 at SumTests.swift:7:5: x == 3
          /a/Tests.swift:3: error: Tests.old : XCTAssertEqual failed

        """)
  }

  @Test("where nothing was skipped that is said")
  func none() async throws { #expect(try await summary("✔ Test \"x\" passed\n") == "no test was skipped\n") }
}
