import Foundation
import TestSupport
import Testing

/// Checks the files that the command writes with the schemas in `schemas/`.
@Suite(.enabled(if: JSONSchema.python != nil, JSONSchema.absence))
struct SchemaTests {
  private let gazesim: Command
  private var folder: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Expects that `valid` documents conform to a schema, and that each of the `wrong` ones has one violation.
  private func expectValid(
    _ valid: [String], not wrong: [String] = [], _ schema: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try JSONSchema.violations(of: valid, schema: schema) == [], sourceLocation: sourceLocation)
    let violations = try JSONSchema.violations(of: wrong, schema: schema)
    #expect(violations.count == wrong.count, "\(violations)", sourceLocation: sourceLocation)
  }

  /// The text of a JSON object with other values for some keys, or without them.
  private func text(_ document: String, with values: [String: Any?]) throws -> String {
    var object = try jsonObject(Data(document.utf8))
    for (key, value) in values { object[key] = value }
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// The texts of a folder's JSON files.
  private func files(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: packageRoot.appending(path: path), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "json" }.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  private func lines(_ name: String) throws -> [String] {
    try folder.text(of: name).split(separator: "\n").map(String.init)
  }

  @Test("Every built-in profile is valid; a profile with a wrong or a missing number is not")
  func profiles() throws {
    let profiles = try files(in: "profiles")
    try #require(!profiles.isEmpty)
    let points: [String: Any] = ["width": "375", "height": 812, "scale": 3]
    try expectValid(
      profiles, not: [try text(profiles[0], with: ["points": points]), try text(profiles[0], with: ["panel": nil])],
      "profile")
  }

  @Test("A calibration of simulated people, which tunes a trigger, is valid; one key more is not")
  func calibration() async throws {
    let document = try await SimulatedCalibration.shared().text
    try expectValid([document], not: [try text(document, with: ["undocumented": 1])], "calibration")
  }

  @Test(
    "A calibration is valid for every fit: angles, screen points, a moving target, no priors",
    .slow("8 s: one calibration per kind of fit"),
    arguments: [
      ("calibration", ""), ("calibration", "--residual screen"), ("pursuit", ""),
      ("calibration", "--no-priors --free gazeOffsetH,gazeOffsetV,tiltX,depth"),
    ])
  func calibrations(scenario: String, options: String) async throws {
    try await gazesim("generate --scenario \(scenario) --participants 2 -o r.jsonl")
    try await gazesim("calibrate --input r.jsonl --quiet -o c.json \(options)")
    try expectValid([folder.text(of: "c.json")], "calibration")
  }

  @Test(
    "Another rig's calibration and evaluation are valid, under their default names",
    arguments: [("head", "iphone12mini"), ("body", "iphonexr"), ("drag", "iphone12mini")])
  func rigs(rig: String, device: String) async throws {
    try await gazesim("generate --rig \(rig) --duration 5")
    try await gazesim("calibrate --rig \(rig) --participants 2")
    let (recording, calibration) = ("\(device)-\(rig)-calibration-1.jsonl", "\(device).\(rig).calibration.json")
    #expect(folder.names == [recording, calibration].sorted())
    try expectValid([folder.text(of: calibration)], "rig-calibration")
    try await gazesim(
      "evaluate --rig \(rig) --participants 4 --duration 20 --calibration \(calibration) -o e.json")
    try expectValid([folder.text(of: "e.json")], "rig-evaluation")
  }

  @Test(
    "Default limits, written limits, those of init and those of the help are valid; another direction or digest is not")
  func limitsFiles() async throws {
    let defaults = try files(in: "Sources/Evaluate/Gating/Limits")
    #expect(defaults.count == 5)
    try await gazesim(
      "gate --scenario validation --participants 8 --duration 10 --write-limits l.json --room 0.5")
    try await gazesim("init --device iphone16e")
    let help = limits(("scroll.f1", 0.1, "min"))
    let declared = String(help.dropLast()) + #","declared":{"lagMilliseconds":200}}"#
    try expectValid(
      defaults + [folder.text(of: "l.json"), folder.text(of: "limits.json"), help, declared],
      not: [help.replacing("min", with: "up")], "limits")
    // The five digests of its inputs.
    #expect(try JSONSchema.violations(of: [defaults[0].replacing("fnv1a64:", with: "")], schema: "limits").count == 5)
  }

  @Test("Evaluations are valid: open, closed, recorded, gated, with a baseline, with a page; an additional key is not")
  func evaluations() async throws {
    let people = "--participants 12 --duration 20 --quiet"
    try await gazesim("generate --scenario reading --duration 20 -o r.jsonl")
    try folder.write(limits(("pointer.latencyMilliseconds", 500, "max")), to: "l.json")
    let gate = "gate --limits l.json --baseline b.json --most-participants 12 \(people)"
    for line in [
      "evaluate -o open.json -o open.html \(people)", "evaluate --loop closed -o closed.json \(people)",
      "evaluate --input r.jsonl -o input.json", "\(gate) --accept", "\(gate) --noise 2 --margin 10 -o gate.json",
    ] {
      let outcome = try await gazesim.run(line)
      #expect(outcome.status == 0 || line.hasPrefix("gate") && outcome.status == 3, "\(outcome.stderr)")
    }
    let documents = try ["open", "closed", "input", "gate"].map { try folder.text(of: "\($0).json") }
    #expect(try jsonObject(Data(documents[0].utf8))["replay"] != nil)
    let changes: [[String: Any?]] = [["verdict": "maybe"], ["undocumented": 1], ["gates": nil]]
    try expectValid(documents, not: try changes.map { try text(documents[0], with: $0) }, "evaluation")
  }

  @Test("Every line of a recording is valid, simulated, stripped or with a face lost; a pose cut short is not")
  func recordings() async throws {
    try await gazesim("generate --scenario reading --duration 5 --set tracker.dropoutRate=20 -o a.jsonl")
    try await gazesim("convert a.jsonl -o s.jsonl --strip")
    let all = try lines("a.jsonl") + lines("s.jsonl")
    #expect(all.contains { $0.contains(#""tracked":false"#) } && all.contains { $0.contains(#""page":"#) })
    try expectValid(
      all,
      not: [
        all[0].replacing(#""version":2"#, with: #""version":4"#),
        all[0].replacing(#""device":"iphone12mini","#, with: ""),
        all[1].replacing(/"face":\[[^,]*,/) { _ in "\"face\":[" },
        all[1].replacing(/"intent":[^,]*,/) { _ in #""intent":"left","# },
        all[1].replacing(/"leftEye":\[[^\]]*\],/) { _ in "" },
      ], "recording")
  }

  @Test("A header with line boxes and a frame with the app's actions are valid; half a box or half a point is not")
  func appLines() async throws {
    try await gazesim("generate --scenario reading --duration 1 -o a.jsonl")
    let all = try lines("a.jsonl")
    func header(_ lines: String) -> String { all[0].replacing(#""points":"#, with: #""lines":\#(lines),"points":"#) }
    func frame(_ app: String) -> String { all[1].replacing(#""truth":"#, with: app + #","truth":"#) }
    try expectValid(
      [
        header("[]"), header("[[0,-1.5,343,22],[0,20,343,22]]"),
        all[0].replacing(#""version":2"#, with: #""version":1"#),
        frame(#""pointer":[1,2],"scroll":"down","tap":[0,0],"dot":[5,5],"page":-3.5"#),
        frame(#""pointer":null,"scroll":null,"tap":null,"dot":null,"page":null"#),
      ],
      not: [
        header("[[0,0,1]]"), header("[[0,0,1,0]]"), header("[[0,0,1,1,1]]"), header("7"), frame(#""pointer":[1,null]"#),
        frame(#""scroll":"left""#), frame(#""tap":[1]"#), frame(#""page":"top""#),
      ], "recording")
  }

  @Test("A recording in which each of two people reads a page of their own is valid; a page without owner is not")
  func pages() async throws {
    try await gazesim("generate --scenario reading --participants 2 --duration 1 --set task.appStates=1 -o a.jsonl")
    let header = try lines("a.jsonl")[0]
    expect(header, contains: [#""version":3"#, #""pages":[{"participant":0,"lines":[["#])
    func with(_ pages: String) -> String { header.replacing(#""pages":"#, with: #""pages":\#(pages),"other":"#) }
    try expectValid(
      [header, with("[]"), with(#"[{"participant":1,"lines":[[0,20,343,22]]},{"participant":0,"lines":[]}]"#)],
      not: [
        with("7"), with("[7]"), with(#"[{"lines":[]}]"#), with(#"[{"participant":0}]"#),
        with(#"[{"participant":-1,"lines":[]}]"#), with(#"[{"participant":0,"lines":[[0,0,1]]}]"#),
      ], "recording")
  }

  @Test("Each line of another rig's recording is valid, whole or stripped, not without time or with text as a constant")
  func samples() async throws {
    try await gazesim("generate --rig drag --duration 5 --participants 1 -o d.jsonl")
    try await gazesim("generate --rig body --duration 5 --participants 1 -o b.jsonl")
    try await gazesim("convert b.jsonl -o s.jsonl --strip")
    let all = try ["d.jsonl", "b.jsonl", "s.jsonl"].flatMap { try lines($0).prefix(200) }
    #expect(all.contains { $0.contains(#""rig":"body""#) } && all.contains { $0.contains(#""truth":{"#) })
    try expectValid(
      all,
      not: [
        all[0].replacing(#""constants":{"#, with: #""constants":{"x":"1","#, maxReplacements: 1),
        #"{"participant":0,"location":[1,2]}"#, #"{"t":0,"participant":-1}"#, #"{"t":0,"truth":[1]}"#,
      ], "recording")
  }
}
