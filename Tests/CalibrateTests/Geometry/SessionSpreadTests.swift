import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct SessionSpreadTests {
  private func people(
    _ count: Int, sessions: Int, spread: Double, error: Double, using random: inout SeededGenerator
  ) -> [[[SessionSpread.Mean]]] {
    (0..<count).map { _ in
      (0..<2).map { _ in
        let own = 3 * random.normal()
        return (0..<sessions).map { _ in
          SessionSpread.Mean(value: own + spread * random.normal() + error * random.normal(), variance: error * error)
        }
      }
    }
  }

  @Test("with equal errors it is the analysis of variance: σ² = mean square − errors'")
  func closedForm() throws {
    var random = SeededGenerator(seed: 7)
    let people = people(6, sessions: 3, spread: 2, error: 0.5, using: &random)
    var square = 0.0
    for axis in people.flatMap({ $0 }) {
      let mean = axis.reduce(0) { $0 + $1.value } / 3
      square += axis.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
    }
    let spread = try #require(SessionSpread(people))
    #expect(spread.freedom == 24 && spread.people == 6 && spread.sessions == 18)
    // The grid on which the spread is estimated has steps of 2.6 %.
    expectNear(spread.estimate / (square / 24 - 0.25).squareRoot(), 1, 0.02)
    #expect(spread.interval[0] < spread.estimate && spread.estimate < spread.interval[1])
    #expect(SessionSpread([[[.init(value: 1, variance: 1)], [.init(value: 2, variance: 1)]]]) == nil)
  }

  @Test("four people, three sessions: the interval contains 0.5, 1.3, 2.5° in 95 % (n = 400, 99.9 %)")
  func coverage() {
    for truth in [0.5, 1.3, 2.5] {
      var random = SeededGenerator(seed: 8)
      let covered = (0..<400).count { _ in
        guard let found = SessionSpread(people(4, sessions: 3, spread: truth, error: 0.4, using: &random)) else {
          return false
        }
        return found.interval[0] <= truth && truth <= found.interval[1]
      }
      expectNear(Double(covered) / 400, 0.95, 3.3 * (0.95 * 0.05 / 400).squareRoot() + 0.01, "\(truth): \(covered)")
    }
  }

  @Test(
    "a fit estimates sessions' spread from three each, and assumes it from one")
  func inAFit() throws {
    var random = SeededGenerator(seed: 9)
    let fit = GeometryFit(priors: .withSessions)
    func looks(_ sessions: Int, spread: Double) -> [Fixation] {
      (0..<8).flatMap { participant in
        (0..<sessions).flatMap { session in
          var own = SyntheticSession(participant: participant)
          own.person.gazeOffset.towardsX += (spread * random.normal()).radians
          own.person.gazeOffset.up += (spread * random.normal()).radians
          return own.fixations(samples: 1, noise: 0.5, using: &random).map { look in
            var look = look
            look.session = session
            return look
          }
        }
      }
    }
    for truth in [0.4, 2.5] {
      let estimate = try fit.fit(looks(3, spread: truth))
      let spread = try #require(estimate.sessionSpread)
      #expect(spread.source == .estimated && spread.sessions == 24 && spread.people == 8)
      let interval = try #require(spread.ci95)
      #expect(interval[0] <= truth && truth <= interval[1], "\(truth): \(spread)")
      // The later session's prediction depends on the spread: a Rayleigh median is 1.18 standard deviations.
      let median = try #require(estimate.later[0]).median
      expectNear(median / (1.25 * (truth * truth + 0.3).squareRoot()), 1, 0.35, "\(truth): \(median)")
    }
    let one = try #require(try fit.fit(looks(1, spread: 2.5)).sessionSpread)
    #expect(one.source == .assumed && one.estimate == nil && one.ci95 == nil)
    expectNear(one.sd, GeometryPriors.usualSession.degrees, 1e-12)
  }
}
