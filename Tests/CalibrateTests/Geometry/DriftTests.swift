import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct SlowDriftTests {
  private func series(
    _ count: Int, looks: Int, sd: Double, time: Double, white: Double, using random: inout SeededGenerator
  ) -> [SlowDrift.Series] {
    (0..<count).map { _ in
      var drift = sd * random.normal()
      let offset = 3 * random.normal()
      let decay = exp(-1.5 / time)
      let values = (0..<looks).map { _ in
        drift = decay * drift + sd * (1 - decay * decay).squareRoot() * random.normal()
        return offset + drift + white * random.normal()
      }
      return SlowDrift.Series(times: (0..<looks).map { 1.5 * Double($0) }, residuals: values)
    }
  }

  @Test("SD, time constant and white part of 40 × 135 fixations: 10 %, a grid step, 5 %")
  func recovery() throws {
    var random = SeededGenerator(seed: 41)
    let found = try #require(
      SlowDrift(series(40, looks: 135, sd: 0.8, time: 20, white: 0.5, using: &random)))
    expectNear(found.sd / 0.8, 1, 0.1)
    #expect(found.time == 20)
    expectNear(found.white / 0.5, 1, 0.05)
  }

  @Test("white residuals show drift in few of 200 tries (0.1 % each)")
  func white() {
    var random = SeededGenerator(seed: 42)
    let alarms = (0..<200).count { _ in
      SlowDrift(series(4, looks: 60, sd: 0, time: 20, white: 1, using: &random)) != nil
    }
    // P(more than 3 | 200 at 0.1 %) < 1e-4.
    #expect(alarms <= 3)
  }

  @Test("an uncertain correlation is no drift, yet estimated (4 × 135 fixations)")
  func uncertain() throws {
    var random = SeededGenerator(seed: 43)
    let series = self.series(4, looks: 135, sd: 0.3, time: 1.5, white: 0.5, using: &random)
    #expect(SlowDrift(series) == nil)
    let found = try #require(SlowDrift.correlation(series))
    // Covariance of neighbours, 1.5 s apart: 0.033 degrees² of 0.34.
    expectNear(found.sd * found.sd * exp(-1.5 / found.time), 0.033, 0.03)
    // If all fixations have the same time, a drift cannot be distinguished from the session's offset.
    let still = series.map { SlowDrift.Series(times: $0.times.map { _ in 0 }, residuals: $0.residuals) }
    #expect(SlowDrift.correlation(still) == nil)
  }

  @Test("a session that is too short gives no drift")
  func short() {
    #expect(SlowDrift([]) == nil)
    #expect(SlowDrift([SlowDrift.Series(times: [0, 1, 2], residuals: [1, 1, 1])]) == nil)
    #expect(SlowDrift([SlowDrift.Series(times: [0, 1, 2, 3], residuals: [0, 0, 0, 0])]) == nil)
  }
}

struct PredictedErrorTests {
  private func error(
    _ session: Double = 1.3, freedom: Double? = nil, people: Double = PredictedError.peopleSpread,
    drift: SlowDrift? = nil, look: Double = 0.5, scatter: Double = 1
  ) -> PredictedError {
    PredictedError(
      known: SIMD2(0.2, 0.2), session: session, freedom: freedom, people: people, drift: drift, look: look,
      scatter: scatter)
  }

  @Test("E|c + v| is a Rice mean: σ√(π/2), c, and 1.5486 for both 1")
  func rice() {
    expectNear(PredictedError.meanLength(0, spread: 1) / (Double.pi / 2).squareRoot(), 1, 0.01)
    expectNear(PredictedError.meanLength(2, spread: 0), 2, 1e-12)
    // √(π/2) · L½(−½) with the Laguerre function L½.
    expectNear(PredictedError.meanLength(1, spread: 1), 1.5486, 0.01)
  }

  @Test("a session's unknowns widen the interval; worse tracking doubles drift")
  func grows() {
    let drift = SlowDrift(sd: 0.8, time: 20, white: 0.3)
    func error(_ session: Double, scatter: Double) -> PredictedError {
      self.error(session, drift: drift, look: 0.85, scatter: scatter)
    }
    let (calm, wide, loud) = (error(0.5, scatter: 1), error(1.5, scatter: 1), error(0.5, scatter: 2))
    #expect(calm.median < wide.median && calm.interval[1] < wide.interval[1])
    #expect(loud.median > 1.5 * calm.median)
    for e in [calm, wide, loud] { #expect(e.interval[0] < e.median && e.median < e.interval[1]) }
  }

  @Test("with few known sessions the tail is longer; many are as good as an assumption")
  func freedom() {
    let (few, many, assumed) = (error(freedom: 4, people: 0), error(freedom: 1e5, people: 0), error(people: 0))
    #expect(few.interval[1] > 1.3 * assumed.interval[1])
    expectNear(many.interval[1] / assumed.interval[1], 1, 1e-3)
    expectNear(many.median / assumed.median, 1, 1e-3)
  }

  @Test("people's differences in tracking widen the interval, not move the median")
  func people() {
    let (alike, unlike) = (error(people: 0), error(people: 0.45))
    #expect(alike.median == unlike.median)
    #expect(unlike.interval[0] < 0.8 * alike.interval[0] && unlike.interval[1] > 1.2 * alike.interval[1])
    // If nothing else differs, the bounds are e^(±1.96 λ) times the median.
    let own = PredictedError(known: .zero, session: 0, people: 0.45, drift: nil, look: 1, scatter: 1)
    expectNear(own.interval[1] / own.median, 2.416, 0.001)
    expectNear(own.interval[0] / own.median, 0.4139, 0.001)
  }
}

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
