package import GazeMetrics
package import GazeRecording

extension GazeFindings {
  /// Results for scrolling.
  package struct Scroll: Sendable, Codable {
    /// A rate and its interval.
    package struct Rate: Sendable, Codable {
      /// Events per minute.
      @ExplicitNull package var value: Double? = nil
      /// The 95 % confidence interval of `value` over people.
      @ExplicitNull package var ci95: ConfidenceInterval? = nil
      /// Distribution over people; null if nobody has a rate.
      @ExplicitNull package var byPerson: PeoplePercentiles? = nil
    }

    /// Lines that the page carried off the screen unread, mean over people. Needs a simulated closed loop; otherwise
    /// null.
    @ExplicitNull package var unreadLinesLost: Double? = nil
    /// Time from an unwanted movement of the page until the person reads on. Needs a simulated closed loop.
    @ExplicitNull package var timeToRecoverSeconds: Double? = nil
    /// Share of the page's lines read by the end. Needs a simulated closed loop.
    @ExplicitNull package var pageCompletion: Double? = nil
    /// Reading time by gaze divided by reading time by touch, for the same lines. Needs a simulated closed loop.
    @ExplicitNull package var timeOverTouch: Double? = nil
    /// Points by which a wanted scroll goes on after its intent has ended (`ScrollTally.overshootPoints`): the mean
    /// over all true positives.
    @ExplicitNull package var overshootPoints: Double? = nil
    /// Points scrolled per minute of looking at something other than the screen.
    @ExplicitNull package var offScreenScrollPointsPerMinute: Double? = nil
    /// Number of scrolls that were wanted.
    package var truth: Int
    /// Number of intents that are not counted separately in `truth`, since each followed an intent of the same
    /// direction within 0.25 s.
    package var joinedIntents = 0
    /// Number of scrolls that were made.
    package var detected: Int
    /// Number of scrolls that were wanted and made.
    package var truePositives: Int
    /// Number of scrolls that were made but not wanted.
    package var falsePositives: Int
    /// Number of scrolls that were wanted but not made.
    package var falseNegatives: Int
    /// TP / (TP + FP).
    @ExplicitNull package var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
    /// Delay from the start of an intent to the start of its scroll.
    package var latencyMilliseconds: Milliseconds
    /// False scrolls per minute without intent.
    package var falsePerMinute: Rate
    /// Precision, recall and F1 by the longest allowed delay of a scroll after its intent.
    package var toleranceCurve: [Tolerance] = []
    /// Recall and F1 by the share of intents that the eyes do not show.
    package var byHiddenShare: [HiddenShare] = []
    /// Delay from the end of an intent to the end of its scroll; negative if the scroll ended first.
    package var releaseMilliseconds = Milliseconds()
    /// Number of scrolls that an intent triggered after its first scroll.
    package var doubleTriggers = 0
    /// Number per minute of scrolls that were triggered by looking without an intent; see `midasDefinition`.
    package var midasPerMinute = Rate()
    /// Definition of the scrolls counted in `midasPerMinute`.
    package var midasDefinition = ""
    /// Counts by the direction that was wanted (row) and the direction of the scroll made (column): `up`, `none`,
    /// `down`.
    package var confusion: [String: [String: Int]] = [:]
    /// Cohen's kappa of `confusion`; null if chance alone would always agree.
    @ExplicitNull package var kappa: Double? = nil
  }
}

extension GazeFindings.Scroll {
  /// One point of the tolerance curve.
  package struct Tolerance: Sendable, Codable, Equatable {
    /// Longest allowed delay of a scroll after the end of its intent.
    package var lateSeconds: Double
    /// TP / (TP + FP).
    @ExplicitNull package var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }

  /// Recall and F1 if the eyes did not show this share of the intents.
  package struct HiddenShare: Sendable, Codable, Equatable {
    /// Share of the intents, 0…1.
    package var share: Double
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }
}
