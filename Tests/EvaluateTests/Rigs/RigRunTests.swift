import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Evaluate

/// Tests of the properties that every rig has through the shared code, on a rig that only these tests use.
struct RigRunTests {
  private func run(
    _ pipeline: Pipeline<DialRig> = DialRig.standard, participants: Int = 20, calibration: CalibrationFile? = nil,
    _ settings: [String: Double] = [:]
  ) throws -> Run<DialRig> {
    Run(
      profile: try .mini(), simulation: try .mini(.turning, participants: participants, setting: settings),
      pipeline: pipeline, calibration: calibration)
  }

  private func calibration() async throws -> CalibrationFile {
    try await CalibrationRun<DialRig>(try .mini(), .simulated(.mini(.calibration, participants: 5))).file()
  }

  @Test("a fit is used by standard and not by the article's pipeline, and does not depend on the number of jobs")
  func fits() async throws {
    let file = try await calibration()
    expectNear(file.fit.parameters.first?.value, 5, 0.2, "5 in truth; 400 samples with an SD of 1")
    for jobs in [1, 3] {
      let raw = try await run(DialRig.pipelines[0], calibration: file).evaluation(jobs: jobs)
      let fitted = try await run(calibration: file).evaluation(jobs: jobs)
      let unfitted = try await run().evaluation(jobs: jobs)
      #expect(raw.figures == unfitted.figures)
      let (before, after) = (try #require(raw.figures[0].value), try #require(fitted.figures[0].value))
      // The mean of |N(5, 1)| is 5.00, that of |N(0, 1)| is √(2/π) = 0.798; 4,000 samples of 20 people.
      expectNear(before, 5, 0.1)
      expectNear(after, 0.798, 0.05)
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

  @Test("each format has verdict, unit and rig, and a rig's texts are escaped")
  func formats() async throws {
    let report = try await run(participants: 12).evaluation(limits: [.most("place.error.mean", 1)])
    #expect(report.verdict == .fail)
    let json = try jsonObject(report)
    let place = try #require((json["place"] as? [String: Any])?["error"] as? [String: Any])
    #expect(place["mean"] as? Double == report.figures[0].value)
    #expect((json["gates"] as? [[String: Any]])?.first?["metric"] as? String == "place.error.mean")
    #expect(json["rig"] as? String == "dial" && json["verdict"] as? String == "fail")
    #expect(report.markdown.contains("❌") && report.markdown.contains("place.error.mean"))
    #expect(report.junit.contains("failures=\"1\"") && XMLParser(data: Data(report.junit.utf8)).parse())
    let lines = report.csv.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(lines.allSatisfy { $0.count == lines[0].count } && lines[1].suffix(2) == ["", "dial"])
    #expect(!report.html.contains("<offset>") && report.html.contains("&lt;offset&gt;"))
  }

  @Test("a report names the settings that its pipeline uses, and no others")
  func settings() async throws {
    for (pipeline, usesOffset) in zip(DialRig.pipelines, [false, true]) {
      let report = try await run(pipeline, participants: 2).evaluation()
      #expect(report.conditions.contains("calibration profile, offset 0") == usesOffset)
      #expect(report.html.contains("offset</th>") == usesOffset)
      #expect(report.properties.contains { $0.0 == "offset" } == usesOffset)
    }
  }

  @Test("people for whom the sensor fails are in no figure")
  func failing() async throws {
    let report = try await run(participants: 40, ["dial.failingShare": 0.5]).evaluation()
    #expect((8...32).contains(report.failingParticipants), "half of 40, 4 standard errors")
    #expect(report.people.count { $0.failing } == report.failingParticipants)
  }

  @Test("a gate adds people while it is inconclusive, a baseline compares people and refuses other conditions")
  func gates() async throws {
    var gate = Evaluation(try run(participants: 10), limits: [.most("place.error.mean", 8)], mostParticipants: 40)
    let passed = try await gate.evaluation()
    #expect(passed.verdict == .pass && passed.analyses?.taken == 1)
    let accepted = try await gate.accepted().baseline
    gate.baseline = accepted
    let same = try await gate.evaluation(jobs: 3)
    #expect(same.baseline?.isIdentical == true && same.verdict == .pass)
    gate.run = try run(participants: 10, calibration: try await calibration())
    let better = try await gate.evaluation()
    #expect(better.baseline?.comparisons.first?.isBetter == true)
    gate.run = try run(participants: 10, ["dial.noise": 2])
    await #expect(throws: FileError.self) { try await gate.evaluation() }
    await #expect(throws: UnknownNameError.self) {
      try await Evaluation(try run(), limits: [.most("place.eror.mean", 1)]).evaluation()
    }
  }

  @Test("a setup that no trial can use is refused before the work, in every scenario")
  func checks() async throws {
    let run = try run(participants: 2, ["dial.scale": 0])
    #expect { try run.validate() } throws: { "\($0)" == "scale = 0: a dial needs one; expected more than 0" }
    await #expect(throws: SimulationError.self) { try await run.evaluation() }
    await #expect(throws: SimulationError.self) {
      try await Comparison(run, pipelines: [DialRig.standard], Work(jobs: 1))
    }
  }

  @Test("pipelines are compared on the same people: the difference is paired")
  func compares() async throws {
    let report = try await Comparison(
      try run(calibration: try await calibration()), pipelines: DialRig.pipelines, Work(jobs: 2))
    let row = try #require(report.rows.first?.figures.first)
    expectNear(row.difference, 0.8 - 5, 0.1)
    let (paired, own) = (try #require(row.differenceCI95), try #require(row.ci95))
    #expect(paired.upper < 0 && own.lower > 4)
    #expect(report.markdown.contains("standard - raw") && report.html.contains("an &lt;article&gt;"))
  }
}
