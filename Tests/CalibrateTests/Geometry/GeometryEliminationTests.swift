import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct GeometryEliminationTests {
  /// Three people with two sessions each.
  private func problem() -> GeometryProblem {
    var random = SeededGenerator(seed: 32)
    let fixations = (0..<3).flatMap { participant in
      return SyntheticSession(participant: participant).fixations(noise: 1, using: &random).map { look in
        var look = look
        look.session = look.target.x > 200 ? 1 : 0
        return look
      }
    }
    return GeometryProblem(
      fixations, free: GeometryParameter.standard.union([.driftH, .driftV]), priors: .withSessions)
  }

  @Test("d + 1 rows have JᵀJ, Jᵀr and |r|² without the people: 1e-9")
  func sameEquations() throws {
    let problem = problem()
    let (d, x) = (problem.deviceCount, problem.start)
    let whole = problem.leastSquares()
    let residuals = whole.residuals(at: x)
    var jacobian = Matrix(rows: whole.residualCount, columns: whole.parameterCount)
    let derivatives = try #require(whole.jacobian)
    derivatives(x, &jacobian)
    // The whole problem's equations, reduced to the device's columns by elimination of one column after the other.
    var sums = Matrix(square: whole.parameterCount + 1)
    let columns = (0..<whole.parameterCount).map { k in residuals.indices.map { jacobian[$0, k] } } + [residuals]
    for (i, a) in columns.enumerated() {
      for (j, b) in columns.enumerated() { sums[i, j] = dot(a, b) }
    }
    for k in (d..<whole.parameterCount).reversed() {
      let pivot = sums
      for i in columns.indices where i < k || i == whole.parameterCount {
        for j in columns.indices { sums[i, j] -= pivot[i, k] * pivot[k, j] / pivot[k, k] }
      }
    }

    // People whose minima are not sought stay at x.
    let people = (0..<3).map { person in
      PersonState(
        problem.normal(person, at: x), priors: problem.columns[problem.ownColumns[person]],
        at: x[problem.ownColumns[person]])
    }
    let rows = ReducedRows(people, priors: Array(problem.columns[..<d]), at: Array(x[..<d]))
    #expect(rows.residuals.count == d + 1)
    let squares = rows.jacobian.squares
    let cost = rows.residuals.reduce(0) { $0 + $1 * $1 }
    expectNear(cost / sums[columns.count - 1, columns.count - 1], 1, 1e-9)
    for i in 0..<d {
      let gradient = (0...d).reduce(0) { $0 + rows.jacobian[$1, i] * rows.residuals[$1] }
      let scale = (sums[i, i] * cost).squareRoot()
      expectNear(gradient, sums[i, columns.count - 1], 1e-9 * scale)
      for j in 0..<d { expectNear(squares[i, j], sums[i, j], 1e-9 * (sums[i, i] * sums[j, j]).squareRoot()) }
    }
  }

  @Test("reweighted rows are those of a problem that had them from the start")
  func reweighed() {
    let (one, other) = (problem(), problem())
    let x = one.start
    _ = one.block(1, at: x)
    let weights = one.weights.indices.map { $0 % 3 == 0 ? 0.25 : 1 }
    (one.weights, one.sigma) = (weights, 0.7)
    (other.weights, other.sigma) = (weights, 0.7)
    let (a, b) = (one.block(1, at: x), other.block(1, at: x))
    #expect(a.residuals == b.residuals)
    for row in a.residuals.indices {
      for k in 0..<one.deviceCount { #expect(a.device(row, k) == b.device(row, k)) }
      for k in a.own.indices { #expect(a.own(row, k - a.own.lowerBound) == b.own(row, k - a.own.lowerBound)) }
    }
    // The sums over columns are those of the rows, in another order.
    let (normal, products) = (one.normal(1, at: x), a.products(with: a.residuals))
    let square = a.residuals.reduce(0) { $0 + $1 * $1 }
    expectNear(normal.square / square, 1, 1e-13)
    let lengths = (normal.device.diagonal + normal.own.diagonal).map { ($0 * square).squareRoot() }
    let pairs = zip(normal.deviceGradient + normal.ownGradient, products.device + products.own)
    for ((sum, product), length) in zip(pairs, lengths) { #expect(abs(sum - product) <= 1e-13 * length) }
  }

  @Test("a single person's reduced rows have all rows' minimum: 1e-6 standard errors")
  func single() throws {
    let session = SyntheticSession()
    let looks = SyntheticPose.protocolOfDevice.flatMap { pose in
      SyntheticSession.targets.enumerated().map { i, target in
        session.fixation(target, pose, samples: 1, error: SIMD2(0.4, -0.3) * Double(i % 3))
      }
    }
    let problem = GeometryProblem(looks)
    let exact = try LeastSquares.solve(problem.leastSquares(), from: problem.start)
    let options = LeastSquares.Options(solver: .cholesky)
    let found = try LeastSquares.solve(problem.reducedLeastSquares(), from: problem.start, options: options)
    let errors = try #require(exact.covariance).diagonal.map { $0.squareRoot() }
    #expect(found.stop.isConverged)
    expectNear(found.cost / exact.cost, 1, 1e-12)
    for (i, error) in errors.enumerated() { expectNear(found.x[i], exact.x[i], 1e-6 * error) }
  }
}
