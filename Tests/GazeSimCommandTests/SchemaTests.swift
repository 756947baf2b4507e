import Foundation
import TestSupport
import Testing

/// Checks the files that the command writes with the schemas in `schemas/`.
@Suite(.enabled(if: JSONSchema.python != nil, JSONSchema.absence))
struct SchemaTests {
  private let gazesim: Command
  private var folder: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("Every built-in profile is valid; a profile with a wrong or a missing number is not")
  func profiles() throws {
    let profiles = packageRoot.appending(path: "profiles")
    let documents = try FileManager.default.contentsOfDirectory(at: profiles, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }.map { try Data(contentsOf: $0) }
    #expect(documents.count >= 45)
    #expect(try JSONSchema.violations(of: documents, schema: "profile") == [])
    var object = try #require(try JSONSerialization.jsonObject(with: documents[0]) as? [String: Any])
    object["points"] = ["width": "375", "height": 812, "scale": 3]
    object["panel"] = nil
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONSchema.violations(of: [wrong], schema: "profile").count == 2)
  }

  @Test("A calibration of simulated people, which tunes a trigger, is valid; one key more is not")
  func calibration() async throws { try expectCalibration(await SimulatedCalibration.shared().bytes) }

  @Test(
    "A calibration is valid for every fit: angles, screen points, a moving target, no priors",
    .slow("8 s: one calibration per kind of fit"),
    arguments: [
      ("calibration", []), ("calibration", ["--residual", "screen"]),
      ("pursuit", []), ("calibration", ["--no-priors", "--free", "gazeOffsetH,gazeOffsetV,tiltX,depth"]),
    ])
  func calibrations(scenario: String, options: [String]) async throws {
    for arguments in [
      ["generate", "--scenario", scenario, "--participants", "2", "-o", "r.jsonl"],
      ["calibrate", "--input", "r.jsonl", "--quiet", "-o", "c.json"] + options,
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
    }
    try expectCalibration(try folder.bytes(of: "c.json"))
  }

  private func expectCalibration(_ document: Data) throws {
    #expect(try JSONSchema.violations(of: [document], schema: "calibration") == [])
    var object = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
    object["undocumented"] = 1
    #expect(
      try JSONSchema.violations(of: [JSONSerialization.data(withJSONObject: object)], schema: "calibration").count == 1)
  }

  @Test("Limits as in the help are valid; an unknown direction is not")
  func limits() throws {
    func document(_ direction: String) -> Data {
      Data(
        #"""
        {"schema":"gazesim.limits","version":1,\#
        "limits":[{"metric":"scroll.f1","limit":0.1,"direction":"\#(direction)"}]}
        """#.utf8)
    }
    #expect(try JSONSchema.violations(of: [document("min")], schema: "limits") == [])
    #expect(try JSONSchema.violations(of: [document("up")], schema: "limits").count == 1)
  }

  @Test("The default limits are valid limits files; a digest in another form is not")
  func defaultLimits() throws {
    let folder = packageRoot.appending(path: "Sources/Evaluate/Gating/Limits")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let documents = try files.map { try Data(contentsOf: $0) }
    #expect(documents.count == 5)
    #expect(try JSONSchema.violations(of: documents, schema: "limits") == [])
    let wrong = String(decoding: documents[0], as: UTF8.self).replacing("fnv1a64:", with: "")
    #expect(try JSONSchema.violations(of: [Data(wrong.utf8)], schema: "limits").count == 5)
  }

  @Test("Evaluations are valid: open, closed, recorded, gated, with a baseline, with a page; an additional key is not")
  func evaluations() async throws {
    func run(_ arguments: String...) async throws {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
    }
    let people = ["--participants", "12", "--duration", "20", "--quiet"]
    try await run("generate", "--scenario", "reading", "--duration", "20", "-o", folder("r.jsonl"))
    let limits =
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"pointer.latencyMilliseconds","limit":500,"#
      + #""direction":"max"}],"declared":{"lagMilliseconds":200}}"#
    #expect(try JSONSchema.violations(of: [Data(limits.utf8)], schema: "limits") == [])
    try folder.write(limits, to: "l.json")
    let gate =
      ["gate", "--limits", folder("l.json"), "--baseline", folder("b.json"), "--most-participants", "12"] + people
    let runs = [
      ["evaluate", "-o", folder("open.json"), "-o", folder("open.html")] + people,
      ["evaluate", "--loop", "closed", "-o", folder("closed.json")] + people,
      ["evaluate", "--input", folder("r.jsonl"), "-o", folder("input.json")],
      gate + ["--accept"], gate + ["--noise", "2", "--margin", "10", "-o", folder("gate.json")],
    ]
    for arguments in runs {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0 || arguments[0] == "gate" && outcome.status == 3, "\(outcome.stderr)")
    }
    let documents = try ["open", "closed", "input", "gate"].map { try folder.bytes(of: "\($0).json") }
    #expect(try JSONSchema.violations(of: documents, schema: "evaluation") == [])
    var object = try #require(try JSONSerialization.jsonObject(with: documents[0]) as? [String: Any])
    #expect(object["replay"] != nil)
    object["verdict"] = "maybe"
    object["undocumented"] = 1
    object["gates"] = nil
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONSchema.violations(of: [wrong], schema: "evaluation").count == 3)
  }

  @Test("Every line of a recording is valid, simulated, stripped or with a face lost; a pose cut short is not")
  func recordings() async throws {
    for arguments in [
      ["generate", "--scenario", "reading", "--duration", "5", "--set", "tracker.dropoutRate=20", "-o", "a.jsonl"],
      ["convert", "a.jsonl", "-o", "s.jsonl", "--strip"],
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
    }
    func lines(_ name: String) throws -> [String] { try folder.text(of: name).split(separator: "\n").map(String.init) }
    let all = try lines("a.jsonl") + lines("s.jsonl")
    #expect(all.contains { $0.contains(#""tracked":false"#) } && all.contains { $0.contains(#""page":"#) })
    #expect(try JSONSchema.violations(of: all.map { Data($0.utf8) }, schema: "recording") == [])
    let wrong = [
      all[0].replacingOccurrences(of: #""version":2"#, with: #""version":4"#),
      all[0].replacingOccurrences(of: #""device":"iphone12mini","#, with: ""),
      all[1].replacing(/"face":\[[^,]*,/) { _ in "\"face\":[" },
      all[1].replacing(/"intent":[^,]*,/) { _ in #""intent":"left","# },
      all[1].replacing(/"leftEye":\[[^\]]*\],/) { _ in "" },
    ]
    #expect(try JSONSchema.violations(of: wrong.map { Data($0.utf8) }, schema: "recording").count == 5)
  }

  @Test("A header with line boxes and a frame with the app's actions are valid; half a box or half a point is not")
  func appLines() async throws {
    let made = try await gazesim.run(["generate", "--scenario", "reading", "--duration", "1", "-o", "a.jsonl"])
    #expect(made.status == 0, "\(made.stderr)")
    let all = try folder.text(of: "a.jsonl").split(separator: "\n").map(String.init)
    func header(_ lines: String) -> String { all[0].replacing(#""points":"#, with: #""lines":\#(lines),"points":"#) }
    func frame(_ app: String) -> String { all[1].replacing(#""truth":"#, with: app + #","truth":"#) }
    let valid = [
      header("[]"), header("[[0,-1.5,343,22],[0,20,343,22]]"),
      all[0].replacing(#""version":2"#, with: #""version":1"#),
      frame(#""pointer":[1,2],"scroll":"down","tap":[0,0],"dot":[5,5],"page":-3.5"#),
      frame(#""pointer":null,"scroll":null,"tap":null,"dot":null,"page":null"#),
    ]
    #expect(try JSONSchema.violations(of: valid.map { Data($0.utf8) }, schema: "recording") == [])
    let wrong = [
      header("[[0,0,1]]"), header("[[0,0,1,0]]"), header("[[0,0,1,1,1]]"), header("7"), frame(#""pointer":[1,null]"#),
      frame(#""scroll":"left""#), frame(#""tap":[1]"#), frame(#""page":"top""#),
    ]
    #expect(try JSONSchema.violations(of: wrong.map { Data($0.utf8) }, schema: "recording").count == wrong.count)
  }

  @Test("A recording in which each of two people reads a page of their own is valid; a page without owner is not")
  func pages() async throws {
    let made = try await gazesim.run([
      "generate", "--scenario", "reading", "--participants", "2", "--duration", "1", "--set", "task.appStates=1",
      "-o", "a.jsonl",
    ])
    #expect(made.status == 0, "\(made.stderr)")
    let header = try #require(try folder.text(of: "a.jsonl").split(separator: "\n").first.map(String.init))
    #expect(header.contains(#""version":3"#) && header.contains(#""pages":[{"participant":0,"lines":[["#))
    func with(_ pages: String) -> String { header.replacing(#""pages":"#, with: #""pages":\#(pages),"other":"#) }
    let valid = [
      header, with("[]"), with(#"[{"participant":1,"lines":[[0,20,343,22]]},{"participant":0,"lines":[]}]"#),
    ]
    #expect(try JSONSchema.violations(of: valid.map { Data($0.utf8) }, schema: "recording") == [])
    let wrong = [
      with("7"), with("[7]"), with(#"[{"lines":[]}]"#), with(#"[{"participant":0}]"#),
      with(#"[{"participant":-1,"lines":[]}]"#), with(#"[{"participant":0,"lines":[[0,0,1]]}]"#),
    ]
    #expect(try JSONSchema.violations(of: wrong.map { Data($0.utf8) }, schema: "recording").count == wrong.count)
  }

  @Test(
    "Each line of another rig's recording is valid, whole or stripped, but not without time or with text as a constant"
  )
  func samples() async throws {
    for arguments in [
      ["generate", "--rig", "drag", "--duration", "5", "--participants", "1", "-o", "d.jsonl"],
      ["generate", "--rig", "body", "--duration", "5", "--participants", "1", "-o", "b.jsonl"],
      ["convert", "b.jsonl", "-o", "s.jsonl", "--strip"],
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
    }
    let all = try ["d.jsonl", "b.jsonl", "s.jsonl"].flatMap { name in
      try folder.text(of: name).split(separator: "\n").prefix(200).map(String.init)
    }
    #expect(all.contains { $0.contains(#""rig":"body""#) } && all.contains { $0.contains(#""truth":{"#) })
    #expect(try JSONSchema.violations(of: all.map { Data($0.utf8) }, schema: "recording") == [])
    let constant = all[0].replacing(#""constants":{"#, with: #""constants":{"x":"1","#, maxReplacements: 1)
    let wrong = [
      constant, #"{"participant":0,"location":[1,2]}"#, #"{"t":0,"participant":-1}"#, #"{"t":0,"truth":[1]}"#,
    ]
    #expect(try JSONSchema.violations(of: wrong.map { Data($0.utf8) }, schema: "recording").count == 4)
  }
}
