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
