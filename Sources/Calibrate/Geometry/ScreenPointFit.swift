package import GazePipeline
package import GazeRecording

/// The obvious but biased fit, which minimises distances in screen points, sample by sample.
///
///     minimise Σ |pointer(sample; geometry, person) − target|²
///
/// The tracker's noise is in the angles, which are the *inputs* of the pointer's arithmetic, so this is an
/// errors-in-variables problem. A larger screen has fewer points per metre and therefore less noise in points: the fit
/// makes the screen larger than it is, or trades its size for the gain if that is free. More data do not help. This fit
/// exists for comparison with `GeometryFit`, and to fit a map that is meant to shrink. It gives no intervals, since
/// these would contain the biased limit of the fit and not the truth.
package struct ScreenPointFit {
  package let nominal: ScreenGeometry
  package let free: Set<GeometryParameter>
  package let priors: GeometryPriors?

  package init(
    nominal: ScreenGeometry, free: Set<GeometryParameter> = GeometryParameter.standard, priors: GeometryPriors?
  ) {
    (self.nominal, self.free, self.priors) = (nominal, free, priors)
  }

  /// Value in points for a pointer that misses the screen's plane.
  private static let miss = 1e5
  /// Largest number of elements of the Jacobian, which is dense here.
  private static let largest = 20_000_000

  /// Fits the samples of all fixations.
  ///
  /// - Throws: `GazeFitError`, as `GeometryFit` does.
  package func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GazeFitError) -> GeometryEstimate {
    var priors = priors
    priors?.session = 0
    let fit = GeometryFit(nominal: nominal, free: free, priors: priors)
    try fit.checks.check(fixations, tally: tally)
    let (model, participants) = AngularModel.ofEverybody(in: fixations, points: nominal.points)
    let problem = GeometryProblem(
      model: model, nominal: ModelParameters(nominal, .none), free: free, priors: priors,
      personCount: participants.count)
    let samples = fixations.sum { $0.samples.count }
    guard 2 * samples * problem.columns.count <= Self.largest else {
      throw .tooLarge(people: participants.count, fixations: fixations.count)
    }
    // Scatter of the pointer about its targets, at the start; it weighs the priors against the data.
    var sigma = 50.0
    var solution: LeastSquaresSolution?
    let options = LeastSquares.Options(solver: .cholesky, xTolerance: 1e-9, gTolerance: 1e-9, wantsCovariance: false)
    for _ in 0..<3 {
      do throws(LeastSquaresError) {
        solution = try LeastSquares.solve(
          leastSquares(problem, fit, fixations, participants, samples, sigma: sigma),
          from: solution?.x ?? problem.start,
          options: options)
      } catch {
        throw .solver(error.description)
      }
      let data = solution?.residuals.prefix(2 * samples).sum { $0 * $0 } ?? 0
      sigma *= (data / Double(max(2 * samples - problem.columns.count, 1))).squareRoot()
    }
    guard let solution else { throw .solver(LeastSquaresError.undefinedAtStart.description) }
    let (geometry, people) = try fit.values(problem, at: solution.x, participants: participants)
    let parameters = problem.columns.enumerated().map { i, column in
      CalibrationFile.Parameter(
        name: column.parameter.rawValue, participant: column.person.map { participants[$0] },
        unit: column.parameter.unit, value: solution.x[i] / column.parameter.internalPerUnit,
        priorSigma: column.priorSigma.map { $0 / column.parameter.internalPerUnit }, identified: false)
    }
    return GeometryEstimate(
      geometry: geometry, people: people, parameters: parameters,
      unidentified: [
        CalibrationFile.Unidentified(
          parameters: parameters.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
          reason: """
            screen points fitted sample by sample are biased by the tracker's noise, and more data do not help; \
            leave --residual screen out
            """)
      ],
      condition: nil, stop: solution.stop.rawValue, iterations: solution.iterations,
      residualRMS: GeometryFit.residualRMS(of: fixations, geometry: geometry, people: people) ?? 0, sigma: sigma,
      fixations: fixations.count)
  }

  private func leastSquares(
    _ problem: GeometryProblem, _ fit: GeometryFit, _ fixations: [Fixation], _ participants: [Int], _ samples: Int,
    sigma: Double
  ) -> LeastSquaresProblem {
    let priorRows = problem.columns.indices.filter { problem.columns[$0].priorSigma != nil }
    return LeastSquaresProblem(
      parameterCount: problem.columns.count, residualCount: 2 * samples + priorRows.count
    ) { x, r in
      var row = 0
      let found = try? fit.values(problem, at: x, participants: participants)
      for fixation in fixations {
        for sample in fixation.samples {
          var off = SIMD2(repeating: Self.miss)
          if let (geometry, people) = found, let person = people[fixation.participant] {
            let direction = person.visualDirection(reported: sample.reported.direction)
            let ray = GazeRay(
              origin: sample.cameraFromFace.apply(sample.origin),
              direction: sample.cameraFromFace.apply(direction: direction))
            if let hit = geometry.hit(of: ray) { off = geometry.point(ofHit: hit) - fixation.target }
          }
          r[row] = off.x / sigma
          r[row + 1] = off.y / sigma
          row += 2
        }
      }
      for i in priorRows {
        r[row] = (x[i] - problem.columns[i].nominal) * problem.columns[i].precision.squareRoot()
        row += 1
      }
    }
  }
}
