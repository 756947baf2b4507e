import Foundation
import TestSupport
import Testing

@Suite struct CompletionsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

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
      bash complete.bash '\(line)'
      """
    let outcome = try await gazesim.shell(script)
    #expect(outcome.status == 0 && outcome.stderr.isEmpty, "\(outcome.stderr)")
    return outcome.text.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "bash completes commands, devices, scenarios, pipelines, metrics and limits",
    arguments: [
      ("gazesim gat", ["gate"]), ("gazesim gate --device iphone12m", ["iphone12mini"]),
      ("gazesim evaluate --scenario re", ["reading", "recipe"]), ("gazesim evaluate --pipeline sta", ["standard"]),
      ("gazesim compare --pipelines reco", ["recorded"]),
      ("gazesim gate --limit scroll.f", ["scroll.f1", "scroll.falsePerMinute"]),
      ("gazesim metrics pointer.late", ["pointer.latencyMilliseconds"]),
      ("gazesim compare --preset t", ["typical"]), ("gazesim evaluate --smoothing k", ["kalman"]),
      ("gazesim calibrate --rig h", ["head"]), ("gazesim scenarios star", ["stare"]),
      ("gazesim devices ipad9", []),
    ])
  func bash(line: String, words: [String]) async throws {
    #expect(try await completed(line) == words)
  }

  @Test("bash completes recordings and limits files by their endings")
  func files() async throws {
    for name in ["take.jsonl", "take.txt", "limits.json"] { try scratch.write("", to: name) }
    #expect(try await completed("gazesim evaluate ta") == ["take.jsonl"])
    #expect(try await completed("gazesim gate --limits li") == ["limits.json"])
    #expect(try await completed("gazesim doctor ta") == ["take.jsonl"])
  }

  @Test("there are scripts for zsh and fish, too", arguments: ["zsh", "fish"])
  func others(shell: String) async throws {
    let script = try await gazesim("--generate-completion-script", shell)
    #expect(script.status == 0 && script.text.contains("iphone16promax") && script.text.contains("recipe"))
  }
}
