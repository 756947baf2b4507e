import Foundation
import GazeRecording
import TestSupport
import Testing

/// Identity of people in several recordings, as a user sees it.
@Suite struct PeopleCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private func run(_ arguments: String...) async throws -> Command.Outcome {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.stderr)")
    return outcome
  }

  /// Recordings of two people as a phone writes them: no truth, no seed, participant 0 in each.
  private func record(_ scenario: String = "calibration", rig: String = "gaze", duration: String? = nil) async throws {
    for (name, seed) in [("anna", "1"), ("ben", "2")] {
      let made = try await gazesim.run(
        ["generate", "--rig", rig, "--scenario", scenario, "--participants", "1", "--seed", seed]
          + (duration.map { ["--duration", $0] } ?? []) + ["-o", "whole-\(name).jsonl", "--force"])
      #expect(made.status == 0, "\(made.stderr)")
      _ = try await run("convert", "whole-\(name).jsonl", "--strip", "-o", "\(name).jsonl", "--force")
    }
  }

  private let both = ["--input", "anna.jsonl", "--input", "ben.jsonl"]

  @Test("two stripped recordings of two people are two people in every command")
  func strangers() async throws {
    try await record()
    let evaluated = try await gazesim.run(["evaluate", "--json"] + both)
    let json = try evaluated.json()
    #expect(json["participants"] as? Int == 2)
    let recorded = try #require(json["recorded"] as? [[String: Any]])
    #expect(recorded.map { $0["participant"] as? Int } == [0, 1] && recorded.allSatisfy { $0["person"] == nil })
    #expect(recorded.map { $0["recordings"] as? [String] } == [["anna.jsonl"], ["ben.jsonl"]])
    #expect(
      try await gazesim.run(["evaluate", "--details", "-o", "e.md"] + both).text.contains(": 2 people, 2 sessions, "))
    #expect(try scratch.text(of: "e.md").contains(": 2 people, 2 sessions, "))
    let limits =
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"pointer.targetErrorDegrees.median","limit":6,"#
      + #""direction":"max"}]}"#
    try scratch.write(limits, to: "limits.json")
    let gated = try await gazesim.run(["gate", "--details", "--limits", "limits.json"] + both)
    #expect(
      gated.status == 3 && gated.text.contains(": 2 people, 2 sessions, ")
        && gated.text.contains("judged after 2 people"))
    let characterised = try await run("characterize", "--details", "anna.jsonl", "ben.jsonl")
    #expect(characterised.text.contains("all takes: 2 people, 2 sessions"))
    #expect(characterised.text.contains("1 person, 1 session, "))
    for command in ["doctor", "record-info"] {
      #expect(try await run(command, "anna.jsonl").text.contains("1 person, 1 session"), "\(command)")
    }
    #expect(try await run("replay", "--fast", "anna.jsonl").text.contains("1 person, 1 session"))
  }

  @Test("calibrate finds each person's own offset, as if the person were fitted alone")
  func calibration() async throws {
    try await record()
    let fitted = try await gazesim.run(["calibrate", "--details", "-o", "both.json"] + both)
    #expect(fitted.text.contains("anna.jsonl, ben.jsonl (2 people, 2 sessions)"), "\(fitted.stderr)")
    let together = try #require(try CalibrationFile(path: scratch("both.json")).gaze)
    #expect(together.people.map(\.participant) == [0, 1])
    for (place, name) in ["anna", "ben"].enumerated() {
      _ = try await run("calibrate", "--input", "\(name).jsonl", "-o", "one.json", "--force")
      let alone = try #require(try CalibrationFile(path: scratch("one.json")).gaze?.people.first)
      for axis in 0..<2 {
        // People in a common fit share the screen's geometry, whose error affects each person's offset.
        #expect(abs(together.people[place].gazeOffset[axis] - alone.gazeOffset[axis]) < 0.5, "\(name)")
      }
    }
    let (anna, ben) = (together.people[0].gazeOffset, together.people[1].gazeOffset)
    #expect(max(abs(anna[0] - ben[0]), abs(anna[1] - ben[1])) > 1, "these two must differ, or the test shows nothing")
  }

  @Test("recordings with the same identifier are of one person, and a calibration uses the identifier")
  func returning() async throws {
    try await record()
    for name in ["anna", "ben"] {
      let converted = try await run(
        "convert", "\(name).jsonl", "-o", "\(name)-1.jsonl", "--person", name, "--session", "first", "--session-start",
        "2026-03-01T09:30:00Z")
      #expect(converted.text.contains("1 person, 1 session"))
    }
    _ = try await run("calibrate", "--input", "anna-1.jsonl", "--input", "ben-1.jsonl", "-o", "c.json")
    #expect(try CalibrationFile(path: scratch("c.json")).gaze?.people.map(\.person) == ["anna", "ben"])
    let info = try await run("record-info", "anna-1.jsonl")
    for part in ["identifier anna", "first", "from 2026-03-01T09:30:00Z"] { #expect(info.text.contains(part)) }
    // Another session, of Ben alone: he is participant 0 here and was 1 in the calibration.
    try await record("validation", duration: "20")
    _ = try await run("convert", "ben.jsonl", "-o", "ben-2.jsonl", "--person", "ben", "--session", "second")
    func error(_ arguments: String...) async throws -> Double {
      // The smoothing is fixed: a calibration has its own smoothing for everybody, but this test is about people's
      // numbers.
      let outcome = try await gazesim.run(
        ["evaluate", "--json", "--allow-simulated", "--smoothing", "mean10"] + arguments)
      let pointer = try #require(try outcome.json()["pointer"] as? [String: Any])
      return try #require((pointer["targetErrorDegrees"] as? [String: Any])?["median"] as? Double)
    }
    let own = try await error("--input", "ben-2.jsonl", "--calibration", "c.json")
    let none = try await error("--input", "ben-2.jsonl")
    #expect(own < none, "\(own), \(none)")
    // The same recording without Ben's identifier is judged with nobody's numbers, and above all not with Anna's; a
    // remark says so.
    #expect(try await error("--input", "ben.jsonl", "--calibration", "c.json") == none)
    let nameless = try await run("evaluate", "--input", "ben.jsonl", "--calibration", "c.json", "--allow-simulated")
    #expect(
      nameless.stderr.contains("c.json: does not know any of the recordings' 1 person: they are judged uncalibrated"))
    // All sessions together are of two people.
    let all = try await run(
      "evaluate", "--details", "--input", "anna-1.jsonl", "--input", "ben-1.jsonl", "--input", "ben-2.jsonl")
    #expect(all.text.contains(": 2 people, 3 sessions, "))
  }

  @Test("simulated people are the same in two scenarios with one seed, and others with another seed")
  func simulated() async throws {
    for (seed, scenario) in [("1", "validation"), ("1", "reading"), ("2", "validation")] {
      _ = try await run(
        "generate", "--scenario", scenario, "--participants", "2", "--duration", "5", "--seed", seed, "-o",
        "\(scenario)-\(seed).jsonl")
    }
    let one = try await run("evaluate", "--details", "--input", "validation-1.jsonl", "--input", "reading-1.jsonl")
    #expect(one.text.contains(": 2 people, 2 sessions, "))
    let other = try await run("evaluate", "--details", "--input", "validation-1.jsonl", "--input", "validation-2.jsonl")
    #expect(other.text.contains(": 4 people, 4 sessions, "))
  }

  @Test("the other rigs count people in the same way", arguments: ["head", "body", "drag"])
  func rigs(rig: String) async throws {
    for seed in ["1", "2"] {
      let made = try await gazesim.run(
        ["generate", "--rig", rig, "--participants", "1", "--duration", "20", "--seed", seed, "-o", "w\(seed).jsonl"])
      #expect(made.status == 0, "\(made.stderr)")
      _ = try await run("convert", "w\(seed).jsonl", "--strip", "-o", "s\(seed).jsonl")
      _ = try await run(
        "convert", "s\(seed).jsonl", "-o", "p\(seed).jsonl", "--person", "anna", "--session", "day \(seed)")
    }
    for (prefix, summary) in [("s", "2 people, 2 sessions"), ("p", "1 person, 2 sessions")] {
      let both = ["--input", "\(prefix)1.jsonl", "--input", "\(prefix)2.jsonl"]
      let evaluated = try await gazesim.run(["evaluate", "--details"] + both)
      #expect(evaluated.text.contains(": \(summary), "), "\(evaluated.text) \(evaluated.stderr)")
      let calibrated = try await gazesim.run(["calibrate", "--details", "-o", "c.json", "--force"] + both)
      #expect(calibrated.text.contains("(\(summary))"), "\(calibrated.text) \(calibrated.stderr)")
    }
    #expect(try await run("replay", "--fast", "s1.jsonl").text.contains("1 person, 1 session"))
    #expect(try await run("record-info", "s1.jsonl").text.contains("1 person, 1 session"))
  }

  @Test("an invalid identifier is refused before anything is written")
  func refusals() async throws {
    _ = try await run("generate", "--participants", "1", "--duration", "1", "-o", "a.jsonl")
    for arguments in [
      ["--person", ""], ["--person", "a\u{202E}b"], ["--session", " x"],
      ["--session", "x", "--session-start", "monday"],
      ["--session-start", "2026-03-01T09:30:00Z"],
    ] {
      let outcome = try await gazesim.run(["convert", "a.jsonl", "-o", "b.jsonl"] + arguments)
      #expect(outcome.status != 0 && outcome.stderr.contains(arguments.count > 2 ? "--session-start" : arguments[0]))
    }
    #expect(scratch.names == ["a.jsonl"])
  }
}
