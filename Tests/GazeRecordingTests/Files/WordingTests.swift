import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct WordingTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("an app's user reads of no option, the command's of options and subcommands")
  func audiences() throws {
    let path = try scratch.write("{}", to: "a.json")
    let faults: [(String, () throws -> Void)] = [
      ("--force", { _ = try OutputFile(path: path) }),
      ("`gazesim devices` lists all", { _ = try ProfileLibrary([]).profile(id: "none") }),
      ("`gazesim import`", { _ = try RecordingReader(bytes: Array("a face\n".utf8), name: "a") }),
    ]
    for (words, body) in faults {
      let app = try #require(message(body))
      let command = try #require(Wording.$isForCommand.withValue(true) { message(body) })
      #expect(!app.contains("--") && !app.contains("`gazesim "), "\(app)")
      #expect(command.contains(words))
    }
  }

  @Test("the words for the command reach the tasks that it starts")
  func tasks() async {
    let words = await Wording.$isForCommand.withValue(true) {
      await withTaskGroup(of: String.self) { group in
        group.addTask { Wording.of(command: "--force") }
        return await group.next()
      }
    }
    #expect(words == "--force" && Wording.of(command: "--force", app: "other") == "other")
  }
}
