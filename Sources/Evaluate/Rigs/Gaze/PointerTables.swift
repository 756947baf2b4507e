package import GazeMetrics
package import GazeRecording
import GazeSimulation
import GazeTesting

/// The pointer's errors by target size, place, condition and person, and the numbers of samples.
package struct PointerTables: Sendable {
  /// Number of samples from which the errors are computed, and number of frames left out.
  package private(set) var samples = Samples()
  /// Share of the samples in which the pointer is inside a target on which the gaze rests, by the target's size.
  package private(set) var targetSizes: [TargetSize] = []
  /// Errors while the eyes rest, by the place of the gaze on the screen.
  package private(set) var cells: [Cell] = []
  /// Errors while the gaze rests, by the distance of the eyes from the screen's plane.
  package private(set) var byDistance: [Bin] = []
  /// Errors while the eyes rest, by the recline of the phone from upright.
  package private(set) var byRecline: [Bin] = []
  /// Errors while the eyes rest, by the angle of the gaze from the screen's middle, as the eyes see it.
  package private(set) var byEccentricity: [Bin] = []
  /// Errors by the people's special features; `none` means no special feature.
  package private(set) var byFlag: [Group] = []
  /// Errors by the preset of the simulated tracker.
  package private(set) var byPreset: [Group] = []
  /// Errors that a given share of people do not exceed (Feit et al., CHI 2017, doi 10.1145/3025453.3025599).
  package private(set) var tiers: [Tier] = []

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
  package struct Samples: Sendable, Codable, Equatable {
    /// Number of samples compared with the true gaze.
    package var all = 0
    /// Number of samples while the gaze rests, from which target sizes, cells and bins are computed.
    package var settled = 0
    /// Number of samples compared with the shown target.
    package var target = 0
    /// Number of frames that count in no error. The sum of these and `all` is the number of all frames; if the true
    /// gaze is unknown, `settled` takes the place of `all`.
    package var leftOut = LeftOut()
  }

  /// Number of frames that count in no error, each counted under the first reason that applies.
  package struct LeftOut: Sendable, Codable, Equatable {
    /// Number of frames without a target, or within 0.75 s after a target's onset; counted only if the true gaze is
    /// unknown.
    package var unsettled = 0
    /// Number of frames with closed lids.
    package var blinks = 0
    /// Number of frames whose true gaze is off the screen.
    package var offScreen = 0
    /// Number of frames for which the pipeline computes no new pointer.
    package var withoutPointer = 0
  }

  /// A square target, centred on the point that is looked at.
  package struct TargetSize: Sendable, Codable, Equatable {
    /// Side of the square, points.
    package var points: Double
    /// Share of the samples whose pointer is inside, mean over people.
    @ExplicitNull package var hitRate: Double? = nil
    /// The 95 % interval of `hitRate` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Fewest samples for a comparison: 100 samples are less than two seconds at 60 Hz.
  package static let fewestSamples = 100
  /// Fewest people for a comparison of cells, as a share of those who looked anywhere: if the people who looked at a
  /// cell differ from those who looked at neighbouring cells, the cell's mean says more about the people than about the
  /// place.
  package static let fewestPeople = 0.5
  /// Both conditions in words.
  package static let sparseDefinition =
    "fewer than \(fewestSamples) samples of resting eyes, or than half of the people"

  /// A part of the screen.
  package struct Cell: Sendable, Codable, Equatable {
    /// Column from 0, left to right.
    package var column: Int
    /// Row from 0, top to bottom.
    package var row: Int
    /// Number of columns.
    package var columns: Int
    /// Number of rows.
    package var rows: Int
    /// Middle of the cell, points: [x, y].
    package var centre: [Double]
    /// Number of people who looked at the cell.
    package var people: Int
    /// Number of samples while the gaze rests.
    package var samples: Int
    /// True if there are too few samples, or too few people, for a comparison with other cells.
    package var isSparse: Bool
    /// Mean over people of each person's mean error.
    @ExplicitNull package var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorPointsMean` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
    /// Mean error in degrees at the cyclopean eye.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// Mean over people of pointer − gaze, points: [x, y]; null where nobody looked.
    @ExplicitNull package var biasPoints: [Double]? = nil
    /// As `Pointer.sizeFor95Points`, for the samples in the cell, accurate to 20 points.
    @ExplicitNull package var sizeFor95Points: Double? = nil
  }

  /// Samples for which a quantity lies between two numbers; the first bin also contains smaller values and the last bin
  /// larger ones.
  package struct Bin: Sendable, Codable, Equatable {
    /// Lower end of the bin, included.
    package var from: Double
    /// Upper end of the bin, excluded.
    package var to: Double
    /// Unit of the quantity: `m` or `deg`.
    package var unit: String
    /// Number of people who have samples in the bin.
    package var people: Int
    /// Number of samples.
    package var samples: Int
    /// True if there are too few samples for a comparison with other bins.
    package var isSparse: Bool
    /// Mean over people of each person's mean error.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// Mean error in points.
    @ExplicitNull package var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorDegreesMean` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// A group of people.
  package struct Group: Sendable, Codable, Equatable {
    /// Common feature of the group.
    package var name: String
    /// Number of people in the group.
    package var people: Int
    /// Mean over the group's people of each person's median error.
    @ExplicitNull package var errorDegreesMedian: Double? = nil
    /// The 95 % confidence interval of `errorDegreesMedian`.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Errors that a share of the people do not exceed.
  package struct Tier: Sendable, Codable, Equatable {
    /// Percentiles of a person's samples, degrees.
    package struct Percentiles: Sendable, Codable, Equatable {
      /// 50th percentile.
      @ExplicitNull package var p50: Double? = nil
      /// 75th percentile.
      @ExplicitNull package var p75: Double? = nil
      /// 95th percentile.
      @ExplicitNull package var p95: Double? = nil
    }

    /// Share of the people whose errors are at most `error`, 0…1.
    package var people: Double
    /// Errors that this share of the people do not exceed.
    package var error: Percentiles
  }
}

extension PointerTables {
  /// The tables over the people for whom tracking works.
  init(_ people: People<GazeRig>, _ subject: ReportSubject) {
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
      let all = Self.values(people, "pointer.errorDegrees.median")
      byPreset = [Self.group(preset, all, subject.population)].compactMap { $0 }
    }
  }

  private static func cells(_ sums: GazeSummary, points: Vector2, _ population: Population) -> [Cell] {
    let (columns, rows) = (ScreenCells.columns, ScreenCells.rows)
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let cell = sums.cells[row * columns + column]
        let middle = points * SIMD2((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        var rng = PhiloxGenerator(seed: 1, stream: 2)
        let points = PeopleEstimate.mean(of: Array(cell.errorPoints), using: &rng)?.about(population)
        return Cell(
          column: column, row: row, columns: columns, rows: rows, centre: [middle.x, middle.y], people: cell.people,
          samples: cell.samples,
          isSparse: cell.samples < fewestSamples || Double(cell.people) < fewestPeople * Double(sums.lookers),
          errorPointsMean: points?.value, ci95: points?.interval.interval, errorDegreesMean: cell.errorDegrees,
          biasPoints: cell.biasPoints.map { [$0.x, $0.y] }, sizeFor95Points: cell.side(for: 0.95))
      }
    }
  }

  private static func bins(_ pooled: PooledBins, unit: String, _ population: Population) -> [Bin] {
    pooled.bins.enumerated().compactMap { index, bin -> Bin? in
      guard bin.people > 0 else { return nil }
      var rng = PhiloxGenerator(seed: 1, stream: 2)
      let degrees = PeopleEstimate.mean(of: Array(bin.errorDegrees), using: &rng)?.about(population)
      let range = pooled.range(index)
      return Bin(
        from: range.from, to: range.to, unit: unit, people: bin.people, samples: bin.samples,
        isSparse: bin.samples < fewestSamples, errorDegreesMean: degrees?.value, errorPointsMean: bin.errorPoints,
        ci95: degrees?.interval.interval)
    }
  }

  private static func group(_ name: String, _ medians: [Double], _ population: Population) -> Group? {
    guard !medians.isEmpty else { return nil }
    var rng = PhiloxGenerator(seed: 1, stream: 2)
    let estimate = PeopleEstimate.mean(of: medians, using: &rng)?.about(population)
    return Group(
      name: name, people: medians.count, errorDegreesMedian: estimate?.value, ci95: estimate?.interval.interval)
  }

  private static func tiers(_ people: People<GazeRig>, _ error: String, p75: [Double]) -> [Tier] {
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
  private static func values(_ people: People<GazeRig>, _ name: String) -> [Double] {
    GazeMetric.find(name).map { people.parts($0).map(\.numerator) } ?? []
  }
}
