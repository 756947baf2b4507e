import GazePipeline
import GazeRecording

/// Do the looks contradict the data sheet's size of the panel?
///
/// The data sheet knows a size ten times better than looks do, so that a fit with it as a prior stays there even where the
/// panel is another one, and the gains take up the difference: size and gain are one product but for the head's turns. So
/// the size is looked at once more without its prior: one Newton step of the whole problem from where the fit ended,
///
///     δ = −(JᵀJ + P − P_size)⁻¹ (Jᵀr + (P − P_size)(x − nominal))
///
/// whose error is what people disagree by: people are the clusters, since what bends a tracker with the head's turn is a
/// person's. People count as 2/(1 + s²), s the scatter of their looks over that of all: trackers fail some. What eyes leave by
/// stopping short of a target (`LandingShortfall`) is taken out of r before. Width and height together are one factor, by
/// generalised least squares.
enum PanelSize {
  /// A panel that is off by this should be found.
  private static let wanted = 0.05
  /// For a power of 80 %, standard errors beyond the limit's.
  private static let power = 0.84
  /// Share by which a right panel may look smaller. The tracker's quadratic terms and its coupling with the head are not in
  /// the fit, and make it 0.6 % smaller on average over 60 simulated phones.
  private static let unexplained = 0.01
  /// Chances of a false alarm: larger than the data sheet's, and smaller than it by more than that.
  private static let falseAlarms = (larger: 0.04, smaller: 0.005)

  /// What is found; nil where the size is not free, or has no prior to contradict.
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
    // By how much each person pulls at the device's step, where the step has been made.
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
    // The shortfall is estimated with it: who moves the one moves the other.
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
    // The weights are estimated, too.
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
