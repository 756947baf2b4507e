package import GazeMetrics
package import GazeRecording

extension GazeFindings {
  /// The scrolling.
  package struct Scroll: Sendable, Codable {
    /// A rate and its interval.
    package struct Rate: Sendable, Codable {
      /// Events per minute.
      @ExplicitNull package var value: Double? = nil
      /// Its 95 % interval over people.
      @ExplicitNull package var ci95: ConfidenceInterval? = nil
      /// Distribution over people; null if nobody has a rate.
      @ExplicitNull package var byPerson: PeoplePercentiles? = nil
    }

    /// Lines that the page carried off the screen unread, mean over people. Needs a simulated closed loop; otherwise
    /// null.
    @ExplicitNull package var unreadLinesLost: Double? = nil
    /// Time from a movement of the page that nobody asked for until reading goes on. Needs a simulated closed loop.
    @ExplicitNull package var timeToRecoverSeconds: Double? = nil
    /// Share of the page's lines read by the end. Needs a simulated closed loop.
    @ExplicitNull package var pageCompletion: Double? = nil
    /// Time for the same lines by gaze over that by touch. Needs a simulated closed loop.
    @ExplicitNull package var timeOverTouch: Double? = nil
    /// Points by which a wanted scroll goes on after its intent has ended (`ScrollTally.overshootPoints`): the mean
    /// over all true positives.
    @ExplicitNull package var overshootPoints: Double? = nil
    /// Points scrolled per minute of looking at something other than the screen.
    @ExplicitNull package var offScreenScrollPointsPerMinute: Double? = nil
    /// Scrolls wanted.
    package var truth: Int
    /// Intents that are not counted separately in `truth`, since they followed another one of their direction within
    /// 0.25 s.
    package var joinedIntents = 0
    /// Scrolls made.
    package var detected: Int
    /// Scrolls wanted and made.
    package var truePositives: Int
    /// Scrolls made, not wanted.
    package var falsePositives: Int
    /// Scrolls wanted, not made.
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
    /// Figures by the longest delay of a scroll after its intent.
    package var toleranceCurve: [Tolerance] = []
    /// Figures by the share of intents that the eyes do not show.
    package var byHiddenShare: [HiddenShare] = []
    /// Delay from the end of an intent to the end of its scroll; negative if the scroll ended first.
    package var releaseMilliseconds = Milliseconds()
    /// Scrolls beyond the first one that the same intent triggered.
    package var doubleTriggers = 0
    /// Scrolls triggered by looking alone; see `midasDefinition`.
    package var midasPerMinute = Rate()
    /// Definition of such a scroll.
    package var midasDefinition = ""
    /// Counts by the wanted direction (row) and the direction made (column): `up`, `none`, `down`.
    package var confusion: [String: [String: Int]] = [:]
    /// Cohen's kappa of `confusion`; null if chance alone would always agree.
    @ExplicitNull package var kappa: Double? = nil
  }
}

extension GazeFindings.Scroll {
  /// One point of the tolerance curve.
  package struct Tolerance: Sendable, Codable, Equatable {
    /// Longest delay of a scroll after the end of its intent.
    package var lateSeconds: Double
    /// TP / (TP + FP).
    @ExplicitNull package var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }

  /// Figures if the eyes hid that share of the intents.
  package struct HiddenShare: Sendable, Codable, Equatable {
    /// Share of the intents, 0…1.
    package var share: Double
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }
}
