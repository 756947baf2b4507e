import TestSupport
import Testing

@testable import Evaluate
@testable import GazeTesting

@Suite struct PersonBudgetTests {
  /// A take of fixations of 0.75 s, one every 1.5 s, on places that repeat every 16 fixations.
  private func take(
    session: Int, fixations: Int = 64,
    error: (_ time: Double, _ fixation: Int, _ place: SIMD2<Double>, _ sinceOnset: Double) -> SIMD2<Double>,
    slow: (Double) -> SIMD2<Double> = { _ in .zero }
  ) throws -> BudgetSums {
    var meter = BudgetMeter()
    for fixation in 0..<fixations {
      let place = SIMD2(Double(fixation * 7 % 4) - 1.5, Double(fixation * 7 / 4 % 4) - 1.5) * 3
      for frame in 45..<90 {
        let since = Double(frame) / 60
        let time = 1.5 * Double(fixation) + since
        let lag = slow(since)
        meter.add(
          BudgetSums.Row(
            place: place, error: error(time, fixation, place, since), lagX: SIMD3(0, lag.x, 0), lagY: SIMD3(0, lag.y, 0)
          ), at: time)
      }
    }
    let finished = meter.finish()
    var sums = try #require(finished)
    sums.session = session
    return sums
  }

  /// The budget of one take, whose parts add up to the whole.
  private func budget(
    fixations: Int = 64, slow: @escaping (Double) -> SIMD2<Double> = { _ in .zero },
    error: (_ time: Double, _ fixation: Int, _ place: SIMD2<Double>, _ sinceOnset: Double) -> SIMD2<Double>
  ) throws -> PersonBudget {
    let budget = try #require(PersonBudget([take(session: 1, fixations: fixations, error: error, slow: slow)]))
    checkSum(budget)
    return budget
  }

  private func checkSum(_ budget: PersonBudget) {
    #expect(abs(ErrorCause.allCases.reduce(0) { $0 + budget.parts[$1] } - budget.total) <= 1e-9 * budget.total)
  }

  private func check(_ budget: PersonBudget, _ expected: [ErrorCause: Double], tolerance: Double = 1e-6) {
    checkSum(budget)
    for cause in ErrorCause.allCases {
      #expect(abs(budget.parts[cause] - (expected[cause] ?? 0)) <= tolerance * budget.total, "\(cause)")
    }
  }

  @Test("offset and gain of a person are the person's")
  func person() throws {
    let takes = try (1...2).map { try take(session: $0) { _, _, place, _ in SIMD2(3, -4) + place * 0.1 } }
    let budget = try #require(PersonBudget(takes))
    // The places' variance is 9 · 1.25 an axis.
    check(budget, [.person: 25 + 0.01 * 2 * 11.25])
    #expect(budget.sessions == 2 && budget.fixations == 128 && budget.withoutPerson < 1e-9)
  }

  @Test("an offset that changes with the session is the session's, as in an analysis of variance")
  func session() throws {
    let offsets = [SIMD2(1.0, 0), SIMD2(-1.0, 0)]
    let budget = try #require(
      PersonBudget((0...1).map { s in try take(session: s) { _, _, _, _ in offsets[s] } }))
    // The variance of two values that differ by 2 is 2; half of it is in the variance of their mean.
    check(budget, [.session: 2, .person: -1])
    let alone = try self.budget { _, _, _, _ in SIMD2(2, 0) }
    check(alone, [.person: 4])
    #expect(alone.sessions == 1)
  }

  @Test("a take's own offset in a session is drift")
  func takes() throws {
    let offsets = [SIMD2(1.0, 0), SIMD2(-1.0, 0), SIMD2(1.0, 0), SIMD2(-1.0, 0)]
    let takes = try offsets.indices.map { k in try take(session: k / 2) { _, _, _, _ in offsets[k] } }
    let budget = try #require(PersonBudget(takes))
    expectNear(budget.parts[.drift], 2, 1e-6)
    #expect(abs(budget.parts[.session] + 1) < 1e-6 && abs(budget.parts[.person]) < 1e-6)
  }

  @Test("a pointer that comes from behind lags; one that overtakes does not")
  func lag() throws {
    func slow(_ since: Double) -> SIMD2<Double> { SIMD2(4, 0) * max(2 - 2 * since, 0) }
    let behind = try budget(slow: slow) { _, _, _, since in slow(since) * 0.5 }
    // The mean of the lag counts as an offset.
    #expect(behind.parts[.lag] / behind.total > 0.2)
    let ahead = try budget(slow: slow) { _, _, _, since in slow(since) * -0.5 }
    #expect(abs(ahead.parts[.lag]) < 1e-2)
  }

  @Test("what bends over the screen, drifts, jitters or jumps is distinguished")
  func speeds() throws {
    let bent = try budget { _, _, place, _ in SIMD2(place.x * place.x, place.x * place.y) * 0.1 }
    #expect(bent.parts[.screen] / (bent.total - bent.parts[.person]) > 0.99)
    let drifting = try budget { time, _, _, _ in SIMD2((time - 48) / 24, 0) }
    #expect(drifting.parts[.drift] / drifting.total > 0.95)
    var random = SeededGenerator(seed: 5)
    let white = try budget { _, _, _, _ in random.normals }
    #expect(white.parts[.jitter] / white.total > 0.95)
    let aims = (0..<320).map { _ in random.normals }
    #expect(try budget(fixations: 320) { _, fixation, _, _ in aims[fixation] }.parts[.jitter] < 1e-6)
  }

  @Test("too few fixations have no budget")
  func few() throws {
    #expect(PersonBudget([]) == nil && PersonBudget([BudgetSums()]) == nil)
    #expect(PersonBudget([try take(session: 1, fixations: 11) { _, _, _, _ in SIMD2(1, 1) }]) == nil)
    #expect(PersonBudget([try take(session: 1, fixations: 12) { _, _, _, _ in SIMD2(1, 1) }]) != nil)
  }
}

extension SeededGenerator {
  /// Two normal numbers.
  fileprivate var normals: SIMD2<Double> {
    mutating get { SIMD2(normal(), normal()) }
  }
}
