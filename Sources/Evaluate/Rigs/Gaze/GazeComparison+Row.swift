package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation

extension GazeComparison {
  /// Results of one arm at one recline.
  package struct Row: Sendable, Codable {
    /// Recline of the phone from upright, degrees; null for recordings, in which it varies.
    @ExplicitNull package var recline: Double?
    /// Label in the table.
    package var label: String
    /// The pipeline's name.
    package var pipeline: String
    /// The constant added to the pointer, points.
    package var offset: [Double]?
    /// Name of the smoothing in place of the profile's; present only in rows that differ in the smoothing.
    package var smoothing: String?
    /// Source of the calibration that the row's pipeline was given, `simulated` or `recorded`; present only in such
    /// rows.
    package var calibration: String?
    /// Recentring of the pointer (`RecentreChoice`); present only if recentrings are compared.
    package var recentre: String?
    /// Rule of the trigger (`ScrollRule`); present only if rules are compared.
    package var trigger: String?
    /// Preset of the tracker in place of the comparison's; present only in such rows.
    package var preset: String?
    /// Mean over people of the median error, points.
    package var errorPoints: Double?
    /// 95 % interval of `errorPoints`.
    package var errorPointsCI95: ConfidenceInterval?
    /// Mean over people of the median error, degrees.
    package var errorDegrees: Double?
    /// 95 % interval of `errorDegrees`.
    package var errorDegreesCI95: ConfidenceInterval?
    /// Scroll precision.
    package var precision: Double?
    /// 95 % interval of `precision`.
    package var precisionCI95: ConfidenceInterval?
    /// Scroll recall.
    package var recall: Double?
    /// 95 % interval of `recall`.
    package var recallCI95: ConfidenceInterval?
    /// Scroll F1.
    package var f1: Double?
    /// 95 % interval of `f1`.
    package var f1CI95: ConfidenceInterval?
    /// False scrolls per minute without intent.
    package var falsePerMinute: Double?
    /// 95 % interval of `falsePerMinute`.
    package var falsePerMinuteCI95: ConfidenceInterval?
    /// Points scrolled per minute of looking off the screen.
    package var offScreenScrollPointsPerMinute: Double?
    /// 95 % interval of `offScreenScrollPointsPerMinute`.
    package var offScreenScrollPointsPerMinuteCI95: ConfidenceInterval?
    /// Geometric mean over people of the reference arm's median error divided by this arm's; below 1 the reference is
    /// better.
    package var ratio: Double?
    /// 95 % interval of `ratio`, paired over people.
    package var ratioCI95: ConfidenceInterval?
    /// Mean over people of the reference arm's F1 minus this arm's.
    package var f1Difference: Double?
    /// 95 % interval of `f1Difference`, paired over people.
    package var f1DifferenceCI95: ConfidenceInterval?
    /// Mean over people of the reference arm's off-screen scrolling minus this arm's, points per minute.
    package var offScreenDifference: Double?
    /// 95 % interval of `offScreenDifference`, paired over people.
    package var offScreenDifferenceCI95: ConfidenceInterval?
    /// Mean over people of the pointer's lag behind the gaze, milliseconds; present only if smoothings are compared.
    package var latencyMilliseconds: Double?
    /// Mean over people of the pointer's jitter in a fixation (RMS from sample to sample), degrees; present only if
    /// smoothings are compared.
    package var jitterDegrees: Double?
  }
}

extension GazeComparison.Row {
  /// The results of one arm's people, compared with the results of the same people, in the same order, in the reference
  /// arm.
  ///
  /// - Parameter showsSmoothing: adds lag and jitter, in which smoothings differ most.
  init(
    _ recline: Double?, _ arm: GazeComparison.Arm, _ correction: PointerOptions.ConstantCorrection,
    _ people: ArmColumn, against reference: ArmColumn, of population: Population = .simulated,
    showsSmoothing: Bool = false
  ) {
    self.recline = recline
    func parts(_ estimate: PeopleEstimate?) -> (Double?, ConfidenceInterval?) {
      guard let estimate, estimate.people >= population.fewestPeople else { return (estimate?.value, nil) }
      return (estimate.value, estimate.interval.interval)
    }
    label = arm.label
    pipeline = arm.pipeline.name
    smoothing = arm.smoothing?.name
    calibration = arm.calibration?.provenance.rawValue
    if case .fixed(let constant) = correction { offset = [constant.x, constant.y] }
    // People for whom tracking fails are left out; they are the same people in every arm but one with another preset.
    let kept = people.indices.filter { !people[$0].isFailing && !reference[$0].isFailing }
    let scroll = kept.lazy.map { people[$0].scroll }
    func mean(_ figure: (ArmFigures) -> Double?) -> PeopleEstimate? {
      // The same random stream as in `GazeMetric`, so that a row agrees with an evaluation.
      var rng = PhiloxGenerator(seed: 1, stream: 0)
      return PeopleEstimate.mean(of: kept.compactMap { figure(people[$0]) }, using: &rng)
    }
    func difference(_ figure: (ScrollTally) -> Double?) -> PeopleEstimate? {
      var rng = PhiloxGenerator(seed: 1, stream: 1)
      return PeopleEstimate.pairedDifference(
        of: kept.compactMap { index in
          guard let a = figure(reference[index].scroll), let b = figure(people[index].scroll) else { return nil }
          return (a, b)
        }, using: &rng)
    }
    (errorPoints, errorPointsCI95) = parts(mean(\.medianPoints))
    (errorDegrees, errorDegreesCI95) = parts(mean(\.medianDegrees))
    (precision, precisionCI95) = parts(PeopleEstimate.precision(scroll))
    (recall, recallCI95) = parts(PeopleEstimate.recall(scroll))
    (f1, f1CI95) = parts(PeopleEstimate.f1(scroll))
    (falsePerMinute, falsePerMinuteCI95) = parts(PeopleEstimate.falsePerMinute(scroll))
    (offScreenScrollPointsPerMinute, offScreenScrollPointsPerMinuteCI95) = parts(
      mean { $0.scroll.offScreenScrollPointsPerMinute })
    (ratio, ratioCI95) = parts(
      PeopleEstimate.pairedRatio(
        of: kept.compactMap { index in
          guard let a = reference[index].medianPoints, let b = people[index].medianPoints else { return nil }
          return (a, b)
        }))
    (f1Difference, f1DifferenceCI95) = parts(difference(\.f1))
    (offScreenDifference, offScreenDifferenceCI95) = parts(difference(\.offScreenScrollPointsPerMinute))
    if showsSmoothing {
      latencyMilliseconds = mean { $0.latency.map { $0 * 1000 } }?.value
      jitterDegrees = mean(\.jitterDegrees)?.value
    }
  }
}

extension GazeComparison.Row {
  /// Adds recentring, rule and preset, if the arms differ in them.
  mutating func note(_ run: Run<GazeRig>, among arms: [GazeComparison.Arm], isIdeal: Bool) {
    if run.pipeline == GazeRig.standard {
      if arms.contains(where: { $0.recentre != nil }) { recentre = run.options.recentre.rawValue }
      if arms.contains(where: { $0.trigger != nil }) { trigger = run.setup.trigger.rule.rawValue }
    }
    if isIdeal { preset = run.simulation.preset.name }
  }

  /// Adds recentring and rule on recordings, if the rows differ in them.
  mutating func note(
    _ run: RecordedRun<GazeRig>, _ row: PipelineVariant<GazeRig>, among rows: [PipelineVariant<GazeRig>]
  ) {
    guard row.pipeline == GazeRig.standard, let header = run.headers.first else { return }
    if rows.contains(where: { $0.recentre != nil }) { recentre = (row.recentre ?? RecentreChoice.none).rawValue }
    if rows.contains(where: { $0.trigger != nil }) {
      trigger = run.setup(header, nil, nil, row).trigger.rule.rawValue
    }
  }
}
