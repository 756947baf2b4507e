import Foundation
import GazeRecording
import TestSupport
import Testing

private let pointer = sharedData.appending(path: "pointer/kylefox_example_data_output.json").path

@Suite struct ImportCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  private func file(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch(name)))
  }

  /// A table of 200 rows at 60 Hz; `order` gives the row at each place.
  private func table(_ order: (Int) -> Int = { $0 }) -> String {
    "time,leftEye_yaw,leftEye_pitch,leftEye_roll,rightEye_yaw,rightEye_pitch,rightEye_roll\n"
      + (0..<200).map { "\(Double(order($0)) / 60),\(0.001 * Double(order($0))),0,0,0,0,0\n" }.joined()
  }

  @Test(
    "The device is reported as assumed unless it is named; a unit in a column's name is checked against the times")
  func assumed() async throws {
    try file("a.csv", table())
    let plain = try await gazesim("import", "a.csv", "--from", "table", "-o", "a.jsonl")
    #expect(plain.text.contains("assumed: The device is not in the file: iphone12mini is assumed"), "\(plain.text)")
    let named = try await gazesim("import", "a.csv", "--from", "table", "--device", "iphonex", "-o", "b.jsonl")
    #expect(named.status == 0 && !named.text.contains("The device is not in the file"))
    // Values that the importer itself assumed are not faults of the recording.
    #expect(try await !gazesim("doctor", "a.jsonl").text.contains("eyes swapped"))
    let rows = table().split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",", maxSplits: 1)
      return "\((Double(fields[0]) ?? 0) * 1000),\(fields[1])"
    }
    let names = table().prefix { $0 != "\n" }.replacing("time,", with: "time_s,")
    try file("ms.csv", ([String(names)] + rows).joined(separator: "\n") + "\n")
    let refused = try await gazesim("import", "ms.csv", "--from", "table", "-o", "c.jsonl")
    #expect(refused.status == 2 && refused.stderr.contains("--mend reads the times as ms"), "\(refused.stderr)")
    let mended = try await gazesim("import", "ms.csv", "--from", "table", "--mend", "-o", "c.jsonl")
    #expect(mended.status == 0 && mended.text.contains("3.32 s, 60.00 Hz"), "\(mended.text)")
    try file("none.csv", String(table().prefix { $0 != "\n" }) + "\n")
    let none = try await gazesim("import", "none.csv", "--from", "table", "-o", "d.jsonl")
    #expect(none.status == 2 && none.stderr.contains("holds no frame"))
  }

  @Test(
    "A table is imported; one out of order is refused with exit code 2 and nothing is written; --mend lists its repairs"
  )
  func mending() async throws {
    try file("a.csv", table())
    try file("b.csv", table { $0 == 70 ? 72 : $0 == 72 ? 70 : $0 })
    let plain = try await gazesim("import", "a.csv", "--from", "table", "-o", "a.jsonl")
    #expect(
      plain.status == 0 && plain.text.contains("200 frames")
        && plain.text.contains("assumed: The order of the Euler angles"))
    let refused = try await gazesim("import", "b.csv", "--from", "table", "-o", "b.jsonl")
    #expect(refused.status == 2 && refused.stderr.contains("b.csv:73:"))
    #expect(
      refused.stderr.contains("time runs back 2 times") && refused.stderr.contains("--mend sorts the frames by time"))
    #expect(!FileManager.default.fileExists(atPath: scratch("b.jsonl")))
    let mended = try await gazesim("import", "b.csv", "--from", "table", "--mend", "--json", "-o", "b.jsonl")
    #expect(mended.status == 0, "\(mended.stderr)")
    let json = try mended.json()
    #expect(json["schema"] as? String == "gazesim.import" && json["participants"] as? Int == 1)
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(findings.count == 1 && findings[0]["mended"] as? String == "sorts the frames by time")
    var a = try RecordingReader(path: scratch("a.jsonl"))
    var b = try RecordingReader(path: scratch("b.jsonl"))
    let (plainFrames, mendedFrames) = (try a.observations(), try b.observations())
    // Unknown values are NaN, which equals nothing.
    #expect("\(plainFrames)" == "\(mendedFrames)")
  }

  @Test("Commands that cannot read a table of gaze name those that can, and an import names what reads its recording")
  func gaze() async throws {
    try file("log.csv", TrackerTable.log.text)
    for command in ["evaluate", "doctor"] {
      expectRefusal(
        try await gazesim.run([command, "log.csv"]), naming: "`gazesim import` makes a recording",
        "`gazesim quality` reads a table of gaze")
    }
    let imported = try await gazesim(
      "import", "log.csv", "--from", "table", "--device", "iphone12mini", "--distance", "0.35", "-o", "log.jsonl")
    #expect(imported.text.contains("Next    gazesim evaluate --pipeline recorded --input log.jsonl\n"))
    #expect(imported.text.contains("        gazesim quality log.csv --device iphone12mini --distance-mm 350\n"))
    for command in [["evaluate"], ["compare"], ["compare", "--pipelines", "recorded,standard"]] {
      expectRefusal(
        try await gazesim.run(command + ["log.jsonl"]), naming: "log.jsonl: field \"face\": no frame has a face",
        "judge the pointer with 'gazesim evaluate --pipeline recorded'")
    }
    expectRefusal(
      try await gazesim("calibrate", "log.jsonl"), naming: "log.jsonl: field \"face\": no frame has a face",
      "nothing to fit to")
    try file("shares.csv", TrackerTable.pupil.text)
    expectRefusal(
      try await gazesim("quality", "shares.csv", "--device", "iphone12mini", "--distance-mm", "350"),
      naming: "shares.csv: all targets lie between -1 and 1", "--screen-px 1x1")
  }

  @Test("A table of gaze of any tracker is imported, judged, examined and measured", arguments: TrackerTable.allCases)
  func trackers(_ table: TrackerTable) async throws {
    try file(table.file, table.text)
    try file("monitor.json", TrackerTable.monitor)
    let screen = table.isOfMonitor ? ["--profile", "monitor.json"] : ["--device", "iphone12mini"]
    let axes = table.growsUpwards ? ["--y", "up"] : []
    let far = table.isOfMonitor ? "0.65" : "0.35"
    let imported = try await gazesim.run(
      ["import", table.file, "--from", "table", "--distance", far, "-o", "t.jsonl"] + screen + axes)
    let wrote = imported.text.replacing("\n ", with: "")
    let device = table.isOfMonitor ? "monitor" : "iphone12mini"
    let first = "wrote t.jsonl: \(table.rows) frames, 18.0 s, \(table.rate) Hz, \(device); "
    #expect(imported.status == 0, "\(imported.stderr)")
    #expect(wrote.hasPrefix(first + "a pointer and targets, no faces; gaze lost in 60\n"), "\(imported.text)")
    let own = table.isOfMonitor ? screen : []
    let judged = try await gazesim.run(["evaluate", "--pipeline", "recorded", "--input", "t.jsonl"] + own)
    #expect(judged.status == 0 && judged.stderr.isEmpty, "\(judged.stderr)")
    let line = judged.text.prefix { $0 != "\n" }
    #expect(line.contains("° off ("), "\(line)")
    let examined = try await gazesim.run(["doctor", "t.jsonl"] + own)
    #expect(examined.text.hasPrefix("t.jsonl: nothing wrong was found\n"), "\(examined.text)")
    let info = try await gazesim("record-info", "t.jsonl")
    #expect(!info.text.contains("rigid transform"), "\(info.text)")
    let distance = table.isOfMonitor ? "650" : "350"
    let measured = try await gazesim.run(
      ["quality", table.file, "--distance-mm", distance] + screen + axes
        + (table == .pupil ? ["--screen-px", "1x1"] : []))
    #expect(measured.status == 0 && !measured.text.contains("warning"), "\(measured.text) \(measured.stderr)")
    #expect(measured.text.prefix { $0 != "\n" }.contains("° off (accuracy), "), "\(measured.text)")
  }

  @Test("Unknown values of options are refused with exit code 2 and a list of the known ones")
  func refusals() async throws {
    try file("a.csv", table())
    for (options, expected) in [
      (["--from", "livelnk"], "did you mean \"livelink\""), (["--from", "table", "--euler", "XXY"], "--euler"),
      (["--from", "table", "--angles", "grad"], "expected radians or degrees"),
      (["--from", "table", "--lengths", "inch"], "expected m, cm or mm"),
      (["--from", "table", "--time-unit", "h"], "expected s, ms, us or ns"),
      (["--from", "table", "--distance", "0"], "--distance"), (["--from", "table", "--columns", "x"], "ROLE=NAME"),
      (["--from", "table", "--map", "no.json"], "no such file"),
      (["--from", "livelink", "--take", "no.json"], "no such file"),
      (["--from", "headmotoin"], "did you mean \"headmotion\""),
      (
        ["--from", "table", "--rig", "head"],
        "--rig: is head; table becomes a recording of the rig gaze: leave --rig out"
      ),
    ] {
      let outcome = try await gazesim.run(["import", "a.csv", "-o", "x.jsonl"] + options)
      #expect(outcome.status == 2 && outcome.stderr.contains(expected), "\(options): \(outcome.stderr)")
    }
  }

  @Test(
    "A tablet's scan path takes its device from the file and can be inspected, replayed and characterised",
    .enabled(if: FileManager.default.fileExists(atPath: pointer), "the third-party data are not beside this package"))
  func scanPath() async throws {
    let imported = try await gazesim("import", pointer, "--from", "scanpath", "-o", "p.jsonl")
    #expect(
      imported.status == 0 && imported.text.contains("380 frames")
        && imported.text.contains("ipadpro11gen1, landscapeRight"))
    let info = try await gazesim("record-info", "p.jsonl", "--json")
    let json = try info.json()
    let quality = try #require(json["quality"] as? [String: Any])
    #expect(
      info.status == 0 && json["schema"] as? String == "gazesim.record-info" && (json["faults"] as? [String]) == [])
    #expect(quality["frames"] as? Int == 380 && quality["gaps"] as? Int == 2 && quality["lostFrames"] as? Int == 0)
    for command in ["replay", "characterize"] {
      let outcome = try await gazesim.run([command, "p.jsonl"] + (command == "replay" ? ["--fast"] : []))
      #expect(
        outcome.status == 0 && outcome.text.contains("The file holds points on the screen and no poses"),
        "\(outcome.stderr)")
    }
  }
}
