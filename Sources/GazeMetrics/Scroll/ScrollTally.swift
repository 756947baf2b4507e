/// What one person's scrolling came to; tallies of several people or takes add up.
public struct ScrollTally: Sendable, Equatable {
  /// Scrolls that the person wanted, among those judged.
  public var intents = 0
  /// Wishes that are no scrolls of their own among `intents`: they followed one of their direction within the gap that also
  /// joins commands to a scroll.
  public var joinedIntents = 0
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
  /// event.end − intent.end of the true positives, seconds; negative where the scroll ended first.
  public var releases = SignedQuantileSketch()
  /// False positives that began in the window of a wish of their direction that an earlier scroll had answered.
  public var doubleTriggers = 0
  /// False positives that began while the person wanted no scroll at all and looked at the screen.
  public var midasTouches = 0
  /// Time in which no scroll was wanted and the person looked at the screen, seconds.
  public var secondsLookingWithoutIntent = 0.0
  /// Of the wishes that the eyes showed: how many there were, and how many were answered.
  public var shown = Answered()
  /// Of those that they did not show.
  public var hidden = Answered()
  /// Event by event.
  public var confusion = ScrollConfusion()
  /// By how late a scroll may be; nothing where it was not asked for.
  public var curve = ToleranceCurve()
  /// Time in which the person's intent is known, seconds.
  public var seconds = 0.0
  /// The part of it in which no scroll was wanted.
  public var secondsWithoutIntent = 0.0
  /// Time in which the person looked at something that is not the screen, seconds; known intent or not.
  public var secondsOffScreen = 0.0
  /// Points scrolled in that time.
  public var pointsScrolledOffScreen = 0.0

  /// Some of the wishes.
  public struct Answered: Sendable, Equatable {
    /// How many.
    public var intents = 0
    /// How many of them a scroll answered.
    public var truePositives = 0

    /// TP / intents; nil where there is none.
    public var recall: Double? { intents > 0 ? Double(truePositives) / Double(intents) : nil }
  }

  /// Nothing yet.
  public init() {}

  /// Takes in another tally.
  public mutating func merge(_ other: ScrollTally) {
    intents = saturating(intents, other.intents)
    joinedIntents = saturating(joinedIntents, other.joinedIntents)
    detected = saturating(detected, other.detected)
    truePositives = saturating(truePositives, other.truePositives)
    falsePositives = saturating(falsePositives, other.falsePositives)
    falseNegatives = saturating(falseNegatives, other.falseNegatives)
    falseWithoutIntent = saturating(falseWithoutIntent, other.falseWithoutIntent)
    latencies.merge(other.latencies)
    releases.merge(other.releases)
    doubleTriggers = saturating(doubleTriggers, other.doubleTriggers)
    midasTouches = saturating(midasTouches, other.midasTouches)
    secondsLookingWithoutIntent += other.secondsLookingWithoutIntent
    shown.intents = saturating(shown.intents, other.shown.intents)
    shown.truePositives = saturating(shown.truePositives, other.shown.truePositives)
    hidden.intents = saturating(hidden.intents, other.hidden.intents)
    hidden.truePositives = saturating(hidden.truePositives, other.hidden.truePositives)
    confusion.merge(other.confusion)
    curve.merge(other.curve)
    overshootPoints += other.overshootPoints
    seconds += other.seconds
    secondsWithoutIntent += other.secondsWithoutIntent
    secondsOffScreen += other.secondsOffScreen
    pointsScrolledOffScreen += other.pointsScrolledOffScreen
  }

  /// Was anything wanted? Where nothing was, a detector cannot be right, and precision and F1 say nothing of it.
  var isAsked: Bool { truePositives > 0 || falseNegatives > 0 }
  /// TP / (TP + FP); nil where nothing was wanted or nothing detected.
  public var precision: Double? {
    isAsked ? Self.ratio(Double(truePositives), Double(truePositives) + Double(falsePositives)) : nil
  }
  /// TP / (TP + FN); nil where nothing was wanted.
  public var recall: Double? { Self.ratio(Double(truePositives), Double(truePositives) + Double(falseNegatives)) }
  /// 2 TP / (2 TP + FP + FN); nil where nothing was wanted: false scrolls a minute say how many were made.
  public var f1: Double? { isAsked ? Self.ratio(f1Parts.numerator, f1Parts.denominator) : nil }
  /// False scrolls a minute without intent; nil where there was no such time.
  public var falsePerMinute: Double? { Self.ratio(Double(falseWithoutIntent), secondsWithoutIntent / 60) }
  /// Midas touches a minute of looking at the screen without wanting a scroll; nil where there was no such time.
  public var midasPerMinute: Double? { Self.ratio(Double(midasTouches), secondsLookingWithoutIntent / 60) }
  /// Points scrolled a minute of looking off the screen; nil where there was no such time.
  public var offScreenScrollPointsPerMinute: Double? {
    Self.ratio(pointsScrolledOffScreen, secondsOffScreen / 60)
  }

  /// What would have come of it if the eyes had hidden the share `share` (0…1) of the same number of wishes.
  ///
  ///     recall = (1 − share) · shown.recall + share · hidden.recall,  TP = recall · wishes,
  ///     F1 = 2 TP/(TP + wishes + FP), the false positives as they are
  ///
  /// At the share that was there it is what was measured. nil where it needs the recall of wishes of which there is none.
  public func hiding(_ share: Double) -> (recall: Double, f1: Double)? {
    let wishes = Double(shown.intents) + Double(hidden.intents)
    guard wishes > 0, share >= 0, share <= 1 else { return nil }
    var recall = 0.0
    if share < 1 {
      guard let open = shown.recall else { return nil }
      recall += (1 - share) * open
    }
    if share > 0 {
      guard let secret = hidden.recall else { return nil }
      recall += share * secret
    }
    let hits = recall * wishes
    return (recall, 2 * hits / (hits + wishes + Double(falsePositives)))
  }

  /// F1 as a ratio of sums, which can be added up over people.
  package var f1Parts: (numerator: Double, denominator: Double) {
    let hits = 2 * Double(truePositives)
    return (hits, hits + Double(falsePositives) + Double(falseNegatives))
  }

  private static func ratio(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}
