import GazePipeline
import GazeRecording

extension HeadMotionFit {
  /// Fits the yaw's offset and drift to cues alone: stretches in which the person looked straight ahead.
  func fitCues(_ take: HeadTake) throws(LeastSquaresError) -> Estimate? {
    let cues = take.allCues
    guard let first = cues.first, let last = cues.last else { return nil }
    let walk = max(priors.yawWalk, 1e-7)
    let n = cues.count
    // Parameters: x[0] is ψ₀, x[1] r, x[1 + i] the walk at cue i ≥ 1, x[n + 1 + k] the jump of connection k + 1. Rows:
    // n cues, n − 1 steps of the walk, the priors of ψ₀ and r, and of the jumps. Residuals and Jacobian must agree on
    // both; `HeadMotionFitTests` checks the fit to cues, not these derivatives.
    let sessions = cues.reduce(into: [Int]()) { if $0.last != $1.session { $0.append($1.session) } }
    let jumps = cues.map { cue in (sessions.firstIndex(of: cue.session) ?? 0) - 1 }
    let count = 2 + n - 1 + sessions.count - 1
    let base = LeastSquaresProblem(
      parameterCount: count, residualCount: 2 * n - 1 + 2 + sessions.count - 1,
      residuals: { x, r in
        for (i, cue) in cues.enumerated() {
          let walked = i == 0 ? 0 : x[1 + i]
          let jump = jumps[i] >= 0 ? x[n + 1 + jumps[i]] : 0
          let yaw = x[0] + x[1] * (cue.time - first.time) + walked + jump
          r[i] = HeadAngles.wrapped(yaw - cue.yaw) / priors.forward
          if i > 0 {
            r[n + i - 1] = (walked - (i == 1 ? 0 : x[i])) / (walk * (cue.time - cues[i - 1].time).squareRoot())
          }
        }
        r[2 * n - 1] = x[0] / priors.yawOffset
        r[2 * n] = x[1] / priors.yawDrift
        for k in 1..<sessions.count { r[2 * n + k] = x[n + k] / priors.yawOffset }
      },
      jacobian: { _, j in
        for (i, cue) in cues.enumerated() {
          j[i, 0] = 1 / priors.forward
          j[i, 1] = (cue.time - first.time) / priors.forward
          if jumps[i] >= 0 { j[i, n + 1 + jumps[i]] = 1 / priors.forward }
          guard i > 0 else { continue }
          j[i, 1 + i] = 1 / priors.forward
          let step = walk * (cue.time - cues[i - 1].time).squareRoot()
          j[n + i - 1, 1 + i] = 1 / step
          if i > 1 { j[n + i - 1, i] = -1 / step }
        }
        j[2 * n - 1, 0] = 1 / priors.yawOffset
        j[2 * n, 1] = 1 / priors.yawDrift
        for k in 1..<sessions.count { j[2 * n + k, n + k] = 1 / priors.yawOffset }
      })
    let found = try LeastSquares.solve(base, from: [first.yaw] + [Double].zeros(count - 1))
    func number(_ i: Int, _ prior: Double) -> Number? {
      guard let variance = found.covariance?[i, i], variance >= 0 else { return nil }
      return Number(value: found.x[i], standardError: variance.squareRoot(), priorSigma: prior)
    }
    let squares = dot(found.residuals.prefix(n), found.residuals.prefix(n))
    return Estimate(
      // In the order of `HeadMotionParameter`.
      numbers: [nil, nil, nil, number(0, priors.yawOffset), number(1, priors.yawDrift), nil],
      condition: found.condition, stop: found.stop.rawValue,
      residualRMS: (squares / Double(n)).squareRoot() * priors.forward, samples: n, outliers: 0,
      span: last.time - first.time, cues: n)
  }
}
