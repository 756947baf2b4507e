import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// A third-party take beside the package; see its NOTES.md.
private let take = sharedData.appending(path: "livelink/alexdjulin_facial.csv").path
private let hasTake = FileManager.default.fileExists(atPath: take)

struct ReplayCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// The last line of `--json`.
  private func report(_ outcome: Command.Outcome) throws -> [String: Any] {
    try jsonObject(Data(try #require(outcome.lines.last).utf8))
  }

  @Test(
    "a real take is imported with its assumptions and replayed through every pipeline",
    .enabled(if: hasTake, "the third-party takes are not beside this package"))
  func liveLink() async throws {
    let imported = try await gazesim.run([
      "import", take, "--from", "livelink", "--device", "iphone12mini", "--distance", "0.35", "-o", "take.jsonl",
    ])
    #expect(imported.status == 0, "\(imported.stderr)")
    expect(imported.text, contains: ["1913 frames", "350.0 mm"])
    let header = try RecordingReader(path: scratch("take.jsonl")).header
    #expect(header.source == .recorded && header.assumptions.count >= 3)
    let replayed = try await gazesim("replay take.jsonl --fast --json")
    let json = try report(replayed)
    #expect(replayed.lines.count == 1914 && json["frames"] as? Int == 1913)
    expectNear(json["seconds"] as? Double, 63.76, 0.01)
    // One frame of 1914 never came.
    expectNear(json["dataLoss"] as? Double, 1.0 / 1914, 1e-9)
    // Nine runs with both lids beyond one half, counted in the CSV by hand.
    #expect(json["blinks"] as? Int == 9)
    #expect((json["assumptions"] as? [String]) == header.assumptions)
    let pipelines = try #require(json["pipelines"] as? [[String: Any]])
    #expect(pipelines.map { $0["pipeline"] as? String } == ["article2021", "article2021-converted", "standard"])
    for pipeline in pipelines {
      let (up, down) = (pipeline["up"] as? Int ?? -1, pipeline["down"] as? Int ?? -1)
      #expect(pipeline["scrolls"] as? Int == up + down && pipeline["scrollsPerMinute"] is Double)
    }
    expect(
      try await gazesim("replay take.jsonl --fast").text,
      contains: ["1913 frames", "9 blinks by lids beyond 0.5", "assumed: ", "article2021-converted", "scrolls"])
    // Nothing in the take states where the person looked, so the pointer cannot be judged, and no figure is invented.
    try await gazesim.refuses("evaluate --input take.jsonl", "take.jsonl", "\"target\"")
  }

  @Test("recorded shows the pointer that the app drew, in each frame")
  func recorded() async throws {
    try await gazesim("generate --scenario reading --loop standard --duration 20 -o closed.jsonl")
    let replayed = try await gazesim("replay closed.jsonl --fast --json --pipeline recorded")
    let row = try #require((try report(replayed)["pipelines"] as? [[String: Any]])?.first)
    #expect((row["heldShare"] as? Double ?? 1) < 0.5 && (row["onScreenShare"] as? Double ?? 0) > 0)
    let frames = try scratch.text(of: "closed.jsonl").split(separator: "\n").filter { $0.contains("\"pointer\":[") }
    #expect(frames.count > 1000 && frames.count == replayed.lines.count { $0.contains("\"pointer\":[") })
  }

  @Test("the page is that of evaluate, under the recording's name", arguments: ["gaze", "head"])
  func page(rig: String) async throws {
    let generate = "generate --rig \(rig) --duration 4 -o"
    try await gazesim("\(generate) a.jsonl")
    let replayed = try await gazesim("replay a.jsonl")
    #expect(replayed.stderr.contains("wrote a.html"))
    let judged = try await gazesim("evaluate -o b.html a.jsonl")
    #expect(replayed.text == judged.text.replacing("b.html", with: "a.html"))
    try await gazesim("\(generate) my.take.1.jsonl.gz")
    #expect(try await gazesim("replay my.take.1.jsonl.gz").stderr.contains("wrote my.take.1.html"))
    #expect(try scratch.text(of: "a.html").contains("id=\"replay-data\"") == (rig == "gaze"))
    try await gazesim.refuses("replay a.jsonl", "a.html", "--force")
  }

  @Test("with --json it keeps the recording's time, divided by --speed, but does not wait for a gap of years")
  func pace() async throws {
    try await gazesim("generate --scenario reading --duration 4 -o a.jsonl")
    let clock = ContinuousClock()
    var paced: Command.Outcome?
    let time = try await clock.measure { paced = try await gazesim("replay a.jsonl --speed 2 --json") }
    #expect(time > .seconds(1.9))
    #expect(paced?.stdout == (try await gazesim("replay a.jsonl --fast --json")).stdout)
    let remark = try #require(paced?.stderr)
    #expect(remark.hasPrefix("kept time: no frame came more than ") && remark.hasSuffix(" ms late\n"))
    let lines = try scratch.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    let last = try #require(lines.last).replacing(/"t":[0-9.]+/, with: "\"t\":1e8")
    try scratch.write((lines.prefix(3) + [last]).joined(separator: "\n") + "\n", to: "gap.jsonl")
    #expect(try report(await gazesim("replay gap.jsonl --json"))["frames"] as? Int == 3)
  }

  @Test("a reader that closes the pipe ends it quietly, although the loop would never end")
  func closedPipe() async throws {
    try await gazesim("generate --scenario reading --duration 2 -o a.jsonl")
    let process = Process()
    process.executableURL = try Program.built("gazesim")
    process.arguments = ["replay", "a.jsonl", "--json", "--loop", "--speed", "20"]
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let watch = Task {
      try await Task.sleep(for: .seconds(120))
      process.terminate()
    }
    var received = Data()
    // More than two passes through the recording.
    while received.count(where: { $0 == 0x0A }) < 300 {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      received += more
    }
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    watch.cancel()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    let text = String(decoding: received, as: UTF8.self)
    #expect(text.components(separatedBy: "\"unit\":1,").count > 2 && text.contains("gazesim.replay"))
  }
}
