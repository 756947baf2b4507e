extension CalibrationFile {
  /// What justified the trigger: its cost, and the figures before and after tuning on the same simulated
  /// people, whose page the trigger moves.
  package struct TriggerChoice: Sendable, Equatable, Codable {
    /// What a mishap costs, in seconds of the person's time.
    package struct Cost: Sendable, Equatable, Codable {
      /// A scroll that nobody wanted: finding the line again.
      package var falseScroll: Double
      /// A wish that was not answered: doing it by hand.
      package var missedWish: Double
      /// A second in which a scroll is wished and the page does not do it.
      package var waitingSecond: Double
      /// A point scrolled that nobody wanted, such as while looking away, or on after the wish was over.
      package var strayPoint: Double
      /// Points moved while a wish lasts that answer it; fewer answer it in part.
      package var answer: Double

      /// Costs; the defaults are assumed: 4 s to find a line, 10 s to wipe a hand and scroll by it, a screen of 800 points
      /// that went by unseen as one line lost; a wish is answered by a quarter of a screen.
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

    /// What one trigger came to on them.
    package struct Figures: Sendable, Equatable, Codable {
      /// Seconds lost a minute.
      package var cost: Double
      /// F1 of scrolls against wishes.
      @ExplicitNull package var f1: Double?
      /// False scrolls a minute without a wish.
      @ExplicitNull package var falsePerMinute: Double?
      /// Points scrolled a minute of looking off the screen.
      @ExplicitNull package var offScreenScrollPointsPerMinute: Double?

      /// Figures from their numbers.
      package init(cost: Double, f1: Double?, falsePerMinute: Double?, offScreenScrollPointsPerMinute: Double?) {
        self.cost = cost
        self.f1 = f1
        self.falsePerMinute = falsePerMinute
        self.offScreenScrollPointsPerMinute = offScreenScrollPointsPerMinute
      }
    }

    /// What it was tuned on, in words: always simulated people, since recordings hold no wishes.
    package var tunedOn: String
    /// What was minimised.
    package var cost: Cost
    /// The profile's trigger.
    package var before: Figures
    /// The one of this file.
    package var after: Figures
    /// Triggers tried.
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
