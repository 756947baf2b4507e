import Foundation
import Testing

@testable import Evaluate

@Suite struct ChildProcessTests {
  /// Runs a shell's command and returns its exit code and what it wrote.
  private func run(_ command: String, _ environment: [String: String] = [:]) throws -> (code: Int32, text: String) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var pid: pid_t = 0
    let error = ChildProcess.start(["/bin/sh", "-c", command], environment: environment, files: [(ends[1], 1)], &pid)
    close(ends[1])
    try #require(error == 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    close(ends[0])
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid)
    return ((status >> 8) & 0xFF, String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }

  @Test("a program gets its arguments, the environment and the files, and no other variable; an absent one is an error")
  func starts() throws {
    let (code, text) = try run("echo \"$WORD ${HOME-none}\"; exit 7", ["WORD": "a b"])
    #expect(code == 7 && text == "a b none\n")
    var pid: pid_t = 0
    #expect(ChildProcess.start(["/no/such/program"], environment: [:], files: [], &pid) == ENOENT)
  }
}
