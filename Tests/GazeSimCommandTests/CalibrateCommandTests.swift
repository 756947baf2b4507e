import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// `calibrate`: what its files state, and whose numbers an evaluation then uses.
struct CalibrateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "without arguments it writes a calibration that evaluate accepts",
    .slow("6 s: a whole calibration"))
  func alone() async throws {
    let made = try await SimulatedCalibration.shared()
    #expect(made.outcome.stderr.isEmpty && made.names == ["iphone12mini.calibration.json"])
    let file = try made.file()
    #expect(file.provenance == .simulated)
    #expect(Set(file.fit.parameters.filter { $0.participant == nil }.map(\.name)).count == 4)
    expectNoPairs(file)
    // The file states the reasons for the chosen smoothing and trigger.
    let gaze = try #require(file.gaze)
    #expect(gaze.people.count == 2)
    #expect(gaze.smoothing.families?.map(\.filter) == Smoothing.Family.allCases.map(\.rawValue))
    let chosen = gaze.smoothing.families?.first { $0.filter == gaze.smoothing.filter }
    #expect(chosen?.heldOutRMS != nil)
    let trigger = try #require(gaze.triggerChoice)
    #expect(trigger.after.cost <= trigger.before.cost)
    try scratch.write(made.text, to: "c.json")
    let evaluation = try await gazesim("evaluate --calibration c.json --participants 2 --duration 10 --json").json()
    #expect(evaluation["deviceCalibration"] as? String == "simulated")
  }

  /// Expects that distances and head rotations separated the pairs of parameters that neither alone can separate.
  private func expectNoPairs(_ file: CalibrationFile) {
    let reasons = file.fit.unidentified.map(\.reason)
    #expect(reasons.allSatisfy { !$0.contains("at one viewing distance") && !$0.contains("without head rotation") })
  }

  @Test("without --participants it simulates five", .slow("11 s: five people"))
  func five() async throws {
    try await gazesim("calibrate --quiet -o a.json")
    let file = try CalibrationFile(path: scratch("a.json"))
    #expect(file.gaze?.people.count == 5)
    expectNoPairs(file)
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
    let rows = try #require(try jsonObject(Data(text.utf8)) as? [String: [String: Double]])
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

  @Test("--json prints what the file holds, in which identified, learned, source, unidentified and kept agree")
  func json() async throws {
    try await gazesim("generate --participants 2 --quiet -o r.jsonl")
    let outcome = try await gazesim("calibrate --input r.jsonl --json -o a.json")
    #expect(outcome.stdout == (try scratch.bytes(of: "a.json")))
    #expect(try await gazesim("calibrate --input r.jsonl -o -").stdout == outcome.stdout)
    let json = try jsonObject(Data(await SimulatedCalibration.shared().text.utf8))
    let parameters = try #require(json["parameters"] as? [[String: Any]])
    let open = try #require(json["unidentified"] as? [[String: Any]]).flatMap { $0["parameters"] as? [String] ?? [] }
    let kept = (json["kept"] as? [String: Any])?["parameters"] as? [String] ?? []
    let spread = try #require(json["sessionSpread"] as? [String: Any])
    #expect(parameters.count == 12 && kept.contains("screenWidth") && spread["source"] as? String == "assumed")
    for parameter in parameters {
      let (name, identified) = (parameter["name"] as? String ?? "", parameter["identified"] as? Bool)
      #expect(identified == (parameter["source"] as? String == "data"), "\(parameter)")
      if let learned = parameter["learned"] as? Double, learned < 0.1 { #expect(identified == false, "\(parameter)") }
      if parameter["participant"] == nil, open.contains(name) { #expect(identified == false, "\(parameter)") }
      #expect(kept.contains(name) == (parameter["source"] as? String == "dataSheet"), "\(parameter)")
    }
  }

  /// Recordings of two people as a phone writes them: no truth, no seed, participant 0 in each.
  private func record(_ options: String = "") async throws {
    for (name, seed) in [("anna", 1), ("ben", 2)] {
      try await gazesim("generate --participants 1 --seed \(seed) -o whole.jsonl --force \(options)")
      try await gazesim("convert whole.jsonl --strip -o \(name).jsonl --force")
    }
  }

  @Test("calibrate finds each person's own offset, as if the person were fitted alone")
  func offsets() async throws {
    try await record()
    try await gazesim("calibrate anna.jsonl ben.jsonl -o both.json")
    let together = try #require(try CalibrationFile(path: scratch("both.json")).gaze)
    #expect(together.people.map(\.participant) == [0, 1])
    for (person, name) in zip(together.people, ["anna", "ben"]) {
      try await gazesim("calibrate --input \(name).jsonl -o one.json --force")
      let alone = try #require(try CalibrationFile(path: scratch("one.json")).gaze?.people.first)
      for axis in 0..<2 {
        // People in a common fit share the screen's geometry, whose error affects each person's offset.
        expectNear(person.gazeOffset[axis], alone.gazeOffset[axis], 0.5, "\(name)")
      }
    }
    let (anna, ben) = (together.people[0].gazeOffset, together.people[1].gazeOffset)
    #expect(max(abs(anna[0] - ben[0]), abs(anna[1] - ben[1])) > 1, "these two must differ, or the test shows nothing")
  }

  @Test("recordings with the same identifier are of one person, and a calibration uses the identifier")
  func returning() async throws {
    try await record()
    for name in ["anna", "ben"] {
      try await gazesim(
        "convert \(name).jsonl -o \(name)-1.jsonl --person \(name) --session first --session-start 2026-03-01T09:30:00Z"
      )
    }
    try await gazesim("calibrate anna-1.jsonl ben-1.jsonl -o c.json")
    #expect(try CalibrationFile(path: scratch("c.json")).gaze?.people.map(\.person) == ["anna", "ben"])
    // Another session, of Ben alone: he is participant 0 here and was 1 in the calibration.
    try await record("--scenario validation --duration 20")
    try await gazesim("convert ben.jsonl -o ben-2.jsonl --person ben --session second")
    func error(_ line: String) async throws -> Double {
      // The smoothing is fixed: a calibration has its own smoothing for everybody, but this test is about people's
      // numbers.
      let json = try await gazesim("evaluate --json --allow-simulated --smoothing mean10 \(line)").json()
      let pointer = try #require(json["pointer"] as? [String: Any])
      return try #require((pointer["targetErrorDegrees"] as? [String: Any])?["median"] as? Double)
    }
    let own = try await error("ben-2.jsonl --calibration c.json")
    let none = try await error("ben-2.jsonl")
    #expect(own < none)
    // The same recording without Ben's identifier is judged with nobody's numbers, and above all not with Anna's; a
    // remark says so.
    #expect(try await error("ben.jsonl --calibration c.json") == none)
    let nameless = try await gazesim("evaluate ben.jsonl --calibration c.json --allow-simulated")
    expect(
      nameless.stderr,
      contains: ["c.json: does not know any of the recordings' 1 person: they are judged uncalibrated"])
    // All sessions together are of two people.
    let all = try await gazesim("evaluate --details anna-1.jsonl ben-1.jsonl ben-2.jsonl")
    #expect(all.text.contains(": 2 people, 3 sessions, "))
  }
}
