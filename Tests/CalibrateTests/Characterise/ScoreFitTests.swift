import Foundation
import TestSupport
import Testing

@testable import Calibrate

struct ScoreFitTests {
  /// Mean and log SD of normal samples in clusters of five.
  private func fit(
    _ clusters: [[Double]], from start: [Double] = [0, 0], mean: ClosedRange<Double> = -100...100
  ) -> ScoreFit {
    ScoreFit(from: start, bounds: [mean, -8...8], prior: (start, [0, 0])) { x in
      clusters.map { $0.reduce(0) { $0 - x[1] - 0.5 * ($1 - x[0]) * ($1 - x[0]) * exp(-2 * x[1]) } }
    }
  }

  @Test("a normal law's maximum is mean and SD, with errors σ/√n and 1/√2n")
  func normal() throws {
    var random = SeededGenerator(seed: 31)
    let clusters = (0..<400).map { _ in (0..<5).map { _ in 3 + 2 * random.normal() } }
    let all = clusters.flatMap(\.self)
    let fit = fit(clusters)
    #expect(fit.isConverged)
    expectNear(fit.x[0], all.mean, 1e-3)
    expectNear(exp(fit.x[1]) / all.sd, 1, 1e-3)
    let errors = try #require(fit.covariance).diagonal.map { $0.squareRoot() }
    // With 400 clusters the sandwich's own error is about 4 %.
    expectNear(errors[0] / (all.sd / 2000.0.squareRoot()), 1, 0.15)
    expectNear(errors[1] * 4000.0.squareRoot(), 1, 0.15)
  }

  @Test("clusters of correlated samples give the correct, larger error")
  func clustered() throws {
    var random = SeededGenerator(seed: 32)
    let clusters = (0..<400).map { _ in
      let own = random.normal()
      return (0..<5).map { _ in own + 0.1 * random.normal() }
    }
    let fit = fit(clusters)
    // The data contain 400 means of SD 1, not 2,000.
    let error = try #require(fit.covariance).diagonal[0].squareRoot()
    expectNear(error / 0.05, 1, 0.15)
  }

  @Test("a far start converges, bounds hold, and ineffective parameters have wide errors")
  func hard() {
    var random = SeededGenerator(seed: 33)
    let clusters = (0..<100).map { _ in (0..<5).map { _ in 50 + 0.01 * random.normal() } }
    let far = fit(clusters, from: [49, 0])
    expectNear(far.x[0], 50, 0.01, "\(far.x)")
    expectNear(exp(far.x[1]) / 0.01, 1, 0.2, "\(far.x)")
    #expect(fit(clusters, mean: -1...1).x[0] == 1)
    let flat = ScoreFit(from: [0, 0], bounds: [-9...9, -9...9], prior: ([0, 0], [0, 1])) { x in
      clusters.map { _ in -0.5 * x[0] * x[0] }
    }
    #expect(flat.covariance.map { $0.diagonal[1] > 0.5 } ?? true)
    let undefined = ScoreFit(from: [0], bounds: [-1...1], prior: ([0], [0])) { _ in [.nan] }
    #expect(undefined.covariance == nil)
  }
}
