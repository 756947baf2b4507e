import Foundation
import TestSupport
import Testing

@testable import GazeRecording

struct TerminalTextTests {
  @Test(
    "characters that could control a terminal or reverse a line are replaced",
    arguments: [
      "\u{1B}", "\t", "\n", "\r", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}",
      "\u{2029}",
      "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
    ])
  func unsafe(text: String) {
    #expect(TerminalText.line("a\(text)b") == "a\u{FFFD}b")
  }

  @Test("a workflow command's mark in a runner's log is broken, without loss in JSON")
  func workflowCommands() throws {
    for text in ["##[error]x", "a ##[", "###[x"] {
      #expect(TerminalText.line(text) == text.replacing("[", with: "\u{FFFD}"))
      let json = TerminalText.json("[\"\(text)\"]")
      #expect(!json.contains("##["))
      #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }
    #expect(TerminalText.line("#[# [") == "#[# [" && TerminalText.json("[\"#[\"]") == "[\"#[\"]")
  }

  @Test("other text is unchanged, and JSON loses nothing")
  func other() {
    #expect(TerminalText.line("1€ × 30°, größer …") == "1€ × 30°, größer …")
    #expect(TerminalText.json("{\n\"a\u{202E}\u{7F}€\"}") == #"{"# + "\n" + #""a\u202e\u007f€"}"#)
  }
}

struct TrimmedTests {
  @Test("blanks and line ends go at both ends and stay within")
  func trims() {
    #expect([" a b\t", "\r\na\n", "a", "", " \n", "\u{A0}é "].map(\.trimmed) == ["a b", "a", "a", "", "", "é"])
    #expect("x = 1"[..<"x =".endIndex].trimmed == "x =")
  }
}

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

struct UnknownNameErrorTests {
  private let devices = ["iphonex", "iphone12mini", "iphone13mini", "iphone12", "iphone12pro", "ipadpro13m4"]

  @Test("The most similar names come first: typos, swaps, case, spaces, beginnings")
  func near() {
    #expect(nearest(to: "iphone12min", among: devices).first == "iphone12mini")
    #expect(nearest(to: "ipohne12", among: devices).first == "iphone12")
    #expect(nearest(to: "iPhone 13 Mini", among: devices).first == "iphone13mini")
    #expect(nearest(to: "ipad", among: devices) == ["ipadpro13m4"])
  }

  @Test("No name is similar to an empty, other or huge one")
  func far() {
    #expect(nearest(to: "", among: devices).isEmpty)
    #expect(nearest(to: "galaxy", among: devices).isEmpty)
    #expect(nearest(to: String(repeating: "é", count: 1 << 20), among: devices).isEmpty)
    #expect(nearest(to: "iphone12", among: []).isEmpty)
    #expect(nearest(to: "a", among: ["", "bcd"]).isEmpty)
    #expect(nearest(to: "foo", among: ["dot", "tap15"]).isEmpty && nearest(to: "dit", among: ["dot"]) == ["dot"])
  }

  @Test("The error is one line with the names and the command that lists all")
  func description() {
    let error = UnknownNameError(kind: "device", name: "ipohnex", among: devices, listing: "gazesim devices")
    #expect(error.description.hasPrefix(#"unknown device "ipohnex": did you mean "iphonex""#))
    #expect(error.description.hasSuffix("? `gazesim devices` lists all"))
    #expect(UnknownNameError(kind: "pipeline", name: "q", among: []).description == #"unknown pipeline "q""#)
    let hostile = UnknownNameError(kind: "device", name: "i\u{1B}[31m\n::error::x", among: []).description
    #expect(hostile.allSatisfy { !$0.isNewline && $0 != "\u{1B}" }, "\(hostile)")
  }
}
