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
/// person's. People count as 2/(1 + s²), s the scatter of their looks over that of all: trackers fail some. Width and height
/// together are one factor, by generalised least squares.
enum PanelSize {
  /// A panel that is off by this should be found.
  private static let wanted = 0.05
  /// Eyes that stop short of a new target make the panel look up to so much smaller: landing gain 0.95 (Becker 1972) and
  /// a correction that mostly comes.
  private static let stoppingShort = 0.025
  /// For a power of 80 %, standard errors beyond the limit's.
  private static let power = 0.84
  /// Chances of a false alarm: larger than the data sheet's, where no eye stops short, and smaller than even those explain.
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
    let normals = (0..<people).map { person in
      problem.block(person, at: x).normal.weighted(by: 2 / (1 + scatter[person] * scatter[person]))
    }
    let inverse = ArrowInverse(problem, normals, adding: precisions)
    func prior(_ i: Int) -> Double { precisions[i] * (x[i] - problem.columns[i].nominal) }
    var gradient = (0..<d).map(prior)
    for normal in normals { for i in 0..<d { gradient[i] += normal.deviceGradient[i] } }
    let own = normals.enumerated().map { person, normal in
      zip(normal.ownGradient, problem.ownColumns[person]).map { $0 + prior($1) }
    }
    let step = inverse.solve(device: gradient, own: own).map { -$0 }
    // By how much each person pulls at the device's step, where the step has been made.
    let pulls = (0..<people).map { person -> [Double] in
      let (normal, gain) = (normals[person], inverse.gains[person])
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
    let quantile = GSL.studentQuantile(0.975, freedom: freedom)
    let interval = [excess - quantile * error, excess + quantile * error]
    let larger = GSL.studentQuantile(1 - falseAlarms.larger, freedom: freedom)
    let smaller = GSL.studentQuantile(1 - falseAlarms.smaller, freedom: freedom)
    let contradicts = excess > larger * error || excess + stoppingShort < -smaller * error
    let isSharp = (larger + power) * error <= wanted - stoppingShort
    return CalibrationFile.PanelSize(
      verdict: contradicts ? .contradicts : isSharp ? .agrees : .cannotTell, excess: excess, ci95: interval)
  }
}
