import Foundation
import GazeRecording
import Testing

/// A third-party take beside the package; see its NOTES.md.
private let take = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("shared/data/livelink/alexdjulin_facial.csv").path
private let hasTake = FileManager.default.fileExists(atPath: take)

@Suite struct ReplayCommandTests {
  private let scratch: Scratch
  private let gazesim: Command

  init() throws {
    scratch = try Scratch()
    gazesim = Command(in: scratch)
  }

  @Test(
    "a real take is imported, with what was assumed, and replayed through every pipeline",
    .enabled(if: hasTake, "the third-party takes are not beside this package"))
  func liveLink() async throws {
    let imported = try await gazesim(
      "import", take, "--from", "livelink", "--device", "iphone12mini", "--distance", "0.35", "-o", "take.jsonl")
    #expect(imported.status == 0, "\(imported.stderr)")
    #expect(imported.text.contains("1913 frames"))
    #expect(imported.text.contains("350.0 mm"))
    let header = try RecordingReader(path: scratch("take.jsonl")).header
    #expect(header.source == .recorded)
    #expect(header.assumptions.count >= 3)
    let replayed = try await gazesim("replay", "take.jsonl", "--fast", "--json")
    #expect(replayed.status == 0, "\(replayed.stderr)")
    let json = try replayed.json()
    #expect(json["frames"] as? Int == 1913)
    #expect(abs((json["seconds"] as? Double ?? 0) - 63.76) < 0.01)
    // One frame of 1914 never came.
    #expect(abs((json["dataLoss"] as? Double ?? 1) - 1.0 / 1914) < 1e-9)
    // Both lids beyond one half, counted in the CSV by hand: nine runs.
    #expect(json["blinks"] as? Int == 9)
    #expect((json["assumptions"] as? [String]) == header.assumptions)
    let pipelines = try #require(json["pipelines"] as? [[String: Any]])
    #expect(pipelines.map { $0["pipeline"] as? String } == ["article2021", "article2021-converted", "standard"])
    for pipeline in pipelines {
      let (scrolls, up, down) = (pipeline["scrolls"] as? Int, pipeline["up"] as? Int, pipeline["down"] as? Int)
      #expect(scrolls == (up ?? -1) + (down ?? -1))
      #expect(pipeline["scrollsPerMinute"] is Double)
    }
    let text = try await gazesim("replay", "take.jsonl", "--fast").text
    for part in [
      "1913 frames", "9 blinks by lids beyond 0.5", "assumed: ", "article2021-converted", "standard", "scrolls",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    // Nothing in it says where the person looked: that cannot be judged, and is not made up.
    expectRefusal(try await gazesim("evaluate", "--input", "take.jsonl"), naming: "take.jsonl", "\"target\"")
  }

  @Test("one pipeline by name, and a calibration's people in the standard one")
  func options() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "60", "-o", "a.jsonl")
    _ = try await gazesim("calibrate", "--participants", "1", "-o", "c.json")
    let plain = try await gazesim("replay", "a.jsonl", "--fast", "--json", "--pipeline", "standard")
    let calibrated = try await gazesim(
      "replay", "a.jsonl", "--fast", "--json", "--pipeline", "standard", "--calibration", "c.json")
    #expect((try plain.json()["pipelines"] as? [Any])?.count == 1)
    #expect(calibrated.status == 0, "\(calibrated.stderr)")
    #expect(calibrated.stdout != plain.stdout)
  }

  @Test("without --fast it keeps the recording's time, divided by --speed; a gap of years is not waited for")
  func pace() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "4", "-o", "a.jsonl")
    let clock = ContinuousClock()
    var paced: Command.Outcome?
    let time = try await clock.measure { paced = try await gazesim("replay", "a.jsonl", "--speed", "2", "--json") }
    #expect(time > .seconds(1.9))
    #expect(paced?.stdout == (try await gazesim("replay", "a.jsonl", "--fast", "--json")).stdout)
    var lines = try scratch.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    lines = Array(lines.prefix(3)) + lines.suffix(1).map { $0.replacing(/"t":[0-9.]+/, with: "\"t\":1e8") }
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "gap.jsonl")
    let gap = try await gazesim("replay", "gap.jsonl", "--json")
    #expect(gap.status == 0, "\(gap.stderr)")
    #expect(try gap.json()["frames"] as? Int == 3)
    let text = try scratch.text(of: "gap.jsonl")
    try scratch.write(text.replacing("\"t\":1e8", with: "\"t\":1e12"), to: "far.jsonl")
    try scratch.write(text.replacing(/"blink":\[[^\]]*\]/, with: "\"blink\":[9,0]"), to: "lids.jsonl")
    for command in [["replay", "--fast"], ["evaluate", "--input"], ["characterize"]] {
      expectRefusal(
        try await gazesim.run(command + ["far.jsonl"]), naming: "far.jsonl:4: field \"t\": is 1000000000000.0; expected"
      )
      expectRefusal(
        try await gazesim.run(command + ["lids.jsonl"]), naming: "lids.jsonl:2: field \"blink\": is 9.0; expected 0")
    }
  }
}
