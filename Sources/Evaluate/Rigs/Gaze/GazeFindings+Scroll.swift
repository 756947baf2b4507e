package import GazeMetrics
package import GazeRecording

extension GazeFindings {
  /// The scrolling.
  package struct Scroll: Sendable, Codable {
    /// A rate and its interval.
    package struct Rate: Sendable, Codable {
      /// Events a minute.
      @ExplicitNull package var value: Double? = nil
      /// Its 95 % interval over people.
      @ExplicitNull package var ci95: ConfidenceInterval? = nil
      /// How it is spread over people; null where nobody has one.
      @ExplicitNull package var byPerson: PeoplePercentiles? = nil
    }

    /// Lines that the page carried off the screen unread, mean over people. Needs a simulated closed loop; null else.
    @ExplicitNull package var unreadLinesLost: Double? = nil
    /// From a move of the page that nobody asked for until reading goes on. Needs a simulated closed loop.
    @ExplicitNull package var timeToRecoverSeconds: Double? = nil
    /// Share of the page's lines read by the end. Needs a simulated closed loop.
    @ExplicitNull package var pageCompletion: Double? = nil
    /// Time for the same lines by gaze over that by touch. Needs a simulated closed loop.
    @ExplicitNull package var timeOverTouch: Double? = nil
    /// Points by which a wanted scroll goes on after its wish has ended (`ScrollTally.overshootPoints`): the mean over
    /// all true positives.
    @ExplicitNull package var overshootPoints: Double? = nil
    /// Points scrolled a minute of looking at something that is not the screen.
    @ExplicitNull package var offScreenScrollPointsPerMinute: Double? = nil
    /// Scrolls wanted.
    package var truth: Int
    /// Wishes that are not counted apart in `truth`, since they followed one of their direction within 0.25 s.
    package var joinedIntents = 0
    /// Scrolls made.
    package var detected: Int
    /// Wanted and made.
    package var truePositives: Int
    /// Made, not wanted.
    package var falsePositives: Int
    /// Wanted, not made.
    package var falseNegatives: Int
    /// TP / (TP + FP).
    @ExplicitNull package var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
    /// From the beginning of a wish to that of its scroll.
    package var latencyMilliseconds: Milliseconds
    /// False scrolls a minute without intent.
    package var falsePerMinute: Rate
    /// By how long after its wish a scroll may still begin.
    package var toleranceCurve: [Tolerance] = []
    /// By the share of wishes that the eyes do not show.
    package var byHiddenShare: [HiddenShare] = []
    /// From the end of a wish to that of its scroll; negative where the scroll ended first.
    package var releaseMilliseconds = Milliseconds()
    /// Scrolls beyond the first that one wish set off.
    package var doubleTriggers = 0
    /// Scrolls by looking alone; see `midasDefinition`.
    package var midasPerMinute = Rate()
    /// What counts as one.
    package var midasDefinition = ""
    /// Rows what was wanted, columns what was made: `up`, `none`, `down`.
    package var confusion: [String: [String: Int]] = [:]
    /// Cohen's kappa of `confusion`; null where chance alone would agree always.
    @ExplicitNull package var kappa: Double? = nil
  }
}

extension GazeFindings.Scroll {
  /// One point of the tolerance curve.
  package struct Tolerance: Sendable, Codable, Equatable {
    /// A scroll may begin so long after its wish has ended.
    package var lateSeconds: Double
    /// TP / (TP + FP).
    @ExplicitNull package var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }

  /// What would come of it if the eyes hid that share of the wishes.
  package struct HiddenShare: Sendable, Codable, Equatable {
    /// 0…1.
    package var share: Double
    /// TP / (TP + FN).
    @ExplicitNull package var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull package var f1: Double? = nil
  }
}
