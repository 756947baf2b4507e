import Evaluate
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every command for each rig, as a user types it.
@Suite struct RigCommandTests {
  private let gazesim: Command
  private var folder: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @discardableResult
  private func done(_ arguments: [String], status: Int32 = 0) async throws -> Command.Outcome {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.stderr)")
    return outcome
  }

  @Test(
    "generate, calibrate, evaluate, compare and replay run without arguments; files conform to the schemas",
    .slow("6 s: five commands on every rig"),
    arguments: [
      ("head", "iphone12mini"), ("body", "iphonexr"), ("drag", "iphone12mini"),
    ])
  func alone(_ rig: String, _ device: String) async throws {
    try await done(["generate", "--rig", rig, "--duration", "20"])
    let recording = "\(device)-\(rig)-calibration-1.jsonl"
    #expect(try folder.text(of: recording).contains("\"rig\":\"\(rig)\""))
    let fitted = try await done(["calibrate", "--rig", rig, "--participants", "3", "--json"])
    let file = "\(device).\(rig).calibration.json"
    #expect(try fitted.json()["rig"] as? String == rig)
    #expect(try JSONSchema.violations(of: [folder.bytes(of: file)], schema: "rig-calibration") == [])
    let people = ["--rig", rig, "--participants", "4", "--duration", "20"]
    let outputs = ["e.json", "e.md", "e.xml", "e.csv", "e.html"].flatMap { ["-o", $0] }
    try await done(["evaluate"] + people + ["--calibration", file] + outputs)
    #expect(try JSONSchema.violations(of: [folder.bytes(of: "e.json")], schema: "rig-evaluation") == [])
    #expect(XMLParser(data: try folder.bytes(of: "e.xml")).parse())
    let page = try folder.text(of: "e.html")
    #expect(page.contains("<svg") && !page.contains("NaN") && !page.lowercased().contains(">nan"))
    let compared = try await done(["compare", "--json"] + people).json()
    #expect((compared["rows"] as? [[String: Any]])?.count ?? 0 >= 2)
    let replayed = try await done(["replay", "--rig", rig, "--fast", "--json"])
    let lines = replayed.text.split(separator: "\n")
    #expect(lines.count > 100 && lines.last?.contains("\"rig\":\"\(rig)\"") == true)
    #expect(!replayed.text.lowercased().contains("nan"))
    // The recording states its rig, so --rig is not needed.
    try await done(["evaluate", "--input", recording, "--quiet"])
    try await done(["replay", recording, "--fast"])
    try await done(["calibrate", "--input", recording, "-o", "own.json"])
    try await done(["record-info", recording])
    for (from, to) in [(recording, "b.npy"), ("b.npy", "c.csv.gz"), ("c.csv.gz", "d.jsonl")] {
      try await done(["convert", from, "-o", to, "--quiet"])
    }
    #expect(try folder.bytes(of: "d.jsonl") == folder.bytes(of: recording))
    try await done(["scenarios", "--rig", rig, "--provenance"])
  }

  @Test("a gate passes, fails and knows its rig's metrics", arguments: Rigs.all.dropFirst().map { "\($0)" })
  func gates(_ name: String) async throws {
    let rig = String(name.dropLast(3)).lowercased()
    let people = [
      "gate", "--rig", rig, "--participants", "8", "--most-participants", "8", "--duration", "20", "--details",
    ]
    let metric = try #require(
      ["head": "orientation.errorDegrees.mean", "body": "overlay.errorPoints.mean", "drag": "slip.points.mean"][rig])
    func limits(_ limit: Double) -> String {
      #"{"schema":"gazesim.limits","version":1,"limits":[{"metric":"\#(metric)","limit":\#(limit),"direction":"max"}]}"#
    }
    try folder.write(limits(1e6), to: "wide.json")
    try folder.write(limits(1e-6), to: "tight.json")
    try await done(people + ["--limits", "wide.json"])
    let failed = try await done(people + ["--limits", "tight.json", "-o", "j.xml"], status: 1)
    #expect(failed.text.contains("verdict: fail"))
    #expect(try folder.text(of: "j.xml").contains("<failure"))
    try folder.write(limits(1).replacing(metric, with: "pointer.dataLoss"), to: "gaze.json")
    try await done(people + ["--limits", "gaze.json"], status: 2)
    try await done(people + ["--limits", "wide.json", "--baseline", "b.json", "--accept", "--quiet"])
    let same = try await done(people + ["--limits", "wide.json", "--baseline", "b.json"])
    #expect(same.text.contains("nobody's figures differ"))
  }

  @Test(
    "a recording that was stripped of its truth is not reported as compared with the simulator's",
    arguments: ["head", "body", "drag"])
  func stripped(_ rig: String) async throws {
    try await done(["generate", "--rig", rig, "--duration", "20", "-o", "a.jsonl"])
    try await done(["convert", "a.jsonl", "-o", "s.jsonl", "--strip"])
    let known = try await done(["evaluate", "--input", "a.jsonl", "--json"]).json()["against"] as? String
    let outcome = try await done(["evaluate", "--input", "s.jsonl", "--json", "-o", "s.md", "-o", "s.html"])
    let against = try #require(try outcome.json()["against"] as? String)
    #expect(known != nil && against != known && !against.contains("simulator"))
    #expect(try !folder.text(of: "s.md").contains("against the simulator"))
    #expect(try folder.text(of: "s.md").contains("preset unknown, phone unknown, seed unknown"))
    #expect(try !folder.text(of: "s.html").contains("against the simulator"))
  }

  @Test("recordings of two views are refused as inputs of one fit")
  func views() async throws {
    for (name, degrees) in [("a", "60"), ("b", "90")] {
      try await done([
        "generate", "--rig", "drag", "--duration", "20", "--set", "view.fieldOfView=\(degrees)", "-o", "\(name).jsonl",
      ])
    }
    try await done(["calibrate", "--input", "a.jsonl", "-o", "c.json"])
    let outcome = try await gazesim.run(["calibrate", "--input", "a.jsonl", "--input", "b.jsonl", "-o", "d.json"])
    expectRefusal(
      outcome,
      naming: "b.jsonl:1: field \"constants.fieldOfViewDegrees\": is 90.0; expected 60.0, as in a.jsonl",
      "calibrate each view alone")
    #expect(!folder.names.contains("d.json"))
  }

  @Test("an impossible setting in a profile is refused with the file and its key")
  func settings() async throws {
    let profile = try await done(["devices", "iphone12mini", "--json"]).text
    let misspelt = profile.replacing("latencyMilliseconds", with: "latencyMiliseconds")
    #expect(misspelt != profile)
    try folder.write(misspelt, to: "mine.json")
    for command in ["generate", "calibrate", "evaluate", "gate", "compare", "replay"] {
      let outcome = try await gazesim.run(
        [command, "--rig", "head", "--profile", "mine.json"] + (command == "replay" ? ["--fast"] : []))
      expectRefusal(
        outcome,
        naming: "mine.json: field \"rigs.head.settings.0.name\": is \"latencyMiliseconds\"",
        "did you mean \"latencyMilliseconds\"?")
    }
  }

  @Test("options without effect for a rig are remarked on, and a loop is reported only if it was closed")
  func ignored() async throws {
    let outcome = try await done([
      "generate", "--rig", "head", "--duration", "5", "--loop", "standard", "--jobs", "2", "-o", "a.jsonl",
    ])
    #expect(outcome.stderr.contains("without effect: --loop") && !outcome.stderr.contains("--jobs"))
    #expect(outcome.text.contains("wrote a.jsonl") && !outcome.text.contains("loop"))
    let json = try await done([
      "generate", "--rig", "head", "--duration", "5", "--loop", "standard", "-o", "b.jsonl", "--json", "--quiet",
    ])
    #expect(try json.json()["loop"] as? String == "open")
    let fit = try await done(["calibrate", "--rig", "drag", "--participants", "2", "--jobs", "2", "-o", "c.json"])
    #expect(fit.stderr.contains("without effect: --jobs"))
  }

  @Test("an unknown constant or scenario is reported with a similar one and with the command that lists the rig's")
  func listings() async throws {
    for (arguments, near, listing) in [
      (["--set", "task.forwardIntervl=1"], "task.forwardInterval", "scenarios calibration --rig head --provenance"),
      (["--set", "sdf=1"], "sdf", "scenarios calibration --rig head --provenance"),
      (["--scenario", "calibraton"], "calibration", "scenarios --rig head"),
    ] {
      let outcome = try await gazesim.run(["generate", "--rig", "head"] + arguments)
      expectRefusal(outcome, naming: near, "`gazesim \(listing)` lists all")
      try await done(listing.split(separator: " ").map(String.init))
    }
    // The gaze rig's message is unchanged.
    expectRefusal(
      try await gazesim("generate", "--set", "sdf=1"), naming: "`gazesim scenarios NAME --provenance` lists all")
  }

  @Test("a command that supports only gaze refuses another --rig, and so does the import of another rig's file")
  func gazeAlone() async throws {
    try await done(["generate", "--rig", "body", "--duration", "2", "-o", "b.jsonl"])
    for command in ["doctor", "characterize"] {
      let outcome = try await gazesim.run([command, "b.jsonl", "--rig", "body"])
      expectRefusal(outcome, naming: "--rig: is body; this command supports the gaze rig only")
    }
    let rows = (0..<50).map { "\(Double($0) / 25),1,0,0,0" }.joined(separator: "\n")
    try folder.write("timestamp,qw,qx,qy,qz\n" + rows + "\n", to: "hm.csv")
    let arguments = ["import", "hm.csv", "--from", "headmotion"]
    expectRefusal(
      try await gazesim.run(arguments + ["-o", "a.jsonl", "--rig", "body"]),
      naming: "--rig: is body; headmotion becomes a recording of the rig head")
    try await done(arguments + ["-o", "a.jsonl", "--rig", "head"])
  }

  @Test("an unknown metric is reported with the file that names it, and a failed fit with its recording")
  func places() async throws {
    let metric = #"{"metric":"orientation.errorDegrees.meen","limit":1,"direction":"max"}"#
    let list = #"[{"metric":"orientation.errorDegrees.mean","limit":1,"direction":"max"},\#(metric)]"#
    try folder.write(#"{"schema":"gazesim.limits","version":1,"limits":\#(list)}"#, to: "l.json")
    try await done(["generate", "--rig", "head", "--duration", "5", "-o", "h.jsonl"])
    for people in [["--rig", "head", "--participants", "2", "--duration", "5"], ["--input", "h.jsonl"]] {
      expectRefusal(
        try await gazesim.run(["gate", "--limits", "l.json"] + people),
        naming: "l.json: field \"limits.1.metric\": unknown metric \"orientation.errorDegrees.meen\": did you mean")
    }
    let profile = try await done(["devices", "iphone12mini", "--json"]).text
    let misspelt = profile.replacing(
      /"head"\s*:\s*\{/, with: #""head":{"gates":{"note":"","limits":[\#(metric)]},"#)
    #expect(misspelt != profile)
    try folder.write(misspelt, to: "mine.json")
    expectRefusal(
      try await gazesim.run([
        "gate", "--rig", "head", "--profile", "mine.json", "--participants", "2", "--duration", "5",
      ]),
      naming: "mine.json: field \"rigs.head.gates.limits\": unknown metric")
    try await done(["generate", "--rig", "drag", "--duration", "1", "-o", "d.jsonl"])
    expectRefusal(try await gazesim("calibrate", "--input", "d.jsonl", "-o", "c.json"), naming: "d.jsonl: ")
    expectRefusal(
      try await gazesim("evaluate", "--rig", "sphere"), naming: "unknown rig \"sphere\": known: gaze, head, body, drag")
  }

  @Test("rows of a rig are called samples, or sample for one, and a replay's zeros have no sign")
  func words() async throws {
    let made = try await done(["generate", "--rig", "head", "--duration", "2", "-o", "a.jsonl"])
    #expect(made.text.contains(" samples, ") && !made.text.contains("frames"))
    #expect(try await done(["convert", "a.jsonl", "-o", "a.npy"]).text.contains(" samples, "))
    let info = try await done(["record-info", "a.jsonl"]).text
    #expect(info.contains("samples") && !info.contains("frames"))
    let lines = try folder.text(of: "a.jsonl").split(separator: "\n").prefix(2)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "one.jsonl")
    let one = try await done(["replay", "one.jsonl", "--fast"])
    #expect(one.text.contains(" 1 sample, "))
    for rig in ["head", "body", "drag"] {
      let text = try await done(["replay", "--rig", rig, "--fast", "--json"]).text
      #expect(text.firstMatch(of: /:-0[,}]/) == nil, "\(rig)")
    }
  }

  @Test("help shows every rig's own defaults")
  func help() async throws {
    for (command, words) in [
      ("generate", ["60; head 25", "iphone12mini; body iphonexr", "DEVICE-RIG-SCENARIO-SEED.FORMAT"]),
      ("calibrate", ["DEVICE.RIG.calibration.json"]), ("evaluate", ["validation, reading, stare; head long, turning;"]),
      ("compare", ["validation, reading, stare; head long, turning;"]),
    ] {
      let text = try await done([command, "--help"]).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for part in words { #expect(text.contains(part), "\(command): \(part)") }
    }
  }

  @Test("unknown names are refused with the known ones: rigs, pipelines, scenarios, files of another rig")
  func refusals() async throws {
    try await done(["generate", "--rig", "drag", "--duration", "5", "-o", "d.jsonl"])
    try await done(["calibrate", "--rig", "drag", "--participants", "2", "-o", "d.json"])
    for (arguments, words) in [
      (["evaluate", "--rig", "hed"], "did you mean"),
      (["evaluate", "--rig", "head", "--pipeline", "article2021"], "article2024"),
      (["evaluate", "--rig", "body", "--scenario", "reading"], "scenario"),
      (["evaluate", "--rig", "head", "--input", "d.jsonl"], "is \"drag\""),
      (["evaluate", "--rig", "head", "--calibration", "d.json"], "is \"drag\"; expected \"head\""),
      (["evaluate", "--calibration", "d.json"], "is \"drag\""),
      (["calibrate", "--input", "d.jsonl", "--rig", "gaze"], "is \"drag\""),
      (["generate", "--rig", "head", "--rate", "0"], "rate"),
      (["generate", "--rig", "drag", "--set", "drag.nothing=1"], "parameter"),
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 2 && outcome.stderr.contains(words), "\(arguments): \(outcome.stderr)")
    }
  }
}
