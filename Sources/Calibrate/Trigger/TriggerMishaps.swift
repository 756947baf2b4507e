package import GazeRecording

/// Numbers of a trigger's errors.
package struct TriggerMishaps: Sendable, Equatable, Codable {
  /// Number of scrolls without an intent to scroll.
  package var falseScrolls = 0
  /// Number of intents to scroll.
  package var wishes = 0
  /// Number of intents that were not answered; an intent that was answered in part counts as a fraction.
  package var missedWishes = 0.0
  /// Time with an intent to scroll during which the page did not scroll in the intended direction, seconds.
  package var waitingSeconds = 0.0
  /// Points scrolled in frames without an intent to scroll in that direction.
  package var strayPoints = 0.0
  /// Time in which the intent is known, seconds.
  package var seconds = 0.0

  /// Creates counts of zero.
  package init() {}

  /// Share of the intents that were not answered; 0 without intents.
  package var missedShare: Double { wishes > 0 ? missedWishes / Double(wishes) : 0 }

  /// Adds another count.
  package mutating func merge(_ other: TriggerMishaps) {
    falseScrolls += other.falseScrolls
    wishes += other.wishes
    missedWishes += other.missedWishes
    waitingSeconds += other.waitingSeconds
    strayPoints += other.strayPoints
    seconds += other.seconds
  }

  /// Seconds of the person's time lost per minute of use; 0 without any use.
  package func secondsLostPerMinute(_ cost: CalibrationFile.TriggerChoice.Cost) -> Double {
    guard seconds > 0 else { return 0 }
    let lost =
      cost.falseScroll * Double(falseScrolls) + cost.missedWish * missedWishes + cost.waitingSecond * waitingSeconds
      + cost.strayPoint * strayPoints
    return lost / (seconds / 60)
  }
}
