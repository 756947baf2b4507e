package import GazePipeline
package import GazeRecording

/// Fits degrees a screen, across and down, so that content follows the finger best, and, where marks were grabbed that an
/// app knows, how large the picture's field of view really is.
///
///     minimise Σ |slip|², slip = where the grabbed content is − where the finger is, points (`SlipProblem`)
///
/// over the strokes about the screen's centre of a nearly level camera; where there are too few of them over all strokes,
/// and the fit says so. There it ends close to `PerspectiveView.turnPerScreen`, which is exact for a stroke of no length.
/// Intervals come from the scatter between strokes and are for what endless strokes of this kind would give. The slip that is
/// left is no noise but the map's curve: it is skewed, and a few long strokes carry most of it, so that the intervals have
/// the degrees of freedom that the scatter itself shows (`ClusterCovariance`). At 95 % they covered 0.94 to 0.96 in 3,000
/// repeats of 40 and of 80 strokes at 75°, and 0.93 of 20; with as many degrees of freedom as strokes 0.93, and 0.91 of 20.
package struct DragFit: Sendable {
  /// Strokes about the centre stay within this share of the screen's shorter side from its middle.
  package static let centralShare = 0.15
  /// And begin with the camera no further from level, radians: higher up content goes less for the same heading.
  static let level = 10.0.radians
  /// A stroke says something about a direction where it goes so far in it, points.
  static let leastWay = 10.0
  /// Strokes that a fit takes at least, in each direction that it fits.
  package static let fewestStrokes = 8
  /// Strokes that are kept; later ones are counted and left out.
  static let mostStrokes = 4000
  /// A figure is identified where its standard error is below this share of it.
  static let leastPrecision = 0.05

  /// The view that the recording's header states.
  package let view: PerspectiveView
  private(set) var strokes: [DragStrokeData] = []
  private var open: [Int: DragStrokeData] = [:]
  private var leftOut = 0

  /// A fit without data yet.
  package init(view: PerspectiveView) { self.view = view }

  /// Is a place of the screen about its centre?
  package static func isCentral(_ place: SIMD2<Double>, _ view: PerspectiveView) -> Bool {
    (place - view.centre).length <= centralShare * view.points.min()
  }

  /// Is a camera with this pitch (radians) nearly level?
  package static func isLevel(_ pitch: Double) -> Bool { abs(pitch) < level }

  /// Takes an observation in. What is no whole stroke is left out.
  package mutating func add(_ observation: RecordedDrag.Observation, participant: Int) {
    switch observation.phase {
    case nil: break
    case .began:
      open[participant] = observation.location.map { DragStrokeData($0, observation) }
    case .moved:
      if let location = observation.location { open[participant]?.add(location, observation) }
    case .ended:
      guard var stroke = open.removeValue(forKey: participant) else { break }
      if let location = observation.location { stroke.add(location, observation) }
      guard stroke.touches.count > 1 else { break }
      if strokes.count < Self.mostStrokes { strokes.append(stroke) } else { leftOut += 1 }
    case .cancelled: open[participant] = nil
    }
  }

  /// The fit.
  ///
  /// - Throws: `DragFitError` where there are too few strokes both across and down.
  package func solved() throws(DragFitError) -> DragEstimate {
    let central = strokes.filter { stroke in
      Self.isLevel(stroke.pitch) && stroke.touches.allSatisfy { Self.isCentral($0.location, view) }
    }
    let isCentral = Self.counts(central).min() >= Self.fewestStrokes
    let used = isCentral ? central : strokes
    let counts = Self.counts(used)
    let free = [0, 1].map { counts[$0] >= Self.fewestStrokes }
    guard free.contains(true) else { throw .tooFewStrokes(across: counts.x, down: counts.y) }
    let slip = SlipProblem(view: view, strokes: used, free: free)
    let solution: LeastSquaresSolution
    do throws(LeastSquaresError) {
      solution = try LeastSquares.solve(slip.problem, from: free.filter { $0 }.map { _ in 1 })
    } catch {
      throw .solver(error)
    }
    var estimate = DragEstimate(
      view: view, s: slip.s(solution.x), strokes: used.count, isCentral: isCentral, leftOut: leftOut,
      condition: solution.reciprocalCondition > 0 ? 1 / solution.reciprocalCondition : nil,
      stop: solution.stop.rawValue, slips: slip.slips(slip.s(solution.x)), heldOut: Self.heldOut(view, used, free))
    let covariance = solution.covariance(clusters: slip.clusters)
    let plain = Self.plainErrors(solution, rows: Double(slip.rows))
    var place = 0
    for axis in [0, 1] {
      let error = free[axis] ? covariance?.standardError(place) : nil
      estimate.addTurn(
        axis, plain: free[axis] ? plain?[place] : nil, error: error,
        freedom: free[axis] ? covariance?.freedom[place] ?? 1 : 1,
        isIdentified: free[axis] && error.map { $0 < Self.leastPrecision * abs(estimate.s[axis]) } == true)
      if free[axis] { place += 1 }
    }
    addScale(to: &estimate)
    return estimate
  }

  /// Strokes that go across, and that go down.
  private static func counts(_ strokes: [DragStrokeData]) -> SIMD2<Int> {
    strokes.reduce(.zero) {
      let extent = $1.extent
      return $0 &+ SIMD2(extent.x >= leastWay ? 1 : 0, extent.y >= leastWay ? 1 : 0)
    }
  }

  /// Slip RMS of each fifth stroke by the others' fit, points.
  private static func heldOut(_ view: PerspectiveView, _ strokes: [DragStrokeData], _ free: [Bool]) -> Double? {
    guard strokes.count >= 2 * fewestStrokes else { return nil }
    func part(_ isHeld: Bool) -> SlipProblem {
      let own = strokes.indices.filter { ($0 % 5 == 0) == isHeld }.map { strokes[$0] }
      return SlipProblem(view: view, strokes: own, free: free)
    }
    let learned = part(false)
    guard let found = try? LeastSquares.solve(learned.problem, from: free.filter { $0 }.map { _ in 1 }) else {
      return nil
    }
    return part(true).slips(learned.s(found.x)).rms
  }

  /// Standard errors as if all rows were independent, their size read off the residuals; `rows` is how many count.
  private static func plainErrors(_ solution: LeastSquaresSolution, rows: Double) -> [Double]? {
    let freedom = rows - Double(solution.x.count)
    guard freedom > 0, let variances = solution.covariance?.diagonal else { return nil }
    let errors = variances.map { ($0 * solution.cost / freedom).squareRoot() }
    return errors.count == solution.x.count && errors.allSatisfy(\.isFinite) ? errors : nil
  }

  private func addScale(to estimate: inout DragEstimate) {
    let scale = ViewScaleProblem(view: view, strokes: strokes)
    guard scale.clusters.count >= Self.fewestStrokes,
      let fit = try? LeastSquares.solve(scale.problem, from: [1], clusters: scale.clusters, loss: .bisquare),
      let covariance = fit.solution.covariance(clusters: scale.clusters), fit.solution.x[0] > 0.01
    else { return }
    let rows = zip(fit.weights, scale.clusters).reduce(0) { $0 + $1.0 * Double($1.1.count) }
    estimate.addScale(
      focal: fit.solution.x[0], plain: Self.plainErrors(fit.solution, rows: rows)?[0],
      error: covariance.standardError(0), freedom: covariance.freedom[0], least: Self.leastPrecision,
      outliers: fit.weights.count { $0 == 0 })
  }
}

extension [Double] {
  /// Root mean square of the finite ones; nil where there is none.
  var rms: Double? {
    let finite = filter(\.isFinite)
    return finite.isEmpty ? nil : (finite.reduce(0) { $0 + $1 * $1 } / Double(finite.count)).squareRoot()
  }
}

/// Why drags could not be fitted.
package enum DragFitError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Whole strokes that go at least 10 points across, and down.
  case tooFewStrokes(across: Int, down: Int)
  /// The solver gave up.
  case solver(LeastSquaresError)

  /// One line: what is missing and how to record it.
  package var description: String {
    switch self {
    case .tooFewStrokes(let across, let down):
      "\(across) whole strokes go across and \(down) up or down; record at least \(DragFit.fewestStrokes) of each, "
        + "about the screen's centre, each with its beginning and end"
    case .solver(let failure): failure.description
    }
  }
}
