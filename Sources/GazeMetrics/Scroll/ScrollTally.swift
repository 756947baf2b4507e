/// What one person's scrolling came to; tallies of several people or takes add up.
public struct ScrollTally: Sendable, Equatable {
  /// Scrolls that the person wanted, among those judged.
  public var intents = 0
  /// Scrolls that the page made, among those judged.
  public var detected = 0
  /// Wanted and made.
  public var truePositives = 0
  /// Made, not wanted.
  public var falsePositives = 0
  /// Wanted, not made.
  public var falseNegatives = 0
  /// False positives that began while the person wanted no scroll at all.
  public var falseWithoutIntent = 0
  /// event.start − intent.start of the true positives, seconds.
  public var latencies = SignedQuantileSketch()
  /// Points that the true positives went on after their wishes had ended.
  ///
  /// Of a true positive it is the distance of those of its commands that came in a frame in which its direction was not
  /// wanted (an unknown intent does not count), without the ones before its first wanted frame, which were early; where
  /// the scroll began after its wish had ended, and none of its frames was wanted, it is all of them.
  public var overshootPoints = 0.0
  /// Time in which the person's intent is known, seconds.
  public var seconds = 0.0
  /// The part of it in which no scroll was wanted.
  public var secondsWithoutIntent = 0.0
  /// Time in which the person looked at something that is not the screen, seconds; known intent or not.
  public var secondsOffScreen = 0.0
  /// Points scrolled in that time.
  public var pointsScrolledOffScreen = 0.0

  /// Nothing yet.
  public init() {}

  /// Takes in another tally.
  public mutating func merge(_ other: ScrollTally) {
    intents = saturating(intents, other.intents)
    detected = saturating(detected, other.detected)
    truePositives = saturating(truePositives, other.truePositives)
    falsePositives = saturating(falsePositives, other.falsePositives)
    falseNegatives = saturating(falseNegatives, other.falseNegatives)
    falseWithoutIntent = saturating(falseWithoutIntent, other.falseWithoutIntent)
    latencies.merge(other.latencies)
    overshootPoints += other.overshootPoints
    seconds += other.seconds
    secondsWithoutIntent += other.secondsWithoutIntent
    secondsOffScreen += other.secondsOffScreen
    pointsScrolledOffScreen += other.pointsScrolledOffScreen
  }

  /// TP / (TP + FP); nil where nothing was detected.
  public var precision: Double? { Self.ratio(Double(truePositives), Double(truePositives) + Double(falsePositives)) }
  /// TP / (TP + FN); nil where nothing was wanted.
  public var recall: Double? { Self.ratio(Double(truePositives), Double(truePositives) + Double(falseNegatives)) }
  /// 2 TP / (2 TP + FP + FN); nil where nothing was wanted and nothing detected.
  public var f1: Double? { Self.ratio(f1Parts.numerator, f1Parts.denominator) }
  /// False scrolls a minute without intent; nil where there was no such time.
  public var falsePerMinute: Double? { Self.ratio(Double(falseWithoutIntent), secondsWithoutIntent / 60) }
  /// Points scrolled a minute of looking off the screen; nil where there was no such time.
  public var offScreenScrollPointsPerMinute: Double? {
    Self.ratio(pointsScrolledOffScreen, secondsOffScreen / 60)
  }

  /// `overshootPoints` a true positive; nil where there is none.
  public var meanOvershootPoints: Double? { Self.ratio(overshootPoints, Double(truePositives)) }

  /// F1 as a ratio of sums, which can be added up over people.
  package var f1Parts: (numerator: Double, denominator: Double) {
    let hits = 2 * Double(truePositives)
    return (hits, hits + Double(falsePositives) + Double(falseNegatives))
  }

  private static func ratio(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}
