import Foundation
import TestSupport
import Testing

@testable import Calibrate

/// A line a + b·t through clusters of two rows each with unit noise; some clusters are off by 20 in both rows.
private struct Line {
  var t: [Double] = []
  var y: [Double] = []
  var outliers: Set<Int> = []
  let clusters: [Range<Int>]

  init(clusters count: Int, outliers share: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    clusters = (0..<count).map { 2 * $0..<2 * $0 + 2 }
    for cluster in 0..<count {
      let isOff = random.number(0..<1) < share
      if isOff { outliers.insert(cluster) }
      for _ in 0..<2 {
        t.append(Double(cluster) / Double(count))
        y.append(1 + 3 * Double(cluster) / Double(count) + random.normal() + (isOff ? 20 : 0))
      }
    }
  }

  /// The fit of the line; `first` is a measurement of a, in a row of its own.
  func problem(without dropped: Set<Int> = [], first: (value: Double, sigma: Double)? = nil) -> LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: 2, residualCount: y.count + (first == nil ? 0 : 1),
      weights: y.indices.map { dropped.contains($0 / 2) ? 0 : 1 } + (first == nil ? [] : [1]),
      residuals: { x, r in
        for i in y.indices { r[i] = x[0] + x[1] * t[i] - y[i] }
        if let first { r[y.count] = (x[0] - first.value) / first.sigma }
      },
      jacobian: { _, j in
        for i in y.indices { (j[i, 0], j[i, 1]) = (1, t[i]) }
        if let first { j[y.count, 0] = 1 / first.sigma }
      })
  }
}

struct RobustLeastSquaresTests {
  @Test("with a tenth of clusters off, bisquare nearly equals excluding them")
  func outliers() throws {
    // 200 repeats of 100 clusters; each number is a mean of 200, whose standard error is 7 % of a deviation.
    var (plain, robust, oracle, shift) = (0.0, 0.0, 0.0, 0.0)
    var scales = 0.0
    for seed in 1...200 {
      let line = Line(clusters: 100, outliers: 0.1, seed: UInt64(seed))
      let known = try LeastSquares.solve(line.problem(without: line.outliers), from: [0, 0])
      let found = try LeastSquares.solve(line.problem(), from: [0, 0], clusters: line.clusters, loss: .bisquare)
      let lost = try LeastSquares.solve(line.problem(), from: [0, 0])
      let error = try #require(known.covariance)[0, 0].squareRoot()
      #expect(found.isSettled)
      robust += pow((found.solution.x[0] - 1) / error, 2)
      oracle += pow((known.x[0] - 1) / error, 2)
      plain += pow((lost.x[0] - 1) / error, 2)
      shift += (found.solution.x[0] - known.x[0]) / error / 200
      scales += found.scale / 200
      for cluster in line.outliers { #expect(found.weights[cluster] == 0) }
    }
    let (r, o, p) = ((robust / 200).squareRoot(), (oracle / 200).squareRoot(), (plain / 200).squareRoot())
    #expect(r < 1.15 * o)
    #expect(p > 3)
    #expect(abs(shift) < 0.1)
    expectNear(scales, 1, 0.2)
  }

  @Test("clean data fit as least squares; Huber's loses 5 % at most")
  func clean() throws {
    let line = Line(clusters: 400, outliers: 0, seed: 1)
    let plain = try LeastSquares.solve(line.problem(), from: [0, 0])
    let error = try #require(plain.covariance)[0, 0].squareRoot()
    for loss in RobustLoss.allCases {
      let robust = try LeastSquares.solve(line.problem(), from: [0, 0], clusters: line.clusters, loss: loss)
      expectNear(robust.solution.x[0], plain.x[0], 0.5 * error)
      #expect(robust.weights.reduce(0, +) / 400 > 0.85)
      expectNear(robust.scale, 1, 0.1)
    }
  }

  @Test("the weights are GSL's; lengths of any dimension are weighted by their probability")
  func weights() {
    let bisquare = RobustLoss.bisquare.weights([0, 2.3425, 4.685, 100, .infinity])
    #expect(bisquare[0] == 1)
    expectNear(bisquare[1], 0.5625, 1e-12)
    #expect(bisquare[2...].allSatisfy { abs($0) < 1e-12 })
    let huber = RobustLoss.huber.weights([1, 1.345, 2.69, .infinity])
    #expect(huber[0] == 1 && huber[3] == 0)
    expectNear(huber[1], 1, 1e-12)
    expectNear(huber[2], 0.5, 1e-12)
    #expect(RobustLoss.huber.weights([]).isEmpty)
    // 95 % of χ²₂ are below 5.991, of normal deviates below 1.96.
    expectNear(RobustLoss.normalDeviate(square: 5.991465, freedom: 2), 1.959964, 1e-6)
    #expect(RobustLoss.normalDeviate(square: 9, freedom: 1) == 3)
    #expect(RobustLoss.normalDeviate(square: 1e9, freedom: 2) == .infinity)
  }

  @Test("rows in no cluster keep weight, undefined ones lose it, clusters lie inside")
  func shapes() throws {
    var line = Line(clusters: 30, outliers: 0, seed: 2)
    line.y[8] = .nan
    let robust = try LeastSquares.solve(line.problem(), from: [0, 0], clusters: line.clusters, loss: .bisquare)
    #expect(robust.weights[4] == 0)
    expectNear(robust.solution.x[0], 1, 1.5)
    let pinned = line.problem(without: [4], first: (value: 50, sigma: 1e-6))
    let prior = try LeastSquares.solve(pinned, from: [0, 0], clusters: line.clusters, loss: .bisquare)
    expectNear(prior.solution.x[0], 50, 1e-3)
    #expect(throws: LeastSquaresError.self) {
      try LeastSquares.solve(line.problem(), from: [0, 0], clusters: [50..<61], loss: .huber)
    }
    #expect(try LeastSquares.solve(line.problem(without: [4]), from: [0, 0], clusters: [], loss: .huber).rounds == 0)
  }
}
