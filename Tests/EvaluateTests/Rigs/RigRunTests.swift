import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Evaluate

/// Tests of the properties that every rig has through the shared code, on a rig that only these tests use.
struct RigRunTests {
  private func profile() throws -> DeviceProfile { try BuiltInProfiles.library().profile(id: "iphone12mini") }

  private func run(
    _ pipeline: String? = nil, participants: Int = 20, calibration: CalibrationFile? = nil,
    _ settings: [String: Double] = [:]
  ) throws -> Run<DialRig> {
    let profile = try profile()
    var simulation = RigSimulation<DialRig>(
      device: NominalPhone(profile), scenario: .turning, preset: try .named("typical"), participants: participants)
    for (key, value) in settings { try simulation.set(key, value) }
    return Run(
      profile: profile, simulation: simulation, pipeline: try DialRig.pipeline(named: pipeline ?? "standard"),
      calibration: calibration)
  }

  private func calibration() async throws -> CalibrationFile {
    let profile = try profile()
    let simulation = RigSimulation<DialRig>(
      device: NominalPhone(profile), scenario: .calibration, preset: try .named("typical"), participants: 5)
    return try await CalibrationRun<DialRig>(profile, .simulated(simulation)).file()
  }

  @Test("a fit is used by standard and not by the article's pipeline, and does not depend on the number of jobs")
  func fits() async throws {
    let file = try await calibration()
    #expect(abs((file.fit.parameters.first?.value ?? 0) - 5) < 0.2, "5 in truth; 400 samples with an SD of 1")
    for jobs in [1, 3] {
      let raw = try await run("raw", calibration: file).evaluation(limits: [], jobs: jobs)
      let fitted = try await run(calibration: file).evaluation(limits: [], jobs: jobs)
      let unfitted = try await run().evaluation(limits: [], jobs: jobs)
      #expect(raw.figures == unfitted.figures)
      let (before, after) = (try #require(raw.figures[0].value), try #require(fitted.figures[0].value))
      // The mean of |N(5, 1)| is 5.00, that of |N(0, 1)| is √(2/π) = 0.798; 4,000 samples of 20 people.
      #expect(abs(before - 5) < 0.1 && abs(after - 0.798) < 0.05)
    }
  }

  @Test("a calibration reads back, and another rig's or a broken one is refused with the field")
  func files() async throws {
    let file = try await calibration()
    let data = try JSONEncoder().encode(file)
    #expect(try CalibrationFile(json: data, path: "c.json", rig: "dial") == file)
    #expect { try CalibrationFile(json: data, path: "c.json", rig: "head") } throws: {
      "\($0)" == "c.json: field \"rig\": is \"dial\"; expected \"head\""
    }
    for length in stride(from: 0, to: data.count - 1, by: 7) {
      #expect(throws: FileError.self) { try CalibrationFile(json: data.prefix(length), path: "c", rig: "dial") }
    }
  }

  @Test("the JSON has each metric at its path, every key of the contract, and the verdict")
  func json() async throws {
    let gates = [AccuracyGate(metric: "place.error.mean", limit: 8, direction: .max)]
    let report = try await run(participants: 12).evaluation(limits: gates, jobs: 2)
    let json = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
    let place = try #require((json["place"] as? [String: Any])?["error"] as? [String: Any])
    #expect(place["mean"] as? Double == report.figures[0].value)
    #expect(json["schema"] as? String == "gazesim.evaluation" && json["rig"] as? String == "dial")
    for key in [
      "against", "loop", "device", "pipeline", "scenario", "seed", "phone", "participants", "frames", "seconds",
      "intervals", "peopleNeeded", "gates", "verdict", "people", "remarks", "settings", "failing", "preset",
    ] {
      #expect(json[key] != nil, "\(key)")
    }
    #expect(json["verdict"] as? String == "pass")
    #expect(((json["gates"] as? [[String: Any]])?.first?["metric"] as? String) == "place.error.mean")
  }

  @Test("Markdown, JUnit, CSV and the page give the verdict, and escape a rig's texts")
  func formats() async throws {
    let gates = [AccuracyGate(metric: "place.error.mean", limit: 1, direction: .max)]
    let report = try await run(participants: 12).evaluation(limits: gates, jobs: 2)
    #expect(report.verdict == .fail)
    #expect(report.markdown.contains("❌") && report.markdown.contains("place.error.mean"))
    #expect(report.junit.contains("failures=\"1\"") && report.junit.contains("<failure"))
    #expect(report.csv.contains("place.error.mean") && report.csv.split(separator: "\r\n").count > 2)
    #expect(report.html.contains("<p>a dial</p>") && report.html.contains("<p>A dial that is turned. Simulated"))
    #expect(report.html.contains("Place.error.mean"))
    #expect(!report.html.contains("<offset>") && report.html.contains("&lt;offset&gt;"))
    let parser = XMLParser(data: Data(report.junit.utf8))
    #expect(parser.parse())
    #expect(report.junit.contains("name=\"gazesim.iphone12mini.dial\""))
    let comparison = try await Comparison(try run(participants: 4), pipelines: DialRig.pipelines, Work(jobs: 2))
    #expect(!comparison.html.contains("<span class=\"value\"></span>"))
  }

  @Test("Markdown has a column of units, CSV ends in unit and rig, and a long list of settings is complete")
  func units() async throws {
    let gates = [AccuracyGate(metric: "place.error.mean", limit: 8, direction: .max)]
    let report = try await run(participants: 12).evaluation(limits: gates, jobs: 2)
    #expect(report.markdown.contains("| gate | limit | value | 95 % | verdict | decided by |\n"))
    let lines = report.csv.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(lines[0].suffix(2) == ["unit", "rig"] && lines.allSatisfy { $0.count == lines[0].count })
    #expect(lines[1].suffix(2) == ["", "dial"], "a share has no unit")
    let head = Run<HeadRig>(
      profile: try profile(),
      simulation: RigSimulation(
        device: NominalPhone(try profile()), scenario: .turning, preset: try .named("typical"), participants: 1,
        duration: 5))
    let long = try await head.evaluation(limits: [], jobs: 1)
    #expect(long.conditions.count > 300 && !long.markdown.contains("…"))
    #expect(
      long.markdown.contains("| distribution | unit |") && long.markdown.contains("| orientation.errorDegrees | deg |"))
    #expect(long.csv.contains(",deg,head\r\n"))
  }

  @Test("a report names the settings that its pipeline uses, and no others")
  func settings() async throws {
    let raw = try await run("raw", participants: 2).evaluation(limits: [], jobs: 1)
    let standard = try await run("standard", participants: 2).evaluation(limits: [], jobs: 1)
    #expect(standard.conditions.contains("calibration profile, offset 0") && standard.html.contains("offset</th>"))
    #expect(raw.conditions.hasSuffix("calibration profile") && !raw.html.contains("offset</th>"))
    #expect(raw.properties.allSatisfy { $0.0 != "offset" } && standard.properties.contains { $0.0 == "offset" })
  }

  @Test("people for whom the sensor fails are in no figure")
  func failing() async throws {
    let report = try await run(participants: 40, ["dial.failingShare": 0.5]).evaluation(limits: [], jobs: 2)
    #expect((8...32).contains(report.failingParticipants), "half of 40, 4 standard errors")
    #expect(report.people.count { $0.failing } == report.failingParticipants)
  }

  @Test("a gate adds people while it is inconclusive, a baseline compares people and refuses other conditions")
  func gates() async throws {
    let metric = "place.error.mean"
    var gate = Evaluation(
      try run(participants: 10), limits: [AccuracyGate(metric: metric, limit: 8, direction: .max)], mostParticipants: 40
    )
    let passed = try await gate.evaluation(jobs: 2)
    #expect(passed.verdict == .pass && passed.looks?.taken == 1)
    let accepted = try await gate.accepted(jobs: 2).baseline
    gate.baseline = accepted
    let same = try await gate.evaluation(jobs: 3)
    #expect(same.baseline?.isIdentical == true && same.verdict == .pass)
    gate.run = try run(participants: 10, calibration: try await calibration())
    let better = try await gate.evaluation(jobs: 2)
    #expect(better.baseline?.comparisons.first?.isBetter == true)
    gate.run = try run(participants: 10, ["dial.noise": 2])
    await #expect(throws: FileError.self) { try await gate.evaluation(jobs: 2) }
    await #expect(throws: UnknownNameError.self) {
      try await Evaluation(try run(), limits: [AccuracyGate(metric: "place.eror.mean", limit: 1, direction: .max)])
        .evaluation(
          jobs: 1)
    }
  }

  @Test("a setup that no trial can use is refused before the work, in every scenario")
  func checks() async throws {
    let run = try run(participants: 2, ["dial.scale": 0])
    #expect { try run.validate() } throws: { "\($0)" == "scale = 0: a dial needs one; expected more than 0" }
    await #expect(throws: SimulationError.self) { try await run.evaluation(limits: [], jobs: 1) }
    await #expect(throws: SimulationError.self) {
      try await Comparison(run, pipelines: [DialRig.standard], Work(jobs: 1))
    }
  }

  @Test("pipelines are compared on the same people: the difference is paired")
  func compares() async throws {
    let report = try await Comparison(
      try run(calibration: try await calibration()), pipelines: DialRig.pipelines, Work(jobs: 2))
    let row = try #require(report.rows.first?.figures.first)
    #expect(abs((row.difference ?? 0) + 4.2) < 0.1, "0.80 - 5.00")
    let (paired, own) = (try #require(row.differenceCI95), try #require(row.ci95))
    #expect(paired.upper < 0 && own.lower > 4)
    #expect(report.markdown.contains("standard - raw") && report.html.contains("an &lt;article&gt;"))
  }
}
