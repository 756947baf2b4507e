import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct FixationWeightsTests {
  private func fit(_ looks: [Fixation], rejecting: Bool) throws -> GeometryEstimate {
    var fit = GeometryFit(priors: nil)
    fit.rejectsOutliers = rejecting
    return try fit.fit(looks)
  }

  @Test(
    "a tenth of fixations elsewhere: as good as an oracle (n = 400)",
    .slow("6 s: 400 fits"))
  func outliers() throws {
    var random = SeededGenerator(seed: 21)
    let session = SyntheticSession()
    typealias Sums = (shift: Double, square: Double)
    var sums: [GeometryParameter: (robust: Sums, oracle: Sums, plain: Sums, error: Double)] = [:]
    let repeats = 400
    for _ in 0..<repeats {
      let clean = session.fixations(samples: 1, noise: 0.5, using: &random)
      var looks: [Fixation] = []
      var honest: [Fixation] = []
      for look in clean {
        guard random.number(0..<1) < 0.1 else {
          looks.append(look)
          honest.append(look)
          continue
        }
        // The person looks at the worktop below or beside the phone: 10 to 30 degrees off, downwards.
        var away = look
        let off = SIMD2(random.number(-15...15), -random.number(10...30))
        for i in away.samples.indices {
          away.samples[i].reported.yaw += off.x.radians
          away.samples[i].reported.pitch += off.y.radians
        }
        looks.append(away)
      }
      let found = (
        try fit(looks, rejecting: true), try fit(honest, rejecting: false), try fit(looks, rejecting: false)
      )
      for parameter in GeometryParameter.standard {
        let truth = truth(parameter, session.geometry, session.person)
        var own = sums[parameter] ?? ((0, 0), (0, 0), (0, 0), 0)
        func add(_ sum: inout Sums, _ estimate: GeometryEstimate) {
          let error = estimate[parameter].value - truth
          sum.shift += error / Double(repeats)
          sum.square += error * error / Double(repeats)
        }
        add(&own.robust, found.0)
        add(&own.oracle, found.1)
        add(&own.plain, found.2)
        own.error += try #require(found.1[parameter].standardError) / Double(repeats)
        sums[parameter] = own
      }
    }
    for (parameter, own) in sums.sorted(by: { $0.key.index < $1.key.index }) {
      let shift = own.robust.shift / own.error
      let ratio = (own.robust.square / own.oracle.square).squareRoot()
      #expect(abs(shift) < 0.1, "\(parameter): two of its own sampling errors, 1/√400")
      #expect(ratio < 1.15, "\(parameter)")
    }
    // If they had weight, fixations of points below the phone would bias the vertical parameters.
    let vertical = try #require(sums[.gazeOffsetV])
    #expect(abs(vertical.plain.shift) > 3 * vertical.error)
  }

  @Test("clean fixations fit as least squares; every other one off, none are lost")
  func clean() throws {
    var random = SeededGenerator(seed: 22)
    let session = SyntheticSession()
    let looks = session.fixations(samples: 1, noise: 1, using: &random)
    #expect(try fit(looks, rejecting: true) == fit(looks, rejecting: false))
    let half = looks.enumerated().map { i, look in
      var look = look
      if i.isMultiple(of: 2) { look.samples[0].reported.yaw += 12.0.radians }
      return look
    }
    #expect(try fit(half, rejecting: true).outliers == 0)
  }
}
