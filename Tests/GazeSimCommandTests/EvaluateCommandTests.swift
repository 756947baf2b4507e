import Foundation
import GazeRecording
import Profiles
import TestSupport
import Testing

@Suite struct EvaluateCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// The value at `pointer.errorPoints.p95` and the like; nil where a key is missing, `NSNull` for a null.
  private func value(_ path: String, in json: [String: Any]) -> Any? {
    path.split(separator: ".").reduce(json as Any?) { ($0 as? [String: Any])?[String($1)] }
  }

  @Test("with the preset ideal the pointer is exact on every device")
  func ideal() async throws {
    let ids = BuiltInProfiles.all.map(\.id)
    #expect(ids.count == 45)
    let (gazesim, arguments) = (
      gazesim, ["--preset", "ideal", "--smoothing", "none", "--person-calibration", "none", "--participants", "2"]
    )
    let errors = try await withThrowingTaskGroup(of: (String, Double?).self) { group in
      var waiting = ids[...]
      func start() {
        guard let id = waiting.popFirst() else { return }
        group.addTask {
          let outcome = try await gazesim.run(
            ["evaluate", "--device", id, "--scenario", "validation", "--duration", "15", "--jobs", "1", "--json"]
              + arguments)
          #expect(outcome.status == 0, "\(outcome.stderr)")
          return (id, value("pointer.errorPoints.p95", in: try outcome.json()) as? Double)
        }
      }
      for _ in 0..<2 { start() }
      var errors: [String: Double?] = [:]
      for try await (id, error) in group {
        errors[id] = error
        start()
      }
      return errors
    }
    #expect(errors.count == 45)
    for (id, error) in errors { #expect(try #require(error ?? nil, "\(id)") < 0.01, "\(id)") }
  }

  @Test("a wrong mapping is the first line, and its error is not called the people's; a right one is not mentioned")
  func wrongMapping() async throws {
    let people = ["evaluate", "--scenario", "validation", "--duration", "20", "--participants", "8"]
    let wrong = try await gazesim.run(
      people + ["--pipeline", "article2021", "-o", "w.md", "-o", "w.html", "-o", "w.json"])
    #expect(wrong.status == 0 && wrong.text.hasPrefix("the mapping is wrong: "), "\(wrong.text)\(wrong.stderr)")
    #expect(wrong.text.contains("! the camera's pose is ignored") && !wrong.text.contains("Made of"), "\(wrong.text)")
    for name in ["w.md", "w.html"] { #expect(try scratch.text(of: name).contains("pose is ignored"), "\(name)") }
    let json = try #require(
      try JSONSerialization.jsonObject(with: scratch.bytes(of: "w.json")) as? [String: Any])
    #expect((json["correctness"] as? [String: Any])?["verdict"] as? String == "fail")
    #expect(json["verdict"] is NSNull)
    let right = try await gazesim.run(people)
    #expect(right.text.contains("Made of") && !right.text.contains("mapping"), "\(right.text)")
  }

  @Test("the JSON has every documented key, with null for missing values")
  func keys() async throws {
    let outcome = try await gazesim(
      "evaluate", "--participants", "2", "--duration", "10", "--scenario", "validation", "--json")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    let json = try outcome.json()
    var keys = "against loop schema device rig pipeline scenario seed phone participants frames seconds gates verdict"
      .split(separator: " ").map(String.init)
    for error in ["errorPoints", "errorMillimetres", "errorDegrees"] {
      keys += ["mean", "median", "p90", "p95", "rms", "ci95"].map { "pointer.\(error).\($0)" }
    }
    keys += [
      "accuracyDegrees", "precisionRMSS2SDegrees", "precisionSTDDegrees", "bceaDegrees2", "dataLoss",
      "latencyMilliseconds",
    ].map { "pointer.\($0)" }
    keys += [
      "unreadLinesLost", "timeToRecoverSeconds", "pageCompletion", "timeOverTouch", "overshootPoints",
      "offScreenScrollPointsPerMinute",
      "truth", "detected", "truePositives", "falsePositives", "falseNegatives", "precision", "recall", "f1",
      "latencyMilliseconds.median", "latencyMilliseconds.p90", "falsePerMinute.value", "falsePerMinute.ci95",
      "falsePerMinute.byPerson",
    ].map { "scroll.\($0)" }
    for key in keys { #expect(value(key, in: json) != nil, "\(key)") }
    // Two people are too few for an interval, nothing was gated, and the loop is open.
    for key in ["pointer.errorPoints.ci95", "scroll.falsePerMinute.ci95", "scroll.unreadLinesLost", "verdict"] {
      #expect(value(key, in: json) is NSNull, "\(key)")
    }
    #expect(json["against"] as? String == "truth")
    #expect(json["loop"] as? String == "open")
    #expect(json["schema"] as? String == "gazesim.evaluation")
    #expect(json["participants"] as? Int == 2)
    #expect(json["seconds"] as? Double ?? 0 > 19)
  }

  @Test("gates carry metric, limit, direction, value, interval and verdict")
  func gateKeys() async throws {
    try scratch.write(limits(("pointer.latencyMilliseconds", 1000, "max")), to: "limits.json")
    let outcome = try await gazesim(
      "gate", "--participants", "2", "--most-participants", "2", "--duration", "10", "--scenario", "validation",
      "--limits", "limits.json", "--json")
    let gates = try #require(try outcome.json()["gates"] as? [[String: Any]])
    #expect(gates.count == 1)
    for key in ["metric", "limit", "direction", "value", "ci95", "verdict"] { #expect(gates[0][key] != nil, "\(key)") }
    #expect(gates[0]["ci95"] is NSNull)
    #expect(gates[0]["verdict"] as? String == "inconclusive")
  }

  @Test("figures do not depend on the number of jobs, and the file has the same content as stdout")
  func jobs() async throws {
    let arguments = ["evaluate", "--participants", "5", "--duration", "10", "--json"]
    let one = try await gazesim.run(arguments + ["--jobs", "1", "-o", "a.json"])
    let two = try await gazesim.run(arguments + ["--jobs", "2", "-o", "b.json"])
    #expect(one.status == 0, "\(one.stderr)")
    #expect(one.stdout == two.stdout)
    #expect(one.stdout == (try scratch.bytes(of: "a.json")))
    #expect(try scratch.bytes(of: "a.json") == scratch.bytes(of: "b.json"))
  }

  @Test("a recording of simulated people gives the same figures as their simulation")
  func input() async throws {
    let people = ["--scenario", "reading", "--participants", "3", "--duration", "40", "--seed", "4"]
    _ = try await gazesim.run(["generate", "-o", "a.jsonl"] + people)
    let read = try await gazesim("evaluate", "--input", "a.jsonl", "--json")
    let made = try await gazesim.run(["evaluate", "--person-calibration", "none", "--json"] + people)
    #expect(read.status == 0, "\(read.stderr)")
    #expect(read.text.count > 1000)
    var json = try read.json()
    #expect((json.removeValue(forKey: "recorded") as? [Any])?.count == 3)
    #expect((json.removeValue(forKey: "recordingFaults") as? [Any])?.isEmpty == true)
    let expected = try asRecorded(made.json()) as NSDictionary
    #expect(json as NSDictionary == expected)
  }

  @Test(
    "with --details a report for the terminal states its people and pipeline, and how many people an interval needs")
  func text() async throws {
    let outcome = try await gazesim(
      "evaluate", "--details", "--participants", "2", "--duration", "10", "--scenario", "validation")
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(outcome.stderr.isEmpty)
    let text = outcome.text
    for part in [
      "iphone12mini, standard, validation: 2 people", "true gaze", "5 points in an earlier session",
      "open loop", "pointer error", "no interval (-) of 2 people: ", "take 8 people", "takes 100 people",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(!text.contains("nan"))
  }
}

/// A report on simulated people, changed to the report on a recording of the same people. Recorded people may differ
/// from the simulator's, so a verdict needs at least 44 of them.
func asRecorded(_ json: [String: Any]) throws -> [String: Any] {
  var json = json
  let needed = try #require(json["peopleNeeded"] as? [String: Int])
  #expect(!needed.isEmpty)
  json["peopleNeeded"] = needed.mapValues { max($0, 44) }
  return json
}

/// JSON of a limits file.
func limits(_ limits: (metric: String, limit: Double, direction: String)...) -> String {
  let list = limits.map { #"{"metric":"\#($0.metric)","limit":\#($0.limit),"direction":"\#($0.direction)"}"# }
  return #"{"schema":"gazesim.limits","version":1,"limits":[\#(list.joined(separator: ","))]}"#
}
