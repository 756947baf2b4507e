import Foundation
import Testing

@testable import Evaluate

@Suite struct ReplayScriptTests {
  /// The line that a Python script prints for `text`; nil without Python.
  private static func python(_ program: String, reading text: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    guard (try? process.run()) != nil else { return nil }
    input.fileHandleForWriting.write(Data(text.utf8))
    try? input.fileHandleForWriting.close()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func hash(_ text: String) -> String? {
    python(
      "import sys,hashlib,base64;print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())",
      reading: text)
  }

  @Test("a page's policy is the hash of its script", .enabled(if: hash("") != nil, "needs python3"))
  func policy() throws {
    let hash = "sha256-" + (try #require(Self.hash(ReplayScript.source)))
    #expect(ReplayScript.policy == hash, "replay.js has changed: write \(hash) into ReplayScript.swift")
  }

  @Test("the script is the whole file and cannot end its element")
  func source() {
    #expect(ReplayScript.source.hasPrefix("(function () {\n") && ReplayScript.source.hasSuffix("\n}());"))
    #expect(!ReplayScript.source.contains("</"))
  }
}
