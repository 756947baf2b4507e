internal import GazePipeline

/// Counts of one person's scrolling; tallies of several people or takes can be added.
public struct ScrollTally: Sendable, Equatable, Codable {
  /// Number of scrolls that the person wanted, among those judged.
  public var intents = 0
  /// Number of intents that are not counted separately in `intents`, because they followed an intent of the same
  /// direction within the gap that also joins commands to a scroll.
  public var joinedIntents = 0
  /// Number of scrolls that the page made, among those judged.
  public var detected = 0
  /// Scrolls that were wanted and made.
  public var truePositives = 0
  /// Scrolls that were made but not wanted.
  public var falsePositives = 0
  /// Scrolls that were wanted but not made.
  public var falseNegatives = 0
  /// False positives that began while the person wanted no scroll at all.
  public var falseWithoutIntent = 0
  /// event.start − intent.start of the true positives, seconds.
  public var latencies = SignedQuantileSketch()
  /// Distance that the true positives scrolled after their intents had ended, points.
  ///
  /// For a true positive it is the distance of its commands in frames in which its direction was not wanted (frames
  /// with an unknown intent do not count), excluding the commands before its first wanted frame, which were early. If
  /// the scroll began after its intent had ended and none of its frames was wanted, all its commands count.
  public var overshootPoints = 0.0
  /// event.end − intent.end of the true positives, seconds; negative if the scroll ended first.
  public var releases = SignedQuantileSketch()
  /// False positives that began in the window of an intent of their direction that an earlier scroll had answered.
  public var doubleTriggers = 0
  /// False positives that began while the person wanted no scroll at all and looked at the screen.
  public var midasTouches = 0
  /// Time in which no scroll was wanted and the person looked at the screen, seconds.
  public var secondsLookingWithoutIntent = 0.0
  /// Intents that were visible in the eyes, and how many of them were answered.
  public var shown = Answered()
  /// Intents that were not visible in the eyes, and how many of them were answered.
  public var hidden = Answered()
  /// Confusion matrix of wanted and made scrolls.
  public var confusion = ScrollConfusion()
  /// Counts by the allowed delay of a scroll; empty if not requested.
  public var curve = ToleranceCurve()
  /// Time in which the person's intent is known, seconds.
  public var seconds = 0.0
  /// The part of `seconds` in which no scroll was wanted.
  public var secondsWithoutIntent = 0.0
  /// Time in which the person looked at something that is not the screen, seconds, whether or not the person's intent
  /// is known.
  public var secondsOffScreen = 0.0
  /// Distance scrolled while the person looked at something that is not the screen, points.
  public var pointsScrolledOffScreen = 0.0
  /// False if the distance of a scroll is not known, as in recordings that hold only its direction.
  package var areDistancesKnown = true

  /// Counts for a subset of the intents.
  public struct Answered: Sendable, Equatable, Codable {
    /// Number of intents.
    public var intents = 0
    /// Number of intents that a scroll answered.
    public var truePositives = 0

    /// TP / intents; nil without an intent.
    public var recall: Double? { intents > 0 ? Double(truePositives) / Double(intents) : nil }
  }

  /// An empty tally.
  public init() {}

  /// Adds another tally. A property that has no line here is lost where takes or people are joined.
  public mutating func merge(_ other: ScrollTally) {
    intents.addSaturating(other.intents)
    joinedIntents.addSaturating(other.joinedIntents)
    detected.addSaturating(other.detected)
    truePositives.addSaturating(other.truePositives)
    falsePositives.addSaturating(other.falsePositives)
    falseNegatives.addSaturating(other.falseNegatives)
    falseWithoutIntent.addSaturating(other.falseWithoutIntent)
    latencies.merge(other.latencies)
    releases.merge(other.releases)
    doubleTriggers.addSaturating(other.doubleTriggers)
    midasTouches.addSaturating(other.midasTouches)
    secondsLookingWithoutIntent += other.secondsLookingWithoutIntent
    shown.intents.addSaturating(other.shown.intents)
    shown.truePositives.addSaturating(other.shown.truePositives)
    hidden.intents.addSaturating(other.hidden.intents)
    hidden.truePositives.addSaturating(other.hidden.truePositives)
    confusion.merge(other.confusion)
    curve.merge(other.curve)
    overshootPoints += other.overshootPoints
    seconds += other.seconds
    secondsWithoutIntent += other.secondsWithoutIntent
    secondsOffScreen += other.secondsOffScreen
    pointsScrolledOffScreen += other.pointsScrolledOffScreen
    areDistancesKnown = areDistancesKnown && other.areDistancesKnown
  }

  private var counts: ToleranceCurve.Counts {
    ToleranceCurve.Counts(
      truePositives: truePositives, falsePositives: falsePositives, falseNegatives: falseNegatives)
  }
  /// True if any scroll was wanted. If no scroll was wanted, no detection can be correct, and precision and F1 are
  /// meaningless.
  package var isAsked: Bool { counts.isAsked }
  /// TP / (TP + FP); nil if no scroll was wanted or none was detected.
  public var precision: Double? { counts.precision }
  /// TP / (TP + FN); nil if no scroll was wanted.
  public var recall: Double? { counts.recall }
  /// 2 TP / (2 TP + FP + FN); nil if no scroll was wanted: use the false scrolls per minute then.
  public var f1: Double? { counts.f1 }
  /// False scrolls per minute without intent; nil without such time.
  public var falsePerMinute: Double? { Self.ratio(Double(falseWithoutIntent), secondsWithoutIntent / 60) }
  /// Midas touches per minute of looking at the screen without wanting a scroll; nil without such time.
  public var midasPerMinute: Double? { Self.ratio(Double(midasTouches), secondsLookingWithoutIntent / 60) }
  /// Points scrolled per minute of looking off the screen; nil without such time, and if distances are not known.
  public var offScreenScrollPointsPerMinute: Double? {
    areDistancesKnown ? Self.ratio(pointsScrolledOffScreen, secondsOffScreen / 60) : nil
  }

  /// Recall and F1 that would result if the eyes had hidden the share `share` (0…1) of the same number of intents.
  ///
  ///     recall = (1 − share) · shown.recall + share · hidden.recall,  TP = recall · intents,
  ///     F1 = 2 TP/(TP + intents + FP), with the false positives unchanged
  ///
  /// At the actual share the results are the measured values. nil if the result depends on the recall of hidden (or
  /// shown) intents and no such intent occurs.
  public func hiding(_ share: Double) -> (recall: Double, f1: Double)? {
    let intents = Double(shown.intents) + Double(hidden.intents)
    guard intents > 0, share >= 0, share <= 1 else { return nil }
    var recall = 0.0
    if share < 1 {
      guard let open = shown.recall else { return nil }
      recall += (1 - share) * open
    }
    if share > 0 {
      guard let secret = hidden.recall else { return nil }
      recall += share * secret
    }
    let hits = recall * intents
    return (recall, 2 * hits / (hits + intents + Double(falsePositives)))
  }

  /// F1 as a ratio of sums that can be added over people.
  package var f1Parts: (numerator: Double, denominator: Double) {
    let hits = 2 * Double(truePositives)
    return (hits, hits + Double(falsePositives) + Double(falseNegatives))
  }

  private static func ratio(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}
