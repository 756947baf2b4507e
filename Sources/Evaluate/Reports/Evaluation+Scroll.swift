public import GazeMetrics
public import GazeRecording

extension Evaluation {
  /// The scrolling.
  public struct Scroll: Sendable, Codable {
    /// A rate and its interval.
    public struct Rate: Sendable, Codable {
      /// Events a minute.
      @ExplicitNull public var value: Double? = nil
      /// Its 95 % interval over people.
      @ExplicitNull public var ci95: Interval? = nil
      /// How it is spread over people; null where nobody has one.
      @ExplicitNull public var byPerson: PeoplePercentiles? = nil
    }

    /// Lines that the page carried off the screen unread, mean over people. Needs a simulated closed loop; null else.
    @ExplicitNull public var unreadLinesLost: Double? = nil
    /// From a move of the page that nobody asked for until reading goes on. Needs a simulated closed loop.
    @ExplicitNull public var timeToRecoverSeconds: Double? = nil
    /// Share of the page's lines read by the end. Needs a simulated closed loop.
    @ExplicitNull public var pageCompletion: Double? = nil
    /// Time for the same lines by gaze over that by touch. Needs a simulated closed loop.
    @ExplicitNull public var timeOverTouch: Double? = nil
    /// Points by which a wanted scroll goes on after its wish has ended (`ScrollTally.overshootPoints`): the mean over
    /// all true positives.
    @ExplicitNull public var overshootPoints: Double? = nil
    /// Points scrolled a minute of looking at something that is not the screen.
    @ExplicitNull public var offScreenScrollPointsPerMinute: Double? = nil
    /// Scrolls wanted.
    public var truth: Int
    /// Wishes that are not counted apart in `truth`, since they followed one of their direction within 0.25 s.
    public var joinedIntents = 0
    /// Scrolls made.
    public var detected: Int
    /// Wanted and made.
    public var truePositives: Int
    /// Made, not wanted.
    public var falsePositives: Int
    /// Wanted, not made.
    public var falseNegatives: Int
    /// TP / (TP + FP).
    @ExplicitNull public var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull public var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull public var f1: Double? = nil
    /// From the beginning of a wish to that of its scroll.
    public var latencyMilliseconds: Milliseconds
    /// False scrolls a minute without intent.
    public var falsePerMinute: Rate
    /// By how long after its wish a scroll may still begin.
    public var toleranceCurve: [Tolerance] = []
    /// By the share of wishes that the eyes do not show.
    public var byHiddenShare: [HiddenShare] = []
    /// From the end of a wish to that of its scroll; negative where the scroll ended first.
    public var releaseMilliseconds = Milliseconds()
    /// Scrolls beyond the first that one wish set off.
    public var doubleTriggers = 0
    /// Scrolls by looking alone; see `midasDefinition`.
    public var midasPerMinute = Rate()
    /// What counts as one.
    public var midasDefinition = ""
    /// Rows what was wanted, columns what was made: `up`, `none`, `down`.
    public var confusion: [String: [String: Int]] = [:]
    /// Cohen's kappa of `confusion`; null where chance alone would agree always.
    @ExplicitNull public var kappa: Double? = nil
  }
}

extension Evaluation.Scroll {
  /// One point of the tolerance curve.
  public struct Tolerance: Sendable, Codable, Equatable {
    /// A scroll may begin so long after its wish has ended.
    public var lateSeconds: Double
    /// TP / (TP + FP).
    @ExplicitNull public var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull public var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull public var f1: Double? = nil
  }

  /// What would come of it if the eyes hid that share of the wishes.
  public struct HiddenShare: Sendable, Codable, Equatable {
    /// 0…1.
    public var share: Double
    /// TP / (TP + FN).
    @ExplicitNull public var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull public var f1: Double? = nil
  }
}
