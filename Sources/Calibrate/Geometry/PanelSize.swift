import GazePipeline
import GazeRecording

/// Tests whether the fixations contradict the data sheet's size of the panel.
///
/// The data sheet knows a size ten times better than fixations do. A fit with the data sheet as a prior therefore stays
/// there even if the panel has another size, and the gains take up the difference: size and gain are one product except
/// for the head's turns. So the size is estimated once more without its prior, by one Newton step of the whole problem
/// from the end of the fit:
///
///     δ = −(JᵀJ + P − P_size)⁻¹ (Jᵀr + (P − P_size)(x − nominal))
///
/// The error of δ is estimated from the disagreement between people: people are the clusters, because a tracker's
/// distortion with the head's turn differs between people. A person counts 2/(1 + s²), with s the scatter of the
/// person's fixations relative to that of all, since trackers fail for some people. The residuals due to eyes that stop
/// short of a target (`LandingShortfall`) are removed from r first. Width and height are combined into one factor by
/// generalised least squares.
enum PanelSize {
  /// Size error of a panel that the test should find.
  private static let wanted = 0.05
  /// Standard errors beyond the limit for a power of 80 %.
  private static let power = 0.84
  /// Share by which a correct panel may appear smaller. The fit lacks the tracker's quadratic terms and its coupling
  /// with the head, which make the panel 0.6 % smaller on average over 60 simulated phones.
  private static let unexplained = 0.01
  /// Probabilities of a false alarm: for a panel larger than the data sheet's, and for one smaller than it by more than
  /// `unexplained`.
  private static let falseAlarms = (larger: 0.04, smaller: 0.005)

  /// Result of the test; nil if the size is not free, or has no prior to contradict.
  static func found(
    _ problem: GeometryProblem, at x: [Double], scatter: [Double], spans: ViewingSpans
  ) -> CalibrationFile.PanelSize? {
    let sizes = (0..<problem.deviceCount).filter {
      [.screenWidth, .screenHeight].contains(problem.columns[$0].parameter)
    }
    guard sizes.count == 2, sizes.allSatisfy({ problem.columns[$0].priorSigma != nil }) else { return nil }
    let unknown = CalibrationFile.PanelSize(verdict: .cannotTell)
    guard problem.personCount >= GeometryUncertainty.enoughPeople, spans.yaw >= Identifiability.headSpan,
      spans.pitch >= Identifiability.headSpan,
      let excess = Excess(FreeSizeStep(problem, at: x, sizes: sizes, scatter: scatter), problem, at: x, sizes: sizes)
    else { return unknown }
    let (larger, smaller) = (excess.quantile(falseAlarms.larger), excess.quantile(falseAlarms.smaller))
    let contradicts =
      excess.value > larger * excess.error || excess.value + unexplained < -smaller * excess.error
    let isSharp = (larger + power) * excess.error <= wanted - unexplained
    let half = excess.quantile(0.025) * excess.error
    return CalibrationFile.PanelSize(
      verdict: contradicts ? .contradicts : isSharp ? .agrees : .cannotTell, excess: excess.value,
      ci95: [excess.value - half, excess.value + half])
  }
}

/// Share by which the panel is larger than the data sheet's: width and height combined into one factor.
private struct Excess {
  let value: Double
  /// Standard error of `value`.
  let error: Double
  private let freedom: Double

  /// Nil if the step does not determine both sizes.
  init?(_ estimate: FreeSizeStep, _ problem: GeometryProblem, at x: [Double], sizes: [Int]) {
    let count = Double(problem.personCount)
    let nominal = sizes.map { problem.columns[$0].nominal }
    func covariance(_ a: Int, _ b: Int) -> Double {
      let sum = estimate.pulls.sum { $0[sizes[a]] * $0[sizes[b]] } * count / (count - 1)
      let sigma = a == b ? problem.columns[sizes[a]].priorSigma ?? 0 : 0
      return (sum + sigma * sigma) / (nominal[a] * nominal[b])
    }
    let excesses = (0..<2).map { (x[sizes[$0]] + estimate.step[sizes[$0]]) / nominal[$0] - 1 }
    let (a, b, c) = (covariance(0, 0), covariance(0, 1), covariance(1, 1))
    let determinant = a * c - b * b
    guard determinant > 0, determinant.isFinite, excesses.allSatisfy(\.isFinite) else { return nil }
    let (first, second) = ((c - b) / determinant, (a - b) / determinant)
    value = (first * excesses[0] + second * excesses[1]) / (first + second)
    freedom = count - 2
    // The factor accounts for the estimated weights of width and height.
    error = ((count - 1) / freedom / (first + second)).squareRoot()
  }

  /// Number of standard errors that a correct panel exceeds with this probability.
  func quantile(_ chance: Double) -> Double { Distributions.studentQuantile(1 - chance, freedom: freedom) }
}

/// Newton step of the whole problem from the end of the fit, without the sizes' priors.
private struct FreeSizeStep {
  /// δ by column.
  let step: [Double]
  /// Each person's pull on the device's step, after the step was made.
  let pulls: [[Double]]

  init(_ problem: GeometryProblem, at x: [Double], sizes: [Int], scatter: [Double]) {
    var precisions = problem.columns.map(\.precision)
    for i in sizes { precisions[i] = 0 }
    let weights = scatter.map { 2 / (1 + $0 * $0) }
    let priors = x.indices.map { precisions[$0] * (x[$0] - problem.columns[$0].nominal) }
    var blocks = (0..<problem.personCount).map { problem.block($0, at: x) }
    var persons = weights.enumerated().map { problem.normal($0, at: x).weighted(by: $1) }
    let inverse = ArrowInverse(problem, persons, adding: precisions)
    let shortfall = LandingShortfall(problem, at: x)
      .remove(
        from: &blocks, weights: weights, inverse: inverse, gradient: Self.gradient(persons, priors, problem))
    // Only the residuals have changed, so the products of the columns with each other are still the same.
    for (person, block) in blocks.enumerated() {
      let (device, own) = block.products(with: block.residuals)
      persons[person].deviceGradient = device.map { $0 * weights[person] }
      persons[person].ownGradient = own.map { $0 * weights[person] }
    }
    let (shared, own) = Self.gradient(persons, priors, problem)
    let step = inverse.solve(device: shared, own: own).map { -$0 }
    self.step = step
    let pulls = persons.indices.map { person in
      Self.pull(persons[person], own: own[person], inverse.gains[person], step, device: inverse.device)
    }
    // The shortfall is estimated together with the size: a person who moves one moves the other.
    self.pulls = shortfall.free > 0 ? Self.adding(shortfall, to: pulls, own: own, inverse, step) : pulls
  }

  /// Gradient of the data and of the priors, whose own gradient is `priors`.
  private static func gradient(
    _ normals: [NormalBlock], _ priors: [Double], _ problem: GeometryProblem
  ) -> (device: [Double], own: [[Double]]) {
    (
      (0..<problem.deviceCount).map { i in normals.reduce(priors[i]) { $0 + $1.deviceGradient[i] } },
      zip(normals, problem.ownColumns).map { normal, columns in
        zip(normal.ownGradient, columns).map { $0 + priors[$1] }
      }
    )
  }

  /// One person's pull on the device's step, after the step was made; `own` is the person's gradient.
  private static func pull(
    _ normal: NormalBlock, own: [Double], _ gain: Matrix, _ step: [Double], device: Matrix
  ) -> [Double] {
    var pull = normal.deviceGradient
    for i in pull.indices {
      for k in 0..<gain.rows { pull[i] -= gain[k, i] * own[k] }
      for j in pull.indices { pull[i] += normal.schur(i, j, gain: gain) * step[j] }
    }
    return device.times(pull)
  }

  /// Pulls with the part that acts through the shortfall's estimate.
  private static func adding(
    _ shortfall: LandingShortfall.Step, to plain: [[Double]], own: [[Double]], _ inverse: ArrowInverse,
    _ step: [Double]
  ) -> [[Double]] {
    var pulls = plain
    let ways = shortfall.products.enumerated().map { person, products in
      inverse.eliminated(person, device: products.device, own: products.own)
    }
    let all = (0..<inverse.device.rows).map { i in ways.sum { $0[i] } }
    let back = inverse.device.times(all)
    for person in pulls.indices {
      var score = shortfall.scores[person]
      let solved = inverse.own[person].times(own[person])
      for (k, product) in shortfall.products[person].own.enumerated() { score -= product * solved[k] }
      for i in all.indices { score += ways[person][i] * step[i] - all[i] * pulls[person][i] }
      for i in all.indices { pulls[person][i] -= back[i] * score / shortfall.free }
    }
    return pulls
  }
}
