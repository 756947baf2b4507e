import Foundation
import Testing

@Suite struct GateCommandTests {
  private let scratch: Scratch
  private let gazesim: Command

  init() throws {
    scratch = try Scratch()
    gazesim = Command(in: scratch)
  }

  private func gate(_ limit: Double, participants: Int = 12) async throws -> Command.Outcome {
    try scratch.write(limits(("pointer.errorPoints.median", limit, "max")), to: "limits.json")
    return try await gazesim(
      "gate", "--limits", "limits.json", "--scenario", "validation", "--duration", "10", "--participants",
      "\(participants)", "--most-participants", "\(participants)")
  }

  @Test("0: a lax limit passes")
  func pass() async throws {
    let outcome = try await gate(100_000)
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(outcome.text.hasSuffix("verdict: pass\n"))
    #expect(outcome.stderr.isEmpty)
  }

  @Test("1: a strict limit fails, with the report on stdout")
  func fail() async throws {
    let outcome = try await gate(0.001)
    #expect(outcome.status == 1, "\(outcome.stderr)")
    #expect(outcome.text.hasSuffix("verdict: fail\n"))
    #expect(outcome.text.contains("pointer.errorPoints.median"))
    #expect(outcome.stderr.isEmpty)
  }

  @Test("2: an unknown device, metric or file is an error")
  func errors() async throws {
    expectRefusal(
      try await gazesim("gate", "--device", "iphone12min"), naming: "unknown device \"iphone12min\"",
      "\"iphone12mini\"",
      "`gazesim devices`")
    try scratch.write(limits(("pointer.errorPoints.medain", 1, "max")), to: "limits.json")
    expectRefusal(
      try await gazesim("gate", "--limits", "limits.json", "--participants", "1", "--duration", "5"),
      naming: "unknown metric \"pointer.errorPoints.medain\"", "\"pointer.errorPoints.median\"")
    expectRefusal(try await gazesim("gate", "--limits", "nowhere.json"), naming: "nowhere.json: cannot read")
    try scratch.write(#"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"a","limit":"#, to: "cut.json")
    expectRefusal(try await gazesim("gate", "--limits", "cut.json"), naming: "cut.json", "not valid JSON")
  }

  @Test("2: a limit that was set for another version of its metric, or on what a recording does not hold")
  func incomparable() async throws {
    try scratch.write(limits(("pointer.sizeFor95Points", 600, "max")), to: "old.json")
    expectRefusal(
      try await gazesim("gate", "--limits", "old.json", "--participants", "1", "--duration", "5"),
      naming: "old.json", "field \"limits.0.version\"", "is of version 1; expected version 2", "set the limit again")
    let options = ["--scenario", "validation", "--participants", "1", "--duration", "10", "-o", "a.jsonl"]
    #expect(try await gazesim.run(["generate"] + options).status == 0)
    #expect(try await gazesim("convert", "a.jsonl", "-o", "bare.jsonl", "--strip").status == 0)
    try scratch.write(limits(("pointer.errorPoints.median", 1000, "max")), to: "limits.json")
    #expect(try await gazesim("gate", "--input", "a.jsonl", "--limits", "limits.json").status == 3)
    expectRefusal(
      try await gazesim("gate", "--input", "bare.jsonl", "--limits", "limits.json"),
      naming: "bare.jsonl", "field \"truth\"", "set a limit of its own for pointer.targetErrorPoints.median")
    let bare = try await gazesim("evaluate", "--input", "bare.jsonl")
    #expect(bare.text.contains("to the shown target, points") && bare.text.contains("No true gaze is known"))
    #expect(!bare.text.contains("to the true gaze, points"))
  }

  @Test("3: two people are too few for a verdict, and it says how many it takes")
  func inconclusive() async throws {
    let outcome = try await gate(100_000, participants: 2)
    #expect(outcome.status == 3, "\(outcome.stderr)")
    #expect(outcome.text.hasSuffix("verdict: inconclusive\n"))
    #expect(outcome.text.contains("pointer.errorPoints.median needs 8 people, 2 are here"))
    // Before anybody was simulated.
    #expect(outcome.stderr.contains("needs 8 people for a verdict: of 2 it stays inconclusive"), "\(outcome.stderr)")
  }

  @Test("recordings: it says how many people the figure takes, and not to simulate more")
  func recordings() async throws {
    try scratch.write(limits(("pointer.errorPoints.median", 100_000, "max")), to: "limits.json")
    _ = try await gazesim(
      "generate", "--scenario", "validation", "--duration", "10", "--participants", "9", "-o", "r.jsonl")
    let outcome = try await gazesim("gate", "--limits", "limits.json", "--input", "r.jsonl")
    #expect(outcome.status == 3, "\(outcome.stderr)")
    #expect(outcome.text.contains("pointer.errorPoints.median needs 44 people, "), "\(outcome.text)")
    #expect(!outcome.text.contains("--most-participants"))
  }

  @Test(
    "64: arguments that cannot be parsed",
    arguments: [
      ["gate", "--seed", "x"], ["gate", "--no-such-option"], ["evaluate", "--jobs", "x"], ["replay"],
      ["no-such-command"], ["generate", "--participants", "1.5"], ["compare", "--recline", "x"],
      ["compare", "--pipelines", ","], ["study", "sensitivity", "--keys", ""],
      ["study", "characterize", "--participants", "2"],
      ["no\u{1B}[31m"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == 64, "\(outcome.stderr)")
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.stderr.contains("Error: ") && !outcome.stderr.contains("\u{1B}"))
    if ["compare", "replay"].contains(arguments[0]) {
      #expect(outcome.stderr.contains("Usage: gazesim \(arguments[0]) "), "\(outcome.stderr)")
    }
    #expect(scratch.names.isEmpty)
  }

  @Test("no other command gives 1 or 3: evaluate ends with 0 however bad the pointer is")
  func evaluateIsNoGate() async throws {
    let outcome = try await gazesim(
      "evaluate", "--pipeline", "article2021", "--preset", "pessimistic", "--participants", "2", "--duration", "5")
    #expect(outcome.status == 0, "\(outcome.stderr)")
  }

  @Test("the gate's JSON stands on stdout and in the file, whatever the verdict")
  func file() async throws {
    try scratch.write(
      limits(("pointer.errorPoints.median", 0.001, "max"), ("pointer.dataLoss", 0.9, "max")), to: "limits.json")
    let outcome = try await gazesim(
      "gate", "--limits", "limits.json", "--scenario", "validation", "--duration", "10", "--participants", "12",
      "--json", "-o", "gate.json")
    #expect(outcome.status == 1, "\(outcome.stderr)")
    #expect(try scratch.bytes(of: "gate.json") == outcome.stdout)
    let json = try outcome.json()
    #expect(json["verdict"] as? String == "fail")
    #expect((json["gates"] as? [[String: Any]])?.map { $0["verdict"] as? String } == ["fail", "pass"])
  }
}
