package import GazeMetrics
package import GazeRecording

extension GazeFindings {
  /// A distribution of pointer errors: each statistic is the mean over people of each person's own statistic.
  package struct ErrorFigures: Sendable, Codable, Equatable {
    /// Mean.
    @ExplicitNull package var mean: Double? = nil
    /// Median.
    @ExplicitNull package var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull package var p90: Double? = nil
    /// 95th percentile.
    @ExplicitNull package var p95: Double? = nil
    /// Root mean square.
    @ExplicitNull package var rms: Double? = nil
    /// The 95 % interval of `median` over people; the intervals of the other statistics are in `intervals`.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Median and 90th percentile of a duration.
  package struct Milliseconds: Sendable, Codable, Equatable {
    /// Median.
    @ExplicitNull package var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull package var p90: Double? = nil
  }

  /// A value over people and its confidence interval.
  package struct Estimated: Sendable, Codable, Equatable {
    /// The value.
    @ExplicitNull package var value: Double? = nil
    /// The 95 % confidence interval of `value` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Median errors of a pointer that never moves, means over people; their intervals are among those of all metrics.
  package struct Resting: Sendable, Equatable, Codable {
    /// In the screen's middle, points.
    @ExplicitNull package var middlePoints: Double?
    /// In the screen's middle, degrees.
    @ExplicitNull package var middleDegrees: Double?
    /// At the place that, in hindsight, is best for each person, points.
    @ExplicitNull package var bestPlacePoints: Double?
    /// At the place that, in hindsight, is best for each person, degrees.
    @ExplicitNull package var bestPlaceDegrees: Double?
  }

  /// Results for the pointer. All values outside of `raw` are those of the pointer that the app shows, after smoothing.
  ///
  /// `error…` is the distance to the true gaze over all samples, saccades included, and `settledError…` is the same
  /// distance while the gaze rests; both are null if the true gaze is unknown. `targetError…` is the distance to the
  /// shown target.
  package struct Pointer: Sendable, Codable {
    /// Error to the true gaze over all samples, screen points.
    package var errorPoints: ErrorFigures
    /// Error to the true gaze over all samples, millimetres on the screen.
    package var errorMillimetres: ErrorFigures
    /// Error to the true gaze over all samples, degrees at the cyclopean eye.
    package var errorDegrees: ErrorFigures
    /// Error to the true gaze from 0.3 s after a saccade, screen points.
    package var settledErrorPoints = ErrorFigures()
    /// Error to the true gaze from 0.3 s after a saccade, millimetres on the screen.
    package var settledErrorMillimetres = ErrorFigures()
    /// Error to the true gaze from 0.3 s after a saccade, degrees at the cyclopean eye.
    package var settledErrorDegrees = ErrorFigures()
    /// Error to the shown target from 0.75 s after the target's onset, screen points; available with and without a
    /// known true gaze.
    package var targetErrorPoints = ErrorFigures()
    /// Error to the shown target from 0.75 s after the target's onset, millimetres on the screen.
    package var targetErrorMillimetres = ErrorFigures()
    /// Error to the shown target from 0.75 s after the target's onset, degrees at the cyclopean eye.
    package var targetErrorDegrees = ErrorFigures()
    /// Number of samples from which the errors are computed, and number of frames left out.
    package var samples = Samples()
    /// Angle between a fixation's mean pointer and its target, mean over targets, then people.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// RMS of the pointer's steps between successive samples within fixations.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// Standard deviation of the pointer within fixations.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// 68 % bivariate contour ellipse area of the pointer within fixations.
    @ExplicitNull package var bceaDegrees2: Double? = nil
    /// Share of the expected frames in which no face is tracked or the pipeline computes no new pointer.
    @ExplicitNull package var dataLoss: Double? = nil
    /// Lag of the pointer behind the gaze: the delay at which the pointer's course is most similar to the gaze's.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
    /// The pointer before smoothing.
    package var raw = Raw()
    /// Number of frames per second that are not lost, mean over people.
    @ExplicitNull package var effectiveFrequencyHertz: Double? = nil
    /// Longest time in which all frames are lost, mean over people.
    @ExplicitNull package var longestGapSeconds: Double? = nil
    /// Time from a step of the true gaze until the pointer has gone half of its way to its new position.
    package var stepResponseMilliseconds = Milliseconds()
    /// Time from a step of the shown target until the pointer has gone half of its way to its new position; it includes
    /// the eyes' reaction and saccade.
    package var targetStepResponseMilliseconds = Milliseconds()
    /// Share of the samples in which the pointer is inside a target on which the gaze rests, by the target's size.
    package var targetSizes: [TargetSize] = []
    /// Side of the square around the gaze that contains the pointer in 95 % of the samples while the gaze rests,
    /// points.
    package var sizeFor95Points = Estimated()
    /// Median errors of a pointer that never moves, on the same samples.
    package var resting = Resting()
    /// Errors while the eyes rest, by the place of the gaze on the screen.
    package var cells: [Cell] = []
    /// Errors while the gaze rests, by the distance of the eyes from the screen's plane.
    package var byDistance: [Bin] = []
    /// Errors while the eyes rest, by the recline of the phone from upright.
    package var byRecline: [Bin] = []
    /// Errors while the eyes rest, by the angle of the gaze from the screen's middle, as the eyes see it.
    package var byEccentricity: [Bin] = []
    /// Errors by the people's special features; `none` means no special feature.
    package var byFlag: [Group] = []
    /// Errors by the preset of the simulated tracker.
    package var byPreset: [Group] = []
    /// Errors that a given share of people do not exceed (Feit et al., CHI 2017, doi 10.1145/3025453.3025599).
    package var tiers: [Tier] = []
    /// Lag and jitter of several filters, each applied to the raw pointers of a few people; present only if an HTML
    /// page was requested.
    package var front: [LagJitterPoint]?
  }
}

extension GazeFindings.Pointer {
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

  /// The pointer before smoothing.
  package struct Raw: Sendable, Codable, Equatable {
    /// Error in screen points.
    package var errorPoints = GazeFindings.ErrorFigures()
    /// Error in degrees at the cyclopean eye.
    package var errorDegrees = GazeFindings.ErrorFigures()
    /// As `Pointer.accuracyDegrees`.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// As `Pointer.precisionRMSS2SDegrees`.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// As `Pointer.precisionSTDDegrees`.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// As `Pointer.bceaDegrees2`.
    @ExplicitNull package var bceaDegrees2: Double? = nil
    /// As `Pointer.latencyMilliseconds`.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
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
