public import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Several pipelines on the same people, at several reclines of the phone.
public struct Comparison: Sendable {
  /// One contestant.
  public struct Arm: Sendable, Equatable {
    /// As it is called in the table.
    public var label: String
    /// Its pipeline.
    public var pipeline: PipelineName
    /// Its person calibration.
    public var personCalibration: EvaluationRun.PersonCalibrationSource
    /// Which constant it is given.
    public var constant: Constant

    /// Which constant an article's pipeline is given.
    public enum Constant: Sendable, Equatable {
      /// None.
      case none
      /// The one that serves these very people best, on these very frames, for this recline; without targets and in a
      /// closed loop, on the same people's frames in an open one.
      case best
      /// Each person's own mean error in the five points.
      case fivePoints
      /// Each person's own, the best for the very session that is judged.
      case hindsight
    }
  }

  /// One contestant's figures at one recline.
  public struct Row: Sendable, Codable {
    /// Degrees back from upright.
    public var recline: Double
    /// As it is called in the table.
    public var label: String
    /// The pipeline's name.
    public var pipeline: String
    /// The constant it was given, points.
    public var offset: [Double]?
    /// Mean over people of the median error, points, and its 95 % interval.
    public var errorPoints: Double?
    /// 95 % interval of `errorPoints`.
    public var errorPointsCI95: Interval?
    /// The same in degrees.
    public var errorDegrees: Double?
    /// Scroll precision.
    public var precision: Double?
    /// Scroll recall.
    public var recall: Double?
    /// Scroll F1.
    public var f1: Double?
    /// 95 % interval of `f1`.
    public var f1CI95: Interval?
    /// False scrolls a minute without intent.
    public var falsePerMinute: Double?
    /// Points scrolled a minute of looking off the screen.
    public var offScreenScrollPointsPerMinute: Double?
    /// Geometric mean over people of the reference arm's median error over this arm's; below 1 the reference is better.
    public var ratio: Double?
    /// 95 % interval of `ratio`, paired over people.
    public var ratioCI95: Interval?
    /// Mean over people of the reference arm's F1 minus this arm's.
    public var f1Difference: Double?
    /// 95 % interval of `f1Difference`, paired over people.
    public var f1DifferenceCI95: Interval?
    /// Mean over people of the reference arm's off-screen scrolling minus this arm's, points a minute.
    public var offScreenDifference: Double?
    /// 95 % interval of `offScreenDifference`, paired over people.
    public var offScreenDifferenceCI95: Interval?
  }

  /// What is compared on; its pipeline and person calibration are replaced by each arm's.
  public var run: EvaluationRun
  /// Degrees back from upright.
  public var reclines: [Double]
  /// The contestants; the last one is the reference of the ratios.
  public var arms: [Arm]

  /// A comparison.
  public init(_ run: EvaluationRun, reclines: [Double], arms: [Arm]) {
    self.run = run
    self.reclines = reclines
    self.arms = arms
  }

  /// The arms of some pipelines: the article's as published, with its best constant, with each person's own constant
  /// from five points, and with the one that hindsight would have given each person; `standard` without and with a person's calibration.
  public static func arms(_ pipelines: [PipelineName]) -> [Arm] {
    let others = pipelines.filter { !$0.takesPersonCalibration }.flatMap { pipeline in
      [
        Arm(label: pipeline.rawValue, pipeline: pipeline, personCalibration: .none, constant: .none),
        Arm(
          label: "\(pipeline.rawValue) + best constant", pipeline: pipeline, personCalibration: .none,
          constant: .best),
        Arm(
          label: "\(pipeline.rawValue) + own 5 points", pipeline: pipeline, personCalibration: .none,
          constant: .fivePoints),
        Arm(
          label: "\(pipeline.rawValue) + hindsight", pipeline: pipeline, personCalibration: .none,
          constant: .hindsight),
      ]
    }
    let own = pipelines.filter(\.takesPersonCalibration).flatMap { pipeline in
      [
        Arm(label: pipeline.rawValue, pipeline: pipeline, personCalibration: .none, constant: .none),
        Arm(
          label: "\(pipeline.rawValue) + own 5 points", pipeline: pipeline, personCalibration: .fivePoints,
          constant: .none),
      ]
    }
    return others + own
  }

  /// All rows, recline by recline; in a closed loop each arm has the same people with a page of its own.
  public func rows(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Row] {
    try run.validate()
    // Passes over the people: one for each best constant, and one in which all arms share the frames.
    let searches = arms.count { $0.constant == .best }
    let passes = Double(reclines.count * (searches + arms.count))
    let people = Double(run.simulation.participants)
    var done = 0.0
    func step(_ passesAtOnce: Int) -> @Sendable (Int) -> Void {
      let before = done
      done += Double(passesAtOnce)
      return { progress((before + Double(passesAtOnce) * min(Double($0 + 1) / people, 1)) / passes) }
    }
    var rows: [Row] = []
    for recline in reclines {
      var simulation = run.simulation
      try simulation.set("phone.recline", recline)
      var runs: [EvaluationRun] = []
      for arm in arms {
        var armRun = run
        armRun.simulation = simulation
        armRun.pipeline = arm.pipeline
        armRun.personCalibration = arm.personCalibration
        switch arm.constant {
        case .none: break
        case .fivePoints: armRun.correction = .fivePoints
        case .hindsight: armRun.correction = .hindsight
        case .best: armRun.correction = .fixed(try await armRun.bestConstant(jobs: jobs, progress: step(1)))
        }
        runs.append(armRun)
      }
      let people = try await EvaluationRun.people(runs, jobs: jobs, progress: step(arms.count))
      for (place, arm) in arms.enumerated() {
        rows.append(
          Self.row(
            recline, arm, runs[place].correction, people.map { $0[place] }, against: people.map { $0[arms.count - 1] }))
      }
      progress(done / passes)
    }
    return rows
  }

  private static func row(
    _ recline: Double, _ arm: Arm, _ correction: EvaluationRun.ConstantCorrection,
    _ people: [EvaluationRun.PersonFigures],
    against reference: [EvaluationRun.PersonFigures]
  ) -> Row {
    // Failing people are in no figure, and they are the same in every arm.
    let kept = people.indices.filter { !people[$0].pointer.isFailing }
    let pointer = kept.map { people[$0].pointer }
    let scroll = kept.map { people[$0].scroll }
    func estimate(_ name: String, _ results: [PersonResult]) -> PeopleEstimate? {
      Metric.all.first { $0.name == name }?.estimate(results)
    }
    let error = estimate("pointer.errorPoints.median", pointer)
    let f1 = estimate("scroll.f1", scroll)
    let ratio = PeopleEstimate.pairedRatio(
      of: kept.compactMap { index in
        guard let a = reference[index].pointer.errorPoints.median, let b = people[index].pointer.errorPoints.median
        else { return nil }
        return (a, b)
      })
    func difference(_ figure: (ScrollTally) -> Double?) -> PeopleEstimate? {
      var rng = PhiloxGenerator(seed: 1, stream: 1)
      return PeopleEstimate.pairedDifference(
        of: kept.compactMap { index in
          guard let a = figure(reference[index].scroll.scroll), let b = figure(people[index].scroll.scroll) else {
            return nil
          }
          return (a, b)
        }, using: &rng)
    }
    let offset: [Double]? = if case .fixed(let constant) = correction { [constant.x, constant.y] } else { nil }
    let (f1Difference, offScreen) = (difference(\.f1), difference(\.offScreenScrollPointsPerMinute))
    return Row(
      recline: recline, label: arm.label, pipeline: arm.pipeline.rawValue, offset: offset,
      errorPoints: error?.value, errorPointsCI95: error?.interval.interval,
      errorDegrees: estimate("pointer.errorDegrees.median", pointer)?.value,
      precision: estimate("scroll.precision", scroll)?.value, recall: estimate("scroll.recall", scroll)?.value,
      f1: f1?.value, f1CI95: f1?.interval.interval, falsePerMinute: estimate("scroll.falsePerMinute", scroll)?.value,
      offScreenScrollPointsPerMinute: estimate("scroll.offScreenScrollPointsPerMinute", scroll)?.value,
      ratio: ratio?.value, ratioCI95: ratio?.interval.interval,
      f1Difference: f1Difference?.value, f1DifferenceCI95: f1Difference?.interval.interval,
      offScreenDifference: offScreen?.value, offScreenDifferenceCI95: offScreen?.interval.interval)
  }
}

extension EvaluationRun {
  /// The constant that serves these people best on the very frames they are judged by.
  func bestConstant(
    jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> SIMD2<Double> {
    let everybody = try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      defer { progress(participant) }
      return simulation.person(participant).isFailing ? [] : self.samples(participant, self.setup(participant).setup)
    }
    return ConstantOffset(people: everybody).best
  }

  /// One person's pointer − gaze, a few a second, in the scenarios that the pointer is judged by: those with targets,
  /// all where there are none.
  ///
  /// A page that the pipeline itself moves would be another page with another constant, so people are looked at with the
  /// page as they wish it.
  func samples(_ participant: Int, _ setup: PipelineName.Setup) -> [SIMD2<Double>] {
    let shown = scenarios.filter(\.hasTargets)
    return (shown.isEmpty ? scenarios : shown).flatMap { scenario in
      var task = simulation(of: scenario)
      task.loop = "open"
      return pointerErrors(of: pipeline.pipeline(setup), on: task.frames(participant: participant))
    }
  }
}

/// Pointer − true gaze in points, five a second: what an offset is chosen from.
private func pointerErrors<Pipeline: PointerPipeline>(of pipeline: Pipeline, on frames: SimulatedFrames) -> [SIMD2<
  Double
>] {
  var pipeline = pipeline
  var errors: [SIMD2<Double>] = []
  var next = 0.0
  for frame in frames {
    let output = pipeline.step(frame.observation.frame)
    guard frame.observation.frame.time >= next, frame.truth?.state != .blink, output.rawPointer != nil,
      let pointer = output.pointer, let gaze = frame.truth?.gaze
    else { continue }
    errors.append(pointer - gaze)
    next = frame.observation.frame.time + 0.2
  }
  return errors
}
