import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Compares the filters that a calibration chooses from with the 2021 article's mean of ten and with a lower bound of
/// the error: the best causal filter, which knows the simulator's true noise, and whose assumptions about the
/// noise-free pointer's motion are chosen in hindsight for each take.
///
/// Smoothings are fitted to people of one seed, using only data that an app has, and judged on people of another seed,
/// whose smoothed pointer is compared with the pointer of the same takes without the tracker's noise. Each person has a
/// 5-point calibration from an earlier session, on the nominal geometry.
struct SmoothingStudy: Sendable {
  let profile: DeviceProfile
  /// Simulation of the people to whom smoothings are fitted; its scenario is ignored.
  let simulation: Simulation

  /// Results of one filter for the people on whom it is judged.
  struct Row: Sendable {
    /// Name of a family, `mean10` or `best`.
    let name: String
    /// Filter with its parameters.
    let filter: String
    let isChosen: Bool
    /// RMS distance from the true gaze, including bias, points: root of the mean over scenarios, then over people.
    let error: Double?
    /// RMS distance from the same take without noise, points; this is the part that a filter can reduce.
    let slowError: Double?
    /// `slowError` by scenario, mean over people.
    let slowErrorByScenario: [Double]
    /// Time from the moment at which the noise-free pointer has covered half of a saccade until the smoothed pointer
    /// has covered three quarters of it; median of a person, milliseconds.
    let settling: Double?
    /// `slowError` divided by that of the best causal filter, and `error` by that of the article's mean of ten,
    /// geometric means over people.
    let overBest, overMean10: Figure
    /// `settling` minus that of the article's mean of ten, median over people, milliseconds.
    let settlingMinusMean10: Figure
  }

  struct Findings: Sendable {
    /// Number of people for whom tracking fails, among the people on whom filters are judged; they are left out of all
    /// results.
    let failing: Int
    /// The smoothing that the fit chose, as in a calibration file.
    let choice: CalibrationFile.SmoothingChoice
    /// Filters, the simplest first; `mean10` and `best` are last.
    let rows: [Row]
  }

  func table(jobs: Int) async throws -> StudyTable {
    let r = try await findings(jobs: jobs)
    let scenarios = SmoothingRun.scenarios.map(\.rawValue)
    let front = (r.choice.front ?? []).map { point in
      let f = point.figures
      return """
        front, \(f.filter), weight of jumps \(point.movingWeight, 4): still \(f.rmsStill, 2) pt, just after jumps \
        \(f.rmsMoving, 2) pt, settles in \(f.settlingMilliseconds, 0) ms
        """
    }
    let columns: [StudyColumn<Row>] =
      [
        .init("") { $0.isChosen ? "*" : "" }, .init("filter") { "\($0.name): \($0.filter)" },
        .init("error pt", 1, \.error), .init("over mean10", 3, \.overMean10), .init("slow error pt", 2, \.slowError),
      ]
      + scenarios.enumerated().map { index, scenario in .init(scenario, 2) { $0.slowErrorByScenario[index] } }
      + [
        .init("over best", 3, \.overBest), .init("settle ms", 0, \.settling),
        .init("minus mean10", 0, \.settlingMinusMean10),
      ]
    return StudyTable(
      title: [
        """
        \(profile.id), preset \(simulation.preset.name): fitted to \(simulation.participants) people of seed \
        \(simulation.seed), judged on as many of seed \(simulation.heldOut.seed) (\(r.failing) excluded, because \
        tracking fails them)
        """,
        "RMS distances from the true gaze (error) and from the take without noise (slow error), means over people",
      ],
      parts: [StudyPart(nil, r.rows, columns)], remarks: ["* chosen"] + front)
  }

  private struct Person: Sendable {
    /// Mean square distances from the noise-free pointer, by filter and scenario.
    var slow: [[Double]]
    var gaze: [[Double?]]
    /// Settling times, by filter.
    var settling: [Double?]
  }

  func findings(jobs: Int) async throws -> Findings {
    let nominal = profile.geometry.turned(to: simulation.orientation)
    let calibrations = try await calibrations(simulation, jobs: jobs)
    let run = SmoothingRun(
      takes: try await SmoothingRun.takes(
        simulation, SmoothingRun.scenarios, geometry: nominal, jobs: jobs, person: { calibrations[$0] }))
    guard let selection = try await run.selection(jobs: jobs) else {
      throw SimulationError.argument("these people's pointer never settles: give more people")
    }
    let smoothings = selection.estimates.map(\.smoothing) + [.movingAverage(10)]
    let people = try await people(simulation.heldOut, smoothings, jobs: jobs)
    return Findings(
      failing: simulation.participants - people.count, choice: try await run.choice(selection, jobs: jobs),
      rows: rows(people, selection))
  }

  private func calibrations(_ simulation: Simulation, jobs: Int) async throws -> [PersonCalibration] {
    let nominal = profile.geometry.turned(to: simulation.orientation)
    var earlier = simulation
    earlier.scenario = .personal
    earlier.duration = nil
    let session = earlier
    return try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      let observations = session.frames(participant: participant).lazy.map(\.observation)
      return (try? PersonFit(on: nominal).fit(observations, participant: participant))?.calibration ?? .none
    }
  }

  private func people(
    _ asked: Simulation, _ smoothings: [Smoothing], jobs: Int
  ) async throws -> [Person] {
    let nominal = profile.geometry.turned(to: asked.orientation)
    let calibrations = try await calibrations(asked, jobs: jobs)
    let noiseTime = try GazeConstant.named("tracker.noiseTime").value(in: asked.parameters)
    return try await mapInParallel(count: asked.participants, jobs: jobs) { participant -> Person? in
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

  /// Returns the pointer of the best causal filter on a take: nine assumptions about the motion of the slow part are
  /// tried and the best one is kept in hindsight, so that its error is a strict lower bound.
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
      // No ratio is computed if the divisor is an error of less than a tenth of a point.
      let hasError = people.allSatisfy { slow($0, best) > 0.1 }
      let overBest =
        hasError ? PeopleEstimate.pairedRatio(of: people.map { (slow($0, filter), slow($0, best)) }) : nil
      let overMean = PeopleEstimate.pairedRatio(of: people.map { (error($0, filter), error($0, mean10)) })
      let byScenario = SmoothingRun.scenarios.indices.map { index in
        people.reduce(0) { $0 + $1.slow[filter][index].squareRoot() } / Double(people.count)
      }
      return Row(
        name: estimate?.smoothing.family.rawValue ?? (filter == mean10 ? "mean10" : "best"),
        filter: estimate?.smoothing.summary ?? (filter == mean10 ? "the article's" : "best causal, true parameters"),
        isChosen: estimate == selection.chosen, error: mean(people.map { error($0, filter) }),
        slowError: mean(people.map { slow($0, filter) }), slowErrorByScenario: byScenario,
        settling: mean(people.compactMap { $0.settling[filter] }), overBest: Figure(overBest),
        overMean10: Figure(overMean),
        settlingMinusMean10: medianDifference(people.map { ($0.settling[filter], $0.settling[mean10]) }))
    }
  }

  /// Median over people of first − second, milliseconds, with the interval of the sign test. Times are whole frames, so
  /// many people have the same difference and a spread cannot be estimated.
  private func medianDifference(_ pairs: [(Double?, Double?)]) -> Figure {
    // The function for ratios takes logarithms, so exponentials turn differences into ratios.
    let estimate = PeopleEstimate.pairedMedianRatio(
      of: pairs.compactMap { pair in
        pair.0.flatMap { own in pair.1.map { (Elementary.exp(own / 1000), Elementary.exp($0 / 1000)) } }
      })
    func milliseconds(_ ratio: Double) -> Double { Elementary.log(ratio) * 1000 }
    return Figure(
      estimate.map { milliseconds($0.value) },
      estimate?.interval.interval.flatMap { ConfidenceInterval(milliseconds($0.lower), milliseconds($0.upper)) })
  }
}
