package import GazeRecording

/// What went wrong with a trigger, counted.
package struct TriggerMishaps: Sendable, Equatable {
  /// Scrolls that answered no wish.
  package var falseScrolls = 0
  /// Wishes.
  package var wishes = 0
  /// Those that went unanswered; one that was answered in part counts in part.
  package var missedWishes = 0.0
  /// Time in which a scroll was wished and the page did not do it, seconds.
  package var waitingSeconds = 0.0
  /// Points scrolled in frames that wanted no scroll in that direction.
  package var strayPoints = 0.0
  /// Time in which the wish is known, seconds.
  package var seconds = 0.0

  /// Nothing yet.
  package init() {}

  /// Share of the wishes that went unanswered; 0 without any.
  package var missedShare: Double { wishes > 0 ? missedWishes / Double(wishes) : 0 }

  /// Takes in another count.
  package mutating func merge(_ other: TriggerMishaps) {
    falseScrolls += other.falseScrolls
    wishes += other.wishes
    missedWishes += other.missedWishes
    waitingSeconds += other.waitingSeconds
    strayPoints += other.strayPoints
    seconds += other.seconds
  }

  /// Seconds of the person's time lost a minute of use; 0 without any use.
  package func secondsLostPerMinute(_ cost: CalibrationFile.TriggerChoice.Cost) -> Double {
    guard seconds > 0 else { return 0 }
    let lost =
      cost.falseScroll * Double(falseScrolls) + cost.missedWish * missedWishes + cost.waitingSecond * waitingSeconds
      + cost.strayPoint * strayPoints
    return lost / (seconds / 60)
  }
}
