import Foundation
import GazePipeline
import GazeTesting
import TestSupport
import Testing

/// A pipeline with its pointer changed.
private struct Changed: PointerPipeline {
  var base: StandardPipeline
  let change: (SIMD2<Double>) -> SIMD2<Double>

  mutating func step(_ frame: FaceFrame) -> PointerOutput {
    var output = base.step(frame)
    output.pointer = output.pointer.map(change)
    output.rawPointer = output.rawPointer.map(change)
    return output
  }
}

struct PipelineComparisonTests {
  private let standard: StandardPipeline
  private let check: AccuracyCheck

  init() throws {
    standard = try StandardPipeline(device: "iphone12mini")
    let phone = try NominalPhone(device: "iphone12mini")
    // Ten people, 20 s, seed 7.
    check = AccuracyCheck(Simulation(device: phone, scenario: .validation, seed: 7, participants: 10, duration: 20))
  }

  private func pipeline(_ change: @escaping (SIMD2<Double>) -> SIMD2<Double>) -> Changed {
    Changed(base: standard, change: change)
  }

  @Test("a pipeline is not worse than itself, but worse if off beyond the margin")
  func verdicts() throws {
    let metrics: [GazeMetricName] = [.pointerErrorPointsMedian, .pointerLatencyMilliseconds]
    let same = try check.compare(metrics, to: { _ in standard }) { _ in standard }
    #expect(same.verdict == .pass && same.rows.map(\.change) == [0, 0], "\(same)")
    let farther = try check.compare(metrics, to: { _ in standard }) { _ in pipeline { $0 + SIMD2(0, 1500) } }
    #expect(farther.verdict == .fail && farther.rows[0].verdict == .fail, "\(farther)")
    let back = try check.compare(metrics, to: { _ in pipeline { $0 + SIMD2(0, 1500) } }) { _ in standard }
    #expect(back.verdict == .pass && (back.rows[0].change ?? 0) < 0, "\(back)")
    // The values are those of the metric over the same people.
    let results = try check.results { _ in standard }.filter { !$0.isFailing }
    let value = try #require(GazeMetricName.pointerErrorPointsMedian.metric.estimate(results)?.value)
    #expect(same.rows[0].people == results.count)
    expectNear(same.rows[0].before, value, 1e-9)
  }

  @Test("a sentence states both values, the change, its interval and what is allowed")
  func sentence() throws {
    let farther = try check.compare([.pointerErrorPointsMedian], to: { _ in standard }) { _ in
      pipeline { $0 + SIMD2(0, 1500) }
    }
    let row = farther.rows[0]
    let text = "\(farther)"
    #expect(text.hasPrefix("fail: on \(row.people) simulated people pointer.errorPoints.median is "))
    #expect(text.contains(" % larger than with the other pipeline ("))
    #expect(text.contains(" pt against ") && text.hasSuffix("; allowed is at most +5.0 %"), "\(text)")
    var few = check
    few.simulation.participants = 3
    let unclear = try few.compare([.pointerErrorPointsMedian], to: { _ in standard }) { _ in standard }
    #expect(unclear.verdict == .inconclusive && "\(unclear)".contains("it needs 8 people but has"), "\(unclear)")
  }

  @Test("nothing to compare, a margin no share, scrolling nobody does are refused")
  func refusals() throws {
    func compare(_ metrics: [GazeMetricName], _ margin: Double = 0.05) throws {
      _ = try check.compare(metrics, margin: margin, to: { _ in standard }) { _ in standard }
    }
    #expect(throws: ComparisonError.noMetrics) { try compare([]) }
    for margin in [-0.1, .infinity, .nan] {
      let error = #expect(throws: ComparisonError.self) { try compare([.pointerErrorPointsMedian], margin) }
      #expect("\(try #require(error))" == "margin = \(margin): expected a share of at least 0, such as 0.05 for 5 %")
    }
    #expect(throws: LimitsError.notMeasured(limit: 1, metric: "scroll.f1", scenarios: ["validation"])) {
      try compare([.pointerErrorPointsMedian, .scrollF1])
    }
  }

  @Test("in a closed loop each pipeline has a page of its own")
  func closedLoop() throws {
    var check = check
    (check.simulation.scenario, check.simulation.duration) = (.reading, 60)
    check.simulation.participants = 2
    check.simulation.loop = "mine"
    let comparison = try check.compare(
      [.scrollFalsePerMinute, .scrollPageCompletion], to: { _ in standard }, { _ in standard })
    #expect(comparison.rows.map(\.change) == [0, 0])
    let still = try check.compare([.scrollPageCompletion], to: { _ in standard }) { _ in
      pipeline { _ in SIMD2(187, 400) }
    }
    #expect(still.rows[0].better == .min && still.rows[0].after != nil)
  }
}

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

struct ConstantOffsetTests {
  /// 101 samples around `centre`, symmetric in number and distance on every side of it.
  private func cloud(_ centre: SIMD2<Double>, radius: Double) -> [SIMD2<Double>] {
    let ring = (0..<100).map { index in
      let angle = Double(index) * 2 * .pi / 100
      let unit = GazeAngles(yaw: angle, pitch: 0).direction
      return centre + SIMD2(unit.x, unit.z) * radius * (0.2 + 0.8 * Double(index % 5) / 4)
    }
    return ring + [centre]
  }

  @Test("finds the constant that everybody needs", arguments: [SIMD2(-312.0, 47.0), SIMD2(0, 0), SIMD2(3.4, -900.6)])
  func common(needed: SIMD2<Double>) {
    // Three in five samples are at one place, so the median distance has a single minimum: 0, at that place.
    let mostly = Array(repeating: -needed, count: 152)
    let exact = ConstantOffset(people: [mostly + cloud(-needed, radius: 300)]).best
    #expect((exact - needed).length <= 0.25)
    // With clouds the median distance is flat around the middle.
    let clouds = ConstantOffset(people: [cloud(-needed, radius: 20), cloud(-needed, radius: 60)])
    expectNear(clouds.best, needed, 3)
    #expect(clouds.cost(clouds.best) <= clouds.cost(needed))
  }

  @Test("a few wild samples do not pull it away: the median decides")
  func outliers() {
    let wild = Array(repeating: SIMD2(5000.0, -5000), count: 20)
    let found = ConstantOffset(people: [cloud(SIMD2(10, 20), radius: 5) + wild]).best
    expectNear(found, SIMD2(-10, -20), 2)
  }

  @Test("a person counts once, and no point of a fine grid does better")
  func people() {
    let offset = ConstantOffset(people: [
      cloud(SIMD2(100, 0), radius: 10), Array(repeating: SIMD2(0, 50), count: 2000), cloud(SIMD2(90, 10), radius: 10),
    ])
    let least = offset.cost(offset.best)
    for x in stride(from: -150.0, through: 50, by: 2) {
      for y in stride(from: -100.0, through: 50, by: 2) {
        #expect(least <= offset.cost(SIMD2(x, y)) + 1, "(\(x), \(y))")
      }
    }
    // Two of three people are near (−95, −5).
    expectNear(offset.best, SIMD2(-95, -5), 15)
  }

  @Test("nobody, or people without samples, need none")
  func nobody() {
    #expect(ConstantOffset(people: []).best == .zero)
    #expect(ConstantOffset(people: [[], []]).best == .zero)
    #expect(ConstantOffset(people: [[], []]).cost(SIMD2(7, 7)) == 0)
    expectNear(ConstantOffset(people: [[], [SIMD2(5, 6)]]).best, SIMD2(-5, -6), 0.5)
  }
}
