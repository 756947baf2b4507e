import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

/// The pointer's errors by target size, place, condition and person, and the numbers of samples.
struct PointerTables {
  /// Number of samples from which the errors are computed, and number of frames left out.
  private(set) var samples = Samples()
  /// Share of the samples in which the pointer is inside a target on which the gaze rests, by the target's size.
  private(set) var targetSizes: [TargetSize] = []
  /// Errors while the eyes rest, by the place of the gaze on the screen.
  private(set) var cells: [Cell] = []
  /// Errors while the gaze rests, by the distance of the eyes from the screen's plane.
  private(set) var byDistance: [Bin] = []
  /// Errors while the eyes rest, by the recline of the phone from upright.
  private(set) var byRecline: [Bin] = []
  /// Errors while the eyes rest, by the angle of the gaze from the screen's middle, as the eyes see it.
  private(set) var byEccentricity: [Bin] = []
  /// Errors by the people's special features; `none` means no special feature.
  private(set) var byFlag: [Group] = []
  /// Errors by the preset of the simulated tracker.
  private(set) var byPreset: [Group] = []
  /// Errors that a given share of people do not exceed (Feit et al., CHI 2017, doi 10.1145/3025453.3025599).
  private(set) var tiers: [Tier] = []

  /// The tables by their path in the JSON.
  var byPath: [(String, any Encodable & Sendable)] {
    [
      ("samples", samples), ("targetSizes", targetSizes), ("cells", cells), ("byDistance", byDistance),
      ("byRecline", byRecline), ("byEccentricity", byEccentricity), ("byFlag", byFlag), ("byPreset", byPreset),
      ("tiers", tiers),
    ]
  }
}

extension PointerTables {
  /// Number of samples from which the errors are computed, over all people except those for whom tracking fails.
  struct Samples: Codable, Equatable {
    /// Number of samples compared with the true gaze.
    var all = 0
    /// Number of samples while the gaze rests, from which target sizes, cells and bins are computed.
    var settled = 0
    /// Number of samples compared with the shown target.
    var target = 0
    /// Number of frames that count in no error. The sum of these and `all` is the number of all frames; if the true
    /// gaze is unknown, `settled` takes the place of `all`.
    var leftOut = LeftOutFrames()
  }

  /// A square target, centred on the point that is looked at.
  struct TargetSize: Codable, Equatable {
    /// Side of the square, points.
    var points: Double
    /// Share of the samples whose pointer is inside, mean over people.
    @ExplicitNull var hitRate: Double? = nil
    /// The 95 % interval of `hitRate` over people.
    @ExplicitNull var ci95: ConfidenceInterval? = nil
  }

  /// Fewest samples for a comparison: 100 samples are less than two seconds at 60 Hz.
  static let fewestSamples = 100
  /// Fewest people for a comparison of cells, as a share of those who looked anywhere: if the people who looked at a
  /// cell differ from those who looked at neighbouring cells, the cell's mean says more about the people than about the
  /// place.
  static let fewestPeople = 0.5
  /// Both conditions in words.
  static let sparseDefinition =
    "fewer than \(fewestSamples) samples of resting eyes, or than half of the people"

  /// A part of the screen.
  struct Cell: Codable, Equatable {
    /// Column from 0, left to right.
    var column: Int
    /// Row from 0, top to bottom.
    var row: Int
    /// Number of columns.
    var columns: Int
    /// Number of rows.
    var rows: Int
    /// Middle of the cell, points: [x, y].
    var centre: [Double]
    /// Number of people who looked at the cell.
    var people: Int
    /// Number of samples while the gaze rests.
    var samples: Int
    /// True if there are too few samples, or too few people, for a comparison with other cells.
    var isSparse: Bool
    /// Mean over people of each person's mean error.
    @ExplicitNull var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorPointsMean` over people.
    @ExplicitNull var ci95: ConfidenceInterval? = nil
    /// Mean error in degrees at the cyclopean eye.
    @ExplicitNull var errorDegreesMean: Double? = nil
    /// Mean over people of pointer − gaze, points: [x, y]; null where nobody looked.
    @ExplicitNull var biasPoints: [Double]? = nil
    /// As `Pointer.sizeFor95Points`, for the samples in the cell, accurate to 20 points.
    @ExplicitNull var sizeFor95Points: Double? = nil
  }

  /// Samples for which a quantity lies between two numbers; the first bin also contains smaller values and the last bin
  /// larger ones.
  struct Bin: Codable, Equatable {
    /// Lower end of the bin, included.
    var from: Double
    /// Upper end of the bin, excluded.
    var to: Double
    /// Unit of the quantity: `m` or `deg`.
    var unit: String
    /// Number of people who have samples in the bin.
    var people: Int
    /// Number of samples.
    var samples: Int
    /// True if there are too few samples for a comparison with other bins.
    var isSparse: Bool
    /// Mean over people of each person's mean error.
    @ExplicitNull var errorDegreesMean: Double? = nil
    /// Mean error in points.
    @ExplicitNull var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorDegreesMean` over people.
    @ExplicitNull var ci95: ConfidenceInterval? = nil
  }

  /// A group of people.
  struct Group: Codable, Equatable {
    /// Common feature of the group.
    var name: String
    /// Number of people in the group.
    var people: Int
    /// Mean over the group's people of each person's median error.
    @ExplicitNull var errorDegreesMedian: Double? = nil
    /// The 95 % confidence interval of `errorDegreesMedian`.
    @ExplicitNull var ci95: ConfidenceInterval? = nil
  }

  /// Errors that a share of the people do not exceed.
  struct Tier: Codable, Equatable {
    /// Percentiles of a person's samples, degrees.
    struct Percentiles: Codable, Equatable {
      /// 50th percentile.
      @ExplicitNull var p50: Double? = nil
      /// 75th percentile.
      @ExplicitNull var p75: Double? = nil
      /// 95th percentile.
      @ExplicitNull var p95: Double? = nil
    }

    /// Share of the people whose errors are at most `error`, 0…1.
    var people: Double
    /// Errors that this share of the people do not exceed.
    var error: Percentiles
  }
}

extension PointerTables {
  /// The tables over the people for whom tracking works.
  init(_ people: Cohort<GazeRig>, _ subject: ReportSubject) {
    let sums = people.summary
    samples = sums.samples
    targetSizes = TargetSizes.shown.map { side in
      let estimate = sums.targetSizes.hitRate(side: side)?.about(subject.population)
      return TargetSize(points: side, hitRate: estimate?.value, ci95: estimate?.interval.interval)
    }
    cells = Self.cells(sums, points: subject.points, subject.population)
    byDistance = Self.bins(sums.byDistance, unit: "m", subject.population)
    byRecline = Self.bins(sums.byRecline, unit: "deg", subject.population)
    byEccentricity = Self.bins(sums.byEccentricity, unit: "deg", subject.population)
    let isAgainstTruth = subject.comparedWith == ErrorReference.truth.rawValue
    tiers = Self.tiers(
      people, isAgainstTruth ? "pointer.errorDegrees" : "pointer.targetErrorDegrees",
      p75: Array(isAgainstTruth ? sums.errorP75 : sums.targetErrorP75))
    guard subject.origin == .simulated else { return }
    let medians = sums.mediansByFlag
    let names = ["none"] + medians.keys.filter { $0 != "none" }.sorted()
    byFlag = names.compactMap { Self.group($0, Array(medians[$0] ?? []), subject.population) }
    if let preset = subject.preset {
      let all = Self.values(people, GazeMetricName.pointerErrorDegreesMedian.rawValue)
      byPreset = [Self.group(preset, all, subject.population)].compactMap { $0 }
    }
  }

  private static func cells(_ sums: GazeSummary, points: Vector2, _ population: Population) -> [Cell] {
    let (columns, rows) = (ScreenCells.columns, ScreenCells.rows)
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let cell = sums.cells[row * columns + column]
        let middle = points * SIMD2((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        let points = mean(Array(cell.errorPoints), population)
        return Cell(
          column: column, row: row, columns: columns, rows: rows, centre: [middle.x, middle.y], people: cell.people,
          samples: cell.samples,
          isSparse: cell.samples < fewestSamples || Double(cell.people) < fewestPeople * Double(sums.lookers),
          errorPointsMean: points.value, ci95: points.ci95, errorDegreesMean: cell.errorDegrees,
          biasPoints: cell.biasPoints.map { [$0.x, $0.y] }, sizeFor95Points: cell.side(for: 0.95))
      }
    }
  }

  private static func bins(_ pooled: PooledBins, unit: String, _ population: Population) -> [Bin] {
    pooled.bins.enumerated().compactMap { index, bin -> Bin? in
      guard bin.people > 0 else { return nil }
      let degrees = mean(Array(bin.errorDegrees), population)
      let range = pooled.range(index)
      return Bin(
        from: range.from, to: range.to, unit: unit, people: bin.people, samples: bin.samples,
        isSparse: bin.samples < fewestSamples, errorDegreesMean: degrees.value, errorPointsMean: bin.errorPoints,
        ci95: degrees.ci95)
    }
  }

  private static func group(_ name: String, _ medians: [Double], _ population: Population) -> Group? {
    guard !medians.isEmpty else { return nil }
    let degrees = mean(medians, population)
    return Group(name: name, people: medians.count, errorDegreesMedian: degrees.value, ci95: degrees.ci95)
  }

  /// The mean over people with its interval.
  private static func mean(
    _ values: [Double], _ population: Population
  ) -> (value: Double?, ci95: ConfidenceInterval?) {
    var rng = PhiloxGenerator(seed: 1, stream: 2)
    let estimate = PeopleEstimate.mean(of: values, using: &rng)?.about(population)
    return (estimate?.value, estimate?.interval.interval)
  }

  private static func tiers(_ people: Cohort<GazeRig>, _ error: String, p75: [Double]) -> [Tier] {
    let (p50, p95) = (values(people, "\(error).median"), values(people, "\(error).p95"))
    guard !p50.isEmpty else { return [] }
    return [0.25, 0.5, 0.75, 0.95].map { share in
      Tier(
        people: share,
        error: .init(
          p50: PeoplePercentiles.quantile(share, of: p50), p75: PeoplePercentiles.quantile(share, of: p75),
          p95: PeoplePercentiles.quantile(share, of: p95)))
    }
  }

  /// The people's own values of a metric, in order.
  private static func values(_ people: Cohort<GazeRig>, _ name: String) -> [Double] {
    GazeMetric.find(name).map { people.parts($0).map(\.numerator) } ?? []
  }
}
