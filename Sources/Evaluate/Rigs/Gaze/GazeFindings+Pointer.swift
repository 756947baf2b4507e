package import GazeMetrics
package import GazeRecording

extension GazeFindings {
  /// A distribution of pointer errors: the means over people of each person's own figure.
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
    /// The 95 % interval of `median` over people; the intervals of the other figures are in `intervals`.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Median and 90th percentile of a duration.
  package struct Milliseconds: Sendable, Codable, Equatable {
    /// Median.
    @ExplicitNull package var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull package var p90: Double? = nil
  }

  /// A figure and its interval.
  package struct Estimated: Sendable, Codable, Equatable {
    /// The figure.
    @ExplicitNull package var value: Double? = nil
    /// Its 95 % interval over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// The pointer. All figures outside of `raw` belong to the pointer that the app shows, after smoothing.
  ///
  /// `error…` is the distance to the true gaze over all samples, saccades included, `settledError…` the same while the
  /// eyes rest; both are null without the truth. `targetError…` is the distance to the shown target.
  package struct Pointer: Sendable, Codable {
    /// Error to the true gaze over all samples, screen points.
    package var errorPoints: ErrorFigures
    /// The same error in millimetres on the screen.
    package var errorMillimetres: ErrorFigures
    /// The same error in degrees at the cyclopean eye.
    package var errorDegrees: ErrorFigures
    /// Error to the true gaze from 0.3 s after a saccade, screen points.
    package var settledErrorPoints = ErrorFigures()
    /// The same error in millimetres on the screen.
    package var settledErrorMillimetres = ErrorFigures()
    /// The same error in degrees at the cyclopean eye.
    package var settledErrorDegrees = ErrorFigures()
    /// Error to the shown target from 0.75 s after its onset, with the truth and without, screen points.
    package var targetErrorPoints = ErrorFigures()
    /// The same error in millimetres on the screen.
    package var targetErrorMillimetres = ErrorFigures()
    /// The same error in degrees at the cyclopean eye.
    package var targetErrorDegrees = ErrorFigures()
    /// Number of samples behind these errors, and of frames left out of them.
    package var samples = Samples()
    /// Angle between a fixation's mean pointer and its target, mean over targets, then people.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// RMS of the steps between successive samples within fixations.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// Standard deviation within fixations.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// 68 % bivariate contour ellipse area within fixations.
    @ExplicitNull package var bceaDegrees2: Double? = nil
    /// Share of expected frames without a tracked face, or without a pointer of their own.
    @ExplicitNull package var dataLoss: Double? = nil
    /// Lag of the pointer behind the gaze: the delay that makes them most similar.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
    /// The pointer before smoothing.
    package var raw = Raw()
    /// Frames per second that are not lost, mean over people.
    @ExplicitNull package var effectiveFrequencyHertz: Double? = nil
    /// Longest time in which all frames are lost, mean over people.
    @ExplicitNull package var longestGapSeconds: Double? = nil
    /// Time from a step of the true gaze until the pointer has gone half of its own way.
    package var stepResponseMilliseconds = Milliseconds()
    /// Time from a step of the shown target; it includes the eyes' own reaction and saccade.
    package var targetStepResponseMilliseconds = Milliseconds()
    /// Share of samples with the pointer inside a target, while the eyes rest on it, by the target's size.
    package var targetSizes: [TargetSize] = []
    /// Side of the square that contains the pointer in 95 % of the samples of resting eyes, points.
    package var sizeFor95Points = Estimated()
    /// Errors while the eyes rest, by the place of the gaze on the screen.
    package var cells: [Cell] = []
    /// Errors while the eyes rest, by their distance from the screen's plane.
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
    /// A bank of filters on a few people's raw pointers; present only if an HTML page was requested.
    package var front: [LagJitterPoint]?
  }
}

extension GazeFindings.Pointer {
  /// Number of samples behind the errors, over all people except those for whom tracking fails.
  package struct Samples: Sendable, Codable, Equatable {
    /// Samples compared with the true gaze.
    package var all = 0
    /// Samples of resting eyes: the basis of sizes, cells and bins.
    package var settled = 0
    /// Samples compared with the shown target.
    package var target = 0
    /// Frames that are in no error. Together with `all`, or without the truth with `settled`, they make up all frames.
    package var leftOut = LeftOut()
  }

  /// Frames that are in no error, each for the first reason that holds.
  package struct LeftOut: Sendable, Codable, Equatable {
    /// Frames without a target, or before 0.75 s of a target; counted only without the truth.
    package var unsettled = 0
    /// Frames with closed lids.
    package var blinks = 0
    /// Frames whose true gaze is off the screen.
    package var offScreen = 0
    /// Frames for which the pipeline has no pointer of its own.
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
  /// Fewest people for a comparison of cells, as a share of those who looked anywhere: if a cell's people differ from
  /// its neighbours' people, the mean says more about the people than about the place.
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
    /// Number of people who looked there.
    package var people: Int
    /// Number of samples of resting eyes.
    package var samples: Int
    /// True if there are too few samples, or too few people, for a comparison with other cells.
    package var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull package var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorPointsMean` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
    /// The same in degrees at the cyclopean eye.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// Mean over people of pointer − gaze, points: [x, y]; null where nobody looked.
    @ExplicitNull package var biasPoints: [Double]? = nil
    /// As `Pointer.sizeFor95Points`, for the samples in the cell, accurate to 20 points.
    @ExplicitNull package var sizeFor95Points: Double? = nil
  }

  /// Samples for which a quantity lies between two numbers; the first and the last bin also hold the values beyond.
  package struct Bin: Sendable, Codable, Equatable {
    /// Smallest value, included.
    package var from: Double
    /// Upper end, excluded.
    package var to: Double
    /// Unit of the quantity: `m` or `deg`.
    package var unit: String
    /// Number of people with such samples.
    package var people: Int
    /// Number of samples.
    package var samples: Int
    /// True if there are too few samples for a comparison with other bins.
    package var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// The same in points.
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
    /// Mean over these people of the median error.
    @ExplicitNull package var errorDegreesMedian: Double? = nil
    /// Its 95 % interval.
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

    /// The share of people, 0…1.
    package var people: Double
    /// Errors that these people do not exceed.
    package var error: Percentiles
  }
}
