import GazePipeline
import GazeRecording
private import PortableFoundation

/// Spread of a person's gaze offset between sessions, estimated from people who were recorded in several sessions.
///
///     y_ps = a_p + s_ps + e_ps,   s ~ N(0, σ²) per axis, e_ps ~ N(0, v_ps) known: fixations' scatter and slow drift
///
/// σ is estimated by restricted likelihood: each person's own mean is removed first, so that few sessions per person do
/// not make σ too small. Its interval is the likelihood ratio's (χ², one degree of freedom).
package struct SessionSpread: Equatable {
  /// One session's mean offset in one axis and that mean's variance, degrees and degrees².
  struct Mean {
    var value: Double
    var variance: Double
  }

  package var estimate: Double
  package var interval: [Double]
  /// Number of differences between sessions on which the estimate is based: sessions minus people, times two axes.
  package var freedom: Double
  package var people, sessions: Int

  /// Degrees of freedom of the assumed spread (`GeometryPriors.usualSession`): it counts as one person with two
  /// sessions.
  private static let assumedFreedom = 2.0
  /// χ² with one degree of freedom at 95 %, halved.
  private static let reach = 3.841459 / 2
  /// Candidate values of σ, degrees: as fine as such data can resolve.
  private static let grid = [0] + (0...300).map { pow(10, -2 + 0.011 * Double($0)) }

  /// `people` hold each axis's sessions; nil if nobody has two.
  init?(_ people: [[[Mean]]]) {
    let several = people.filter { ($0.first?.count ?? 0) > 1 }
    guard !several.isEmpty else { return nil }
    self.people = several.count
    sessions = several.sum { $0.first?.count ?? 0 }
    freedom = several.sum { $0.sum { Double($0.count - 1) } }
    let axes = several.flatMap { $0 }
    let likelihoods = Self.grid.map { Self.likelihood(axes, $0 * $0) }
    guard let best = likelihoods.indices.max(by: { likelihoods[$0] < likelihoods[$1] }), likelihoods[best].isFinite
    else { return nil }
    estimate = Self.grid[best]
    let within = likelihoods.indices.filter { likelihoods[$0] >= likelihoods[best] - Self.reach }
    interval = [Self.grid[within.first ?? best], Self.grid[within.last ?? best]]
  }

  /// Spread for the rest of the fit: the estimate, drawn towards the assumed spread according to the degrees of
  /// freedom.
  func combined(withAssumed assumed: Double) -> (sd: Double, freedom: Double) {
    let total = freedom + Self.assumedFreedom
    let square = (freedom * estimate * estimate + Self.assumedFreedom * assumed * assumed) / total
    return (square.squareRoot(), total)
  }

  /// Restricted log-likelihood of a variance between sessions.
  private static func likelihood(_ axes: [[Mean]], _ variance: Double) -> Double {
    axes.sum { sessions in
      let weights = sessions.map { 1 / max($0.variance + variance, 1e-12) }
      let total = weights.reduce(0, +)
      let mean = dot(weights, sessions.map(\.value)) / total
      let square = zip(weights, sessions).sum { $0.0 * ($0.1.value - mean) * ($0.1.value - mean) }
      return -0.5 * (square + log(total) - weights.sum { log($0) })
    }
  }
}

extension SessionSpread {
  /// Estimates the spread from a fit's residuals. A session's offset is its fitted drift plus the mean residual of its
  /// fixations; the assumed prior of the drift cancels in this sum.
  init?(_ problem: GeometryProblem, at x: [Double], _ uncertainty: GeometryUncertainty) {
    guard problem.columns.contains(where: { $0.parameter.level == .session }) else { return nil }
    let people = (0..<problem.personCount).map { person -> [[Mean]] in
      let fixations = problem.fixationsOfPerson[person].filter { problem.weights[$0] > 0 }
      let sessions = Dictionary(grouping: fixations) { problem.model.fixations[$0].session }.sorted { $0.key < $1.key }
      let p = problem.parameters(of: person, at: x)
      return [(GeometryParameter.driftH, p[.gainH]), (.driftV, p[.gainV])].enumerated().map { axis, own in
        let (drift, gain) = own
        return sessions.compactMap { session, fixations in
          guard
            let column = problem.ownColumns[person].first(where: {
              problem.columns[$0].session == session && problem.columns[$0].parameter == drift
            })
          else { return nil }
          let residuals = fixations.compactMap { problem.residual(of: $0, at: x)?[axis] }
          guard !residuals.isEmpty, gain > 0 else { return nil }
          let variance = Self.variance(
            fixations.map { problem.model.fixations[$0].start }, uncertainty.drift, white: problem.sigma)
          let scatter = uncertainty.scatter[person] / gain
          // A larger offset lowers the reported angles.
          return Mean(
            value: x[column] - residuals.reduce(0, +) / Double(residuals.count) / gain,
            variance: variance * scatter * scatter)
        }
      }
    }
    self.init(people)
  }

  /// Variance of the mean of fixations at these times, in ascending order, degrees².
  private static func variance(_ times: [Double], _ drift: SlowDrift?, white: Double) -> Double {
    let n = Double(times.count)
    guard let drift else { return white * white / n }
    // Σ over pairs of exp(−|tᵢ − tⱼ|/τ), in time linear in the number of fixations.
    var (chain, pairs) = (0.0, 0.0)
    for (earlier, time) in zip(times, times.dropFirst()) {
      chain = (chain + 1) * exp(-max(time - earlier, 0) / drift.time)
      pairs += chain
    }
    return drift.sd * drift.sd * (n + 2 * pairs) / (n * n) + drift.white * drift.white / n
  }
}
