public import GazePipeline
import GazeRecording

/// The geometry fit of every sample by itself: no look's mean is taken, and a look counts as often as it was sampled (up to 64
/// times, `Fixation.samples`).
///
///     minimise Σ |reported angles(sample) − model(target, pose; device, person)|²
///
/// Unbiased as `GeometryFit` is, since the angles carry the noise, but it knows nothing of looks: none is left out, and
/// drift is not modelled. The samples of a look share its slow noise and where the person looks beside the dot, so
/// their number says little: priors weigh against looks, and errors are those of the scatter between looks (sandwich,
/// Liang & Zeger 1986):
///
///     A⁻¹ (c Σ_looks g gᵀ + P) A⁻¹,  A = JᵀJ + P,  g = Σ_samples Jᵀr,  c = 2n/(2n − p) of n looks, p parameters
///
/// with Student's t of 2n − p degrees of freedom. From five people on, the device's are by person where that is more. What
/// a session adds to a person's offset is in it, and in its error (`GeometryPriors.session`).
public struct SampleFit: Sendable {
  /// The device as its data sheet has it.
  public let nominal: ScreenGeometry
  /// What is fitted: at most screen, camera, tilt, offset and gain.
  public let free: Set<GeometryParameter>
  /// What is known before; nil for nothing.
  public let priors: GeometryPriors?

  /// A fit of `free` parameters around a nominal device.
  public init(
    nominal: ScreenGeometry, free: Set<GeometryParameter> = GeometryParameter.standard, priors: GeometryPriors?
  ) {
    self.nominal = nominal
    self.free = free
    self.priors = priors
  }

  /// Largest Jacobian, elements: it is dense here.
  private static let largest = 20_000_000

  /// Fits the samples of all looks.
  ///
  /// - Throws: `GeometryFitFailure` as `GeometryFit` does, and for parameters that this fit does not have.
  public func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GeometryFitFailure) -> GeometryEstimate {
    let others = free.subtracting(PlainSamples.parameters)
    guard others.isEmpty else { throw .notOfSamples(others.map(\.rawValue).sorted()) }
    let fit = GeometryFit(nominal: nominal, free: free, priors: priors.map(\.withoutSessions))
    try fit.check(fixations, tally: tally)
    let participants = Set(fixations.map(\.participant)).sorted()
    let index = Dictionary(uniqueKeysWithValues: participants.enumerated().map { ($1, $0) })
    let problem = GeometryProblem(
      model: AngularModel(fixations, points: nominal.points, people: index),
      nominal: GeometryFit.modelParameters(nominal, .none), free: free, priors: fit.priors,
      personCount: participants.count)
    let samples = fixations.reduce(0) { $0 + $1.samples.count }
    guard 2 * samples * problem.columns.count <= Self.largest else {
      throw .tooLarge(people: participants.count, fixations: fixations.count)
    }
    try fit.checkIsDefined(problem, at: problem.start, fixations)

    let rows = SampleRows(fixations, points: nominal.points, problem: problem, participants: participants)
    // What a look tells is one over the variance of its mean, however often it was sampled.
    let samplesALook = (Double(samples) / Double(fixations.count)).squareRoot()
    var solver = LeastSquaresSolver(options: .init(solver: .cholesky))
    (solver.options.xTolerance, solver.options.gTolerance) = (1e-10, 1e-14)
    var sigma = 1.0
    var solution: LeastSquaresSolution?
    // The first round weighs the priors by a guess.
    for _ in 0..<3 {
      do throws(LeastSquaresFailure) {
        solution = try solver.solve(rows.leastSquares(sigma: sigma), from: solution?.x ?? problem.start)
      } catch {
        throw .solver(error)
      }
      let freedom = Double(max(2 * fixations.count - problem.columns.count, 1))
      let scatter = solution.map { rows.squaredMeans($0.residuals) } ?? 0
      sigma = max(sigma * (scatter / freedom).squareRoot() * samplesALook, 1e-9)
      if priors == nil { break }
    }
    guard let solution else { throw .solver(.undefinedAtStart) }
    try fit.checkIsDefined(problem, at: solution.x, fixations)
    let (geometry, people) = try fit.values(problem, at: solution.x, participants: participants)

    // What the looks see of the parameters is the same as in the fit of their means.
    problem.sigma = sigma / samplesALook
    let uncertainty = GeometryUncertainty(problem, at: solution.x, wantsRobust: false)
    let identifiability = Identifiability(
      problem, normals: uncertainty.normals, spans: ViewingSpans(fixations), participants: participants)
    let errors = rows.robustErrors(solution)
    let session = (priors?.session ?? 0).degrees
    let parameters = problem.columns.enumerated().map { i, column in
      let perUnit = column.parameter.internalPerUnit
      let isKnown = column.priorSigma != nil || !identifiability.isConfounded[i]
      let isOffset = [.gazeOffsetH, .gazeOffsetV].contains(column.parameter)
      let found = isKnown ? errors[i] : nil
      let error = found.map { ($0.error * $0.error + (isOffset ? session * session : 0)).squareRoot() / perUnit }
      let value = solution.x[i] / perUnit
      return CalibrationFile.Parameter(
        name: column.parameter.rawValue, participant: column.person.map { participants[$0] },
        unit: column.parameter.unit, value: value, priorSigma: column.priorSigma.map { $0 / perUnit },
        robustStandardError: error,
        ci95: found.flatMap { found in
          error.map { error in
            let reach = GSL.studentQuantile(0.975, freedom: found.freedom) * error
            return [value - reach, value + reach]
          }
        },
        learned: error.flatMap { error in
          column.priorSigma.map { max(1 - (error * perUnit / $0) * (error * perUnit / $0), 0) }
        },
        identified: identifiability.isIdentified[i])
    }
    return GeometryEstimate(
      geometry: geometry, people: people, parameters: parameters, unidentified: identifiability.statements,
      condition: uncertainty.condition, stop: solution.stop.rawValue, iterations: solution.iterations,
      residualRMS: GeometryFit.residualRMS(of: fixations, geometry: geometry, people: people) ?? 0, sigma: sigma,
      fixations: fixations.count)
  }
}

/// All people's samples as one problem in the free parameters, person after person, and look after look.
private struct SampleRows {
  /// One person's samples, and where the model's ten parameters stand in x; nil for those that are fixed.
  private struct Own {
    let samples: LeastSquaresProblem
    let places: [Int?]
    let fixed: [Double]
    /// Rows of each look.
    let looks: [Int]
    /// √ of the frames that each sample stands for.
    let roots: [Double]
  }

  private let people: [Own]
  private let problem: GeometryProblem
  /// Rows but for the priors'.
  let count: Int

  init(_ fixations: [Fixation], points: SIMD2<Double>, problem: GeometryProblem, participants: [Int]) {
    let own = Dictionary(grouping: fixations, by: \.participant)
    people = participants.indices.map { person in
      let looks = own[participants[person]] ?? []
      let fixed = PlainSamples.parameters.map { problem.nominal[$0.index] }
      return Own(
        samples: PlainSamples(looks, start: fixed, points: points).leastSquares(),
        places: PlainSamples.parameters.map { parameter in
          problem.columns.firstIndex { $0.parameter == parameter && ($0.person ?? person) == person }
        }, fixed: fixed, looks: looks.map { 2 * $0.samples.count },
        roots: looks.flatMap { $0.samples.map { Double($0.count).squareRoot() } })
    }
    self.problem = problem
    count = people.reduce(0) { $0 + $1.samples.residualCount }
  }

  /// Degrees over sigma, and the priors' rows.
  func leastSquares(sigma: Double) -> LeastSquaresProblem {
    let priors = problem.columns.indices.filter { problem.columns[$0].priorSigma != nil }
    func write(_ x: [Double], _ r: inout [Double], _ j: inout Matrix) {
      var row = 0
      for own in people {
        let rows = own.samples.residualCount
        var some = [Double](repeating: 0, count: rows)
        var slopes = Matrix(rows: rows, columns: PlainSamples.parameterCount)
        own.samples.both?(
          zip(own.places, own.fixed).map { place, fixed in place.map { x[$0] } ?? fixed }, &some, &slopes)
        for i in 0..<rows {
          let weight = own.roots[i / 2] / sigma
          r[row + i] = some[i] * weight
          for (k, place) in own.places.enumerated() { if let place { j[row + i, place] = slopes[i, k] * weight } }
        }
        row += rows
      }
      for i in priors {
        let weight = problem.columns[i].precision.squareRoot()
        r[row] = (x[i] - problem.columns[i].nominal) * weight
        j[row, i] = weight
        row += 1
      }
    }
    let rows = count + priors.count
    return LeastSquaresProblem(
      parameterCount: problem.columns.count, residualCount: rows,
      residuals: { x, r in
        var unused = Matrix(rows: rows, columns: x.count)
        write(x, &r, &unused)
      },
      jacobian: { x, j in
        var unused = [Double](repeating: 0, count: rows)
        write(x, &unused, &j)
      },
      both: { x, r, j in write(x, &r, &j) })
  }

  /// Σ over looks and axes of the mean residual's square.
  func squaredMeans(_ residuals: [Double]) -> Double {
    var (sum, row) = (0.0, 0)
    for own in people {
      for rows in own.looks {
        var mean = SIMD2<Double>.zero
        for i in stride(from: row, to: row + rows, by: 2) { mean += SIMD2(residuals[i], residuals[i + 1]) }
        mean /= Double(rows / 2)
        sum += (mean * mean).sum()
        row += rows
      }
    }
    return sum
  }

  /// The sandwich's standard errors in the fit's units and their degrees of freedom; nil where the data and priors leave a
  /// parameter open. The device's are those by person where that is more.
  func robustErrors(_ solution: LeastSquaresSolution) -> [(error: Double, freedom: Double)?] {
    let p = solution.x.count
    let looks = people.reduce(0) { $0 + $1.looks.count }
    guard let inverse = solution.covariance, 2 * looks > p else { return .init(repeating: nil, count: p) }
    var byLook: [[Double]] = []
    var byPerson: [[Double]] = []
    var row = 0
    for own in people {
      var sum = [Double](repeating: 0, count: p)
      for rows in own.looks {
        var g = [Double](repeating: 0, count: p)
        for i in row..<row + rows { for k in 0..<p { g[k] += solution.jacobian[i, k] * solution.residuals[i] } }
        for k in 0..<p { sum[k] += g[k] }
        byLook.append(g)
        row += rows
      }
      byPerson.append(sum)
    }
    func errors(_ clusters: [[Double]], few: Double) -> [Double?] {
      var middle = Matrix(rows: p, columns: p)
      for g in clusters { for i in 0..<p { for k in 0..<p { middle[i, k] += few * g[i] * g[k] } } }
      for i in 0..<p { middle[i, i] += problem.columns[i].precision }
      return inverse.times(middle).times(inverse).diagonal.map { $0 >= 0 && $0.isFinite ? $0.squareRoot() : nil }
    }
    let freedom = Double(2 * looks - p)
    let own = errors(byLook, few: Double(2 * looks) / freedom).map { $0.map { (error: $0, freedom: freedom) } }
    guard people.count >= GeometryUncertainty.enoughPeople else { return own }
    let others = Double(people.count - 1)
    let shared = errors(byPerson, few: Double(people.count) / others)
    return own.indices.map { i in
      guard problem.columns[i].person == nil, let own = own[i], let shared = shared[i], shared > own.error else {
        return own[i]
      }
      return (shared, others)
    }
  }
}
