import Documents
import GazeImport
import GazeMetrics
import GazePipeline
import GazeRecording

/// Report of `gazesim quality` on a table: every figure as ETDQualitizer 1.2.0 defines it (`FixationQuality`,
/// `WholePrecision`).
package struct QualityReport: Encodable {
  /// Figures of a gaze on a target, or their means; null if there are too few samples.
  struct Figures: Encodable {
    /// Angle between the mean gaze and the target, degrees.
    @ExplicitNull package var accuracyDegrees: Double?
    /// RMS of successive samples, degrees.
    @ExplicitNull package var precisionRMSS2SDegrees: Double?
    /// Standard deviation, degrees.
    @ExplicitNull package var precisionSTDDegrees: Double?
    /// Area of the ellipse, degrees².
    @ExplicitNull package var bceaDegrees2: Double?
    /// Share of the samples without a gaze, 0…1.
    @ExplicitNull package var dataLoss: Double?
    /// Rate of valid samples, Hz.
    @ExplicitNull package var effectiveFrequency: Double?
  }

  /// One eye on one target: all its rows as one stretch, or the means over its visits.
  struct Target: Encodable {
    /// The target's identifier in the table, or its place.
    var target: String
    /// Place of the target, in the table's unit.
    var place: [Double]
    /// Number of stretches: its visits, or one.
    var stretches: Int
    /// Number of samples, with or without a gaze.
    var samples: Int
    /// The mean gaze as the target sees it, (right, up), degrees.
    @ExplicitNull package var offsetDegrees: [Double]?
    /// Figures of the eye on the target.
    var figures: Figures

    init(_ name: String, _ place: Vector2, _ tally: StretchTally) {
      (target, self.place) = (name, [place.x, place.y])
      (stretches, samples) = (tally.count, tally.samples)
      offsetDegrees = tally.offsetDegrees
      figures = tally.means
    }
  }

  /// One eye over the whole table, with and without targets.
  struct Whole: Encodable {
    /// Number of samples, with or without a gaze.
    var samples: Int
    /// RMS-S2S by the median step, degrees.
    @ExplicitNull package var precisionRMSS2SMedianDegrees: Double?
    /// RMS-S2S by the median window, degrees.
    @ExplicitNull package var precisionRMSS2SWindowDegrees: Double?
    /// Length of a window, samples.
    @ExplicitNull package var windowSamples: Int?
    /// Share of the samples without a gaze, 0…1.
    @ExplicitNull package var dataLoss: Double?
    /// Missing share of the expected samples, 0…1.
    @ExplicitNull package var dataLossExpected: Double?
    /// Rate of valid samples, Hz.
    @ExplicitNull package var effectiveFrequency: Double?
    /// Expected rate, Hz: as given, or by the median interval.
    @ExplicitNull package var rate: Double?

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

  /// Figures of one eye.
  struct Eye: Encodable {
    /// `left`, `right` or `both`.
    var eye: String
    /// Figures by target.
    var targets: [Target]
    /// Means over targets.
    var mean: Figures
    /// Figures over all rows.
    var whole: Whole
  }

  /// A column of the table and its role.
  struct Column: Encodable {
    /// `time`, `leftX`, …
    var role: String
    /// The column's name in the table.
    var name: String
  }

  /// `gazesim.quality`.
  var schema = "gazesim.quality"
  /// Version of this layout.
  var version = 1
  /// Path of the table.
  var path: String
  /// Number of rows.
  package var rows: Int
  /// Time from the first row to the last, seconds.
  var seconds: Double
  /// Number of targets.
  var targets: Int
  /// Place of the coordinates' zero: `center`, `topleft` or `bottomleft`.
  var origin: String
  /// Direction in which y grows: `up` or `down`.
  var y: String
  /// Origin and direction in words, with their reason.
  var coordinates: String
  /// The columns of the table that were read.
  var columns: [Column]
  /// Share of a Gaussian's samples in the ellipse of the BCEA.
  var bceaProbability: Double
  /// True if the rows are a log of every frame, including the eyes' movements to each target.
  var isLog: Bool
  /// Seconds after a target's onset that are left out of the target's figures.
  var settleSeconds: Double
  /// Treatment of several visits to a target.
  var visits: QualityRun.Visits
  /// Figures by eye.
  var eyes: [Eye]
  /// Means over eyes and targets.
  var mean: Figures
  /// Sentences on facts that make the figures doubtful.
  var warnings: [String]
  /// Assumptions and omissions, in sentences.
  var notes: [String]
}

extension QualityReport.Figures {
  /// The means of the figures that are not null.
  init(means all: [Self]) {
    func mean(_ value: (Self) -> Double?) -> Double? {
      let values = all.compactMap(value)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    self.init(
      accuracyDegrees: mean(\.accuracyDegrees), precisionRMSS2SDegrees: mean(\.precisionRMSS2SDegrees),
      precisionSTDDegrees: mean(\.precisionSTDDegrees), bceaDegrees2: mean(\.bceaDegrees2),
      dataLoss: mean(\.dataLoss), effectiveFrequency: mean(\.effectiveFrequency))
  }
}
