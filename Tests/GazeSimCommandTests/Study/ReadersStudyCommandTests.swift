import Foundation
import TestSupport
import Testing

@Suite struct ReadersStudyCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Two trials of a passage of six lines, each read once.
  private func writeData() throws {
    let line = "seven letters in each of these words"
    let lines = [String](repeating: "\"\(line)\"", count: 6).joined(separator: ", ")
    try scratch.write(
      """
      {"1A": {"x_px": 360, "first_line_y_px": 155, "line_pitch_px": 64, "character_px": 16, "lines": [\(lines)]}}
      """, to: "passages.json")
    var rows = ["trial,age_group,passage,index,start_ms,end_ms,x_px,y_px,line"]
    for trial in ["a", "b"] {
      for index in 0..<60 {
        let (line, place) = (index / 10, index % 10)
        let (start, x, y) = (600 * index, 380 + 55 * place, 155 + 64 * line)
        rows.append("\(trial),adult,1A,\(index),\(start),\(start + 550),\(x),\(y),\(line + 1)")
      }
    }
    try scratch.write(rows.joined(separator: "\n") + "\n", to: "fixations.csv")
  }

  @Test("help names the files, the options and the source of the settings")
  func help() async throws {
    let help = try await gazesim("study", "readers", "--help")
    #expect(help.status == 0 && help.stderr.isEmpty, "\(help.stderr)")
    for part in ["USAGE: gazesim study readers", "fixations.csv", "passages.json", "--passages", "--width", "--drift"] {
      #expect(help.text.contains(part), "\(part) in \(help.text)")
    }
  }

  @Test("a short form, tables, and the same JSON whatever --jobs")
  func table() async throws {
    try writeData()
    let study = ["study", "readers", "--data", scratch.path, "--draws", "2", "--quiet"]
    let brief = try await gazesim.run(study)
    #expect(brief.status == 0 && brief.stderr.isEmpty, "\(brief.stderr)")
    #expect(brief.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 21, "\(brief.text)")
    let text = try await gazesim.run(study + ["--details"])
    for part in [
      "passages used for tuning: 1A; others: none", "confidence", "attach", "settled", "a, 1A", "not held out",
    ] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let one = try await gazesim.run(study + ["--json", "--jobs", "1"])
    let json = try one.json()
    #expect(json["schema"] as? String == "gazesim.study.readers" && json["trials"] as? Int == 2)
    #expect(try await gazesim.run(study + ["--json", "--jobs", "2"]).stdout == one.stdout)
  }

  @Test(
    "wrong values are refused",
    arguments: [
      (["--passages", "2"], "unknown passage \"2\""), (["--passages", ","], "--passages: is empty"),
      (["--width", "10"], "--width: is 10.0; expected 300 to 5000"), (["--draws", "0"], "--draws: is 0; expected 1"),
      (["--offset=-1"], "--offset: is -1.0; expected 0"), (["--drift", "nan"], "--drift: is nan; expected 0"),
    ])
  func refusals(options: [String], words: String) async throws {
    try writeData()
    expectRefusal(try await gazesim.run(["study", "readers", "--data", scratch.path] + options), naming: words)
  }

  @Test("no output replaces the recorded readers, also with --force")
  func inputs() async throws {
    try writeData()
    let before = try scratch.snapshot()
    for output in [["-o", "passages.json"], ["--shard", "1/2", "--part", "fixations.csv"]] {
      let outcome = try await gazesim.run(["study", "readers", "--data", ".", "--draws", "1", "--force"] + output)
      expectRefusal(outcome, naming: "is also the input ./\(output.last ?? ""); choose another name")
    }
    #expect(try scratch.snapshot() == before)
  }

  @Test("no folder, a file and a folder without the files are refused with their names")
  func folder() async throws {
    try scratch.write("text", to: "note.txt")
    for place in ["nowhere", "note.txt"] {
      let outcome = try await gazesim("study", "readers", "--data", place)
      expectRefusal(outcome, naming: "--data \(place): is no folder; expected one with fixations.csv")
    }
    expectRefusal(try await gazesim("study", "readers", "--data", ""), naming: "--data: is no folder")
    expectRefusal(try await gazesim("study", "readers", "--data", "."), naming: "./passages.json", "no such file")
  }
}
