import GazePipeline
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
  private let columns: [Vector2]

  init(_ problem: GeometryProblem, at x: [Double]) {
    let fixations = problem.model.fixations
    var columns = [Vector2](repeating: .zero, count: fixations.count)
    var predictions = FourPredictions()
    for own in problem.fixationsOfPerson {
      var (point, session) = (AngularModel.Point(problem.nominal), -1)
      for (before, index) in zip(own, own.dropFirst()) where fixations[before].session == fixations[index].session {
        if fixations[index].session != session {
          session = fixations[index].session
          point = AngularModel.Point(problem.parameters(of: fixations[index].person, session: session, at: x))
        }
        let pair = FourFixations(
          [fixations[index], fixations[index].aimed(at: fixations[before].share)], of: problem.model)
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
    var squares: [Double] = []
    for (block, weight) in zip(blocks, weights) {
      let column = block.fixations.flatMap { [columns[$0].x, columns[$0].y] }
      let products = block.products(with: column)
      step.products.append((products.device.map { $0 * weight }, products.own.map { $0 * weight }))
      squares.append(weight * dot(column, column))
      step.scores.append(weight * dot(column, block.residuals))
    }
    let device = gradient.device.indices.map { i in step.products.sum { $0.device[i] } }
    let own = step.products.map(\.own)
    let solved = inverse.solve(device: device, own: own)
    let square = squares.reduce(0, +)
    let free = square - dot(solved, device + own.flatMap { $0 })
    // If only rounding is left, the fixations cannot separate s from the other parameters.
    guard free > 1e-9 * square else { return step }
    let product = step.scores.reduce(0, +) - dot(solved, gradient.device + gradient.own.flatMap { $0 })
    (step.free, step.share) = (free, -product / free)
    for index in blocks.indices {
      step.scores[index] += squares[index] * step.share
      for (row, look) in blocks[index].fixations.enumerated() { blocks[index].add(row, columns[look] * step.share) }
    }
    return step
  }
}
