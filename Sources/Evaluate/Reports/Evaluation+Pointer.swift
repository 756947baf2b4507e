public import GazeMetrics
public import GazeRecording

extension Evaluation {
  /// A distribution of pointer errors: the means over people of each person's own figure.
  public struct ErrorFigures: Sendable, Codable, Equatable {
    /// Mean.
    @ExplicitNull public var mean: Double? = nil
    /// Median.
    @ExplicitNull public var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull public var p90: Double? = nil
    /// 95th percentile.
    @ExplicitNull public var p95: Double? = nil
    /// Root mean square.
    @ExplicitNull public var rms: Double? = nil
    /// The 95 % interval of `median` over people; those of the others stand in `intervals`.
    @ExplicitNull public var ci95: Interval? = nil
  }

  /// How long something takes.
  public struct Milliseconds: Sendable, Codable, Equatable {
    /// Median.
    @ExplicitNull public var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull public var p90: Double? = nil
  }

  /// A figure and its interval.
  public struct Estimated: Sendable, Codable, Equatable {
    /// The figure.
    @ExplicitNull public var value: Double? = nil
    /// Its 95 % interval over people.
    @ExplicitNull public var ci95: Interval? = nil
  }

  /// The pointer. Its own figures are of the pointer as the app shows it, after smoothing.
  ///
  /// `error…` is the distance to the true gaze over all samples, saccades included, `settledError…` the same while the eyes
  /// rest; both are null without the truth. `targetError…` is the distance to the shown target.
  public struct Pointer: Sendable, Codable {
    /// To the true gaze, all samples: screen points.
    public var errorPoints: ErrorFigures
    /// Millimetres on the screen.
    public var errorMillimetres: ErrorFigures
    /// Degrees at the cyclopean eye.
    public var errorDegrees: ErrorFigures
    /// To the true gaze, from 0.3 s after a saccade: screen points.
    public var settledErrorPoints = ErrorFigures()
    /// Millimetres on the screen.
    public var settledErrorMillimetres = ErrorFigures()
    /// Degrees at the cyclopean eye.
    public var settledErrorDegrees = ErrorFigures()
    /// To the shown target, from 0.75 s after it came, with the truth and without: screen points.
    public var targetErrorPoints = ErrorFigures()
    /// Millimetres on the screen.
    public var targetErrorMillimetres = ErrorFigures()
    /// Degrees at the cyclopean eye.
    public var targetErrorDegrees = ErrorFigures()
    /// How many samples these rest on, and how many frames are in none of them.
    public var samples = Samples()
    /// Angle between a fixation's mean pointer and its target, mean over targets, then people.
    @ExplicitNull public var accuracyDegrees: Double? = nil
    /// RMS of successive samples within fixations.
    @ExplicitNull public var precisionRMSS2SDegrees: Double? = nil
    /// Standard deviation within fixations.
    @ExplicitNull public var precisionSTDDegrees: Double? = nil
    /// 68 % bivariate contour ellipse area within fixations.
    @ExplicitNull public var bceaDegrees2: Double? = nil
    /// Share of expected frames without a tracked face, or without a pointer of their own.
    @ExplicitNull public var dataLoss: Double? = nil
    /// By how much the pointer follows the gaze: the delay that makes them most alike.
    @ExplicitNull public var latencyMilliseconds: Double? = nil
    /// The pointer before smoothing.
    public var raw = Raw()
    /// Frames a second that are not lost, mean over people.
    @ExplicitNull public var effectiveFrequencyHertz: Double? = nil
    /// Longest time in which all frames are lost, mean over people.
    @ExplicitNull public var longestGapSeconds: Double? = nil
    /// From a step of the true gaze until the pointer has gone half of its own way.
    public var stepResponseMilliseconds = Milliseconds()
    /// From a step of the shown target: the eyes' own reaction and saccade are in it.
    public var targetStepResponseMilliseconds = Milliseconds()
    /// How often the pointer is inside a target that is looked at while the eyes rest, by its size.
    public var targetSizes: [TargetSize] = []
    /// The side of a square that the pointer is in for 95 % of the samples of resting eyes, points.
    public var sizeFor95Points = Estimated()
    /// While the eyes rest, by where on the screen the gaze was.
    public var cells: [Cell] = []
    /// While the eyes rest, by how far they were from the screen's plane.
    public var byDistance: [Bin] = []
    /// While the eyes rest, by how far the phone was leant back from upright.
    public var byRecline: [Bin] = []
    /// While the eyes rest, by how far the gaze was from the screen's middle, as the eyes see it.
    public var byEccentricity: [Bin] = []
    /// By what is special about a person; `none` is nothing.
    public var byFlag: [Group] = []
    /// By the simulated tracker.
    public var byPreset: [Group] = []
    /// What that share of people do not exceed (Feit et al., CHI 2017, doi 10.1145/3025453.3025599).
    public var tiers: [Tier] = []
    /// A bank of filters over a few people's raw pointers; there only where an HTML page was asked for.
    public var front: [LagJitterPoint]?
  }
}

extension Evaluation.Pointer {
  /// What the errors rest on, over all people whom tracking does not fail.
  public struct Samples: Sendable, Codable, Equatable {
    /// Compared with the true gaze.
    public var all = 0
    /// Of resting eyes: what sizes, cells and bins rest on.
    public var settled = 0
    /// Compared with the shown target.
    public var target = 0
    /// Frames that are in no error: `all`, or without the truth `settled`, and these are all frames.
    public var leftOut = LeftOut()
  }

  /// Frames that are in no error, each for the first reason that holds.
  public struct LeftOut: Sendable, Codable, Equatable {
    /// Without the truth: no target is shown, or it has not been for 0.75 s.
    public var unsettled = 0
    /// Lids closed.
    public var blinks = 0
    /// The true gaze is not on the screen.
    public var offScreen = 0
    /// The pipeline has no pointer of its own.
    public var withoutPointer = 0
  }

  /// The pointer before smoothing.
  public struct Raw: Sendable, Codable, Equatable {
    /// Screen points.
    public var errorPoints = Evaluation.ErrorFigures()
    /// Degrees at the cyclopean eye.
    public var errorDegrees = Evaluation.ErrorFigures()
    /// As `Pointer.accuracyDegrees`.
    @ExplicitNull public var accuracyDegrees: Double? = nil
    /// As `Pointer.precisionRMSS2SDegrees`.
    @ExplicitNull public var precisionRMSS2SDegrees: Double? = nil
    /// As `Pointer.precisionSTDDegrees`.
    @ExplicitNull public var precisionSTDDegrees: Double? = nil
    /// As `Pointer.bceaDegrees2`.
    @ExplicitNull public var bceaDegrees2: Double? = nil
    /// As `Pointer.latencyMilliseconds`.
    @ExplicitNull public var latencyMilliseconds: Double? = nil
  }

  /// A square target, centred on what is looked at.
  public struct TargetSize: Sendable, Codable, Equatable {
    /// Its side.
    public var points: Double
    /// Share of the samples whose pointer is inside, mean over people.
    @ExplicitNull public var hitRate: Double? = nil
    /// The 95 % interval of `hitRate` over people.
    @ExplicitNull public var ci95: Interval? = nil
  }

  /// Fewer samples than these are too few: less than two seconds at 60 Hz.
  public static let fewestSamples = 100
  /// The map's fewest people, as a share of those who looked anywhere: a mean over others than the neighbours' people tells
  /// more about the people than about the place.
  public static let fewestPeople = 0.5
  /// Both in words.
  package static let sparseDefinition =
    "fewer than \(fewestSamples) samples of resting eyes, or than half of the people"

  /// A part of the screen.
  public struct Cell: Sendable, Codable, Equatable {
    /// From 0, left to right.
    public var column: Int
    /// From 0, top to bottom.
    public var row: Int
    /// How many there are.
    public var columns: Int
    /// How many there are.
    public var rows: Int
    /// Its middle, points: [x, y].
    public var centre: [Double]
    /// How many people looked there.
    public var people: Int
    /// How many samples of resting eyes there are.
    public var samples: Int
    /// Too few samples, or too few of the people, to be compared with other cells.
    public var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull public var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorPointsMean` over people.
    @ExplicitNull public var ci95: Interval? = nil
    /// The same in degrees at the cyclopean eye.
    @ExplicitNull public var errorDegreesMean: Double? = nil
    /// Mean over people of pointer − gaze, points: [x, y]; null where nobody looked.
    @ExplicitNull public var biasPoints: [Double]? = nil
    /// As `Pointer.sizeFor95Points`, of the samples in the cell, told to within 20 points.
    @ExplicitNull public var sizeFor95Points: Double? = nil
  }

  /// The samples of which something lies between two numbers; the first and the last bin hold what lies beyond, too.
  public struct Bin: Sendable, Codable, Equatable {
    /// At least.
    public var from: Double
    /// And less than.
    public var to: Double
    /// `m` or `deg`.
    public var unit: String
    /// How many people have such samples.
    public var people: Int
    /// How many samples there are.
    public var samples: Int
    /// Too few samples to be compared with other bins.
    public var isSparse: Bool
    /// Mean over people of the mean error.
    @ExplicitNull public var errorDegreesMean: Double? = nil
    /// The same in points.
    @ExplicitNull public var errorPointsMean: Double? = nil
    /// The 95 % interval of `errorDegreesMean` over people.
    @ExplicitNull public var ci95: Interval? = nil
  }

  /// Some of the people.
  public struct Group: Sendable, Codable, Equatable {
    /// What they have in common.
    public var name: String
    /// How many they are.
    public var people: Int
    /// Mean over them of the median error.
    @ExplicitNull public var errorDegreesMedian: Double? = nil
    /// Its 95 % interval.
    @ExplicitNull public var ci95: Interval? = nil
  }

  /// What a share of the people do not exceed.
  public struct Tier: Sendable, Codable, Equatable {
    /// Percentiles of a person's samples, degrees.
    public struct Percentiles: Sendable, Codable, Equatable {
      /// 50th percentile.
      @ExplicitNull public var p50: Double? = nil
      /// 75th percentile.
      @ExplicitNull public var p75: Double? = nil
      /// 95th percentile.
      @ExplicitNull public var p95: Double? = nil
    }

    /// The share of people, 0…1.
    public var people: Double
    /// What they do not exceed.
    public var error: Percentiles
  }
}
