import Foundation
import GazePipeline
import Testing

@testable import Calibrate

@Suite struct ResponseModelTests {
  @Test("the filter's likelihood and posterior are those of the joint normal law")
  func exact() throws {
    // Five fixations. In the design matrix every column except the bias is zero, so y = b + drift + white noise, with b
    // ~ N(0, 30²).
    let times = [0.0, 1.5, 3, 7, 20], values = [1.0, 1.4, 0.7, -0.2, 0.5]
    let scale = NoiseScale()
    let windows = times.indices.map { i in
      let reported = SIMD2<Float>(scale.reference + SIMD2(values[i].radians, 0))
      return FixationWindow(
        start: times[i],
        samples: [FixationWindow.Sample(time: 0, reported: reported, expected: SIMD2<Float>(scale.visualReference))],
        geometry: FixationWindow.Geometry(
          head: .zero, byDistance: .zero, byCameraX: .zero, byCameraY: .zero, jump: .zero), noiseScale: 1,
        noiseSlope: .zero, look: i)
    }
    let model = ResponseModel(windows, axis: 0, scale: scale, cameraSigma: SIMD2(0.001, 0.001))
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
}
