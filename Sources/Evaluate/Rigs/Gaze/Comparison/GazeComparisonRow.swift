import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

extension GazeComparison {
  /// Results of one variant at one recline.
  struct Row: Encodable {
    /// Recline of the phone from upright, degrees; null for recordings, in which it varies.
    @ExplicitNull var recline: Double?
    var label: String
    /// The pipeline's name.
    var pipeline: String
    /// The constant added to the pointer, points.
    var offset: [Double]?
    /// Name of the smoothing in place of the profile's; present only in rows that differ in the smoothing.
    var smoothing: String?
    /// Source of the calibration that the row's pipeline was given, `simulated` or `recorded`; present only in such
    /// rows.
    var calibration: String?
    /// Recentring of the pointer (`RecentreChoice`); present only if recentrings are compared.
    var recentre: String?
    /// Rule of the trigger (`ScrollRule`); present only if rules are compared.
    var trigger: String?
    /// Preset of the tracker in place of the comparison's; present only in such rows.
    var preset: String?
    /// The varied constants with the row's values; present only in such rows.
    var set: [String: Double]?
    /// p of paired t tests of the differences from the reference, adjusted by Holm over all such rows; present only in
    /// these.
    var adjustedP: AdjustedP?

    // Each figure has its 95 % interval over people beside it.

    /// Mean over people of the median error, points.
    var errorPoints: Double?
    var errorPointsCI95: ConfidenceInterval?
    /// Mean over people of the median error, degrees.
    var errorDegrees: Double?
    var errorDegreesCI95: ConfidenceInterval?
    /// Scroll precision.
    var precision: Double?
    var precisionCI95: ConfidenceInterval?
    /// Scroll recall.
    var recall: Double?
    var recallCI95: ConfidenceInterval?
    /// Scroll F1.
    var f1: Double?
    var f1CI95: ConfidenceInterval?
    /// False scrolls per minute without intent.
    var falsePerMinute: Double?
    var falsePerMinuteCI95: ConfidenceInterval?
    /// Points scrolled per minute of looking off the screen.
    var offScreenScrollPointsPerMinute: Double?
    var offScreenScrollPointsPerMinuteCI95: ConfidenceInterval?
    /// Geometric mean over people of the reference's median error divided by this row's; below 1 the reference is
    /// better. Its interval and those of the differences are paired over people.
    var ratio: Double?
    var ratioCI95: ConfidenceInterval?
    /// Mean over people of the reference's F1 minus this row's.
    var f1Difference: Double?
    var f1DifferenceCI95: ConfidenceInterval?
    /// Mean over people of the reference's off-screen scrolling minus this row's, points per minute.
    var offScreenDifference: Double?
    var offScreenDifferenceCI95: ConfidenceInterval?
    /// Mean over people of the pointer's lag behind the gaze, milliseconds; present only if smoothings are compared.
    var latencyMilliseconds: Double?
    /// Mean over people of the pointer's jitter in a fixation (RMS from sample to sample), degrees; present only if
    /// smoothings are compared.
    var jitterDegrees: Double?
  }

  /// p of the tests of one row, by figure.
  struct AdjustedP: Encodable, Equatable {
    var errorPoints: Double?
    var f1: Double?
    var offScreenScrollPointsPerMinute: Double?
  }

  /// A figure of rows that has an interval: its name in JSON and CSV, and its heading in tables, which is nil for a
  /// figure that no table shows.
  typealias Figure = (
    name: String, title: String?, value: KeyPath<Row, Double?>, interval: KeyPath<Row, ConfidenceInterval?>
  )

  /// The figures in the order of tables and CSV.
  static var figures: [Figure] {
    [
      ("errorPoints", "error pt", \.errorPoints, \.errorPointsCI95),
      ("errorDegrees", "degrees", \.errorDegrees, \.errorDegreesCI95),
      ("ratio", "ratio", \.ratio, \.ratioCI95),
      ("precision", "precision", \.precision, \.precisionCI95),
      ("recall", "recall", \.recall, \.recallCI95),
      ("f1", "F1", \.f1, \.f1CI95),
      ("f1Difference", nil, \.f1Difference, \.f1DifferenceCI95),
      ("falsePerMinute", "false/min", \.falsePerMinute, \.falsePerMinuteCI95),
      (
        "offScreenScrollPointsPerMinute", "off pt/min", \.offScreenScrollPointsPerMinute,
        \.offScreenScrollPointsPerMinuteCI95
      ),
      ("offScreenDifference", nil, \.offScreenDifference, \.offScreenDifferenceCI95),
    ]
  }
}

extension GazeComparison.Row {
  /// The rows of variants, the last of which is the reference, then those of the pointers that never move.
  ///
  /// - Parameters:
  ///   - people: the people of each row, in the same order.
  ///   - choices: the recentring and the trigger's rule with which a variant ran.
  static func rows<People: RandomAccessCollection<VariantFigures>>(
    _ variants: [GazeComparison.Variant], _ people: [People], of population: Population, recline: Double?,
    choices: (_ place: Int) -> (recentre: RecentreChoice, rule: ScrollRule)
  ) -> (variants: [Self], resting: [Self]) where People.Index == Int {
    guard let reference = variants.indices.last.map({ people[$0] }) else { return ([], []) }
    let hasSmoothings = variants.contains { $0.smoothing != nil }
    let rows = variants.enumerated().map { place, variant in
      var row = Self(
        recline: recline, label: variant.label, pipeline: variant.pipeline.name, smoothing: variant.smoothing?.name,
        calibration: variant.calibration?.provenance.rawValue, preset: variant.isIdeal ? GazePreset.ideal.name : nil,
        set: variant.settings.nonEmpty)
      if variant.pipeline == GazeRig.standard {
        let own = choices(place)
        if variants.contains(where: { $0.recentre != nil }) { row.recentre = own.recentre.rawValue }
        if variants.contains(where: { $0.trigger != nil }) { row.trigger = own.rule.rawValue }
      }
      row.measure(people[place], against: reference, of: population, showsSmoothing: hasSmoothings)
      return row
    }
    let resting = zip(RestingPointer.allCases, people.dropFirst(variants.count)).map { pointer, people in
      var row = Self(recline: recline, label: pointer.rawValue, pipeline: "at rest")
      row.measure(people, against: reference, of: population, showsSmoothing: false)
      return row
    }
    return (rows, resting)
  }

  /// Adds the figures of people, compared with those of the same people, in the same order, in the reference's row.
  ///
  /// - Parameter showsSmoothing: adds lag and jitter, in which smoothings differ most.
  private mutating func measure<People: RandomAccessCollection<VariantFigures>>(
    _ people: People, against reference: People, of population: Population, showsSmoothing: Bool
  ) where People.Index == Int {
    func parts(_ estimate: PeopleEstimate?) -> (Double?, ConfidenceInterval?) {
      guard let estimate, estimate.people >= population.fewestPeople else { return (estimate?.value, nil) }
      return (estimate.value, estimate.interval.interval)
    }
    // People for whom tracking fails are left out; they are the same people in every row but one with another preset.
    let kept = people.indices.filter { !people[$0].isFailing && !reference[$0].isFailing }
    let scroll = kept.lazy.map { people[$0].scroll }
    func mean(_ figure: (VariantFigures) -> Double?) -> PeopleEstimate? {
      // The same random stream as in `GazeMetric`, so that a row agrees with an evaluation.
      var rng = PhiloxGenerator(seed: 1, stream: 0)
      return PeopleEstimate.mean(of: kept.compactMap { figure(people[$0]) }, using: &rng)
    }
    func pairs(_ figure: (VariantFigures) -> Double?) -> [(first: Double, second: Double)] {
      kept.compactMap { index in
        guard let first = figure(reference[index]), let second = figure(people[index]) else { return nil }
        return (first, second)
      }
    }
    func difference(_ figure: (VariantFigures) -> Double?) -> PeopleEstimate? {
      var rng = PhiloxGenerator(seed: 1, stream: 1)
      return PeopleEstimate.pairedDifference(of: pairs(figure), using: &rng)
    }
    (errorPoints, errorPointsCI95) = parts(mean(\.medianPoints))
    (errorDegrees, errorDegreesCI95) = parts(mean(\.medianDegrees))
    (precision, precisionCI95) = parts(PeopleEstimate.precision(scroll))
    (recall, recallCI95) = parts(PeopleEstimate.recall(scroll))
    (f1, f1CI95) = parts(PeopleEstimate.f1(scroll))
    (falsePerMinute, falsePerMinuteCI95) = parts(PeopleEstimate.falsePerMinute(scroll))
    (offScreenScrollPointsPerMinute, offScreenScrollPointsPerMinuteCI95) = parts(
      mean(\.scroll.offScreenScrollPointsPerMinute))
    (ratio, ratioCI95) = parts(PeopleEstimate.pairedRatio(of: pairs(\.medianPoints)))
    (f1Difference, f1DifferenceCI95) = parts(difference(\.scroll.f1))
    (offScreenDifference, offScreenDifferenceCI95) = parts(difference(\.scroll.offScreenScrollPointsPerMinute))
    if set != nil {
      adjustedP = GazeComparison.AdjustedP(
        errorPoints: PairedTest.p(of: pairs(\.medianPoints)), f1: PairedTest.p(of: pairs(\.scroll.f1)),
        offScreenScrollPointsPerMinute: PairedTest.p(of: pairs(\.scroll.offScreenScrollPointsPerMinute)))
    }
    guard showsSmoothing else { return }
    latencyMilliseconds = mean { $0.latency.map { $0 * 1000 } }?.value
    jitterDegrees = mean(\.jitterDegrees)?.value
  }
}

extension GazeComparison.Row {
  /// Adjusts the p of all varied rows, figure by figure (Holm).
  static func adjust(_ rows: inout [Self]) {
    for figure in [
      \GazeComparison.AdjustedP.errorPoints, \.f1, \.offScreenScrollPointsPerMinute,
    ] as [WritableKeyPath<GazeComparison.AdjustedP, Double?>] {
      let adjusted = PairedTest.holm(rows.map { $0.adjustedP?[keyPath: figure] })
      for place in rows.indices { rows[place].adjustedP?[keyPath: figure] = adjusted[place] }
    }
  }
}

// MARK: Ranges over splits of the raw error

extension GazeComparison {
  /// An estimate at one end of a range.
  struct End: Codable, Equatable {
    var value: Double
    /// The estimate's 95 % confidence interval; null if there are too few people.
    @ExplicitNull var ci95: ConfidenceInterval?
    /// The split with which this estimate was found (`ErrorSplit.name`).
    var split: String
  }

  /// The smallest and the largest estimate of a metric over all splits of the raw error that agree with published data.
  /// The range is the uncertainty about the tracker; the interval of each end is the uncertainty due to the number of
  /// people.
  struct SplitRange: Codable, Equatable {
    var smallest: End
    var largest: End
    /// The lowest lower end of the estimates' intervals; null if one has none.
    @ExplicitNull var lowest: Double?
    /// The highest upper end of the estimates' intervals; null if one has none.
    @ExplicitNull var highest: Double?

    /// The range of the estimates under several splits; nil if there are no estimates.
    init?(_ ends: [End]) {
      guard let smallest = ends.min(by: { $0.value < $1.value }), let largest = ends.max(by: { $0.value < $1.value })
      else { return nil }
      (self.smallest, self.largest) = (smallest, largest)
      let intervals = ends.compactMap(\.ci95)
      guard intervals.count == ends.count else { return }
      lowest = intervals.map(\.lower).min()
      highest = intervals.map(\.upper).max()
    }
  }

  /// Ranges of one variant at one recline.
  struct SplitRow: Encodable, Equatable {
    /// Recline of the phone from upright, degrees.
    var recline: Double
    var label: String
    @ExplicitNull var errorPoints: SplitRange?
    @ExplicitNull var ratio: SplitRange?
    @ExplicitNull var f1: SplitRange?
    @ExplicitNull var falsePerMinute: SplitRange?
    @ExplicitNull var offScreenScrollPointsPerMinute: SplitRange?

    /// The ranges of one row over several splits.
    init(_ rows: [(split: String, row: Row)]) {
      recline = rows.first?.row.recline ?? 0
      label = rows.first?.row.label ?? ""
      func range(_ figure: KeyPath<Row, Double?>, _ interval: KeyPath<Row, ConfidenceInterval?>) -> SplitRange? {
        SplitRange(
          rows.compactMap { split, row in
            row[keyPath: figure].map { End(value: $0, ci95: row[keyPath: interval], split: split) }
          })
      }
      errorPoints = range(\.errorPoints, \.errorPointsCI95)
      ratio = range(\.ratio, \.ratioCI95)
      f1 = range(\.f1, \.f1CI95)
      falsePerMinute = range(\.falsePerMinute, \.falsePerMinuteCI95)
      offScreenScrollPointsPerMinute = range(\.offScreenScrollPointsPerMinute, \.offScreenScrollPointsPerMinuteCI95)
    }
  }
}
