import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct TargetLookTests {
  private func window(_ start: Double, look: Int, reported: Float = 0.1, hasTarget: Bool = true) -> FixationWindow {
    FixationWindow(
      at: start, [0, 0.5].map { .init(time: $0, reported: SIMD2(reported + $0, 0.2), expected: SIMD2(0.3, 0.4)) },
      geometry: hasTarget ? .zero : nil, look: look)
  }

  @Test("a fixation's value has its window's middle time and mean directions")
  func means() throws {
    let look = try #require(TargetLook(window(7, look: 1)))
    expectNear(look.time, 7.25, 1e-9)
    expectNear(look.reported.x, 0.35, 1e-6)
    expectNear(look.expected.y, 0.4, 1e-6)
  }

  @Test("fixations count once, windows without target or valid values never")
  func first() {
    let windows = [
      window(0, look: 1), window(1, look: 1), window(2, look: 2, hasTarget: false), window(3, look: 3, reported: .nan),
      window(4, look: 4), window(.infinity, look: 5),
    ]
    #expect(TargetLook.first(of: windows).map { $0.time } == [0.25, 4.25])
  }

  @Test("a visit is a run of fixations without 30 s of pause or a restart")
  func visits() {
    func visits(_ times: [Double]) -> Int {
      let windows = times.enumerated().map { window($0.element, look: $0.offset) }
      return SessionLooks(session: 0, looks: TargetLook.first(of: windows)).visits
    }
    #expect(visits([]) == 0 && visits([5]) == 1 && visits([0, 2, 4, 30]) == 1)
    #expect(visits([0, 2, 62, 64, 240]) == 3 && visits([100, 102, 1, 3]) == 2)
  }
}

struct ResponseModelTests {
  struct Take: Sendable {
    var session: Int
    var times: [Double]
    var values: [Double]
  }

  /// A take whose fixations have only a bias in their design: y = b + drift + white noise.
  private func looks(_ take: Take, scale: NoiseScale) -> SessionLooks {
    let windows = take.times.indices.map { i in
      let reported = SIMD2<Float>(scale.reference + SIMD2(take.values[i].radians, 0))
      return FixationWindow(
        at: take.times[i], [.init(time: 0, reported: reported, expected: SIMD2<Float>(scale.visualReference))], look: i)
    }
    return SessionLooks(session: take.session, looks: TargetLook.first(of: windows))
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
      takes.map { looks($0, scale: scale) }, axis: 0, scale: scale,
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
