import GazeRecording

extension GeometryProblem {
  func effectiveParameters(at x: [Double]) -> Double {
    let normals = (0..<personCount).map { normal($0, at: x) }
    return ArrowInverse(self, normals, adding: columns.map(\.precision)).effectiveParameters(columns)
  }

  func solution(from x: [Double]) throws(GazeFitError) -> FixationSolution {
    var options = LeastSquares.Options(
      xTolerance: 1e-11, gTolerance: 1e-11, maximumIterations: 100, wantsCovariance: false)
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
    (options.smallestDecrease, options.xTolerance, options.gTolerance) = (1e-12, 1e-9, 1e-7)
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

  // MARK: For GSL

  /// The whole problem for a solver that does not use blocks: one person's problem, or that of a few people.
  func leastSquares() -> LeastSquaresProblem {
    let priorRows = columns.indices.filter { columns[$0].priorSigma != nil }
    return LeastSquaresProblem(
      parameterCount: columns.count, residualCount: dataRows + priorRows.count,
      residuals: { [self] x, r in
        var row = 0
        for person in 0..<personCount {
          for value in block(person, at: x).residuals {
            r[row] = value
            row += 1
          }
        }
        for i in priorRows {
          r[row] = (x[i] - columns[i].nominal) * columns[i].precision.squareRoot()
          row += 1
        }
      },
      jacobian: { [self] x, j in
        var row = 0
        for person in 0..<personCount { row += block(person, at: x).write(to: &j, from: row) }
        for i in priorRows {
          j[row, i] = columns[i].precision.squareRoot()
          row += 1
        }
      })
  }

  /// The same problem of a single person for a solver that uses only JᵀJ, in as few rows as that needs (`ReducedRows`).
  /// 9,720 residuals with ten parameters then take less than half of the time.
  func reducedLeastSquares() -> LeastSquaresProblem {
    .reduced(to: columns.count) { [self] x in ReducedRows(normal(0, at: x), priors: columns, at: x) }
  }
}

extension LeastSquaresProblem {
  /// The problem whose rows at x stand for many more; they are formed once for each x.
  static func reduced(to parameterCount: Int, _ rows: @escaping (_ x: [Double]) -> ReducedRows) -> LeastSquaresProblem {
    var known: (x: [Double], rows: ReducedRows)?
    func knownRows(_ x: [Double]) -> ReducedRows {
      if let known, known.x == x { return known.rows }
      let new = rows(x)
      known = (x, new)
      return new
    }
    return LeastSquaresProblem(
      parameterCount: parameterCount, residualCount: parameterCount + 1,
      residuals: { x, r in r = knownRows(x).residuals },
      jacobian: { x, j in j = knownRows(x).jacobian })
  }
}
