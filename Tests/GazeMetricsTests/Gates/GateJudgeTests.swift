import CGSL
import TestSupport
import Testing

@testable import GazeMetrics

struct GateJudgeTests {
  /// An estimate of a normal figure with a known standard error.
  private func estimate(_ value: Double, _ error: Double, _ level: Double) -> PeopleEstimate? {
    let half = Self.z(level) * error
    return ConfidenceInterval(value - half, value + half).map {
      PeopleEstimate(value: value, interval: .interval($0), people: 20)
    }
  }

  private static func z(_ level: Double) -> Double { gsl_cdf_ugaussian_Pinv((1 + level) / 2) }

  private let gate = AccuracyGate(metric: "a", limit: 10, direction: .max)

  @Test("a clear figure is decided at the first analysis, at its level")
  func first() throws {
    for (value, verdict) in [(5.0, GateVerdict.pass), (15, .fail)] {
      var judge = GateJudge([gate], GateAnalyses(first: 20, most: 160))
      judge.analyse(people: 20) { estimate(value, 1, $1) }
      #expect(judge.verdict == verdict && judge.isOver && judge.analysesDone == 1)
      let decision = try #require(judge.decisions[0])
      #expect(decision.people == 20 && decision.look == 1)
      expectNear(decision.level, 0.9875, 1e-12)
      expectNear(decision.upper - value, 2.4977, 1e-3)
    }
  }

  @Test("an inconclusive one continues to the maximum, and a verdict is final once reached")
  func goesOn() {
    let gates = [gate, AccuracyGate(metric: "b", limit: 10, direction: .max)]
    var judge = GateJudge(gates, GateAnalyses(first: 20, most: 80))
    // The second gate passes at the first interim analysis; afterwards its figure approaches the limit.
    for (people, second) in [(20, 5.0), (40, 10.0), (80, 10.0)] {
      #expect(!judge.isOver)
      judge.analyse(people: people) { estimate($0 == 0 ? 10 : second, 1, $1) }
    }
    #expect(judge.isOver && judge.analysesDone == 3)
    #expect(judge.verdicts == [.inconclusive, .pass] && judge.verdict == .inconclusive)
    #expect(judge.decisions[1]?.look == 1 && judge.decisions[0]?.look == 3)
    // A fourth analysis does not exist.
    judge.analyse(people: 160) { estimate(Double($0), 1, $1) }
    #expect(judge.analysesDone == 3)
  }

  @Test("fail verdicts are Holm's: adjusted p below 0.05 in random cases")
  func holm() {
    var rng = SeededGenerator(seed: 5)
    var failures = 0
    for _ in 0..<300 {
      let count = 1 + Int(rng.next() % 8)
      // The true figures are 0 to 4 standard errors beyond the limit.
      let z = (0..<count).map { _ in Double(rng.next() % 4000) / 1000 }
      let gates = z.indices.map { AccuracyGate(metric: "\($0)", limit: 0, direction: .max) }
      var judge = GateJudge(gates, .once(20))
      judge.analyse(people: 20) { estimate(z[$0], 1, $1) }
      let adjusted = PairedTest.holm(z.map { 2 * gsl_cdf_ugaussian_Q($0) })
      // Cases so near the threshold that rounding decides are skipped.
      guard adjusted.allSatisfy({ abs(($0 ?? 1) - 0.05) > 1e-6 }) else { continue }
      #expect(judge.verdicts.map { $0 == .fail } == adjusted.map { ($0 ?? 1) < 0.05 }, "\(z)")
      failures += judge.verdicts.count { $0 == .fail }
    }
    #expect(failures > 100)
  }

  @Test(
    "forty gates at limits alarm in at most 5 % of 2,000 runs, most uncorrected")
  func family() {
    var rng = SeededGenerator(seed: 6)
    let gates = (0..<40).map { AccuracyGate(metric: "\($0)", limit: 0, direction: .max) }
    let levels = Dictionary(uniqueKeysWithValues: (1...40).map { (1 - 0.05 / Double($0), $0) })
    let z = (1...40).map { Self.z(1 - 0.05 / Double($0)) }
    var (alarms, plain) = (0, 0)
    for _ in 0..<2000 {
      let values = gates.map { _ in rng.normal() }
      var judge = GateJudge(gates, .once(20))
      judge.analyse(people: 20) { index, level in
        let half = z[(levels[level] ?? 40) - 1]
        return ConfidenceInterval(values[index] - half, values[index] + half).map {
          PeopleEstimate(value: values[index], interval: .interval($0), people: 20)
        }
      }
      if judge.verdict == .fail { alarms += 1 }
      if values.contains(where: { $0 > z[0] }) { plain += 1 }
    }
    // The bound is 2.5 %; 5 % leaves a margin of seven standard errors.
    #expect(alarms <= 100)
    #expect(plain > 1000)
  }

  @Test("without intervals, or with too many gates, the verdict is inconclusive")
  func none() {
    var judge = GateJudge([gate], GateAnalyses(first: 2, most: 4))
    for people in [2, 4] { judge.analyse(people: people) { _, _ in nil } }
    #expect(judge.verdict == .inconclusive && judge.decisions == [nil] && judge.isOver)
    var many = GateJudge([AccuracyGate](repeating: gate, count: 600), .once(20))
    many.analyse(people: 20) { estimate(1000, 1, min($1, 0.9999)) }
    #expect(many.verdict == .inconclusive)
    #expect(GateJudge([], .once(20)).verdict == .inconclusive)
  }
}
