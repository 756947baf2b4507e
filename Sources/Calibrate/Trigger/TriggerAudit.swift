package import GazeMetrics
package import GazePipeline

/// Follows a page frame by frame and counts the trigger's errors for its reader.
package struct TriggerAudit: Sendable {
  /// Longest step in time, seconds; a longer step is a gap and counts as a step of this length.
  private static let longestStep = 0.1

  private let answer: Double
  private var scorer = ScrollScorer()
  private var mishaps = TriggerMishaps()
  private var wish: (direction: ScrollDirection, moved: Double)?
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
    if wish?.direction != intent { closeWish() }
    guard let intent else { return }
    mishaps.seconds += elapsed
    let distance = command.distance > 0 && command.distance.isFinite ? command.distance : 0
    let isWanted = command.direction == intent
    if command.direction != .none, !isWanted { mishaps.strayPoints += distance }
    guard intent != .none else { return }
    if !isWanted { mishaps.waitingSeconds += elapsed }
    wish = (intent, (wish?.moved ?? 0) + (isWanted ? distance : 0))
  }

  /// The errors, and the tally of the scrolls.
  package mutating func finish() -> (mishaps: TriggerMishaps, tally: ScrollTally) {
    closeWish()
    let tally = scorer.finish()
    mishaps.falseScrolls = tally.falsePositives
    defer { self = TriggerAudit(answer: answer) }
    return (mishaps, tally)
  }

  private mutating func closeWish() {
    guard let ended = wish else { return }
    mishaps.wishes += 1
    mishaps.missedWishes += 1 - (answer > 0 ? min(ended.moved / answer, 1) : 1)
    wish = nil
  }
}
