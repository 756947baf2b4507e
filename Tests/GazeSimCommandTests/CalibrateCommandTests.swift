import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct CalibrateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "without arguments it writes a calibration and says what was learned, and evaluate accepts the file",
    .slow("6 s: a whole calibration"))
  func alone() async throws {
    let made = try await SimulatedCalibration.shared()
    let outcome = made.outcome
    #expect(outcome.stderr.isEmpty)
    #expect(made.names == ["iphone12mini.calibration.json"])
    for part in ["prior SD", "posterior SD", "learned", "screenWidth", "gainV", "wrote iphone12mini.calibration.json"] {
      #expect(outcome.text.contains(part), "\(part) in \(outcome.text)")
    }
    #expect(outcome.text.contains("kept from the data sheet") && outcome.text.contains("panel size: "))
    // A fit to simulated data says so.
    #expect(outcome.text.contains("says nothing about a real one"))
    let file = try made.file()
    #expect(file.provenance == .simulated)
    #expect(Set(file.fit.parameters.filter { $0.participant == nil }.map(\.name)).count == 4)
    let gaze = try #require(file.gaze)
    #expect(gaze.people.count == 2)
    // The file states the reasons for the chosen smoothing and trigger, and the terminal prints them in one line each.
    #expect(gaze.smoothing.families?.map(\.filter) == Smoothing.Family.allCases.map(\.rawValue))
    let chosen = try #require(gaze.smoothing.families?.first { $0.filter == gaze.smoothing.filter })
    #expect(chosen.heldOutRMS != nil && outcome.text.contains("chosen: "))
    let trigger = try #require(gaze.triggerChoice)
    #expect(trigger.after.cost <= trigger.before.cost && outcome.text.contains("tuned on simulated"))
    try made.write(to: scratch("c.json"))
    let evaluation = try await gazesim(
      "evaluate", "--calibration", "c.json", "--participants", "2", "--duration", "10", "--json")
    #expect(evaluation.status == 0, "\(evaluation.stderr)")
    #expect(try evaluation.json()["deviceCalibration"] as? String == "simulated")
  }

  /// `Tests/Generators/calibration.py`: recordings that the package's simulator had no part in.
  @Test(
    "the intervals of 40 recordings of four people cover the truth: at least 0.90 of 160 people's, 0.85 of 40 phones'",
    .slow("80 s: 40 recordings"), .enabled(if: Self.python != nil, "needs a python3 with the package numpy"))
  func coverage() async throws {
    let folder = packageRoot.appending(path: "Tests/Generators").path
    let python = try #require(Self.python)
    let text = try python(
      "import sys, json; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv[1]); import coverage; "
        + "print(json.dumps(coverage.table(coverage.measured(sys.argv[2], range(80_000, 80_040)))))",
      [folder, try Program.built("gazesim").path])
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Double]])
    #expect(rows.count == 8)
    for (name, row) in rows {
      // At a coverage of 0.95, 160 people's intervals cover less than 0.90 in 1 of 200 tests, 40 phones' less than 0.85
      // in 1 of 100.
      let (n, covers, ratio) = (row["n"] ?? 0, row["coverage"] ?? 0, row["ratio"] ?? 0)
      #expect(n == 160 && covers >= 0.90 || n == 40 && covers >= 0.85, "\(name): \(row)")
      #expect(ratio < 2.6, "\(name): \(row)")
    }
  }

  private static let python = Python(with: "numpy")

  @Test("without --participants it simulates five", .slow("11 s: five people"))
  func five() async throws {
    let outcome = try await gazesim("calibrate", "--quiet", "-o", "a.json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    let file = try CalibrationFile(path: scratch("a.json"))
    #expect(file.gaze?.people.count == 5)
    expectNoPairs(file)
  }

  @Test("--json prints what the file holds, with every figure of each parameter")
  func json() async throws {
    try await recording("r.jsonl")
    let outcome = try await gazesim("calibrate", "--input", "r.jsonl", "--json", "-o", "a.json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(outcome.stdout == (try scratch.bytes(of: "a.json")))
    let piped = try await gazesim("calibrate", "--input", "r.jsonl", "-o", "-")
    #expect(piped.stdout == outcome.stdout)
    let json = try #require(
      try JSONSerialization.jsonObject(with: await SimulatedCalibration.shared().bytes) as? [String: Any])
    for key in ["parameters", "condition", "stop", "residualRMS", "heldOut", "smoothing", "trigger", "provenance"] {
      #expect(json[key] != nil, "\(key)")
    }
    let parameters = try #require(json["parameters"] as? [[String: Any]])
    #expect(parameters.count == 12)
    for key in [
      "name", "unit", "value", "priorSigma", "standardError", "robustStandardError", "ci95", "learned", "identified",
    ] {
      for parameter in parameters { #expect(parameter[key] != nil, "\(key) of \(parameter)") }
    }
    // `identified`, `learned`, `source`, `unidentified` and `kept` agree.
    let open = try #require(json["unidentified"] as? [[String: Any]]).flatMap { $0["parameters"] as? [String] ?? [] }
    let kept = (json["kept"] as? [String: Any])?["parameters"] as? [String] ?? []
    let spread = try #require(json["sessionSpread"] as? [String: Any])
    #expect(kept.contains("screenWidth") && spread["source"] as? String == "assumed")
    for parameter in parameters {
      let (name, identified) = (parameter["name"] as? String ?? "", parameter["identified"] as? Bool)
      #expect(identified == (parameter["source"] as? String == "data"), "\(parameter)")
      if let learned = parameter["learned"] as? Double, learned < 0.1 { #expect(identified == false, "\(parameter)") }
      if parameter["participant"] == nil, open.contains(name) { #expect(identified == false, "\(parameter)") }
      #expect(kept.contains(name) == (parameter["source"] as? String == "dataSheet"), "\(parameter)")
    }
  }

  @Test("recordings that cannot be fitted together are refused, and ignored options are remarked on")
  func together() async throws {
    for (name, arguments) in [
      ("a", [String]()), ("phone", ["--phone", "9"]), ("seed", ["--seed", "5"]), ("device", ["--device", "iphonex"]),
    ] {
      let made = try await gazesim.run(
        ["generate", "--scenario", "personal", "--quiet", "-o", "\(name).jsonl"] + arguments)
      #expect(made.status == 0, "\(made.stderr)")
    }
    let text = try scratch.text(of: "a.jsonl")
    try scratch.write(text, to: "again.jsonl")
    func both(_ name: String) async throws -> Command.Outcome {
      try await gazesim("calibrate", "--input", "a.jsonl", "--input", "\(name).jsonl", "-o", "c.json")
    }
    expectRefusal(try await both("again"), naming: "again.jsonl: holds the same fixations as an earlier recording")
    expectRefusal(try await both("phone"), naming: "phone.jsonl:1: field \"phone\": comes from a different")
    expectRefusal(try await both("device"), naming: "device.jsonl:1: field \"device\": is a recording of \"iphonex\"")
    // People who were simulated from another seed count as different people.
    let others = try await gazesim(
      "calibrate", "--details", "--input", "a.jsonl", "--input", "seed.jsonl", "-o", "others.json")
    #expect(others.status == 0, "\(others.stderr)")
    #expect(others.text.contains("a.jsonl, seed.jsonl (2 people, 2 sessions)"), "\(others.text)")
    try scratch.write(text.replacing("[375,812]", with: "[750,1624]"), to: "pixels.jsonl")
    if text.contains("[375,812]") {
      expectRefusal(
        try await gazesim("calibrate", "--input", "pixels.jsonl"), naming: "pixels.jsonl:1: field \"points\"",
        "not pixels")
    }
    let outcome = try await gazesim(
      "calibrate", "--input", "a.jsonl", "--participants", "5", "--seed=3", "--quiet", "-o", "q.json")
    #expect(outcome.status == 0 && outcome.stderr.isEmpty)
    let loud = try await gazesim("calibrate", "--input", "a.jsonl", "--participants", "5", "--seed=3", "-o", "d.json")
    #expect(
      loud.stderr.contains("without effect: --participants, --seed, since the people are those of the recordings"))
  }

  @Test("a recording without any truth calibrates to the same numbers, bit for bit")
  func stripped() async throws {
    _ = try await gazesim("generate", "--participants", "2", "--set", "task.targetTime=1", "-o", "full.jsonl")
    var reader = try RecordingReader(path: scratch("full.jsonl"))
    var header = reader.header
    #expect(header.truth != nil)
    (header.truth, header.seed, header.phone) = (nil, nil, nil)
    var writer = try RecordingWriter(path: scratch("bare.jsonl"), header: header)
    while var frame = try reader.next() {
      frame.truth = nil
      try writer.write(frame)
    }
    try writer.close()
    #expect(try !scratch.text(of: "bare.jsonl").contains("\"truth\""))
    var files: [CalibrationFile] = []
    for name in ["full", "bare"] {
      let outcome = try await gazesim("calibrate", "--input", "\(name).jsonl", "-o", "\(name).json")
      #expect(outcome.status == 0, "\(outcome.stderr)")
      files.append(try CalibrationFile(path: scratch("\(name).json")))
    }
    #expect(files[0].fit.parameters.count == 12)
    #expect(files[0].fit.parameters == files[1].fit.parameters)
    #expect(files[0].gaze?.geometry == files[1].gaze?.geometry)
    #expect(files[0].gaze?.people == files[1].gaze?.people)
    #expect(files[0].gaze?.smoothing == files[1].gaze?.smoothing)
  }

  @Test("one distance and no head rotation: camera and gaze offset, gain and size are reported as not identified")
  func unidentified() async throws {
    // A head that nothing turns: neither gaze shifts nor shifts of posture and grip.
    try await recording(
      "r.jsonl", "--scenario", "personal", "--set", "behaviour.headShareH=0", "--set", "behaviour.headShareV=0",
      "--set", "behaviour.postureJumpAngle=0")
    let outcome = try await gazesim("calibrate", "--details", "--input", "r.jsonl", "-o", "a.json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    let file = try CalibrationFile(path: scratch("a.json"))
    let together = file.fit.unidentified.map { Set($0.parameters) }
    for pair in [
      ["cameraX", "gazeOffsetH"], ["cameraY", "gazeOffsetV"], ["gainH", "screenWidth"], ["gainV", "screenHeight"],
    ] {
      #expect(together.contains(Set(pair)), "\(pair)")
      #expect(outcome.text.contains("not identified: \(pair.joined(separator: ", "))"), "\(outcome.text)")
      for name in pair {
        #expect(file.fit.parameters.filter { $0.name == name }.allSatisfy { !$0.identified }, "\(name)")
      }
    }
    #expect(file.fit.unidentified.contains { $0.reason.contains("record at distances") })
    // With distances and head rotations these pairs can be separated.
    expectNoPairs(try await SimulatedCalibration.shared().file())
  }

  private func expectNoPairs(_ file: CalibrationFile) {
    let reasons = file.fit.unidentified.map(\.reason)
    #expect(reasons.allSatisfy { !$0.contains("at one viewing distance") && !$0.contains("without head rotation") })
  }

  /// Writes a recording of two people.
  private func recording(_ name: String, _ arguments: String...) async throws {
    let made = try await gazesim.run(["generate", "--participants", "2", "--quiet", "-o", name] + arguments)
    #expect(made.status == 0, "\(made.stderr)")
  }

  @Test("recordings that cannot be fitted are refused with advice on what to record")
  func refusals() async throws {
    try scratch.write(
      #"{"format":"gazesim.recording","version":1,"device":"iphone12mini","rate":60,"scenario":"a","participants":1}"#
        + "\n", to: "empty.jsonl")
    expectRefusal(
      try await gazesim("calibrate", "--input", "empty.jsonl"), naming: "the recording has no frames; record")
    _ = try await gazesim("generate", "--scenario", "reading", "--duration", "10", "-o", "reading.jsonl")
    expectRefusal(try await gazesim("calibrate", "--input", "reading.jsonl"), naming: "has a target", "\"target\"")
    expectRefusal(
      try await gazesim("calibrate", "--free", "screenWidht"), naming: "unknown parameter \"screenWidht\"",
      "\"screenWidth\"")
    expectRefusal(
      try await gazesim("calibrate", "--residual", "sample"), naming: "unknown residual \"sample\"", "angle, screen")
    #expect(scratch.names == ["empty.jsonl", "reading.jsonl"])
  }
}
