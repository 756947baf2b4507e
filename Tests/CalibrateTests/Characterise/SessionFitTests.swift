import Foundation
import GazeMetrics
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct SessionFitTests {
  private let scale = NoiseScale()
  private let cameraSigma = SIMD2(0.001, 0.001)

  /// The truth of a synthetic person: SD between sessions, SD and time constant of drift, SD of a fixation.
  private struct Truth {
    var session = 1.0
    var drift = 0.8
    var time = 20.0
    var look = 0.25
  }

  /// One take on the times of `CalibrationPlan.drift`: fifteen dots at each visit, at five places.
  private func take(
    _ session: Int, _ truth: Truth, starts: [Double] = [0, 85, 230, 675], using random: inout SeededGenerator
  ) -> SessionFixations {
    let offset = random.normalPair() * truth.session
    var (drift, last) = (random.normalPair() * truth.drift, 0.0)
    let times = starts.flatMap { start in (0..<15).map { start + 1.6 * Double($0) } }
    let windows = times.enumerated().map { number, time in
      let phi = exp(-(time - last) / truth.time)
      drift =
        phi * drift + random.normalPair() * (truth.drift * (1 - phi * phi).squareRoot())
      last = time
      let place = [SIMD2(0.0, 0), SIMD2(-4, 6), SIMD2(4, 6), SIMD2(-4, -6), SIMD2(4, -6)][number % 5]
      let error = SIMD2(2.0, -1) + offset + drift + random.normalPair() * truth.look
      let degrees = SIMD2(1.1 * place.x, 0.9 * place.y) + error
      return FixationWindow(
        at: time,
        [
          .init(
            time: 0, reported: SIMD2<Float>(scale.reference + degrees * (.pi / 180)),
            expected: SIMD2<Float>(scale.visualReference + place * (.pi / 180)))
        ],
        geometry: FixationWindow.Geometry(
          head: SIMD2(0.01, -0.02), byDistance: place * (.pi / 360), byCameraX: SIMD2(3, 0), byCameraY: SIMD2(0, 3),
          jump: .zero), look: number)
    }
    return SessionFixations(session: session, fixations: TargetFixation.first(of: windows))
  }

  private func rows(_ takes: [SessionFixations]) -> [Characteristic] {
    SessionFit(takes, scale: scale, cameraSigma: cameraSigma)?.characteristics ?? SessionFit.missing(takes)
  }

  @Test("ten sessions of a person give spread, drift and time constant within precision")
  func recovery() throws {
    var random = SeededGenerator(seed: 61)
    let takes = (0..<10).map { take($0, Truth(), using: &random) }
    let fit = try #require(SessionFit(takes, scale: scale, cameraSigma: cameraSigma))
    #expect(fit.fixationCount == 600 && fit.sessions == 10 && fit.visits == 40 && SessionFit.isPlanned(takes))
    let rows = fit.characteristics
    // Three standard errors: 18 differences between sessions, 60 independent values of drift, and time constant to 18
    // %.
    for (name, truth, bound) in [
      ("sessionSD", 1.0, 0.6), ("driftSD", 0.8, 0.25), ("driftTime", 20, 0.6), ("lookSD", 0.25, 0.2),
    ] {
      let row = rows[name]
      #expect(abs(log((try #require(row.value)) / truth)) < bound, "\(row)")
      let interval = try #require(row.ci95)
      #expect(interval.contains(try #require(row.value)) && interval.upper < 4 * interval.lower, "\(row)")
    }
    #expect(rows["driftSD"].key == "tracker.driftSD" && rows["driftTime"].key == "tracker.driftTime")
    #expect(rows["sessionSD"].key == nil && rows["sessionSD"].note?.contains("tracker.sessionBiasSD") == true)
  }

  @Test("one session gives drift, and a sentence instead of the SD between sessions")
  func oneSession() {
    var random = SeededGenerator(seed: 64)
    let rows = rows([take(3, Truth(), using: &random)])
    #expect(rows["sessionSD"].value == nil && rows["sessionSD"].note?.contains("two sessions") == true)
    #expect(rows["driftSD"].value != nil && rows["lookSD"].value != nil)
  }

  @Test("two takes of one session count as one session, each with its own drift")
  func takes() throws {
    var random = SeededGenerator(seed: 65)
    let takes = (0..<2).map { _ in take(0, Truth(session: 0), using: &random) }
    let fit = try #require(SessionFit(takes, scale: scale, cameraSigma: cameraSigma))
    #expect(fit.sessions == 1 && fit.visits == 8)
  }

  @Test("without drift the rows state the largest drift that the looks allow")
  func noDrift() {
    var random = SeededGenerator(seed: 66)
    let rows = rows((0..<2).map { take($0, Truth(drift: 0), using: &random) })
    #expect(rows["driftSD"].value == nil && rows["driftSD"].note?.contains("no drift: at most 0.") == true)
    #expect(rows["driftTime"].value == nil && rows["driftTime"].note?.contains("no drift") == true)
  }

  @Test("sessions that do not differ have an interval that begins at 0")
  func equalSessions() {
    var random = SeededGenerator(seed: 67)
    let row = rows((0..<3).map { take($0, Truth(session: 0), using: &random) })["sessionSD"]
    #expect(row.ci95?.lower == 0 && (row.ci95?.upper ?? .infinity) < 4, "\(row)")
  }

  @Test("one visit of a few seconds does not bound the time constant from above")
  func shortTake() {
    var random = SeededGenerator(seed: 68)
    let take = take(0, Truth(drift: 2, time: 200), starts: [0], using: &random)
    #expect(!SessionFit.isPlanned([take]))
    let row = rows([take])["driftTime"]
    #expect(row.value == nil && row.note?.contains("at least") == true, "\(row)")
  }

  @Test("too few fixations, equal times and nonsense give sentences, and never an invalid number")
  func hostile() {
    var random = SeededGenerator(seed: 69)
    let good = take(0, Truth(), using: &random)
    var (one, equal, wild) = (good, good, good)
    one.fixations = Array(good.fixations.prefix(1))
    for i in equal.fixations.indices {
      equal.fixations[i].time = 5
      wild.fixations[i].time = i % 2 == 0 ? 1e300 : -1e300
      wild.fixations[i].reported = SIMD2(i % 3 == 0 ? 1e150 : -1e150, 0)
    }
    for takes in [[], [one], [equal], [wild], [good, wild], [one, equal]] {
      let rows = rows(takes)
      #expect(rows.map(\.name) == ["sessionSD", "driftSD", "driftTime", "lookSD"])
      for row in rows {
        #expect(row.value?.isFinite ?? (row.note?.isEmpty == false))
        #expect(row.ci95 == nil || row.value != nil)
      }
    }
    #expect(rows([one])["driftSD"].note == "1 look at targets; takes 12")
    // Fixations at one time say nothing of a time constant.
    #expect(rows([equal])["driftTime"].value == nil)
  }

  @Test("the likelihood of a variance between sessions is that of their differences")
  func differences() {
    // Two offsets with independent errors: their difference is normal with variance 2·variance + both errors.
    func log(_ variance: Double) -> Double {
      SessionFit.logLikelihood([1.0, 3.0], [0.2, 0, 0, 0.3], variance: variance)
    }
    func expected(_ variance: Double) -> Double {
      let v = 2 * variance + 0.5
      return -0.5 * (Foundation.log(v) + 4 / v)
    }
    for variance in [0.1, 1.0, 9] {
      expectNear(log(variance) - log(0.01), expected(variance) - expected(0.01), 0.02, "\(variance)")
    }
  }
}
