public import GazeRecording
import GazeSimulation

/// Derives the two constants of the residual bias from what a population's raw error is known to be.
///
/// `tracker.biasUp`, the mean of the vertical bias that remains after kappa, and `tracker.biasSD`, its standard deviation,
/// are sought such that mean and standard deviation over people come as near to the goal's as they can:
///
///     cost = ((mean − m)/(s/√n))² + ((SD − s)/(s/√(2(n − 1))))²
///
/// with the published m, s and n: what the publication itself leaves uncertain. Levenberg-Marquardt with differences;
/// every evaluation has the same people and noise (common random numbers), so the cost is smooth, the outcome
/// deterministic, and the result stands for these people: another seed moves it by its own sampling error.
public struct PopulationFit: Sendable {
  /// One evaluation.
  public struct Step: Sendable, Codable, Equatable {
    /// `start`, `slope` (for a derivative), `better`, `worse`, or `result` (rounded to hundredths).
    public var what: String
    /// `tracker.biasUp`, degrees.
    public var biasUp: Double
    /// `tracker.biasSD`, degrees.
    public var biasSD: Double
    /// Mean over people, degrees.
    public var mean: Double
    /// Standard deviation over people, degrees.
    public var sd: Double
    /// What is minimised.
    public var cost: Double
  }

  /// How the constants came about.
  public struct Derivation: Sendable, Codable, Equatable {
    /// Every evaluation, in order; the last one is the result.
    public var steps: [Step]
    /// `gradient`: no nearer in any direction; `goal`: there; `steps`: as many as allowed.
    public var stop: String
    /// The result.
    @ExplicitNull public var result: Step?
  }

  /// Most improvements looked for.
  static let mostSteps = 12
  /// Nearer to the goal than this, in degrees, is there.
  static let near = 0.002

  private let study: PopulationStudy
  private let constants: [Constant]

  /// A fit of this population.
  ///
  /// - Throws: `UnknownName` where the simulator has no such constants.
  public init(_ study: PopulationStudy) throws(UnknownName) {
    self.study = study
    constants = [try Constant.named("tracker.biasUp"), try Constant.named("tracker.biasSD")]
  }

  /// The study with the constants in force.
  public func study(with step: Step) throws -> PopulationStudy { try study(at: [step.biasUp, step.biasSD]) }

  /// Searches from where the simulation's constants are; `progress` hears of every evaluation.
  ///
  /// - Throws: `SimulationError` where nobody has a settled look.
  public func derivation(jobs: Int, progress: (Step) -> Void = { _ in }) async throws -> Derivation {
    var steps: [Step] = []
    func evaluate(_ what: String, _ x: [Double]) async throws -> Step {
      let step = try await evaluation(what, x, jobs: jobs)
      progress(step)
      return step
    }
    var best = try await evaluate("start", constants.map { $0.value(in: study.simulation.parameters) })
    steps.append(best)
    var (damping, stop) = (1e-3, "steps")
    search: for _ in 0..<Self.mostSteps {
      if isThere(best) {
        stop = "goal"
        break
      }
      // Slopes of the two residuals by the two constants.
      var slopes: [SIMD2<Double>] = []
      for (index, width) in [0.1, 0.1].enumerated() {
        var x = [best.biasUp, best.biasSD]
        // Away from the range's end.
        x[index] += x[index] + width <= constants[index].range.upperBound ? width : -width
        let step = try await evaluate("slope", x)
        steps.append(step)
        slopes.append((residuals(step) - residuals(best)) / (x[index] - [best.biasUp, best.biasSD][index]))
      }
      while true {
        let x = next(best, slopes, damping)
        // A hundredth is what the result is rounded to.
        guard max(abs(x[0] - best.biasUp), abs(x[1] - best.biasSD)) > 0.002 else {
          stop = "gradient"
          break search
        }
        var step = try await evaluate("", x)
        let isBetter = step.cost < best.cost
        step.what = isBetter ? "better" : "worse"
        steps.append(step)
        damping *= isBetter ? 0.1 : 10
        if isBetter {
          best = step
          break
        }
      }
    }
    let result = try await evaluate("result", [best.biasUp, best.biasSD].map { ($0 * 100).rounded() / 100 })
    return Derivation(steps: steps + [result], stop: stop, result: result)
  }

  private func study(at x: [Double]) throws -> PopulationStudy {
    var study = study
    for (constant, value) in zip(constants, x) { try constant.set(value, in: &study.simulation.parameters) }
    return study
  }

  private func evaluation(_ what: String, _ x: [Double], jobs: Int) async throws -> Step {
    guard let (mean, sd) = try await study(at: x).moments(jobs: jobs) else {
      throw SimulationError.argument("the population has no settled looks: expected at least 2 people with some")
    }
    var step = Step(what: what, biasUp: x[0], biasSD: x[1], mean: mean, sd: sd, cost: 0)
    let r = residuals(step)
    step.cost = (r * r).sum()
    return step
  }

  private func isThere(_ step: Step) -> Bool {
    abs(step.mean - study.goal.mean) < Self.near && abs(step.sd - study.goal.sd) < Self.near
  }

  /// (mean − m)/(s/√n), (SD − s)/(s/√(2(n − 1))).
  private func residuals(_ step: Step) -> SIMD2<Double> {
    let (goal, n) = (study.goal, Double(study.goal.people))
    return SIMD2(
      (step.mean - goal.mean) / (goal.sd / n.squareRoot()), (step.sd - goal.sd) / (goal.sd / (2 * (n - 1)).squareRoot())
    )
  }

  /// Where the damped linear model of the residuals is smallest, within the constants' ranges.
  private func next(_ best: Step, _ slopes: [SIMD2<Double>], _ damping: Double) -> [Double] {
    let (a, b, r) = (slopes[0], slopes[1], residuals(best))
    let (aa, ab, bb) = ((a * a).sum() * (1 + damping) + 1e-12, (a * b).sum(), (b * b).sum() * (1 + damping) + 1e-12)
    let (ga, gb) = (-(a * r).sum(), -(b * r).sum())
    let determinant = aa * bb - ab * ab
    let step = determinant > 0 ? [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant] : [0, 0]
    return zip(zip([best.biasUp, best.biasSD], step), constants).map { place, constant in
      // A degree at a time: further out the model knows nothing.
      let x = place.0 + min(max(place.1, -1), 1)
      return min(max(x, constant.range.lowerBound), constant.range.upperBound)
    }
  }
}
