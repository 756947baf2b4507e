import Foundation
import TestSupport
import Testing

/// Every command that can be divided, as a user would divide it.
@Suite struct SharesTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let runs: [[String]] = [
    "evaluate --participants 5 --duration 6", "evaluate --rig body --participants 3",
    "gate --participants 5 --most-participants 5 --duration 6",
    "gate --rig head --participants 3 --most-participants 3",
    "gate --rig drag --participants 3 --most-participants 3",
    "compare --participants 3 --duration 6 --arms all --recline 0,30 --split all --pipelines article2021,standard",
    "compare --participants 2 --scenario reading --loop closed --duration 15 --recentre reading --trigger edge,confirm",
    "compare --rig head --participants 2", "compare --rig drag --participants 2",
  ].map { $0.split(separator: " ").map(String.init) }

  @Test(
    "the result of three shares has the bytes of the whole, but for the words that say so",
    .slow("20 s: all commands with shares"), arguments: runs)
  func shares(words: [String]) async throws {
    let endings = ["json", "md", words[0] == "compare" ? "csv" : "xml"]
    let files = { (name: String) in endings.flatMap { ["-o", "\(name).\($0)"] } }
    let whole = try await gazesim.run(words + files("whole"))
    #expect(whole.status != 2 && whole.status != 64, "\(whole.stderr)")
    for number in 1...3 {
      let share = ["--shard", "\(number)/3", "--part", "\(number).part", "--jobs", "1"]
      let outcome = try await gazesim.run(words + share)
      #expect(outcome.status == 0 && outcome.stdout.isEmpty, "\(outcome.stderr)")
    }
    let again = try await gazesim.run(["merge", "3.part", "1.part", "2.part"] + files("again"))
    #expect(again.status == whole.status, "\(again.stderr)")
    let text = Sealing.unmerged(again.text, parts: 3)
    #expect(text.replacing("again.", with: "whole.") == whole.text)
    for ending in endings {
      let text = try scratch.text(of: "again.\(ending)")
      #expect(try Sealing.unmerged(text, parts: 3) == scratch.text(of: "whole.\(ending)"), "\(ending)")
    }
  }
}
