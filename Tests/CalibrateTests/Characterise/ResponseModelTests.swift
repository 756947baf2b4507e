import Foundation
import GazePipeline
import Testing

@testable import Calibrate

@Suite struct ResponseModelTests {
  /// A take whose fixations have only a bias in their design: y = b + drift + white noise.
  private func take(_ session: Int, _ times: [Double], _ values: [Double], scale: NoiseScale) -> SessionLooks {
    let windows = times.indices.map { i in
      let reported = SIMD2<Float>(scale.reference + SIMD2(values[i].radians, 0))
      return FixationWindow(
        start: times[i],
        samples: [FixationWindow.Sample(time: 0, reported: reported, expected: SIMD2<Float>(scale.visualReference))],
        geometry: FixationWindow.Geometry(
          head: .zero, byDistance: .zero, byCameraX: .zero, byCameraY: .zero, jump: .zero), noiseScale: 1,
        noiseSlope: .zero, look: i)
    }
    return SessionLooks(session: session, looks: TargetLook.first(of: windows))
  }

  @Test("the filter's likelihood and posterior are those of the joint normal law")
  func exact() throws {
    // Five fixations. In the design matrix every column except the bias is zero, so y = b + drift + white noise, with b
    // ~ N(0, 30²).
    let times = [0.0, 1.5, 3, 7, 20], values = [1.0, 1.4, 0.7, -0.2, 0.5]
    let scale = NoiseScale()
    let model = ResponseModel(
      [take(0, times, values, scale: scale)], axis: 0, scale: scale, cameraSigma: SIMD2(0.001, 0.001))
    let found = model.posterior(.init(sd: 0.8, time: 10, white: 0.3))
    // The same log-likelihood, computed with the full covariance matrix.
    let n = 5
    var v = Matrix(rows: n, columns: n)
    for i in 0..<n {
      for j in 0..<n {
        v[i, j] = 900 + 0.64 * exp(-abs(times[i] - times[j]) / 10) + (i == j ? 0.09 : 0)
      }
    }
    let inverse = try #require(v.inverse)
    let quadratic = zip(values, inverse.times(values)).reduce(0) { $0 + $1.0 * $1.1 }
    let determinant = try #require(SymmetricEigen(v)).values.reduce(0) { $0 + log($1) }
    #expect(abs(found.logLikelihood + 0.5 * (determinant + quadratic)) < 1e-5)
    let bias = 900 * inverse.times(values).reduce(0, +)
    #expect(abs(found.mean[ResponseModel.bias] - bias) < 1e-5)
    let variance = 900 - 900 * 900 * inverse.times([1, 1, 1, 1, 1]).reduce(0, +)
    #expect(abs(found.covariance[0] / variance - 1) < 1e-6)
    // The data contain no information on the other parameters.
    #expect(abs(found.mean[ResponseModel.gain] - 1) < 1e-6)
  }

  @Test("each session has its own bias and each take its own drift: the joint normal law of three takes")
  func sessions() throws {
    let scale = NoiseScale()
    let takes: [(session: Int, times: [Double], values: [Double])] = [
      (4, [0.0, 1.5, 3], [1.0, 1.4, 0.7]), (4, [3.1, 5], [0.2, -0.2]), (9, [0, 2.0], [2.5, 2.0]),
    ]
    let model = ResponseModel(
      takes.map { take($0.session, $0.times, $0.values, scale: scale) }, axis: 0, scale: scale,
      cameraSigma: SIMD2(0.001, 0.001))
    #expect(model.sessions == 2 && model.count == 7)
    let found = model.posterior(.init(sd: 0.8, time: 10, white: 0.3))
    let all = takes.enumerated().flatMap { number, take in
      zip(take.times, take.values).map { (number, take.session, $0, $1) }
    }
    var v = Matrix(rows: 7, columns: 7)
    for (i, a) in all.enumerated() {
      for (j, b) in all.enumerated() {
        v[i, j] =
          (a.1 == b.1 ? 900 : 0) + (a.0 == b.0 ? 0.64 * exp(-abs(a.2 - b.2) / 10) : 0) + (i == j ? 0.09 : 0)
      }
    }
    let inverse = try #require(v.inverse)
    let values = all.map(\.3)
    let weights = inverse.times(values)
    let quadratic = zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 }
    let determinant = try #require(SymmetricEigen(v)).values.reduce(0) { $0 + log($1) }
    #expect(abs(found.logLikelihood + 0.5 * (determinant + quadratic)) < 1e-5)
    for (place, session) in [4, 9].enumerated() {
      let mine = all.map { $0.1 == session ? 900.0 : 0 }
      let bias = zip(mine, weights).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(found.mean[place] - bias) < 1e-5)
      let variance = 900 - zip(mine, inverse.times(mine)).reduce(0) { $0 + $1.0 * $1.1 }
      let n = found.mean.count
      #expect(abs(found.covariance[place * n + place] / variance - 1) < 1e-6)
    }
  }
}
