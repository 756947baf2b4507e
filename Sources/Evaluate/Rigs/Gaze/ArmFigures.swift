import GazeMetrics
import GazeTesting

/// The numbers that a comparison needs of one person in one arm.
struct ArmFigures: Sendable, Codable {
  /// True if tracking fails for this person; such a person is left out of all metrics.
  let isFailing: Bool
  // These numbers are NaN if absent, which takes half the memory of optionals.
  fileprivate let (points, degrees, lag, jitter): (Double, Double, Double, Double)
  fileprivate let areDistancesKnown: Bool
  fileprivate let (hits, falseScrolls, misses, falseWithoutIntent): (Int32, Int32, Int32, Int32)
  fileprivate let (secondsWithoutIntent, secondsOffScreen, pointsOffScreen): (Double, Double, Double)

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
  init(_ person: Measured<PersonResult>, against reference: ErrorReference = .truth) {
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
}

/// The figures of many people in one arm, column by column: 57 bytes a person, since there may be twenty arms and
/// 100,000 people.
struct ArmColumn: RandomAccessCollection, Sendable {
  private var flags: [UInt8] = []
  private var (points, degrees): (NumberList, NumberList) = ([], [])
  /// Lag and jitter; empty as long as nobody has them, since most comparisons measure neither.
  private var (lags, jitters): (NumberList, NumberList) = ([], [])
  private var counts: BlockList<SIMD4<Int32>> = []
  private var (secondsWithoutIntent, secondsOffScreen, pointsOffScreen): (NumberList, NumberList, NumberList) = (
    [], [], []
  )

  /// A column of these people.
  init(_ people: some Sequence<ArmFigures> = []) {
    for person in people { append(person) }
  }

  /// Adds the next person.
  mutating func append(_ person: ArmFigures) {
    Self.append(person.lag, to: &lags, after: count)
    Self.append(person.jitter, to: &jitters, after: count)
    flags.append((person.isFailing ? 1 : 0) | (person.areDistancesKnown ? 2 : 0))
    points.append(person.points)
    degrees.append(person.degrees)
    counts.append(SIMD4(person.hits, person.falseScrolls, person.misses, person.falseWithoutIntent))
    secondsWithoutIntent.append(person.secondsWithoutIntent)
    secondsOffScreen.append(person.secondsOffScreen)
    pointsOffScreen.append(person.pointsOffScreen)
  }

  private static func append(_ number: Double, to column: inout NumberList, after count: Int) {
    if column.isEmpty {
      guard !number.isNaN else { return }
      for _ in 0..<count { column.append(.nan) }
    }
    column.append(number)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { flags.count }

  subscript(index: Int) -> ArmFigures {
    ArmFigures(
      isFailing: flags[index] & 1 != 0,
      errors: (
        points[index], degrees[index], lags.isEmpty ? .nan : lags[index], jitters.isEmpty ? .nan : jitters[index]
      ),
      areDistancesKnown: flags[index] & 2 != 0, counts: counts[index],
      times: (secondsWithoutIntent[index], secondsOffScreen[index], pointsOffScreen[index]))
  }
}

extension ArmFigures {
  /// The errors of a pointer that never moves, which nobody would let scroll.
  init(resting: (points: Double?, degrees: Double?), isFailing: Bool) {
    self.init(
      isFailing: isFailing, errors: (resting.points ?? .nan, resting.degrees ?? .nan, .nan, .nan),
      areDistancesKnown: false, counts: .zero, times: (0, 0, 0))
  }

  fileprivate init(
    isFailing: Bool, errors: (Double, Double, Double, Double), areDistancesKnown: Bool, counts: SIMD4<Int32>,
    times: (Double, Double, Double)
  ) {
    self.isFailing = isFailing
    (points, degrees, lag, jitter) = errors
    self.areDistancesKnown = areDistancesKnown
    (hits, falseScrolls, misses, falseWithoutIntent) = (counts.x, counts.y, counts.z, counts.w)
    (secondsWithoutIntent, secondsOffScreen, pointsOffScreen) = times
  }
}
