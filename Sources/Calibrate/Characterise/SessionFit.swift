import GazeMetrics
package import GazePipeline
import GazeRecording
private import PortableFoundation

/// One person's error between sessions and within them, from fixations of targets in one or several takes:
///
///     y = μ + s_session + d(t) + (gain, place, head, camera) + e,   s ~ N(0, sessionSD²) per axis,
///     d Ornstein–Uhlenbeck (driftSD, driftTime), e ~ N(0, lookSD²) per fixation
///
/// s is the whole offset by which a session differs from the person's other ones, in degrees at the eye: the tracker's
/// bias of the session and that of the face's rotation, which fixations of targets cannot separate.
///
/// Drift is fitted within sessions by restricted likelihood: each session has its own offset, which a `ResponseModel`
/// integrates out together with everything linear. For each set of drift's parameters it also gives the offsets with
/// their joint errors, which determine sessionSD, again with the mean integrated out. Values and intervals are median
/// and central 95 % of the likelihood integrated over all other parameters, flat in the logarithms on `levels`. For the
/// two degrees of freedom of one person's two sessions such an interval of sessionSD is exact if the offsets are known
/// precisely, whereas the likelihood ratio's would cover 93 % (derived). On twice 200 simulated people with two days
/// each, the intervals of sessionSD, driftSD and driftTime cover 97, 94 and 95 %; on 200 each with a time constant of 5
/// or 60 s, a drift of 0.3°, or one of 1.2° and 40 s, at least 94.5 % (`CharacteriseCoverage`).
package struct SessionFit {
  /// Number of fixations that a fit needs: as many as a `ResponseFit`.
  static let fewest = ResponseFit.fewest
  /// Largest number of sessions in a fit, the first ones; the time that a fit takes grows with its third power.
  static let mostSessions = 10
  /// Levels of each parameter, equally far apart in the logarithm: SDs in degrees, from what no use of a pointer
  /// notices to the turn of an eye; time constants in seconds, from the time between two dots to longer than any take.
  static let levels = (
    session: ladder(from: 0.1, to: 60, 60), drift: ladder(from: 0.05, to: 13, 26), time: ladder(from: 1.5, to: 3000, 20)
  )
  /// Likelihood of an end of the levels, relative to the best level, above which the data do not bound the parameter on
  /// that side: the likelihood ratio at 95 %, χ² with one degree of freedom.
  static let unbounded = 0.147

  /// `visits`: number of visits: runs of fixations without a long pause.
  package let fixationCount, sessions, visits: Int
  /// SD between sessions, degrees per axis; nil with one session.
  let session: LevelPosterior?
  /// `drift`: SD of drift, degrees per axis; `time`: time constant of drift, seconds; `white`: SD of a fixation's
  /// mean without drift, degrees per axis.
  let drift, time, white: LevelPosterior

  /// True if a take of the person has several visits, as in `CalibrationPlan.drift`.
  package static func isPlanned(_ takes: [SessionFixations]) -> Bool { takes.contains { $0.visits > 1 } }

  /// A fit of one person's takes on one device; nil if they have fewer than `fewest` fixations.
  package init?(_ takes: [SessionFixations], scale: NoiseScale, cameraSigma: Vector2) {
    let used = Set(takes.map(\.session)).sorted().prefix(Self.mostSessions)
    let takes = takes.filter { !$0.fixations.isEmpty && used.contains($0.session) }
    fixationCount = takes.sum { $0.fixations.count }
    sessions = Set(takes.map(\.session)).count
    visits = takes.sum { $0.visits }
    guard fixationCount >= Self.fewest else { return nil }
    let models = [0, 1].map { ResponseModel(takes, axis: $0, scale: scale, cameraSigma: cameraSigma) }
    guard let points = Self.points(models) else { return nil }
    func posterior(_ path: KeyPath<ResponseModel.Drift, Double>, _ levels: [Double]) -> LevelPosterior {
      var weights = Dictionary(uniqueKeysWithValues: levels.map { ($0, 0.0) })
      for point in points { weights[point.drift[keyPath: path], default: 0] += point.weight }
      return LevelPosterior(weights)
    }
    drift = posterior(\.sd, Self.levels.drift)
    time = posterior(\.time, Self.levels.time)
    white = posterior(\.white, [])
    session = sessions > 1 ? Self.session(points) : nil
  }

  /// A set of drift's parameters, its share of the likelihood, and the sessions' offsets with their covariance (row by
  /// row) for each axis.
  private struct Point {
    var drift: ResponseModel.Drift
    var weight: Double
    var offsets: [(mean: [Double], covariance: [Double])]
  }

  private static func ladder(from low: Double, to high: Double, _ count: Int) -> [Double] {
    (0..<count).map { low * pow(high / low, Double($0) / Double(count - 1)) }
  }

  /// The parameters that the data do not exclude, with weights that add up to 1; nil if no likelihood is finite.
  private static func points(_ models: [ResponseModel]) -> [Point]? {
    func point(_ sd: Double, _ time: Double, _ white: Double) -> Point {
      let drift = ResponseModel.Drift(sd: sd, time: time, white: white)
      let posteriors = models.map { $0.posterior(drift) }
      let offsets = zip(models, posteriors).map { model, posterior in
        let (n, s) = (posterior.mean.count, model.sessions)
        return (
          Array(posterior.mean.prefix(s)), (0..<s).flatMap { row in (0..<s).map { posterior.covariance[row * n + $0] } }
        )
      }
      return Point(drift: drift, weight: posteriors.sum { $0.logLikelihood }, offsets: offsets)
    }
    // The white part's SD is searched on every fourth level of drift, then covered by levels around the best one.
    let whites = ladder(from: 0.02, to: 3, 14)
    var best: Point?
    for sd in stride(from: 0, to: levels.drift.count, by: 4).map({ levels.drift[$0] }) {
      for time in stride(from: 0, to: levels.time.count, by: 4).map({ levels.time[$0] }) {
        for white in whites {
          let here = point(sd, time, white)
          if here.weight > best?.weight ?? -.infinity { best = here }
        }
      }
    }
    guard let best, best.weight.isFinite else { return nil }
    let steps = (-4...4).map { best.drift.white * exp(Double($0) * 0.15) }
    // A set that is worse than the best one by this log-likelihood at its best white part has no weight.
    let negligible = 12.0
    var points: [Point] = []
    var top = best.weight
    for sd in levels.drift {
      for time in levels.time {
        let rough = steps.enumerated().filter { $0.offset % 2 == 0 }.map { point(sd, time, $0.element) }
        guard rough.contains(where: { $0.weight > top - negligible }) else { continue }
        points += rough + steps.enumerated().filter { $0.offset % 2 == 1 }.map { point(sd, time, $0.element) }
        top = points.suffix(steps.count).reduce(top) { max($0, $1.weight) }
      }
    }
    points.removeAll { !($0.weight > top - negligible) }
    for i in points.indices { points[i].weight = exp(points[i].weight - top) }
    let total = points.sum { $0.weight }
    for i in points.indices { points[i].weight /= total }
    return total > 0 ? points : nil
  }

  private static func session(_ points: [Point]) -> LevelPosterior {
    let logs = points.map { point in
      levels.session.map { sd in
        point.offsets.sum { logLikelihood($0.mean, $0.covariance, variance: sd * sd) }
      }
    }
    let top = logs.reduce(-Double.infinity) { $1.reduce($0, max) }
    var weights = [Double].zeros(levels.session.count)
    for (point, logs) in zip(points, logs) {
      for (i, log) in logs.enumerated() { weights[i] += point.weight * exp(log - top) }
    }
    let total = weights.reduce(0, +)
    return LevelPosterior(
      Dictionary(uniqueKeysWithValues: zip(levels.session, weights.map { total > 0 ? $0 / total : 0 })))
  }

  /// Log-likelihood of a variance between sessions from their offsets, with the mean integrated out: that of a normal
  /// law of mean 0 whose covariance is C + variance·1 + 30²·J (J all ones).
  static func logLikelihood(_ mean: [Double], _ covariance: [Double], variance: Double) -> Double {
    let n = mean.count
    let common = ResponseModel.priors[ResponseModel.bias] * ResponseModel.priors[ResponseModel.bias]
    // Cholesky's factor, row by row, and the solution of L·z = mean.
    var (l, z) = ([Double].zeros(n * n), mean)
    var total = 0.0
    for i in 0..<n {
      for j in 0...i {
        var sum = covariance[i * n + j] + common + (i == j ? variance : 0)
        for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] = i == j ? max(sum, 1e-12).squareRoot() : sum / l[j * n + j]
      }
      for k in 0..<i { z[i] -= l[i * n + k] * z[k] }
      z[i] /= l[i * n + i]
      total -= log(l[i * n + i]) + 0.5 * z[i] * z[i]
    }
    return total
  }
}

// MARK: Rows

extension SessionFit {
  /// Interval whose upper end is this many times its lower end or more: the parameter counts as weakly determined.
  private static let weak = 10.0
  /// The names of `characteristics`, in its order, for a person without a fit; nothing compares the two.
  private static let names = ["sessionSD", "driftSD", "driftTime", "lookSD"]
  private static let windows =
    "one person's looks at targets in all takes, from \(FixationWindows.settling) s on; SD per axis, at the eye"

  /// The rows of a person whose takes have too few fixations: without values, and with the reason.
  package static func missing(_ takes: [SessionFixations]) -> [Characteristic] {
    let count = takes.sum { $0.fixations.count }
    return names.map {
      var row = Characteristic(
        $0, nil, count: count, of: "looks", windows: windows,
        note: "\(counted(count, "looks")) at targets; takes \(fewest)")
      // A figure that these data cannot give names no constant.
      row.key = nil
      return row
    }
  }

  /// SD between sessions, SD and time constant of drift, and SD of a fixation, in this order.
  package var characteristics: [Characteristic] {
    // True if the data exclude that there is no drift.
    let isDrifting = drift.ends.low <= Self.unbounded
    func bound(_ posterior: LevelPosterior, _ p: Double, _ unit: String) -> String {
      "\(NumberText.threeDigits(posterior.quantile(p))) \(unit)"
    }
    return [
      row(
        "sessionSD", session, count: sessions, of: "sessions",
        missing: session == nil
          ? "takes two sessions of one person: equal person, different session in the headers" : nil,
        isUnbounded: "the sessions' offsets do not bound it",
        meaning: """
          the session's bias and its face rotation's together: in a preset the root of the squares of \
          tracker.sessionBiasSD and tracker.faceRotationBiasSD, times the person's spread
          """),
      row(
        "driftSD", drift,
        missing: isDrifting ? nil : "the looks show no drift: at most \(bound(drift, 0.95, "deg"))",
        isUnbounded: "not bounded by the looks: at least \(bound(drift, 0.05, "deg"))"),
      row(
        "driftTime", time,
        missing: isDrifting ? nil : "the looks show no drift, so they say nothing of its time constant",
        isUnbounded: "not bounded by the looks: at least \(bound(time, 0.05, "s"))"),
      Characteristic(
        "lookSD", white.figure, count: fixationCount, of: "looks", windows: Self.windows,
        note: "people's aim and averaged noise"),
    ]
  }

  /// A row of a posterior: without a value if it is `missing`, or if the data do not bound it from above. The
  /// interval's lower end is 0 if the data do not exclude 0.
  private func row(
    _ name: String, _ posterior: LevelPosterior?, count: Int? = nil,
    of things: String = "looks", missing: String?, isUnbounded: String, meaning: String? = nil
  ) -> Characteristic {
    func row(_ figure: Figure?, _ note: String?) -> Characteristic {
      Characteristic(
        name, figure, count: count ?? fixationCount, of: things, windows: Self.windows, note: note)
    }
    guard let posterior, missing == nil else { return row(nil, missing) }
    if posterior.ends.high > Self.unbounded { return row(nil, isUnbounded) }
    var (figure, notes) = (posterior.figure, [String]())
    if posterior.ends.low > Self.unbounded, let upper = figure.interval?.upper {
      figure.interval = ConfidenceInterval(0, upper)
    }
    if let interval = figure.interval, interval.upper >= Self.weak * interval.lower {
      notes.append("weakly determined: more sessions, or more visits with dots, narrow the interval")
    }
    if let meaning { notes.append(meaning) }
    return row(figure, notes.isEmpty ? nil : notes.joined(separator: "; "))
  }
}
