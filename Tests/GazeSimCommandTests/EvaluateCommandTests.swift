import Foundation
import GazeRecording
import Profiles
import TestSupport
import Testing

/// `evaluate`: figures that must agree between runs, recordings and loops. The corpus holds its texts and files.
struct EvaluateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("with the preset ideal the pointer is exact on every device")
  func ideal() async throws {
    let gazesim = gazesim
    let ids = BuiltInProfiles.all.map(\.id)
    let errors = try await withThrowingTaskGroup(of: (String, Double?).self) { group in
      var waiting = ids[...]
      func start() {
        guard let id = waiting.popFirst() else { return }
        group.addTask {
          let json = try await gazesim(
            "evaluate --device \(id) --scenario validation --duration 15 --jobs 1 --json --preset ideal "
              + "--smoothing none --person-calibration none --participants 2"
          ).json()
          let points = (json["pointer"] as? [String: Any])?["errorPoints"] as? [String: Any]
          return (id, points?["p95"] as? Double)
        }
      }
      for _ in 0..<2 { start() }
      var errors: [String: Double?] = [:]
      for try await (id, error) in group {
        errors[id] = error
        start()
      }
      return errors
    }
    #expect(errors.count == ids.count)
    for (id, error) in errors { #expect(try #require(error ?? nil, "\(id)") < 0.01, "\(id)") }
  }

  @Test("figures do not depend on the number of jobs, and the file has the same content as stdout")
  func jobs() async throws {
    let line = "evaluate --participants 5 --duration 10 --json"
    let one = try await gazesim("\(line) --jobs 1 -o a.json")
    #expect(try await gazesim("\(line) --jobs 2 -o b.json").stdout == one.stdout)
    #expect(try scratch.bytes(of: "a.json") == one.stdout && scratch.bytes(of: "b.json") == one.stdout)
  }

  /// The report on a recording without what only a recording's report has.
  private func withoutRecording(_ report: [String: Any], people: Int) -> [String: Any] {
    var json = report
    #expect((json.removeValue(forKey: "recorded") as? [Any])?.count == people)
    #expect((json.removeValue(forKey: "recordingFaults") as? [Any])?.isEmpty == true)
    return json
  }

  @Test("a recording of simulated people gives the same figures as their simulation")
  func input() async throws {
    let people = "--scenario reading --participants 3 --duration 40 --seed 4"
    try await gazesim("generate -o a.jsonl \(people)")
    let read = try await gazesim("evaluate --input a.jsonl --json").json()
    let made = try await gazesim("evaluate --person-calibration none --json \(people)").json()
    #expect(withoutRecording(read, people: 3) as NSDictionary == (try asRecorded(made)) as NSDictionary)
  }

  private let readers = "--scenario reading --participants 2 --duration 60 --seed 6"

  @Test("evaluate closes the loop with the judged pipeline, and prints false and missed scrolls")
  func closedLoop() async throws {
    let evaluate = "evaluate --details --preset ideal \(readers) --loop"
    let closed = try await gazesim("\(evaluate) closed")
    expect(
      closed.text, contains: ["loop closed by standard)", " false, ", " missed. ", "scrolled too far"])
    // The last two lines name the command and the hash of its conditions.
    #expect(try await gazesim("\(evaluate) standard").lines.dropLast(2) == closed.lines.dropLast(2))
    let mixed = try await gazesim("\(evaluate) closed --scenario stare")
    #expect(mixed.text.contains("loop closed by standard)"))
  }

  @Test("generate closes the loop with a named pipeline and says so, with the same bytes whatever the jobs")
  func closedRecording() async throws {
    let generate = "generate --loop standard \(readers)"
    #expect(try await gazesim("\(generate) --jobs 1 -o a.jsonl").text.contains("loop closed by standard"))
    try await gazesim("\(generate) --jobs 3 -o b.jsonl")
    #expect(try scratch.bytes(of: "a.jsonl") == scratch.bytes(of: "b.jsonl"))
    let other = try await gazesim("evaluate --details --input a.jsonl --pipeline article2021")
    #expect(other.text.contains(/open-loop\s+replay\s+of\s+a\s+recording\s+closed\s+by\s+standard/))
    // The recording's loop was closed by a pipeline without any calibration. So the same pipeline without calibration
    // is judged as in its own loop.
    try await gazesim("\(generate) --person-calibration none -o c.jsonl")
    let read = try await gazesim("evaluate --input c.jsonl --json").json()
    let made = try await gazesim("evaluate --loop closed --person-calibration none --json \(readers)").json()
    #expect(read["loop"] as? String == "standard")
    // Only the simulator knows the reader's state, and only the recording its people; everything else is the same.
    func withoutReaders(_ report: [String: Any]) throws -> NSDictionary {
      var json = report
      for part in ["scroll", "intervals", "peopleNeeded"] {
        var object = try #require(json[part] as? [String: Any])
        for name in ["unreadLinesLost", "timeToRecoverSeconds", "pageCompletion", "timeOverTouch"] {
          object[part == "scroll" ? name : "scroll.\(name)"] = nil
        }
        json[part] = object
      }
      return json as NSDictionary
    }
    #expect(try withoutReaders(withoutRecording(read, people: 2)) == withoutReaders(asRecorded(made)))
  }

  @Test("a bare file is the same as --input, in each command, also if both are mixed")
  func bare() async throws {
    for (name, seed) in [("a", 1), ("b", 2)] {
      try await gazesim("generate --scenario validation --duration 30 --rate 30 --seed \(seed) -o \(name).jsonl")
    }
    for command in ["evaluate --json", "compare --json --pipelines standard"] {
      let named = try await gazesim("\(command) --input a.jsonl --input b.jsonl").withoutCommand
      #expect(try await gazesim("\(command) a.jsonl b.jsonl").withoutCommand == named)
      #expect(try await gazesim("\(command) a.jsonl --input b.jsonl").withoutCommand == named)
    }
    try await gazesim.refuses("evaluate a.jsonl --input a.jsonl", "is the same recording")
    try await gazesim("gate a.jsonl --limit pointer.latencyMilliseconds<=1000", status: 3)
    try await gazesim("calibrate a.jsonl -o c.json")
  }

  /// Runs the command with a FIFO `pipe` into which a file is written once: a pipe can be read only once, so bytes that
  /// the command read to inspect the recording would be lost.
  private func piped(_ file: String, _ line: String) async throws -> Command.Outcome {
    try? FileManager.default.removeItem(atPath: scratch("pipe"))
    try #require(mkfifo(scratch("pipe"), 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The writer is a separate process, since a signal ends it if the reader closes the pipe.
    writer.arguments = ["-c", "exec cat \"$0\" > \"$1\"", scratch(file), scratch("pipe")]
    writer.standardError = FileHandle.nullDevice
    try writer.run()
    defer {
      if writer.isRunning { writer.terminate() }
      writer.waitUntilExit()
    }
    return try await gazesim.run(line)
  }

  @Test("evaluate, gate and replay read a pipe like the file, for gaze and, with --rig, for another rig")
  func pipes() async throws {
    for (rig, scenario, metric) in [
      ("gaze", "validation", "pointer.latencyMilliseconds"), ("drag", "around", "slip.points.mean"),
    ] {
      try await gazesim("generate --rig \(rig) --scenario \(scenario) --duration 40 --quiet -o \(rig).jsonl")
      #expect(scratch.size(of: "\(rig).jsonl") > 1 << 16, "more than a reader takes at once")
      for command in ["evaluate --json --input", "gate --limit \(metric)<=1e6 --json --input", "replay --fast --json"] {
        let whole = try await gazesim.run("\(command) \(rig).jsonl")
        let outcome = try await piped("\(rig).jsonl", "\(command) pipe" + (rig == "gaze" ? "" : " --rig \(rig)"))
        #expect(outcome.status == whole.status && whole.status != 2, "\(command): \(outcome.stderr)")
        // A report names the recordings of its people.
        #expect(outcome.text == whole.withoutCommand.replacing("\"\(rig).jsonl\"", with: "\"pipe\""), "\(command)")
      }
    }
  }

  @Test("a pipe of another rig is refused with the option to give, and a calibration reads twice, so takes no pipe")
  func refusedPipes() async throws {
    try await gazesim("generate --rig head --duration 20 --quiet -o head.jsonl")
    for command in ["evaluate --input", "gate --input", "replay --fast"] {
      expectRefusal(
        try await piped("head.jsonl", "\(command) pipe"),
        ["pipe:1: field \"rig\": is \"head\"; expected \"gaze\"", "--rig head"])
    }
    for rig in ["gaze", "head"] {
      for (input, name) in [("-", "standard input"), ("pipe", "pipe")] {
        expectRefusal(
          try await gazesim.run("calibrate --rig \(rig) --input \(input) -o c.json"),
          ["\(name): a calibration reads its recordings twice; name a file"])
      }
    }
    #expect(scratch.names == ["head.jsonl", "pipe"])
  }
}
