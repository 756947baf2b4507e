import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct ResponseModelTests {
  struct Take: Sendable {
    var session: Int
    var times: [Double]
    var values: [Double]
  }

  /// A take whose fixations have only a bias in their design: y = b + drift + white noise.
  private func fixations(_ take: Take, scale: NoiseScale) -> SessionFixations {
    let windows = take.times.indices.map { i in
      let reported = SIMD2<Float>(scale.reference + SIMD2(take.values[i].radians, 0))
      return FixationWindow(
        at: take.times[i], [.init(time: 0, reported: reported, expected: SIMD2<Float>(scale.visualReference))], look: i)
    }
    return SessionFixations(session: take.session, fixations: TargetFixation.first(of: windows))
  }

  @Test(
    "likelihood and posterior are the joint normal law: sessions' bias, takes' drift",
    arguments: [
      [Take(session: 0, times: [0.0, 1.5, 3, 7, 20], values: [1.0, 1.4, 0.7, -0.2, 0.5])],
      [
        Take(session: 4, times: [0.0, 1.5, 3], values: [1.0, 1.4, 0.7]),
        Take(session: 4, times: [3.1, 5], values: [0.2, -0.2]), Take(session: 9, times: [0, 2.0], values: [2.5, 2.0]),
      ],
    ])
  func jointLaw(takes: [Take]) throws {
    // In the design matrix every column except the biases is zero, so y = b + drift + white noise, with b ~ N(0, 30²).
    let scale = NoiseScale()
    let model = ResponseModel(
      takes.map { fixations($0, scale: scale) }, axis: 0, scale: scale,
      cameraSigma: SIMD2(0.001, 0.001))
    let found = model.posterior(.init(sd: 0.8, time: 10, white: 0.3))
    let all = takes.enumerated().flatMap { number, take in
      zip(take.times, take.values).map { (number, take.session, $0, $1) }
    }
    let sessions = Set(takes.map(\.session)).sorted()
    #expect(model.sessions == sessions.count && model.count == all.count)
    // The same log-likelihood, computed with the full covariance matrix.
    var v = Matrix(square: all.count)
    for (i, a) in all.enumerated() {
      for (j, b) in all.enumerated() {
        v[i, j] =
          (a.1 == b.1 ? 900 : 0) + (a.0 == b.0 ? 0.64 * exp(-abs(a.2 - b.2) / 10) : 0) + (i == j ? 0.09 : 0)
      }
    }
    let inverse = try #require(v.inverse)
    let values = all.map(\.3)
    let weights = inverse.times(values)
    let determinant = try #require(SymmetricEigen(v)).values.reduce(0) { $0 + log($1) }
    #expect(abs(found.logLikelihood + 0.5 * (determinant + dot(values, weights))) < 1e-5)
    for (place, session) in sessions.enumerated() {
      let mine = all.map { $0.1 == session ? 900.0 : 0 }
      expectNear(found.mean[place], dot(mine, weights), 1e-5)
      let n = found.mean.count
      expectNear(found.covariance[place * n + place] / (900 - inverse.square(of: mine)), 1, 1e-6)
    }
    // The data contain no information on the other parameters.
    expectNear(found.mean[sessions.count], 1, 1e-6)
  }
}
