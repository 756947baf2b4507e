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
    let d = problem.deviceCount
    let sizes = (0..<d).filter { [.screenWidth, .screenHeight].contains(problem.columns[$0].parameter) }
    guard sizes.count == 2, sizes.allSatisfy({ problem.columns[$0].priorSigma != nil }) else { return nil }
    let unknown = CalibrationFile.PanelSize(verdict: .cannotTell)
    let people = problem.personCount
    guard people >= GeometryUncertainty.enoughPeople, spans.yaw >= Identifiability.headSpan,
      spans.pitch >= Identifiability.headSpan
    else { return unknown }

    var precisions = problem.columns.map(\.precision)
    for i in sizes { precisions[i] = 0 }
    let weights = scatter.map { 2 / (1 + $0 * $0) }
    func normals(_ blocks: [GeometryBlock]) -> [NormalBlock] {
      zip(blocks, weights).map { $0.normal.weighted(by: $1) }
    }
    func prior(_ i: Int) -> Double { precisions[i] * (x[i] - problem.columns[i].nominal) }
    func gradient(_ normals: [NormalBlock]) -> (device: [Double], own: [[Double]]) {
      (
        (0..<d).map { i in normals.reduce(prior(i)) { $0 + $1.deviceGradient[i] } },
        normals.enumerated().map { person, normal in
          zip(normal.ownGradient, problem.ownColumns[person]).map { $0 + prior($1) }
        }
      )
    }
    var blocks = (0..<people).map { problem.block($0, at: x) }
    var persons = normals(blocks)
    let inverse = ArrowInverse(problem, persons, adding: precisions)
    let shortfall = LandingShortfall(problem, at: x)
      .remove(from: &blocks, weights: weights, inverse: inverse, gradient: gradient(persons))
    persons = normals(blocks)
    let (shared, own) = gradient(persons)
    let step = inverse.solve(device: shared, own: own).map { -$0 }
    // Each person's pull on the device's step, after the step was made.
    var pulls = (0..<people).map { person -> [Double] in
      let (normal, gain) = (persons[person], inverse.gains[person])
      var pull = normal.deviceGradient
      for i in 0..<d {
        for k in 0..<gain.rows { pull[i] -= gain[k, i] * own[person][k] }
        for j in 0..<d {
          var schur = normal.device[i, j]
          for k in 0..<gain.rows { schur -= normal.cross[k, i] * gain[k, j] }
          pull[i] += schur * step[j]
        }
      }
      return inverse.device.times(pull)
    }
    // The shortfall is estimated together with the size: a person who moves one moves the other.
    if shortfall.free > 0 {
      let ways = (0..<people).map { person in
        inverse.eliminated(person, device: shortfall.products[person].device, own: shortfall.products[person].own)
      }
      let all = (0..<d).map { i in ways.reduce(0) { $0 + $1[i] } }
      let back = inverse.device.times(all)
      for person in 0..<people {
        var score = shortfall.scores[person]
        let solved = inverse.own[person].times(own[person])
        for (k, product) in shortfall.products[person].own.enumerated() { score -= product * solved[k] }
        for i in 0..<d { score += ways[person][i] * step[i] - all[i] * pulls[person][i] }
        for i in 0..<d { pulls[person][i] -= back[i] * score / shortfall.free }
      }
    }
    let count = Double(people)
    let nominal = sizes.map { problem.columns[$0].nominal }
    func covariance(_ a: Int, _ b: Int) -> Double {
      let sum = pulls.reduce(0) { $0 + $1[sizes[a]] * $1[sizes[b]] } * count / (count - 1)
      let sigma = a == b ? problem.columns[sizes[a]].priorSigma ?? 0 : 0
      return (sum + sigma * sigma) / (nominal[a] * nominal[b])
    }
    let excesses = (0..<2).map { (x[sizes[$0]] + step[sizes[$0]]) / nominal[$0] - 1 }
    let (a, b, c) = (covariance(0, 0), covariance(0, 1), covariance(1, 1))
    let determinant = a * c - b * b
    guard determinant > 0, determinant.isFinite, excesses.allSatisfy(\.isFinite) else { return unknown }
    let (first, second) = ((c - b) / determinant, (a - b) / determinant)
    let excess = (first * excesses[0] + second * excesses[1]) / (first + second)
    let freedom = count - 2
    // The factor accounts for the estimated weights of width and height.
    let error = ((count - 1) / freedom / (first + second)).squareRoot()
    func quantile(_ chance: Double) -> Double { GSL.studentQuantile(1 - chance, freedom: freedom) }
    let larger = quantile(falseAlarms.larger)
    let contradicts = excess > larger * error || excess + unexplained < -quantile(falseAlarms.smaller) * error
    let isSharp = (larger + power) * error <= wanted - unexplained
    let half = quantile(0.025) * error
    return CalibrationFile.PanelSize(
      verdict: contradicts ? .contradicts : isSharp ? .agrees : .cannotTell, excess: excess,
      ci95: [excess - half, excess + half])
  }
}
