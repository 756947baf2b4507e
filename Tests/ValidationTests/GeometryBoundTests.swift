import CalibrationSupport
import GazePipeline
import GazeRecording
import Testing
import TestSupport

@testable import Calibrate
@testable import Validation

struct GeometryBoundTests {
  private let session = SyntheticSession()

  @Test("with distances and head rotations every standard error is the bound's within 10 % (n = 20, seed 81)")
  func standardErrors() throws {
    var random = SeededGenerator(seed: 81)
    var ratios: [String: Double] = [:]
    let repeats = 20
    for _ in 0..<repeats {
      let looks = session.fixations(samples: 1, noise: 0.3, using: &random)
      let fit = GeometryFit(nominal: SyntheticSession.nominal, priors: nil)
      let estimate = try fit.fit(looks)
      #expect(estimate.unidentified.isEmpty)
      let bound = GeometryBound(
        fit, looks, geometry: session.geometry, people: [.init(calibration: session.person, drift: [])],
        sigma: 0.3.radians)
      for (parameter, limit) in zip(estimate.parameters, bound.standardErrors) {
        let ratio = try #require(parameter.standardError) / (try #require(limit))
        ratios[parameter.name, default: 0] += ratio / Double(repeats)
      }
    }
    #expect(ratios.count == 8)
    for (name, ratio) in ratios { #expect(abs(ratio - 1) < 0.1, "\(name): \(ratio)") }
  }

  @Test("the linear fit's error equals the fit's own for small noise: 1e-3 of a standard error")
  func linear() throws {
    var random = SeededGenerator(seed: 82)
    let looks = session.fixations(samples: 1, noise: 0.01, using: &random)
    let fit = GeometryFit(nominal: SyntheticSession.nominal, priors: nil)
    let estimate = try fit.fit(looks)
    let bound = GeometryBound(
      fit, looks, geometry: session.geometry, people: [.init(calibration: session.person, drift: [])],
      sigma: 0.01.radians)
    for (i, parameter) in estimate.parameters.enumerated() {
      let error = try #require(bound.standardErrors[i])
      #expect(abs(parameter.value - bound.values[i] - bound.linearErrors[i]) < 1e-3 * error, "\(parameter.name)")
    }
    let pointer = bound.pointerError(0, of: estimate.parameters.map(\.value)) - bound.pointerLinearErrors[0]
    #expect(pointer.length < 1e-3 * bound.pointerErrors[0].length)
  }
}
