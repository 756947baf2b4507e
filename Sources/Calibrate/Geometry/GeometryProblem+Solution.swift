import GazeRecording

extension GeometryProblem {
  func effectiveParameters(at x: [Double]) -> Double {
    GeometryUncertainty(self, at: x, wantsRobust: false).effectiveParameters
  }

  func solution(from x: [Double]) throws(GazeFitError) -> FixationSolution {
    var options = LeastSquares.Options()
    options.xTolerance = 1e-11
    options.gTolerance = 1e-11
    options.maximumIterations = 100
    options.wantsCovariance = false
    // With one person the whole problem is small and is solved directly; a person alone is fitted as in an app.
    guard personCount > 1 else {
      if deviceCount == 0 && !prefersGSL { return alone.solution(from: x) }
      // Many rows are reduced because GSL's QR is unblocked and slow, and with priors Cholesky loses no digit that
      // matters.
      guard Double(dataRows) * Double(x.count) * Double(x.count) > 5e5 else {
        return try Self.solution(leastSquares(), from: x, options: options)
      }
      options.solver = .cholesky
      return try Self.solution(reducedLeastSquares(), from: x, options: options)
    }
    // The reduced rows are a Cholesky factor already. Near the minimum this solver takes plain Gauss-Newton steps, and
    // all rounds but the first begin near it. They end when a step is below a millionth of the standard errors, like
    // the steps to people's minima. A tolerance relative to x would be too large for the others if parameters are kept.
    options.solver = .cholesky
    options.smallestDecrease = 1e-12
    options.xTolerance = 1e-9
    options.gTolerance = 1e-7
    let elimination = GeometryElimination(self, at: x)
    // Without shared parameters the problem falls apart into one problem per person.
    guard deviceCount > 0 else {
      elimination.solve([])
      return FixationSolution(x: elimination.x, stop: .smallStep, iterations: 1)
    }
    let rough = try Self.solution(
      elimination.leastSquares(to: .rough), from: elimination.device(of: x), options: options)
    // People's steps to their exact minima may move the device's minimum once more; mostly this takes no step.
    let found = try Self.solution(elimination.leastSquares(), from: rough.x, options: options)
    elimination.solve(found.x)
    return FixationSolution(x: elimination.x, stop: found.stop, iterations: rough.iterations + found.iterations)
  }

  /// The problem of one person on a known device, with the current sigma and weights.
  private var alone: PersonProblem {
    var alone = PersonProblem(
      model: model, nominal: nominal,
      columns: columns.map {
        PersonProblem.Column(
          parameter: $0.parameter, session: $0.session, start: $0.nominal, precision: $0.precision)
      })
    (alone.sigma, alone.weights) = (sigma, weights)
    return alone
  }

  private static func solution(
    _ problem: LeastSquaresProblem, from x: [Double], options: LeastSquares.Options
  ) throws(GazeFitError) -> FixationSolution {
    do throws(LeastSquaresError) {
      let found = try LeastSquares.solve(problem, from: x, options: options)
      return FixationSolution(x: found.x, stop: found.stop, iterations: found.iterations)
    } catch {
      throw .solver(error.description)
    }
  }
}
