import Foundation
import GazePipeline
import GazeTesting
import TestSupport
import Testing

struct AccuracyBaselineTests {
  private let standard: StandardPipeline
  private let check: AccuracyCheck
  private let metrics: [GazeMetricName] = [.pointerErrorPointsMedian, .pointerDataLoss]

  init() throws {
    standard = try StandardPipeline(device: "iphone12mini")
    let phone = try NominalPhone(device: "iphone12mini")
    // Nine people, 10 s, seed 8.
    check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 8, participants: 9, duration: 10))
  }

  private func smoothed(_ frames: Int) -> StandardPipeline {
    StandardPipeline(geometry: standard.geometry, smoothing: .movingAverage(frames), trigger: .standard)
  }

  @Test("a baseline is written, read and kept by its pipeline; a worse fails")
  func roundTrip() throws {
    let scratch = try ScratchFolder()
    let url = URL(filePath: scratch("baseline.json"))
    let baseline = try check.baseline(of: "standard", metrics) { _ in standard }
    try baseline.write(to: url)
    let bytes = try Data(contentsOf: url)
    try baseline.write(to: url)
    #expect(try Data(contentsOf: url) == bytes)
    let accepted = try AccuracyBaseline(url: url)
    #expect(accepted == baseline && accepted.people == 9 && accepted.pipeline == "standard")
    #expect(accepted.metrics == ["pointer.dataLoss", "pointer.errorPoints.median"])
    let same = try check.compare(to: accepted) { _ in standard }
    #expect(same.verdict == .pass && same.rows.map(\.change) == [0, 0], "\(same)")
    #expect("\(same)".contains("is as with the baseline of standard"))
    let geometry = standard.geometry
    var moved = geometry
    moved.camera.y += 0.06
    let worse = try check.compare([.pointerErrorPointsMedian], to: accepted) { _ in
      StandardPipeline(geometry: moved, smoothing: .standard, trigger: .standard)
    }
    #expect(worse.verdict == .fail)
  }

  @Test("people in the baseline and in the simulation are compared, whichever are more")
  func numbers() throws {
    let baseline = try check.baseline(of: "mine", metrics) { _ in standard }
    for participants in [8, 20] {
      var other = check
      other.simulation.participants = participants
      let comparison = try other.compare(to: baseline) { _ in standard }
      #expect(comparison.people == min(participants, 9) && comparison.rows.allSatisfy { $0.change == 0 })
    }
  }

  @Test("a baseline of others, without metric, or edited, is refused with the remedy")
  func refusals() throws {
    let baseline = try check.baseline(of: "mine", metrics) { _ in standard }
    var other = check
    other.simulation.seed = 9
    let error = #expect(throws: ComparisonError.self) { try other.compare(to: baseline) { _ in standard } }
    #expect(
      "\(try #require(error))"
        == "the baseline is of other people or another simulator: seed (8 in the baseline, 9 now); simulate the same "
        + "people, or write a new baseline")
    #expect(
      throws: ComparisonError.notInBaseline(
        metric: "pointer.latencyMilliseconds", known: ["pointer.dataLoss", "pointer.errorPoints.median"])
    ) { try check.compare([.pointerLatencyMilliseconds], to: baseline) { _ in standard } }
    #expect(throws: ComparisonError.noMetrics) { try check.baseline(of: "mine", []) { _ in standard } }
    let scratch = try ScratchFolder()
    let path = scratch("baseline.json")
    try baseline.write(to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let edited = try scratch.write(text.replacing("\"seed\" : \"8\"", with: "\"seed\" : \"7\""), to: "edited.json")
    let fault = try #require(#expect(throws: FileError.self) { try AccuracyBaseline(path: edited) })
    #expect(fault.message.hasSuffix("write a new baseline with AccuracyBaseline.write(to:)"))
    // A person's figure, and a figure over people that a reviewer reads.
    for (pattern, replacement) in [
      (/"pointer.dataLoss":\[[0-9.]+/, "\"pointer.dataLoss\":[0"), (/"value" : [0-9.]+/, "\"value\" : 1"),
    ] {
      let changed = text.replacing(pattern, with: replacement, maxReplacements: 1)
      #expect(changed != text)
      let file = try scratch.write(changed, to: "changed.json")
      let fault = try #require(#expect(throws: FileError.self) { try AccuracyBaseline(path: file) })
      #expect(fault.field == "peopleHash" && fault.message.contains("the file was edited"), "\(fault)")
    }
    let older = try scratch.write(text.replacing(/"peopleHash" : "[^"]+",/, with: ""), to: "older.json")
    #expect(try AccuracyBaseline(path: older) == baseline)
    let recipe = try scratch.write("{\"eggs\": 2}", to: "recipe.json")
    #expect(throws: FileError.self) { try baseline.write(to: recipe) }
    #expect(try String(contentsOfFile: recipe, encoding: .utf8) == "{\"eggs\": 2}")
  }
}
