import Foundation
import TestSupport
import Testing

/// Output for a terminal, a browser and a shell: short forms, help, pages and completions.
struct TerminalOutputTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private static let plain = ["NO_COLOR": "", "CLICOLOR_FORCE": "", "COLUMNS": "", "GITHUB_ACTIONS": ""]

  private func run(_ line: String, _ environment: [String: String] = [:]) async throws -> Command.Outcome {
    try await gazesim.run(line, environment: Self.plain.merging(environment) { $1 })
  }

  @Test(
    "a short form has at most 20 lines, names the next command, and has the same words in colours",
    arguments: ["gaze", "head", "body", "drag"])
  func shortForms(rig: String) async throws {
    let people = "--rig \(rig) --participants 2 --duration 6"
    try await gazesim("generate \(people) -o take.jsonl")
    for line in [
      "evaluate \(people)", "gate --most-participants 2 \(people)", "compare \(people)", "evaluate --input take.jsonl",
      "calibrate --rig \(rig) --participants 1 -o c.json --force", rig == "gaze" ? "characterize take.jsonl" : "",
    ] where !line.isEmpty {
      let text = try await run(line).text
      #expect(text.split(separator: "\n").count <= 20 && text.contains("\nNext    gazesim "))
      let coloured = try await run(line, ["CLICOLOR_FORCE": "1"]).text
      #expect(coloured.contains("\u{1B}[") && coloured.replacing(/\u{1B}\[[0-9]*m/, with: "") == text)
    }
  }

  @Test("a wider terminal is used, and a narrow one is not overrun", arguments: [("50", 0...50), ("200", 81...120)])
  func widths(columns: String, longest: ClosedRange<Int>) async throws {
    let text = try await run("evaluate --rig drag --participants 2 --duration 5", ["COLUMNS": columns]).text
    #expect(longest.contains(text.split(separator: "\n").map(\.count).max() ?? 0))
  }

  @Test("the next command can be copied into a shell, also with a file whose name has a space")
  func copied() async throws {
    _ = try await gazesim.run(
      ["generate", "--scenario", "validation", "--duration", "20", "--participants", "2", "-o", "a take.jsonl"])
    let outcome = try await gazesim.run(["evaluate", "--input", "a take.jsonl"], environment: Self.plain)
    #expect(outcome.text.contains("gazesim evaluate --input 'a take.jsonl' --details"))
    let printed = try #require(outcome.text.firstMatch(of: /gazesim (evaluate .* -o .*)\n/)).1
    let copied = try await gazesim.shell("\"$gazesim\" \(printed)", environment: Self.plain)
    #expect(copied.status == 0 && scratch.names.contains("report.html"), "\(copied.stderr)")
    #expect(copied.text.contains("a take.jsonl' -o report.html --force --details"))
  }

  /// A folder with an opener that writes its arguments into `opened`.
  private func opener(_ last: String = "") throws -> String {
    let folder = scratch("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      try scratch.write(
        "#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" > '\(scratch("opened"))'\n\(last)\n", to: "bin/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(name)")
    }
    return folder
  }

  private func evaluate(_ options: [String], path: String, ci: String = "") async throws -> Command.Outcome {
    let outcome = try await gazesim.run(
      ["evaluate", "--participants", "1", "--duration", "2", "--scenario", "validation", "--open"] + options,
      environment: ["PATH": path, "CI": ci, "TMPDIR": scratch.path])
    #expect(outcome.status == 0, "\(outcome.stderr)")
    return outcome
  }

  @Test("the written page is opened by its absolute path, which no shell reads")
  func opens() async throws {
    let outcome = try await evaluate(["-o", "a $(touch x);'b.html"], path: try opener())
    #expect(outcome.stderr.contains("wrote a $(touch x);'b.html"))
    let opened = try scratch.text(of: "opened")
    #expect(opened.hasPrefix("1|/") && opened.hasSuffix("/a $(touch x);'b.html|"))
    #expect(!scratch.names.contains("x"))
  }

  @Test("without a page one is written to the temporary folder, for its owner alone")
  func temporary() async throws {
    let outcome = try await evaluate([], path: try opener())
    let page = String(try #require(try scratch.text(of: "opened").split(separator: "|").last))
    #expect(outcome.stderr.contains("wrote \(page)") && page.hasSuffix("/report.html"))
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("id=\"replay-data\""))
    let folder = URL(fileURLWithPath: page).deletingLastPathComponent().path
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o700)
  }

  @Test(
    "in continuous integration, without an opener, and after its failure the run ends as without --open, and says so")
  func remarks() async throws {
    let map = ["-o", "map.svg", "--force"]
    let ci = try await evaluate(map, path: try opener(), ci: "true")
    #expect(ci.stderr.contains("not opened: CI is set") && !scratch.names.contains("opened"))
    let none = try await evaluate(map, path: "relative:\(scratch("nowhere"))")
    #expect(none.stderr.contains("in PATH; open map.svg yourself"))
    let broken = try await evaluate(map, path: try opener("exit 4"))
    #expect(broken.stderr.contains("ended with exit code 4"))
  }

  /// The words that bash offers at the end of a command line.
  private func completed(_ line: String) async throws -> [String] {
    let script = """
      "$gazesim" --generate-completion-script bash > completion.bash
      cat > complete.bash << 'END'
      source ./completion.bash
      COMP_LINE="$1"; COMP_POINT=${#COMP_LINE}
      read -ra COMP_WORDS <<< "$COMP_LINE"
      [[ "$COMP_LINE" == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMPREPLY=()
      _gazesim gazesim "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      END
      bash complete.bash 'gazesim \(line)'
      """
    let outcome = try await gazesim.shell(script)
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome.stderr)")
    return outcome.lines.sorted()
  }

  @Test("bash completes commands, devices, scenarios, pipelines, metrics, limits, and files by their endings")
  func bash() async throws {
    for name in ["take.jsonl", "take.txt", "limits.json"] { try scratch.write("", to: name) }
    for (line, words) in [
      ("gat", "gate"), ("gate --device iphone12m", "iphone12mini"), ("evaluate --scenario re", "reading recipe"),
      ("evaluate --pipeline sta", "standard"), ("compare --pipelines reco", "recorded"),
      ("gate --limit scroll.f", "scroll.f1 scroll.falsePerMinute"),
      ("metrics pointer.late", "pointer.latencyMilliseconds"), ("compare --preset t", "typical"),
      ("evaluate --smoothing k", "kalman"), ("calibrate --rig h", "head"), ("scenarios star", "stare"),
      ("devices ipad9", ""), ("evaluate ta", "take.jsonl"), ("gate --limits li", "limits.json"),
      ("doctor ta", "take.jsonl"),
    ] {
      #expect(try await completed(line).joined(separator: " ") == words, "\(line)")
    }
  }

  @Test("there are scripts for zsh and fish, too", arguments: ["zsh", "fish"])
  func otherShells(shell: String) async throws {
    let script = try await gazesim("--generate-completion-script \(shell)").text
    expect(script, contains: ["iphone16promax", "recipe"])
  }
}
