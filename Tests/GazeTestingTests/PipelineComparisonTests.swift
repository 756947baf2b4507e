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
