import Foundation
import GazeRecording
import TestSupport
import Testing

/// Tests of `convert` and `record-info` for recordings of every rig but gaze.
@Suite struct RigFilesTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @discardableResult
  private func done(_ arguments: String...) async throws -> Command.Outcome {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.stderr)")
    return outcome
  }

  @Test(
    "jsonl to npy to csv to jsonl gives the same bytes, and the simulator writes the same file directly",
    arguments: ["head", "body", "drag"])
  func roundTrip(rig: String) async throws {
    let generate = ["generate", "--rig", rig, "--participants", "2", "--duration", "8", "--quiet"]
    for name in ["a.jsonl", "direct.npy"] {
      let made = try await gazesim.run(generate + ["-o", name])
      #expect(made.status == 0, "\(made.stderr)")
    }
    try await done("convert", "a.jsonl", "-o", "b.npy")
    try await done("convert", "b.npy", "-o", "c.csv")
    try await done("convert", "c.csv", "-o", "d.csv.gz")
    let last = try await done("convert", "d.csv.gz", "-o", "e.jsonl", "--json")
    #expect(try scratch.bytes(of: "e.jsonl") == scratch.bytes(of: "a.jsonl"))
    #expect(try scratch.bytes(of: "direct.npy") == scratch.bytes(of: "b.npy"))
    let samples = try scratch.text(of: "a.jsonl").count { $0 == "\n" } - 1
    let json = try last.json()
    #expect(samples > 100 && json["frames"] as? Int == samples && json["from"] as? String == "csv")
    let header = try RecordingHeader(path: scratch("d.csv.gz"))
    #expect(header.rig == rig && header.participants == 2)
  }

  @Test(
    "after stripping nothing is left that only a simulator knows, and the rest is unchanged",
    arguments: ["head", "body", "drag"])
  func strip(rig: String) async throws {
    try await done("generate", "--rig", rig, "--participants", "2", "--duration", "8", "--quiet", "-o", "a.jsonl")
    let stripped = try await done("convert", "a.jsonl", "-o", "s.jsonl", "--strip")
    #expect(stripped.text.contains("stripped: the truth of ") && stripped.text.contains("seed, phone"))
    let (whole, left) = (try scratch.text(of: "a.jsonl"), try scratch.text(of: "s.jsonl"))
    #expect(whole.contains(#""truth":{"#))
    for part in ["truth", "\"seed\"", "\"phone\"", "preset"] { #expect(!left.contains(part), "\(part)") }
    let (before, after) = (whole.split(separator: "\n").dropFirst(), left.split(separator: "\n").dropFirst())
    #expect(before.count == after.count)
    // The truth is the last key of a line.
    for (a, b) in zip(before, after) { #expect(a.replacing(/,"truth":\{.*\}\}$/) { _ in "}" } == String(b)) }
  }

  @Test(
    "record-info states people, counts, rate and known fields, as text and as JSON; a broken file up to the fault",
    arguments: ["head", "body", "drag"])
  func info(rig: String) async throws {
    try await done("generate", "--rig", rig, "--participants", "2", "--duration", "8", "--quiet", "-o", "a.jsonl")
    let json = try await done("record-info", "a.jsonl", "--json").json()
    let quality = try #require(json["quality"] as? [String: Any])
    let lines = try scratch.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    #expect(json["rig"] as? String == rig && json["faults"] as? [String] == [])
    #expect(quality["people"] as? Int == 2 && quality["frames"] as? Int == lines.count - 1)
    #expect(
      quality["truthFrames"] as? Int == lines.count { $0.contains(#""truth":{"#) }
        - (lines[0].contains(#""truth":{"#) ? 1 : 0))
    #expect(quality["runsBack"] as? Int == 0 && (quality["interval"] as? Double ?? 0) > 0)
    let fields = try #require(quality["fields"] as? [[String: Any]])
    #expect(fields.contains { ($0["known"] as? Double ?? 0) == 1 && !($0["key"] as? String ?? "").isEmpty })
    let text = try await done("record-info", "a.jsonl").text
    #expect(text.contains(", \(rig): 2 people, 2 sessions\n"), "\(text)")
    #expect(text.contains("nothing wrong was found") && text.contains("known"))
    // A file that ends in the middle of a line, as after a killed app, and a file with an invalid line.
    try scratch.write(lines.prefix(20).joined(separator: "\n") + "\n" + lines[20].prefix(9), to: "cut.jsonl")
    let cut = try await gazesim("record-info", "cut.jsonl")
    #expect(cut.status == 0 && cut.text.contains("wrong: ends in the middle of a sample"))
    try scratch.write(lines.prefix(20).joined(separator: "\n") + "\n{\"t\":\"x\"}\n", to: "broken.jsonl")
    let broken = try await gazesim("record-info", "broken.jsonl")
    #expect(broken.status == 2 && broken.text.contains("wrong: breaks off: broken.jsonl:21: field \"t\""))
  }

  @Test("an unknown rig is refused in one line, and so is a file of gaze that is read as one of another rig")
  func refusals() async throws {
    try scratch.write(
      #"{"format":"gazesim.recording","version":1,"rig":"ar\u001bm","device":"x","rate":60,"scenario":"s","#
        + #""participants":1}"# + "\n", to: "a.jsonl")
    for command in [["record-info", "a.jsonl"], ["convert", "a.jsonl", "-o", "b.npy"]] {
      let outcome = try await gazesim.run(command)
      expectRefusal(outcome, naming: "a.jsonl: field \"rig\": is \"ar\u{FFFD}m\"; this gazesim knows")
      #expect(!outcome.stderr.contains("\u{1B}"))
    }
    #expect(try !scratch.text(of: "a.jsonl").isEmpty)
  }
}
