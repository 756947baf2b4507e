import Foundation
import TestSupport
import Testing

@Suite struct VariantOptionsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private let people = ["compare", "--scenario", "validation", "--participants", "2", "--duration", "4"]

  /// The labels of a comparison's rows.
  private func labels(_ arguments: [String]) async throws -> [String] {
    let outcome = try await gazesim.run(arguments + ["--json"])
    #expect(outcome.status == 0, "\(outcome.stderr)")
    return try #require(try outcome.json()["rows"] as? [[String: Any]]).compactMap { $0["label"] as? String }
  }

  @Test("smoothings are rows of standard alone, on simulated people and on recordings")
  func smoothings() async throws {
    let five = "standard + own 5 points"
    #expect(
      try await labels(people + ["--smoothing", "none, kalman"]) == ["\(five) + none", "\(five) + kalman", five])
    let made = try await gazesim("generate", "--scenario", "validation", "--duration", "10", "-o", "a.jsonl")
    #expect(made.status == 0, "\(made.stderr)")
    #expect(
      try await labels(["compare", "a.jsonl", "--smoothing", "none,profile"]) == ["standard + none", "standard"])
    let plain = try await gazesim("compare", "a.jsonl", "--smoothing", "none,kalman")
    #expect(plain.text.hasPrefix("smoothing ") && plain.text.contains("standard, kalman"), "\(plain.text)")
  }

  @Test("a calibration is a row; one that was fitted to simulated data is refused for a recorded take")
  func calibration() async throws {
    try await SimulatedCalibration.shared().write(to: scratch("c.json"))
    let both = ["--pipelines", "virakri,standard", "--calibration", "c.json"]
    #expect(try await labels(people + both).contains("standard + own 5 points + calibration"))
    let made = try await gazesim("generate", "--scenario", "validation", "--duration", "10", "-o", "a.jsonl")
    #expect(made.status == 0, "\(made.stderr)")
    #expect(
      try await labels(["compare", "a.jsonl"] + both) == ["virakri", "standard + calibration", "standard"])
    let text = try scratch.text(of: "a.jsonl")
    try scratch.write(text.replacing("\"source\":\"simulated\"", with: "\"source\":\"recorded\""), to: "b.jsonl")
    expectRefusal(
      try await gazesim.run(["compare", "b.jsonl"] + both), naming: "was fitted to simulated data", "--allow-simulated")
  }

  @Test("wrong names, names given twice, and rows of a pipeline that is left out are refused")
  func refusals() async throws {
    expectRefusal(try await gazesim("compare", "--smoothing", "none,kalmna"), naming: "\"kalmna\"", "\"kalman\"")
    expectRefusal(try await gazesim("compare", "--smoothing", "none,none"), naming: "--smoothing: names none twice")
    expectRefusal(
      try await gazesim("compare", "--smoothing", "none", "--pipelines", "virakri"),
      naming: "--smoothing: adds rows of standard, which --pipelines leaves out")
    expectRefusal(
      try await gazesim("compare", "--calibration", "no.json", "--pipelines", "virakri"), naming: "--calibration: adds")
    expectRefusal(try await gazesim("compare", "--calibration", "no.json"), naming: "no.json")
  }

  @Test("the recorded pointer is a row if the recording holds one, and a program runs on recordings")
  func recorded() async throws {
    for (name, loop) in [("open.jsonl", "open"), ("closed.jsonl", "standard")] {
      let made = try await gazesim(
        "generate", "--scenario", "reading", "--loop", loop, "--duration", "5", "-o", name)
      #expect(made.status == 0, "\(made.stderr)")
    }
    let all = try await labels(["compare", "closed.jsonl"])
    #expect(all.first == "recorded" && all.last == "standard" && all.count == 15, "\(all)")
    #expect(try await !labels(["compare", "open.jsonl"]).contains("recorded"))
    #expect(try await labels(["compare", "closed.jsonl", "--pipelines", "standard,recorded"]).first == "recorded")
    expectRefusal(
      try await gazesim("compare", "open.jsonl", "--pipelines", "recorded,standard"),
      naming: "no tracked frame holds a pointer", "leave recorded out of --pipelines")
    let program = #"""
      python3 -c "
      import json, sys
      sys.stdin.readline(); print(json.dumps({'gazesim': 'ready', 'protocol': 1, 'name': 'still'}), flush=True)
      for line in sys.stdin: print(json.dumps({'t': json.loads(line)['t'], 'pointer': [100, 200]}), flush=True)"
      """#
    if (try? Program.run(["python3", "-c", ""]))?.status == 0 {
      let outcome = try await gazesim(
        "compare", "closed.jsonl", "--pipelines", "recorded,standard", "--pipeline-command", program)
      #expect(outcome.status == 0 && outcome.text.contains("still"), "\(outcome.stderr)")
      #expect(outcome.text.contains("1 person is too few for an interval"), "\(outcome.text)")
    }
  }
}
