import Foundation
import TestSupport
import Testing

@Suite struct BaselineCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private func gate(_ arguments: String...) async throws -> Command.Outcome {
    try await gazesim.run(
      ["gate", "--duration", "10", "--participants", "10", "--most-participants", "20"] + arguments)
  }

  private func lax() throws {
    try scratch.write(limits(("pointer.latencyMilliseconds", 100_000, "max")), to: "limits.json")
  }

  @Test("accept writes the file, the same version passes, a worse one fails, an accepted one passes again")
  func accepts() async throws {
    try lax()
    let accepted = try await gate("--limits", "limits.json", "--baseline", "b.json", "--accept")
    #expect(accepted.status == 0, "\(accepted.stderr)")
    #expect(accepted.stderr == "wrote b.json; review it before you keep it\n")
    let same = try await gate("--limits", "limits.json", "--baseline", "b.json")
    #expect(same.status == 0 && same.text.contains("Nobody's figures differ"), "\(same.stderr)")
    let slow = ["--limits", "limits.json", "--baseline", "b.json", "--smoothing", "mean10"]
    let worse = try await gazesim.run(
      ["gate", "--duration", "10", "--participants", "10", "--most-participants", "20", "--json"] + slow)
    #expect(worse.status == 1, "\(worse.stderr)")
    let comparison = try #require(try worse.json()["baseline"] as? [String: Any])
    let rows = try #require(comparison["comparisons"] as? [[String: Any]])
    #expect(rows.map { $0["metric"] as? String } == ["pointer.latencyMilliseconds"])
    #expect(rows[0]["verdict"] as? String == "fail")
    let before = try scratch.bytes(of: "b.json")
    let again = try await gate("--limits", "limits.json", "--baseline", "b.json", "--smoothing", "mean10", "--accept")
    #expect(again.status == 0 && again.text.hasPrefix("ACCEPTED"), "\(again.stderr)")
    #expect(again.text.contains("since the baseline"))
    #expect(try scratch.bytes(of: "b.json") != before)
    let kept = try await gate("--limits", "limits.json", "--baseline", "b.json", "--smoothing", "mean10")
    #expect(kept.status == 0, "\(kept.stderr)")
    let better = try await gate("--limits", "limits.json", "--baseline", "b.json")
    #expect(better.status == 0)
    #expect(better.text.contains("1 figure is better than the baseline: accept with --accept"))
    let details = try await gate("--limits", "limits.json", "--baseline", "b.json", "--details")
    #expect(details.text.contains("pointer.latencyMilliseconds is better than the baseline by "))
  }

  @Test("an output must not be the baseline under another name, and a limit of a closed loop needs a closed loop")
  func outputs() async throws {
    try lax()
    let accept = ["gate", "--limits", "limits.json", "--accept", "--force", "--baseline", "./z.json", "-o"]
    expectRefusal(try await gazesim.run(accept + ["z.json"]), naming: "--baseline ./z.json", "neither stdout nor an -o")
    #expect(!scratch.names.contains("z.json"))
    expectRefusal(try await gate("-o", "n.json", "-o", "./n.json"), naming: "./n.json", "is named twice")
    try scratch.write(limits(("scroll.pageCompletion", 0.9, "min")), to: "closed.json")
    expectRefusal(try await gate("--limits", "closed.json"), naming: "scroll.pageCompletion", "--loop closed")
    #expect(try await gate("--limits", "closed.json", "--loop", "closed").status != 2)
  }

  @Test("another seed is refused by name, but redrawn noise is accepted; meaningless options are errors")
  func refuses() async throws {
    try lax()
    #expect(try await gate("--limits", "limits.json", "--baseline", "b.json", "--accept").status == 0)
    expectRefusal(
      try await gate("--limits", "limits.json", "--baseline", "b.json", "--seed", "2"), naming: "b.json",
      "seed (1 in the baseline, 2 now)", "--accept")
    let noisy = try await gate("--limits", "limits.json", "--baseline", "b.json", "--noise", "2", "--margin", "10")
    #expect(noisy.status == 0, "\(noisy.stderr)")
    expectRefusal(try await gate("--accept"), naming: "--accept", "--baseline FILE")
    expectRefusal(try await gate("--margin", "0.1"), naming: "--margin", "--baseline FILE")
    expectRefusal(try await gate("--baseline", "b.json", "--margin=-1"), naming: "--margin", "0 to 10")
    expectRefusal(try await gate("--baseline", "nowhere.json"), naming: "nowhere.json: cannot read")
    expectRefusal(
      try await gazesim("gate", "--participants", "10", "--most-participants", "5"), naming: "--most-participants",
      "at least the 10")
    // A mistyped path does not overwrite a file that is no baseline.
    let limits = try scratch.bytes(of: "limits.json")
    expectRefusal(try await gate("--baseline", "limits.json", "--accept"), naming: "limits.json", "gazesim.baseline")
    #expect(try scratch.bytes(of: "limits.json") == limits)
  }
}
