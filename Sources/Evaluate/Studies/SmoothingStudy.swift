import Calibrate
package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// How good the chosen smoothing is on people it was not fitted to, beside the 2021 article's mean of ten and beside the
/// best causal filter given the true parameters.
///
/// Smoothings are fitted to people of one seed, by what an app can see, and judged on those of another against the same
/// takes without the tracker's noise. Everybody has a 5-point calibration of an earlier session on the nominal geometry.
package struct SmoothingStudy: Sendable {
  /// The device.
  package var profile: DeviceProfile
  /// The people to fit to; its scenario does not count.
  package var simulation: Simulation
  /// Added to the seed for the people who are asked.
  package static let heldOutSeeds: UInt64 = 1_000_003

  /// A study of these people.
  package init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  /// One filter on the people who are asked.
  package struct Row: Sendable, Codable {
    /// A family's name, `mean10` or `best`.
    package var name: String
    /// With its numbers.
    package var filter: String
    /// The one that was chosen?
    package var isChosen: Bool
    /// RMS distance from the true gaze, bias and all, points: root of the mean over scenarios, then over people.
    package var error: PeopleFigures
    /// RMS distance from the same take without noise, points: what a filter can do something about.
    package var slowError: PeopleFigures
    /// The same by scenario, mean over people.
    package var slowErrorByScenario: [String: Double]
    /// From the noise-free pointer's halfway to the smoothed one's three quarters, a person's median, milliseconds.
    package var settling: PeopleFigures
    /// `slowError` over that of the best causal filter, geometric mean over people, with its 95 % interval.
    @ExplicitNull package var overBest: Double?
    /// Its 95 % interval.
    @ExplicitNull package var overBestCI95: ConfidenceInterval?
    /// `error` over that of the mean of ten.
    @ExplicitNull package var overMean10: Double?
    /// Its 95 % interval.
    @ExplicitNull package var overMean10CI95: ConfidenceInterval?
    /// Settling minus that of the mean of ten, median over people, milliseconds.
    @ExplicitNull package var settlingMinusMean10: Double?
    /// Its 95 % interval.
    @ExplicitNull package var settlingMinusMean10CI95: ConfidenceInterval?
  }

  /// What came out.
  package struct Report: Sendable, Codable {
    /// `gazesim.study.smoothing`.
    package var schema = "gazesim.study.smoothing"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The tracker preset.
    package var preset: String
    /// Whom the smoothings were fitted to.
    package var seed: UInt64
    /// Who was asked.
    package var heldOutSeed: UInt64
    /// People, of each.
    package var participants: Int
    /// Those of the asked whom tracking fails; they are in no figure.
    package var failing: Int
    /// What they do.
    package var scenarios: [String]
    /// What the fit said, as in a calibration file.
    package var choice: CalibrationFile.SmoothingChoice
    /// The filters, from simple to not; `mean10` and `best` at the end.
    package var rows: [Row]
  }

  private struct Person: Sendable {
    /// By filter and scenario.
    var slow: [[Double]]
    var gaze: [[Double?]]
    /// By filter.
    var settling: [Double?]
  }

  /// Fits and asks; `progress` hears a share of 0…1 now and then.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    let nominal = profile.geometry.turned(to: simulation.orientation)
    let fitted = simulation
    let calibrations = try await calibrations(fitted, jobs: jobs)
    let takes = try await SmoothingRun.takes(
      fitted, SmoothingRun.scenarios, geometry: nominal, jobs: jobs, person: { calibrations[$0] })
    progress(0.2)
    let run = SmoothingRun(takes: takes)
    guard let selection = try await run.selection(jobs: jobs), let choice = try await run.choice(jobs: jobs) else {
      throw SimulationError.argument("these people's pointer never settles: give more --participants")
    }
    progress(0.5)
    let smoothings = selection.estimates.map(\.smoothing) + [.movingAverage(10)]
    var asked = simulation
    asked.seed = simulation.seed &+ Self.heldOutSeeds
    let people = try await people(asked, smoothings, jobs: jobs) { progress(0.5 + 0.5 * $0) }
    progress(1)
    return Report(
      device: profile.id, preset: simulation.preset.name, seed: fitted.seed, heldOutSeed: asked.seed,
      participants: asked.participants, failing: asked.participants - people.count,
      scenarios: SmoothingRun.scenarios.map(\.rawValue), choice: choice,
      rows: rows(people, selection))
  }

  private func calibrations(_ simulation: Simulation, jobs: Int) async throws -> [PersonCalibration] {
    let nominal = profile.geometry.turned(to: simulation.orientation)
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    let session = earlier
    return try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      (try? PersonFit.calibration(session.frames(participant: participant).lazy.map(\.observation), on: nominal))
        ?? .none
    }
  }

  private func people(
    _ asked: Simulation, _ smoothings: [Smoothing], jobs: Int, progress: @escaping @Sendable (Double) -> Void
  ) async throws -> [Person] {
    let nominal = profile.geometry.turned(to: asked.orientation)
    let calibrations = try await calibrations(asked, jobs: jobs)
    let noiseTime = try GazeConstant.named("tracker.noiseTime").value(in: asked.parameters)
    return try await mapInParallel(count: asked.participants, jobs: jobs) { participant -> Person? in
      defer { progress(Double(participant + 1) / Double(asked.participants)) }
      guard !asked.person(participant).isFailing else { return nil }
      let twins = try SmoothingRun.scenarios.map { scenario in
        var take = asked
        take.scenario = scenario
        take.duration = SmoothingRun.seconds
        return try SmoothingTwin(
          take, participant: participant, geometry: nominal, person: calibrations[participant])
      }
      var person = Person(slow: [], gaze: [], settling: [])
      func add(_ smoothed: [[SIMD2<Double>]]) {
        let squares = zip(twins, smoothed).map { $0.meanSquares($1) }
        person.slow.append(squares.map(\.slow))
        person.gaze.append(squares.map(\.gaze))
        let times = zip(twins, smoothed).flatMap { $0.track.settlingTimes($1) }
        let median = Quantiles.upperMedian(times) ?? .infinity
        person.settling.append(median.isFinite ? median * 1000 : nil)
      }
      for smoothing in smoothings { add(twins.map { $0.track.filtered(smoothing) }) }
      add(twins.map { best($0, noiseTime: noiseTime) })
      return person
    }.compactMap { $0 }
  }

  /// The best causal filter on a take, nine guesses about how the slow part moves tried in hindsight and the best
  /// kept: it must not be easy to come near.
  private func best(_ twin: SmoothingTwin, noiseTime: Double) -> [SIMD2<Double>] {
    var (kept, least): ([SIMD2<Double>], Double) = ([], .infinity)
    for (factor, time) in [0.3, 1, 3].flatMap({ factor in [0.1, 0.3, 1].map { (factor, $0) } }) {
      var truth = twin.truth(noiseTime: noiseTime)
      truth.speed *= factor
      truth.speedTime = time
      var filter = BestCausalFilter(truth)
      let smoothed = twin.track.samples.map { filter.step($0.point, at: $0.time) }
      let square = twin.meanSquares(smoothed).slow
      if square < least { (kept, least) = (smoothed, square) }
    }
    return kept
  }

  private func rows(_ people: [Person], _ selection: SmoothingSelection) -> [Row] {
    let count = selection.estimates.count
    let (mean10, best) = (count, count + 1)
    func root(_ squares: [Double]) -> Double {
      (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
    }
    func slow(_ person: Person, _ filter: Int) -> Double { root(person.slow[filter]) }
    func error(_ person: Person, _ filter: Int) -> Double { root(person.gaze[filter].compactMap { $0 }) }
    return (0..<count + 2).map { filter in
      let estimate = filter < count ? selection.estimates[filter] : nil
      // Less than a tenth of a point is no error to be compared with.
      let hasError = people.allSatisfy { slow($0, best) > 0.1 }
      let overBest =
        hasError ? PeopleEstimate.pairedRatio(of: people.map { (slow($0, filter), slow($0, best)) }) : nil
      let overMean = PeopleEstimate.pairedRatio(of: people.map { (error($0, filter), error($0, mean10)) })
      let settling = medianDifference(people.map { ($0.settling[filter], $0.settling[mean10]) })
      let byScenario = SmoothingRun.scenarios.enumerated().map { index, scenario in
        (scenario.rawValue, people.reduce(0) { $0 + $1.slow[filter][index].squareRoot() } / Double(people.count))
      }
      return Row(
        name: estimate?.smoothing.family.rawValue ?? (filter == mean10 ? "mean10" : "best"),
        filter: estimate?.smoothing.summary ?? (filter == mean10 ? "the article's" : "best causal, true parameters"),
        isChosen: estimate == selection.chosen, error: PeopleFigures(people.map { error($0, filter) }),
        slowError: PeopleFigures(people.map { slow($0, filter) }),
        slowErrorByScenario: Dictionary(byScenario) { a, _ in a },
        settling: PeopleFigures(people.compactMap { $0.settling[filter] }), overBest: overBest?.value,
        overBestCI95: overBest?.interval.interval, overMean10: overMean?.value,
        overMean10CI95: overMean?.interval.interval, settlingMinusMean10: settling.value,
        settlingMinusMean10CI95: settling.interval)
    }
  }

  /// Median over people of first − second, milliseconds, with the sign test's interval: times come in whole frames, so
  /// many people are the same, and no spread can be had from them.
  private func medianDifference(_ pairs: [(Double?, Double?)]) -> (value: Double?, interval: ConfidenceInterval?) {
    // The median of a ratio's logarithm is that of the difference of logarithms.
    let estimate = PeopleEstimate.pairedMedianRatio(
      of: pairs.compactMap { pair in
        pair.0.flatMap { own in pair.1.map { (Elementary.exp(own / 1000), Elementary.exp($0 / 1000)) } }
      })
    func milliseconds(_ ratio: Double) -> Double { Elementary.log(ratio) * 1000 }
    return (
      estimate.map { milliseconds($0.value) },
      estimate?.interval.interval.flatMap { ConfidenceInterval(milliseconds($0.lower), milliseconds($0.upper)) }
    )
  }
}
