import GazeMetrics
import GazeTesting

/// The numbers that a comparison needs of one person with one variant. There may be twenty variants and 100,000 people.
struct VariantFigures: Codable {
  /// True if tracking fails for this person; such a person is left out of all metrics.
  let isFailing: Bool
  // These numbers are NaN if absent, which takes half the memory of optionals.
  private var (points, degrees, lag, jitter) = (Double.nan, Double.nan, Double.nan, Double.nan)
  private var (secondsWithoutIntent, secondsOffScreen, pointsOffScreen) = (0.0, 0.0, 0.0)
  private var (hits, falseScrolls, misses, falseWithoutIntent): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
  private var areDistancesKnown = false

  /// Median pointer error, points.
  var medianPoints: Double? { Self.known(points) }
  /// Median pointer error, degrees.
  var medianDegrees: Double? { Self.known(degrees) }
  /// Delay of the pointer behind the gaze, seconds.
  var latency: Double? { Self.known(lag) }
  /// Jitter of the pointer in a fixation, RMS from sample to sample, degrees.
  var jitterDegrees: Double? { Self.known(jitter) }

  /// Counts and times of scrolling, without latencies.
  var scroll: ScrollTally {
    var tally = ScrollTally()
    (tally.truePositives, tally.falsePositives) = (Int(hits), Int(falseScrolls))
    (tally.falseNegatives, tally.falseWithoutIntent) = (Int(misses), Int(falseWithoutIntent))
    (tally.secondsWithoutIntent, tally.secondsOffScreen) = (secondsWithoutIntent, secondsOffScreen)
    (tally.pointsScrolledOffScreen, tally.areDistancesKnown) = (pointsOffScreen, areDistancesKnown)
    return tally
  }

  private static func known(_ number: Double) -> Double? { number.isNaN ? nil : number }

  /// The parts of a person's results that the numbers come from; a comparison of twenty pipelines takes three times as
  /// long if it measures all of them.
  ///
  /// - Parameter hasSmoothings: true if delay and jitter are needed.
  static func parts(hasSmoothings: Bool) -> PointerMeter.Parts {
    hasSmoothings ? [.errors, .scrolling, .lag, .fixations] : [.errors, .scrolling]
  }

  /// The numbers of a person whose scenarios are complete.
  ///
  /// - Parameter reference: the reference of the pointer's error.
  init(_ person: PersonMeasurement<PersonResult>, against reference: ErrorReference = .truth) {
    isFailing = person.pointer.isFailing
    let isTrue = reference == .truth
    points = (isTrue ? person.pointer.errorPoints : person.pointer.target.points).median ?? .nan
    degrees = (isTrue ? person.pointer.errorDegrees : person.pointer.target.degrees).median ?? .nan
    lag = person.pointer.latency ?? .nan
    jitter = person.pointer.precisionRMSS2SDegrees ?? .nan
    let all = person.scroll.scroll
    hits = Int32(clamping: all.truePositives)
    falseScrolls = Int32(clamping: all.falsePositives)
    misses = Int32(clamping: all.falseNegatives)
    falseWithoutIntent = Int32(clamping: all.falseWithoutIntent)
    secondsWithoutIntent = all.secondsWithoutIntent
    secondsOffScreen = all.secondsOffScreen
    pointsOffScreen = all.pointsScrolledOffScreen
    areDistancesKnown = all.areDistancesKnown
  }

  /// The errors of a pointer that never moves, which nobody would let scroll. They are measured beside the pointer of a
  /// comparison's first variant.
  init(_ pointer: RestingPointer, _ person: PersonMeasurement<PersonResult>) {
    isFailing = person.pointer.isFailing
    let resting = person.pointer.resting
    let (points, degrees) =
      switch pointer {
      case .bestPlace: (resting.bestPlacePoints, resting.bestPlaceDegrees)
      case .middle: (resting.middlePoints, resting.middleDegrees)
      }
    (self.points, self.degrees) = (points ?? .nan, degrees ?? .nan)
  }
}

/// A pointer that never moves: what an error has to be smaller than. The raw values are the labels of the rows.
enum RestingPointer: String, CaseIterable {
  /// At the place that, in hindsight, is best for each person; a place for each.
  case bestPlace = "at rest, best place"
  /// In the screen's middle.
  case middle = "at rest, middle"
}
