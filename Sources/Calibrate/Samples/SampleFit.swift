public import GazePipeline
import GazeRecording

/// The geometry fit of every sample by itself: no look's mean is taken, and a look counts as often as it was sampled (up to 64
/// times, `Fixation.samples`).
///
///     minimise Σ |reported angles(sample) − model(target, pose; device, person)|²
///
/// Unbiased as `GeometryFit` is, since the angles carry the noise, but it knows nothing of looks: none is left out, and
/// neither drift nor sessions are modelled. The samples of a look share its slow noise, the drift and where the person
/// looks beside the dot, so their number says little of how sure the fit is: it gives no intervals, and priors weigh
/// against looks, not samples.
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
  /// - Throws: `GeometryFitError` as `GeometryFit` does, and for parameters that this fit does not have.
  public func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GeometryFitError) -> GeometryEstimate {
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
      do throws(LeastSquaresError) {
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
      problem, normals: uncertainty.normals, spans: ViewingSpans(fixations), participants: participants,
      inflation: problem.columns.map { _ in 1 })
    let parameters = problem.columns.enumerated().map { i, column in
      let perUnit = column.parameter.internalPerUnit
      return CalibrationFile.Parameter(
        name: column.parameter.rawValue, participant: column.person.map { participants[$0] },
        unit: column.parameter.unit, value: solution.x[i] / perUnit, priorSigma: column.priorSigma.map { $0 / perUnit },
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
}
