import Foundation
import TestSupport
import Testing

/// The example of shares on a Dask cluster.
@Suite struct ManyMachinesTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let hasDask = Python(with: "dask.distributed") != nil

  @Test("Dask gives the bytes of the whole", .enabled(if: hasDask, "needs Python with dask and distributed"))
  func dask() async throws {
    let script = packageRoot.appending(path: "Examples/ManyMachines/dask_shards.py").path
    let words = "compare --participants 4 --duration 6"
    let whole = try await gazesim.shell("\"$gazesim\" \(words) -o whole.json")
    #expect(whole.status == 0, "\(whole.stderr)")
    let shares = try await gazesim.shell(
      "python3 '\(script)' --gazesim \"$gazesim\" --shares 3 -o again.json -- \(words)")
    #expect(shares.status == 0, "\(shares.stderr)")
    #expect(try Sealing.unmerged(scratch.text(of: "again.json"), parts: 3) == scratch.text(of: "whole.json"))
    let wrong = try await gazesim.shell(
      "python3 '\(script)' --gazesim \"$gazesim\" --shares 2 --retries 0 -- gate --participants 2")
    #expect(wrong.status == 1 && wrong.stderr.contains("dask_shards: share "), "\(wrong.stderr)")
    #expect(wrong.stderr.contains("--shard "))
  }
}
