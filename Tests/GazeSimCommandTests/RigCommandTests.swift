import Evaluate
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Each rig through every command, as a user types it.
@Suite struct RigCommandTests {
  private let folder: Scratch
  private let gazesim: Command

  init() throws {
    folder = try Scratch()
    gazesim = Command(in: folder)
  }

  @discardableResult
  private func done(_ arguments: [String], status: Int32 = 0) async throws -> Command.Outcome {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.stderr)")
    return outcome
  }

  @Test(
    "generate, calibrate, evaluate, compare and replay run on their own; files are what the schemas say",
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
    // The recording says its rig: nobody has to.
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

  @Test("a gate passes, fails and knows its rig's metrics", arguments: Rigs.all.map { "\($0)" })
  func gates(_ name: String) async throws {
    let rig = String(name.dropLast(3)).lowercased()
    let people = ["gate", "--rig", rig, "--participants", "8", "--most-participants", "8", "--duration", "20"]
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

  @Test("what is not there is refused with what there is: rigs, pipelines, scenarios, files of another rig")
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
      (["study", "population", "--rig", "head"], "gaze"),
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 2 && outcome.stderr.contains(words), "\(arguments): \(outcome.stderr)")
    }
  }
}
