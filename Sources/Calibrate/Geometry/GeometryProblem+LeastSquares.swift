extension GeometryProblem {
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
}
