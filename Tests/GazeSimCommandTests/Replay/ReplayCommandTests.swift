import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// A third-party take beside the package; see its NOTES.md.
private let take = sharedData.appending(path: "livelink/alexdjulin_facial.csv").path
private let hasTake = FileManager.default.fileExists(atPath: take)

@Suite struct ReplayCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "a real take is imported with its assumptions and replayed through every pipeline",
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
    let json = try report(replayed)
    #expect(replayed.text.count { $0 == "\n" } == 1914)
    #expect(json["frames"] as? Int == 1913)
    #expect(abs((json["seconds"] as? Double ?? 0) - 63.76) < 0.01)
    // One frame of 1914 never came.
    #expect(abs((json["dataLoss"] as? Double ?? 1) - 1.0 / 1914) < 1e-9)
    // Nine runs with both lids beyond one half, counted in the CSV by hand.
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
    // Nothing in the take states where the person looked, so the pointer cannot be judged, and no figure is invented.
    expectRefusal(try await gazesim("evaluate", "--input", "take.jsonl"), naming: "take.jsonl", "\"target\"")
  }

  /// The last line of `--json`.
  private func report(_ outcome: Command.Outcome) throws -> [String: Any] {
    let last = try #require(outcome.text.split(separator: "\n").last)
    return try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
  }

  @Test("one pipeline by name, and a calibration's people in the pipeline standard")
  func options() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "60", "-o", "a.jsonl")
    try await SimulatedCalibration.shared().write(to: scratch("c.json"))
    let plain = try await gazesim("replay", "a.jsonl", "--fast", "--json", "--pipeline", "standard")
    let calibrated = try await gazesim(
      "replay", "a.jsonl", "--fast", "--json", "--pipeline", "standard", "--calibration", "c.json")
    #expect((try report(plain)["pipelines"] as? [Any])?.count == 1)
    #expect(calibrated.status == 0, "\(calibrated.stderr)")
    #expect(calibrated.stdout != plain.stdout)
  }

  @Test("recorded shows the pointer that the app drew; a recording without one is refused")
  func recorded() async throws {
    for (name, loop) in [("open.jsonl", "open"), ("closed.jsonl", "standard")] {
      _ = try await gazesim("generate", "--scenario", "reading", "--loop", loop, "--duration", "20", "-o", name)
    }
    let replayed = try await gazesim("replay", "closed.jsonl", "--fast", "--json", "--pipeline", "recorded")
    let row = try #require((try report(replayed)["pipelines"] as? [[String: Any]])?.first)
    #expect(row["pipeline"] as? String == "recorded" && replayed.status == 0, "\(replayed.stderr)")
    #expect((row["heldShare"] as? Double ?? 1) < 0.5 && (row["onScreenShare"] as? Double ?? 0) > 0)
    // The recorded pointer is the one in each frame.
    let frames = try scratch.text(of: "closed.jsonl").split(separator: "\n").filter { $0.contains("\"pointer\":[") }
    let shown = replayed.text.split(separator: "\n").filter { $0.contains("\"pointer\":[") }
    #expect(frames.count == shown.count && frames.count > 1000, "\(frames.count), \(shown.count)")
    // With --json the frames come first, since a recording is read once.
    for more in [[], ["--json"]] {
      let refused = try await gazesim.run(["replay", "open.jsonl", "--fast", "--pipeline", "recorded"] + more)
      #expect(refused.status == 2 && refused.stdout.isEmpty == more.isEmpty)
      for part in ["open.jsonl: field \"pointer\": no tracked frame holds a pointer", "without --pipeline"] {
        #expect(refused.stderr.contains(part), "\(refused.stderr)")
      }
    }
  }

  @Test("the page is that of evaluate, under the recording's name", arguments: ["gaze", "head"])
  func page(rig: String) async throws {
    _ = try await gazesim("generate", "--rig", rig, "--duration", "4", "-o", "a.jsonl")
    let replayed = try await gazesim("replay", "a.jsonl")
    #expect(replayed.status == 0 && replayed.stderr.contains("wrote a.html"), "\(replayed.stderr)")
    let judged = try await gazesim("evaluate", "-o", "b.html", "a.jsonl")
    #expect(replayed.text == judged.text.replacing("b.html", with: "a.html"))
    _ = try await gazesim("generate", "--rig", rig, "--duration", "4", "-o", "my.take.1.jsonl.gz")
    #expect(try await gazesim("replay", "my.take.1.jsonl.gz").stderr.contains("wrote my.take.1.html"))
    #expect(try scratch.text(of: "a.html").contains("id=\"replay-data\"") == (rig == "gaze"))
    expectRefusal(try await gazesim("replay", "a.jsonl"), naming: "a.html", "--force")
  }

  @Test("with --json it keeps the recording's time, divided by --speed, but does not wait for a gap of years")
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
    #expect(try report(gap)["frames"] as? Int == 3)
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

  @Test("--json: an object per frame, the report last, only finite numbers, the same bytes with and without --fast")
  func jsonLines() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "3", "--rate", "60", "-o", "a.jsonl")
    let fast = try await gazesim("replay", "a.jsonl", "--fast", "--json")
    let paced = try await gazesim("replay", "a.jsonl", "--json", "--speed", "3")
    #expect(fast.stdout == paced.stdout && fast.stderr.isEmpty)
    #expect(paced.stderr.hasPrefix("kept time: no frame came more than ") && paced.stderr.hasSuffix(" ms late\n"))
    let lines = fast.text.split(separator: "\n")
    let frames = try lines.dropLast().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(frames.map { $0["unit"] as? Int } == Array(1...frames.count))
    #expect(try report(fast)["schema"] as? String == "gazesim.replay" && report(fast)["frames"] as? Int == frames.count)
    let sight = try #require(try report(fast)["lineOfSight"] as? [String: Any])
    #expect(sight["axes"] as? String == "world")
    // The published angles, computed here from the recording's numbers: atan2 of the face's third column plus the
    // eye's.
    var reader = try RecordingReader(path: scratch("a.jsonl"))
    var (sum, count) = (0.0, 0)
    for frame in frames {
      guard let recorded = try reader.next()?.observation.frame, recorded.isTracked,
        let left = (frame["lineOfSight"] as? [String: Any])?["left"] as? [String: [Double]]
      else { continue }
      let (face, eye) = (recorded.face.columns.2, recorded.leftEye.columns.2)
      let x = (atan2(Double(face.x), Double(face.z)) + Double(eye.x)) * 180 / .pi
      let y = (Double(face.y) + Double(eye.y)) * 180 / .pi
      let shown = try #require(left["published"])
      #expect(abs(shown[0] - x) < 1e-5 && abs(shown[1] - y) < 1e-5)
      let correct = try #require(left["correct"])
      (sum, count) = (sum + hypot(correct[0] - x, correct[1] - y), count + 1)
      let pipelines = try #require(frame["pipelines"] as? [String: [String: Any]])
      #expect(pipelines.count == 3 && pipelines.values.allSatisfy { $0["scroll"] is Double && $0["raw"] != nil })
    }
    let mean = try #require((sight["left"] as? [String: Any])?["meanDegrees"] as? Double)
    #expect(count > 150 && abs(sum / Double(count) - mean) < 0.3 * mean && mean > 0.1, "\(sum / Double(count)) \(mean)")
    #expect((sight["left"] as? [String: Any])?["frames"] as? Int == count)
  }

  @Test("a reader that closes the pipe ends it quietly, although the loop would never end")
  func closedPipe() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "2", "-o", "a.jsonl")
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

  @Test(
    "options without effect or without end are remarked on or refused")
  func refusals() async throws {
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "1", "-o", "a.jsonl")
    expectRefusal(try await gazesim("replay", "a.jsonl", "--loop"), naming: "--loop: would never end; it needs --json")
    expectRefusal(
      try await gazesim("replay", "-", "--loop", "--json"),
      naming: "--loop: needs a file: - cannot be read a second time")
    expectRefusal(try await gazesim("replay", "a.jsonl", "--axes", "wolrd"), naming: "wolrd", "world")
    expectRefusal(try await gazesim("replay", "a.jsonl", "--fast", "--open"), naming: "--open: needs a page")
    expectRefusal(try await gazesim("replay", "a.jsonl", "-o", "a.md"), naming: "--output: is a.md; a replay is a page")
    let both = try await gazesim("replay", "a.jsonl", "--fast", "--speed", "2")
    #expect(both.status == 0 && both.stderr == "without effect: --speed, since --fast does not wait\n")
    #expect(both.text.contains("line of sight, the 2018 article's angles against the correct ones: left eye mean "))
    let camera = try await gazesim("replay", "a.jsonl", "--fast", "--axes", "camera")
    #expect(camera.text.contains("in the camera's axes") && !camera.text.contains("there is no camera pose"))
  }
}
