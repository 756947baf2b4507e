import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

/// Compares the filters that a calibration chooses from with the 2021 article's mean of ten and with a lower bound of
/// the error: the best causal filter, which knows the simulator's true noise, and whose assumptions about the
/// noise-free pointer's motion are chosen in hindsight for each take.
///
/// Smoothings are fitted to people of one seed, using only data that an app has, and judged on people of another seed,
/// whose smoothed pointer is compared with the pointer of the same takes without the tracker's noise. Each person has a
/// 5-point calibration from an earlier session, on the nominal geometry.
struct SmoothingStudy: Study {
  static let name = "smoothing"
  static let question = "The benefit of each filter for people it was not fitted to."

  let profile: DeviceProfile
  /// Simulation of the people to whom smoothings are fitted; its scenario is ignored.
  let simulation: Simulation

  init(profile: DeviceProfile, simulation: Simulation) {
    self.profile = profile
    self.simulation = simulation
  }

  /// Results of one filter for the people on whom it is judged.
  struct Row: Sendable {
    /// Name of a family, `mean10` or `best`.
    var name: String
    /// Filter with its parameters.
    var filter: String
    /// True for the chosen filter.
    var isChosen: Bool
    /// RMS distance from the true gaze, including bias, points: root of the mean over scenarios, then over people.
    var error: PeopleFigures
    /// RMS distance from the same take without noise, points; this is the part that a filter can reduce.
    var slowError: PeopleFigures
    /// `slowError` by scenario, mean over people.
    var slowErrorByScenario: [String: Double]
    /// Time from the moment at which the noise-free pointer has covered half of a saccade until the smoothed pointer
    /// has covered three quarters of it; median of a person, milliseconds.
    var settling: PeopleFigures
    /// `slowError` divided by the `slowError` of the best causal filter, geometric mean over people.
    var overBest: Double?
    /// 95 % confidence interval of `overBest`.
    var overBestCI95: ConfidenceInterval?
    /// `error` divided by the `error` of the article's mean of ten, geometric mean over people.
    var overMean10: Double?
    /// 95 % confidence interval of `overMean10`.
    var overMean10CI95: ConfidenceInterval?
    /// `settling` minus the `settling` of the article's mean of ten, median over people, milliseconds.
    var settlingMinusMean10: Double?
    /// 95 % confidence interval of `settlingMinusMean10`.
    var settlingMinusMean10CI95: ConfidenceInterval?
  }

  struct Findings: Sendable {
    /// Number of people for whom tracking fails, among the people on whom filters are judged; they are left out of all
    /// results.
    var failing: Int
    /// The smoothing that the fit chose, as in a calibration file.
    var choice: CalibrationFile.SmoothingChoice
    /// Filters, the simplest first; `mean10` and `best` are last.
    var rows: [Row]
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let (asked, scenarios) = (simulation.heldOut, SmoothingRun.scenarios.map(\.rawValue))
    let people = NumberText.count(simulation.participants, "person", "people")
    let front = (r.choice.front ?? []).map { point in
      let f = point.figures
      return """
        front, \(f.filter), weight of jumps \(NumberText.fixed(point.movingWeight, 4)): still \
        \(NumberText.fixed(f.rmsStill, 2)) pt, just after jumps \(NumberText.fixed(f.rmsMoving, 2)) pt, settles in \
        \(NumberText.fixed(f.settlingMilliseconds, 0)) ms
        """
    }
    var columns: [StudyColumn<Row>] = [
      StudyColumn("") { $0.isChosen ? "*" : "" }, StudyColumn("filter") { "\($0.name): \($0.filter)" },
      StudyColumn("error", unit: "pt", 1) { $0.error.mean },
      StudyColumn("over mean10") { NumberText.fixed($0.overMean10, 3) + " " + Format.interval($0.overMean10CI95, 3) },
      StudyColumn("slow error", unit: "pt", 2) { $0.slowError.mean },
    ]
    columns += scenarios.map { scenario in StudyColumn(scenario, 2) { $0.slowErrorByScenario[scenario] } }
    columns += [
      StudyColumn("over best", 3) { $0.overBest }, StudyColumn(3) { $0.overBestCI95 },
      StudyColumn("settle", unit: "ms", 0) { $0.settling.mean },
      StudyColumn("minus mean10", 0) { $0.settlingMinusMean10 }, StudyColumn(0) { $0.settlingMinusMean10CI95 },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id), preset \(simulation.preset.name): fitted to \(people) of seed \(simulation.seed), judged on \
        \(people) of seed \(asked.seed) (\(r.failing) excluded, because tracking fails them), \
        \(scenarios.joined(separator: ", "))
        """,
        "RMS distances from the true gaze (error) and from the take without noise (slow error), means over people",
      ],
      parts: [StudyPart(r.rows, columns)], remarks: ["* chosen"] + front, conclusion: conclusion(r.rows))
  }

  /// The chosen filter, and its error and settling beside the article's mean of ten.
  private func conclusion(_ rows: [Row]) -> String {
    guard let chosen = rows.first(where: \.isChosen) else { return "no filter was chosen" }
    let change = RatioText(chosen.overMean10.map { 1 / $0 }, nil)?.words
    return "chosen: \(chosen.name), \(FigureText.measured(chosen.error.mean, "pt")) off"
      + (change.map { ", \($0) than a mean of ten" } ?? "")
      + "; settled after \(FigureText.measured(chosen.settling.mean, "ms"))"
  }

  private struct Person: Sendable, Codable {
    /// Mean square distances from the noise-free pointer, by filter and scenario.
    var slow: [[Double]]
    var gaze: [[Double?]]
    /// Settling times, by filter.
    var settling: [Double?]
  }

  func findings(_ runner: StudyRunner) async throws -> Findings {
    let nominal = profile.geometry.turned(to: simulation.orientation)
    let jobs = runner.jobs
    let calibrations = try await calibrations(simulation, jobs: jobs)
    let takes = try await SmoothingRun.takes(
      simulation, SmoothingRun.scenarios, geometry: nominal, jobs: jobs, person: { calibrations[$0] })
    runner.progress(0.2)
    let run = SmoothingRun(takes: takes)
    guard let selection = try await run.selection(jobs: jobs) else {
      throw SimulationError.argument("these people's pointer never settles: give more --participants")
    }
    let choice = try await run.choice(selection, jobs: jobs)
    let smoothings = selection.estimates.map(\.smoothing) + [.movingAverage(10)]
    let people = try await people(simulation.heldOut, smoothings, runner.part(0.5, 1))
    return Findings(
      failing: simulation.participants - people.count, choice: choice, rows: rows(people, selection))
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
    _ asked: Simulation, _ smoothings: [Smoothing], _ runner: StudyRunner
  ) async throws -> [Person] {
    let nominal = profile.geometry.turned(to: asked.orientation)
    let calibrations = try await calibrations(asked, jobs: runner.jobs)
    let noiseTime = try GazeConstant.named("tracker.noiseTime").value(in: asked.parameters)
    let filters = smoothings.count + 1
    return try await runner.cells(
      asked.participants,
      fault: { person in
        guard let person else { return nil }
        let takes = SmoothingRun.scenarios.count
        return ContentFault("result.slow", count: person.slow.count, expected: filters)
          ?? ContentFault("result.gaze", count: person.gaze.count, expected: filters)
          ?? ContentFault("result.settling", count: person.settling.count, expected: filters)
          ?? person.slow.lazy.compactMap { ContentFault("result.slow", count: $0.count, expected: takes) }.first
          ?? person.gaze.lazy.compactMap { ContentFault("result.gaze", count: $0.count, expected: takes) }.first
      }
    ) { participant -> Person? in
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

  /// Median over people of first − second, milliseconds, with the interval of the sign test. Times are whole frames, so
  /// many people have the same difference and a spread cannot be estimated.
  private func medianDifference(_ pairs: [(Double?, Double?)]) -> (value: Double?, interval: ConfidenceInterval?) {
    // The function for ratios takes logarithms, so exponentials turn differences into ratios.
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
