import GazeMetrics
public import GazeRecording

/// What `gazesim quality` says of a table: every figure as ETDQualitizer 1.2.0 defines it (`FixationQuality`,
/// `WholePrecision`).
public struct QualityReport: Sendable, Codable, Equatable {
  /// Figures of a gaze on a target, or their means; null where there are too few samples.
  public struct Figures: Sendable, Codable, Equatable {
    /// Angle between the mean gaze and the target, degrees.
    @ExplicitNull public var accuracyDegrees: Double?
    /// Degrees.
    @ExplicitNull public var precisionRMSS2SDegrees: Double?
    /// Degrees.
    @ExplicitNull public var precisionSTDDegrees: Double?
    /// Degrees².
    @ExplicitNull public var bceaDegrees2: Double?
    /// Share of the samples without a gaze, 0…1.
    @ExplicitNull public var dataLoss: Double?
    /// Valid samples a second.
    @ExplicitNull public var effectiveFrequency: Double?

    /// The means of those that are there.
    init(means all: [Figures]) {
      func mean(_ value: (Figures) -> Double?) -> Double? {
        let values = all.compactMap(value)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      }
      accuracyDegrees = mean(\.accuracyDegrees)
      precisionRMSS2SDegrees = mean(\.precisionRMSS2SDegrees)
      precisionSTDDegrees = mean(\.precisionSTDDegrees)
      bceaDegrees2 = mean(\.bceaDegrees2)
      dataLoss = mean(\.dataLoss)
      effectiveFrequency = mean(\.effectiveFrequency)
    }

    init(
      accuracyDegrees: Double?, precisionRMSS2SDegrees: Double?, precisionSTDDegrees: Double?, bceaDegrees2: Double?,
      dataLoss: Double?, effectiveFrequency: Double?
    ) {
      self.accuracyDegrees = accuracyDegrees
      self.precisionRMSS2SDegrees = precisionRMSS2SDegrees
      self.precisionSTDDegrees = precisionSTDDegrees
      self.bceaDegrees2 = bceaDegrees2
      self.dataLoss = dataLoss
      self.effectiveFrequency = effectiveFrequency
    }
  }

  /// One eye on one target: one stretch of all its rows, or the means over its visits.
  public struct Target: Sendable, Codable, Equatable {
    /// The identifier in the table, or its place.
    public var target: String
    /// Where it is, in the table's unit.
    public var place: [Double]
    /// How many stretches: its visits, or one.
    public var stretches: Int
    /// Samples, with a gaze or without.
    public var samples: Int
    /// The mean gaze as the target sees it, (right, up), degrees.
    @ExplicitNull public var offsetDegrees: [Double]?
    /// Its figures.
    public var figures: Figures

    init(_ target: (name: String, place: SIMD2<Double>), _ tally: StretchTally) {
      self.target = target.name
      place = [target.place.x, target.place.y]
      (stretches, samples) = (tally.count, tally.samples)
      offsetDegrees = tally.offsetDegrees
      figures = tally.means
    }
  }

  /// One eye over the whole table, with and without targets.
  public struct Whole: Sendable, Codable, Equatable {
    /// Samples, with a gaze or without.
    public var samples: Int
    /// RMS-S2S by the median step, degrees.
    @ExplicitNull public var precisionRMSS2SMedianDegrees: Double?
    /// RMS-S2S by the median window, degrees.
    @ExplicitNull public var precisionRMSS2SWindowDegrees: Double?
    /// Length of a window, samples.
    @ExplicitNull public var windowSamples: Int?
    /// Share of the samples without a gaze, 0…1.
    @ExplicitNull public var dataLoss: Double?
    /// Share of those that should have come, 0…1.
    @ExplicitNull public var dataLossExpected: Double?
    /// Valid samples a second.
    @ExplicitNull public var effectiveFrequency: Double?
    /// Samples a second that should have come: as given, or by the median interval.
    @ExplicitNull public var rate: Double?

    init(_ whole: WholePrecision, rate given: Double?, window: Double) {
      samples = whole.sampleCount
      rate = given ?? whole.nominalRate
      windowSamples = rate.map { Int(min(max((window * $0).rounded(), 0), 1e9)) }
      precisionRMSS2SMedianDegrees = whole.medianDegrees
      precisionRMSS2SWindowDegrees = windowSamples.flatMap { whole.windowDegrees(samples: $0) }
      dataLoss = whole.dataLoss
      dataLossExpected = rate.flatMap { whole.dataLoss(expectedRate: $0) }
      effectiveFrequency = whole.effectiveFrequency
    }
  }

  /// One eye.
  public struct Eye: Sendable, Codable, Equatable {
    /// `left`, `right` or `both`.
    public var eye: String
    /// By target.
    public var targets: [Target]
    /// Means over targets.
    public var mean: Figures
    /// Over all rows.
    public var whole: Whole

    init(_ eye: String, _ targets: [Target], _ whole: WholePrecision, rate: Double?, window: Double) {
      self.eye = eye
      self.targets = targets
      mean = Figures(means: targets.map(\.figures))
      self.whole = Whole(whole, rate: rate, window: window)
    }
  }

  /// What a column was taken for.
  public struct Column: Sendable, Codable, Equatable {
    /// `time`, `leftX`, …
    public var role: String
    /// Its name in the table.
    public var name: String
  }

  /// `gazesim.quality`.
  public var schema = "gazesim.quality"
  /// Version of this layout.
  public var version = 1
  /// The table.
  public var path: String
  /// Its rows.
  public var rows: Int
  /// Targets in them.
  public var targets: Int
  /// What was read.
  public var columns: [Column]
  /// Of the ellipse.
  public var bceaProbability: Double
  /// The rows are a log of every frame, the eyes' way to each target included.
  public var isLog: Bool
  /// Seconds after a target's onset that are in no target's figures.
  public var settleSeconds: Double
  /// Whether each visit of a target has figures of its own.
  public var visits: QualityRun.Visits
  /// By eye.
  public var eyes: [Eye]
  /// Means over eyes and targets.
  public var mean: Figures
  /// What was assumed or left out, in sentences.
  public var notes: [String]

  init(
    path: String, rows: Int, targets: Int, columns: [Column], bceaProbability: Double, isLog: Bool,
    settleSeconds: Double, visits: QualityRun.Visits, eyes: [Eye], notes: [String]
  ) {
    self.path = path
    self.rows = rows
    self.targets = targets
    self.columns = columns
    self.bceaProbability = bceaProbability
    (self.isLog, self.settleSeconds, self.visits) = (isLog, settleSeconds, visits)
    self.eyes = eyes
    mean = Figures(means: eyes.flatMap(\.targets).map(\.figures))
    self.notes = notes
  }
}
