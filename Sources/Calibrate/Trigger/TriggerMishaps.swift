public import GazeRecording

/// What went wrong with a trigger, counted.
public struct TriggerMishaps: Sendable, Equatable {
  /// Scrolls that answered no wish.
  public var falseScrolls = 0
  /// Wishes.
  public var wishes = 0
  /// Those that went unanswered; one that was answered in part counts in part.
  public var missedWishes = 0.0
  /// Time in which a scroll was wished and the page did not do it, seconds.
  public var waitingSeconds = 0.0
  /// Points scrolled in frames that wanted no scroll in that direction.
  public var strayPoints = 0.0
  /// Time in which the wish is known, seconds.
  public var seconds = 0.0

  /// Nothing yet.
  public init() {}

  /// Share of the wishes that went unanswered; 0 without any.
  public var missedShare: Double { wishes > 0 ? missedWishes / Double(wishes) : 0 }

  /// Takes in another count.
  public mutating func merge(_ other: TriggerMishaps) {
    falseScrolls += other.falseScrolls
    wishes += other.wishes
    missedWishes += other.missedWishes
    waitingSeconds += other.waitingSeconds
    strayPoints += other.strayPoints
    seconds += other.seconds
  }

  /// Seconds of the person's time lost a minute of use; 0 without any use.
  public func secondsLostPerMinute(_ cost: CalibrationFile.TriggerChoice.Cost) -> Double {
    guard seconds > 0 else { return 0 }
    let lost =
      cost.falseScroll * Double(falseScrolls) + cost.missedWish * missedWishes + cost.waitingSecond * waitingSeconds
      + cost.strayPoint * strayPoints
    return lost / (seconds / 60)
  }
}
