extension CalibrationFile {
  /// Justification of the trigger: the costs of its errors, and the results before and after tuning on the same
  /// simulated people, whose page the trigger scrolls.
  package struct TriggerChoice: Sendable, Equatable, Codable {
    /// Cost of errors, in seconds of the person's time.
    package struct Cost: Sendable, Equatable, Codable {
      /// Cost of an unwanted scroll, after which the person has to find the line again.
      package var falseScroll: Double
      /// Cost of an intent to scroll that the trigger did not answer, so that the person scrolls by hand.
      package var missedWish: Double
      /// Cost of a second in which the person wants a scroll and the page does not move.
      package var waitingSecond: Double
      /// Cost of an unwanted point of scroll, for example while the person looks away, or after the intent has ended.
      package var strayPoint: Double
      /// Points of scroll during an intent that answer it fully; fewer points answer it in part.
      package var answer: Double

      /// Costs. The defaults are assumed: 4 s to find a line; 10 s to wipe a hand and scroll with it; 800 points (a
      /// screen) that scroll past unseen cost as much as one lost line; and a scroll by a quarter of a screen answers
      /// an intent.
      package init(
        falseScroll: Double = 4, missedWish: Double = 10, waitingSecond: Double = 1, strayPoint: Double = 0.005,
        answer: Double = 200
      ) {
        self.falseScroll = falseScroll
        self.missedWish = missedWish
        self.waitingSecond = waitingSecond
        self.strayPoint = strayPoint
        self.answer = answer
      }
    }

    /// Results of one trigger on the simulated people of the tuning.
    package struct Figures: Sendable, Equatable, Codable {
      /// Seconds lost per minute.
      package var cost: Double
      /// F1 score of scrolls against intents.
      @ExplicitNull package var f1: Double?
      /// False scrolls per minute without an intent.
      @ExplicitNull package var falsePerMinute: Double?
      /// Points scrolled per minute of looking off the screen.
      @ExplicitNull package var offScreenScrollPointsPerMinute: Double?

      /// Results from their numbers.
      package init(cost: Double, f1: Double?, falsePerMinute: Double?, offScreenScrollPointsPerMinute: Double?) {
        self.cost = cost
        self.f1 = f1
        self.falsePerMinute = falsePerMinute
        self.offScreenScrollPointsPerMinute = offScreenScrollPointsPerMinute
      }
    }

    /// The data of the tuning, in words: always simulated people, because recordings hold no intents.
    package var tunedOn: String
    /// The cost that was minimised.
    package var cost: Cost
    /// Results of the profile's trigger.
    package var before: Figures
    /// Results of the tuned trigger in this calibration.
    package var after: Figures
    /// Number of triggers tried.
    package var evaluations: Int

    /// A choice from its parts.
    package init(tunedOn: String, cost: Cost, before: Figures, after: Figures, evaluations: Int) {
      self.tunedOn = tunedOn
      self.cost = cost
      self.before = before
      self.after = after
      self.evaluations = evaluations
    }
  }
}
