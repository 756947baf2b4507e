import GazeRecording

/// Share of the way by which the eyes stop short of a new target, common to all fixations of a fit.
///
/// People's saccades end some 5 % short (Becker 1972), and not every one is corrected. A pattern of targets therefore
/// appears smaller, exactly as on a smaller panel. However, the shortfall depends on the position from which the eyes
/// come, so that it can be distinguished from a smaller panel. With d the way back to the previous target, in predicted
/// angles, the measured angle of a fixation that stops short by the share s is displaced by s·d. In units of σ its
/// column is c = −d, and one Newton step of the whole problem extended by this column has
///
///     s = −(cᵀr − bᵀN⁻¹g) / (cᵀc − bᵀN⁻¹b),    b = Jᵀc,  g = Jᵀr + P(x − nominal),  N = JᵀJ + P
struct LandingShortfall {
  /// c of each fixation; zero for the first of a session.
  private let columns: [SIMD2<Double>]

  init(_ problem: GeometryProblem, at x: [Double]) {
    let looks = problem.model.looks
    var columns = [SIMD2<Double>](repeating: .zero, count: looks.count)
    var predictions = FourPredictions()
    for own in problem.looksOfPerson {
      var (point, session) = (AngularModel.Point(problem.nominal), -1)
      for (before, index) in zip(own, own.dropFirst()) where looks[before].session == looks[index].session {
        if looks[index].session != session {
          session = looks[index].session
          point = AngularModel.Point(problem.parameters(of: looks[index], at: x))
        }
        let pair = FourFixations(
          [looks[index], looks[index].aimed(at: looks[before].share)], of: problem.model)
        AngularModel.predict(pair, point, into: &predictions)
        guard predictions.isDefined[0], predictions.isDefined[1] else { continue }
        let (yaw, pitch) = (predictions.yaw, predictions.pitch)
        let way = SIMD2(yaw[1] - yaw[0], pitch[1] - pitch[0])
        columns[index] = way * -(problem.weights[index].squareRoot() / problem.sigma)
      }
    }
    self.columns = columns
  }

  /// Step of s, with the quantities that give each person's influence on s.
  struct Step {
    /// s; 0 if no target follows another one, or if the fixations do not distinguish it from the other parameters.
    var share = 0.0
    /// cᵀc − bᵀN⁻¹b; 0 if s is 0.
    var free = 0.0
    /// b of each person, weighted: the device's part and the person's own.
    var products: [(device: [Double], own: [Double])] = []
    /// cᵀr of each person, weighted, after s was removed.
    var scores: [Double] = []
  }

  /// Removes the effect of the shortfall from the residuals.
  ///
  /// - Parameters:
  ///   - weights: number of times that each person's rows count.
  ///   - inverse: N⁻¹.
  ///   - gradient: g in the same blocks.
  func remove(
    from blocks: inout [GeometryBlock], weights: [Double], inverse: ArrowInverse,
    gradient: (device: [Double], own: [[Double]])
  ) -> Step {
    var step = Step()
    var (square, product) = (0.0, 0.0)
    var b = (device: gradient.device.map { _ in 0.0 }, own: [[Double]]())
    var squares: [Double] = []
    for (block, weight) in zip(blocks, weights) {
      let column = block.looks.flatMap { [columns[$0].x, columns[$0].y] }
      let own = block.products(with: column)
      step.products.append((own.device.map { $0 * weight }, own.own.map { $0 * weight }))
      squares.append(weight * column.reduce(0) { $0 + $1 * $1 })
      step.scores.append(weight * zip(column, block.residuals).reduce(0) { $0 + $1.0 * $1.1 })
      for i in b.device.indices { b.device[i] += weight * own.device[i] }
      b.own.append(own.own.map { $0 * weight })
    }
    square = squares.reduce(0, +)
    product = step.scores.reduce(0, +)
    let solved = inverse.solve(device: b.device, own: b.own)
    func withSolved(_ device: [Double], _ own: [[Double]]) -> Double {
      zip(solved, device + own.flatMap { $0 }).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let free = square - withSolved(b.device, b.own)
    // If only rounding is left, the fixations cannot separate s from the other parameters.
    guard free > 1e-9 * square else { return step }
    (step.free, step.share) = (free, -(product - withSolved(gradient.device, gradient.own)) / free)
    for index in blocks.indices {
      step.scores[index] += squares[index] * step.share
      for (row, look) in blocks[index].looks.enumerated() { blocks[index].add(row, columns[look] * step.share) }
    }
    return step
  }
}
