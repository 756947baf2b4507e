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
    /// The 95 % interval of `median` over people; those of the others stand in `intervals`.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// How long something takes.
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

  /// The pointer. Its own figures are of the pointer as the app shows it, after smoothing.
  ///
  /// `error…` is the distance to the true gaze over all samples, saccades included, `settledError…` the same while the eyes
  /// rest; both are null without the truth. `targetError…` is the distance to the shown target.
  package struct Pointer: Sendable, Codable {
    /// To the true gaze, all samples: screen points.
    package var errorPoints: ErrorFigures
    /// Millimetres on the screen.
    package var errorMillimetres: ErrorFigures
    /// Degrees at the cyclopean eye.
    package var errorDegrees: ErrorFigures
    /// To the true gaze, from 0.3 s after a saccade: screen points.
    package var settledErrorPoints = ErrorFigures()
    /// Millimetres on the screen.
    package var settledErrorMillimetres = ErrorFigures()
    /// Degrees at the cyclopean eye.
    package var settledErrorDegrees = ErrorFigures()
    /// To the shown target, from 0.75 s after it came, with the truth and without: screen points.
    package var targetErrorPoints = ErrorFigures()
    /// Millimetres on the screen.
    package var targetErrorMillimetres = ErrorFigures()
    /// Degrees at the cyclopean eye.
    package var targetErrorDegrees = ErrorFigures()
    /// How many samples these rest on, and how many frames are in none of them.
    package var samples = Samples()
    /// Angle between a fixation's mean pointer and its target, mean over targets, then people.
    @ExplicitNull package var accuracyDegrees: Double? = nil
    /// RMS of successive samples within fixations.
    @ExplicitNull package var precisionRMSS2SDegrees: Double? = nil
    /// Standard deviation within fixations.
    @ExplicitNull package var precisionSTDDegrees: Double? = nil
    /// 68 % bivariate contour ellipse area within fixations.
    @ExplicitNull package var bceaDegrees2: Double? = nil
    /// Share of expected frames without a tracked face, or without a pointer of their own.
    @ExplicitNull package var dataLoss: Double? = nil
    /// By how much the pointer follows the gaze: the delay that makes them most alike.
    @ExplicitNull package var latencyMilliseconds: Double? = nil
    /// The pointer before smoothing.
    package var raw = Raw()
    /// Frames a second that are not lost, mean over people.
    @ExplicitNull package var effectiveFrequencyHertz: Double? = nil
    /// Longest time in which all frames are lost, mean over people.
    @ExplicitNull package var longestGapSeconds: Double? = nil
    /// From a step of the true gaze until the pointer has gone half of its own way.
    package var stepResponseMilliseconds = Milliseconds()
    /// From a step of the shown target: the eyes' own reaction and saccade are in it.
    package var targetStepResponseMilliseconds = Milliseconds()
    /// How often the pointer is inside a target that is looked at while the eyes rest, by its size.
    package var targetSizes: [TargetSize] = []
    /// The side of a square that the pointer is in for 95 % of the samples of resting eyes, points.
    package var sizeFor95Points = Estimated()
    /// While the eyes rest, by where on the screen the gaze was.
    package var cells: [Cell] = []
    /// While the eyes rest, by how far they were from the screen's plane.
    package var byDistance: [Bin] = []
    /// While the eyes rest, by how far the phone was leant back from upright.
    package var byRecline: [Bin] = []
    /// While the eyes rest, by how far the gaze was from the screen's middle, as the eyes see it.
    package var byEccentricity: [Bin] = []
    /// By what is special about a person; `none` is nothing.
    package var byFlag: [Group] = []
    /// By the simulated tracker.
    package var byPreset: [Group] = []
    /// What that share of people do not exceed (Feit et al., CHI 2017, doi 10.1145/3025453.3025599).
    package var tiers: [Tier] = []
    /// A bank of filters over a few people's raw pointers; there only where an HTML page was asked for.
    package var front: [LagJitterPoint]?
  }
}

extension GazeFindings.Pointer {
  /// What the errors rest on, over all people whom tracking does not fail.
  package struct Samples: Sendable, Codable, Equatable {
    /// Compared with the true gaze.
    package var all = 0
    /// Of resting eyes: what sizes, cells and bins rest on.
    package var settled = 0
    /// Compared with the shown target.
    package var target = 0
    /// Frames that are in no error: `all`, or without the truth `settled`, and these are all frames.
    package var leftOut = LeftOut()
  }

  /// Frames that are in no error, each for the first reason that holds.
  package struct LeftOut: Sendable, Codable, Equatable {
    /// Without the truth: no target is shown, or it has not been for 0.75 s.
    package var unsettled = 0
    /// Lids closed.
    package var blinks = 0
    /// The true gaze is not on the screen.
    package var offScreen = 0
    /// The pipeline has no pointer of its own.
    package var withoutPointer = 0
  }

  /// The pointer before smoothing.
  package struct Raw: Sendable, Codable, Equatable {
    /// Screen points.
    package var errorPoints = GazeFindings.ErrorFigures()
    /// Degrees at the cyclopean eye.
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

  /// A square target, centred on what is looked at.
  package struct TargetSize: Sendable, Codable, Equatable {
    /// Its side.
    package var points: Double
    /// Share of the samples whose pointer is inside, mean over people.
    @ExplicitNull package var hitRate: Double? = nil
    /// The 95 % interval of `hitRate` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Fewer samples than these are too few: less than two seconds at 60 Hz.
  package static let fewestSamples = 100
  /// The map's fewest people, as a share of those who looked anywhere: a mean over others than the neighbours' people tells
  /// more about the people than about the place.
  package static let fewestPeople = 0.5
  /// Both in words.
  package static let sparseDefinition =
    "fewer than \(fewestSamples) samples of resting eyes, or than half of the people"

  /// A part of the screen.
  package struct Cell: Sendable, Codable, Equatable {
    /// From 0, left to right.
    package var column: Int
    /// From 0, top to bottom.
    package var row: Int
    /// How many there are.
    package var columns: Int
    /// How many there are.
    package var rows: Int
    /// Its middle, points: [x, y].
    package var centre: [Double]
    /// How many people looked there.
    package var people: Int
    /// How many samples of resting eyes there are.
    package var samples: Int
    /// Too few samples, or too few of the people, to be compared with other cells.
    package var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull package var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorPointsMean` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
    /// The same in degrees at the cyclopean eye.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// Mean over people of pointer − gaze, points: [x, y]; null where nobody looked.
    @ExplicitNull package var biasPoints: [Double]? = nil
    /// As `Pointer.sizeFor95Points`, of the samples in the cell, told to within 20 points.
    @ExplicitNull package var sizeFor95Points: Double? = nil
  }

  /// The samples of which something lies between two numbers; the first and the last bin hold what lies beyond, too.
  package struct Bin: Sendable, Codable, Equatable {
    /// At least.
    package var from: Double
    /// And less than.
    package var to: Double
    /// `m` or `deg`.
    package var unit: String
    /// How many people have such samples.
    package var people: Int
    /// How many samples there are.
    package var samples: Int
    /// Too few samples to be compared with other bins.
    package var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull package var errorDegreesMean: Double? = nil
    /// The same in points.
    @ExplicitNull package var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorDegreesMean` over people.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// Some of the people.
  package struct Group: Sendable, Codable, Equatable {
    /// What they have in common.
    package var name: String
    /// How many they are.
    package var people: Int
    /// Mean over them of the median error.
    @ExplicitNull package var errorDegreesMedian: Double? = nil
    /// Its 95 % interval.
    @ExplicitNull package var ci95: ConfidenceInterval? = nil
  }

  /// What a share of the people do not exceed.
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
    /// What they do not exceed.
    package var error: Percentiles
  }
}
