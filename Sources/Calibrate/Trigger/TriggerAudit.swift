package import GazeMetrics
package import GazePipeline
package import GazeRecording

/// Follows a page frame by frame and counts the trigger's errors for its reader.
package struct TriggerAudit {
  /// Longest step in time, seconds; a longer step is a gap and counts as a step of this length.
  private static let longestStep = 0.1

  private let answer: Double
  private var scorer = ScrollScorer()
  private var mishaps = TriggerMishaps()
  private var openIntent: (direction: ScrollDirection, moved: Double)?
  private var lastTime: Double?

  /// An audit at its start.
  ///
  /// - Parameter answer: points moved during an intent that answer it completely; fewer points answer it in part.
  package init(answer: Double) { self.answer = answer }

  /// Adds a frame; a nil intent is unknown, and the frame is not judged.
  package mutating func step(
    time: Double, command: ScrollCommand, intent: ScrollDirection?, isLookingOffScreen: Bool
  ) {
    scorer.step(time: time, command: command, intent: intent, isLookingOffScreen: isLookingOffScreen)
    guard time.isFinite else { return }
    let elapsed = min(max(lastTime.map { time - $0 } ?? 0, 0), Self.longestStep)
    lastTime = time
    if openIntent?.direction != intent { closeIntent() }
    guard let intent else { return }
    mishaps.seconds += elapsed
    let distance = command.distance > 0 && command.distance.isFinite ? command.distance : 0
    let isWanted = command.direction == intent
    if command.direction != .none, !isWanted { mishaps.strayPoints += distance }
    guard intent != .none else { return }
    if !isWanted { mishaps.waitingSeconds += elapsed }
    openIntent = (intent, (openIntent?.moved ?? 0) + (isWanted ? distance : 0))
  }

  package mutating func finish() -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    closeIntent()
    let tally = scorer.finish()
    mishaps.falseScrolls = tally.falsePositives
    defer { self = TriggerAudit(answer: answer) }
    return (mishaps, tally)
  }

  private mutating func closeIntent() {
    guard let ended = openIntent else { return }
    mishaps.wishes += 1
    mishaps.missedWishes += 1 - (answer > 0 ? min(ended.moved / answer, 1) : 1)
    openIntent = nil
  }
}

/// Counts and times of a trigger's errors, and their cost.
package struct TriggerMishaps: Equatable, Codable {
  /// Number of scrolls without an intent to scroll.
  var falseScrolls = 0
  package var wishes = 0
  /// Number of intents that were not answered; an intent that was answered in part counts as a fraction.
  package var missedWishes = 0.0
  /// Time with an intent to scroll during which the page did not scroll in the intended direction, seconds.
  var waitingSeconds = 0.0
  /// Points scrolled in frames without an intent to scroll in that direction.
  var strayPoints = 0.0
  /// Time in which the intent is known, seconds.
  package var seconds = 0.0

  package init() {}

  /// Share of the intents that were not answered; 0 without intents.
  var missedShare: Double { wishes > 0 ? missedWishes / Double(wishes) : 0 }

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
