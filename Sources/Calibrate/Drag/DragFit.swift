package import GazePipeline
package import GazeRecording

/// Fits the angles by which a drag across and down the whole screen turns the camera (degrees per screen), so that
/// content follows the finger best. If marks were grabbed whose direction the app knows, it also fits the true size of
/// the picture's field of view.
///
///     minimise Σ |slip|², slip = position of the grabbed content − position of the finger, points (`SlipProblem`)
///
/// The sum is over the strokes about the screen's centre with a nearly level camera. If there are too few such strokes,
/// the sum is over all strokes, and the result states this. About the centre the result is close to
/// `PerspectiveView.turnPerScreen`, which is exact for a stroke of length 0.
///
/// Intervals come from the scatter between strokes and apply to the result for an unlimited number of strokes of this
/// kind. The remaining slip is not noise but the curvature of the map: it is skewed, and a few long strokes carry most
/// of it. So the intervals have the degrees of freedom that the scatter itself shows (`ClusterCovariance`). At 95 %
/// they covered 0.94 to 0.96 in 3,000 repeats of 40 and of 80 strokes at 75°, and 0.93 in repeats of 20 strokes. With
/// as many degrees of freedom as strokes, they covered 0.93, and 0.91 in repeats of 20 strokes.
package struct DragFit {
  /// A stroke counts as about the centre if its distance from the screen's middle stays within this share of the
  /// screen's shorter side.
  package static let centralShare = 0.15
  /// Largest pitch of the camera at the start of a stroke about the centre, radians: at a larger pitch, content moves
  /// less for the same change of heading.
  static let level = 10.0.radians
  /// Distance that a stroke must cover in a direction to count for that direction, points.
  static let leastWay = 10.0
  /// Number of strokes that a fit needs in each direction that it fits.
  static let fewestStrokes = 8
  /// Number of strokes kept; later strokes are counted and left out.
  static let mostStrokes = 4000
  /// A parameter counts as identified if its standard error is below this share of its value.
  static let leastPrecision = 0.05

  package let view: PerspectiveView
  private(set) var strokes: [DragStrokeData] = []
  private var open: [Int: DragStrokeData] = [:]
  private var leftOut = 0

  package init(view: PerspectiveView) { self.view = view }

  package static func isCentral(_ place: Vector2, _ view: PerspectiveView) -> Bool {
    (place - view.centre).length <= centralShare * view.points.min()
  }

  /// True for a camera whose pitch (radians) is nearly level.
  package static func isLevel(_ pitch: Double) -> Bool { abs(pitch) < level }

  /// Adds an observation; leaves out incomplete strokes.
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

  /// Fits the strokes so far.
  ///
  /// - Throws: `DragFitError` if there are too few strokes both across and down, or if the solver fails.
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
    do throws(LeastSquaresError) { solution = try slip.solved() } catch { throw .solver(error) }
    var estimate = DragEstimate(
      view: view, s: slip.s(solution.x), strokes: used.count, isCentral: isCentral, leftOut: leftOut,
      condition: solution.condition,
      stop: solution.stop.rawValue, slips: slip.slips(slip.s(solution.x)), heldOut: Self.heldOut(view, used, free))
    let covariance = solution.covariance(clusters: slip.clusters)
    let plain = Self.plainErrors(solution, rows: Double(slip.rows))
    for axis in [0, 1] {
      // The axis's place in x.
      let place = free[axis] ? free[..<axis].count { $0 } : nil
      let error = place.flatMap { covariance?.standardError($0) }
      estimate.addTurn(
        axis, plain: place.flatMap { plain?[$0] }, error: error,
        freedom: place.flatMap { covariance?.freedom[$0] } ?? 1,
        isIdentified: error.map { $0 < Self.leastPrecision * abs(estimate.s[axis]) } == true)
    }
    addScale(to: &estimate)
    return estimate
  }

  /// Number of strokes that go across, and of strokes that go down.
  private static func counts(_ strokes: [DragStrokeData]) -> SIMD2<Int> {
    strokes.reduce(.zero) {
      let extent = $1.extent
      return $0 &+ SIMD2(extent.x >= leastWay ? 1 : 0, extent.y >= leastWay ? 1 : 0)
    }
  }

  /// Slip RMS of every fifth stroke with the fit to the others, points.
  private static func heldOut(_ view: PerspectiveView, _ strokes: [DragStrokeData], _ free: [Bool]) -> Double? {
    guard strokes.count >= 2 * fewestStrokes else { return nil }
    func part(_ isHeld: Bool) -> SlipProblem {
      let own = strokes.indices.filter { ($0 % 5 == 0) == isHeld }.map { strokes[$0] }
      return SlipProblem(view: view, strokes: own, free: free)
    }
    let learned = part(false)
    return (try? learned.solved()).flatMap { part(true).slips(learned.s($0.x)).rms }
  }

  /// Standard errors as if all rows were independent, with the variance from the residuals; `rows` is the number of
  /// rows that count.
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
    let rows = zip(fit.weights, scale.clusters).sum { $0.0 * Double($0.1.count) }
    estimate.addScale(
      focal: fit.solution.x[0], plain: Self.plainErrors(fit.solution, rows: rows)?[0],
      error: covariance.standardError(0), freedom: covariance.freedom[0], least: Self.leastPrecision,
      outliers: fit.weights.count { $0 == 0 })
  }
}

extension [Double] {
  /// Root mean square of the finite numbers; nil without one.
  var rms: Double? {
    let finite = filter(\.isFinite)
    return finite.isEmpty ? nil : (finite.sum { $0 * $0 } / Double(finite.count)).squareRoot()
  }
}

/// Reason why no strokes were fitted.
package enum DragFitError: Error, Equatable, CustomStringConvertible {
  /// There are too few complete strokes; the numbers count the strokes that go at least `DragFit.leastWay` across and
  /// at least as far down.
  case tooFewStrokes(across: Int, down: Int)
  case solver(LeastSquaresError)

  package var description: String {
    switch self {
    case .tooFewStrokes(let across, let down):
      """
      \(across) whole strokes go across and \(down) up or down; record at least \(DragFit.fewestStrokes) of each, \
      about the screen's centre, each with its beginning and end
      """
    case .solver(let failure): failure.description
    }
  }
}
