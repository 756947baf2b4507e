import GazePipeline
import GazeRecording

/// Compensation of a pointer's error by a person who sees the pointer: the person looks beside the place that the
/// pointer is to reach (EyeO, CHI 2025). Rates, times and distances are assumed.
struct Compensation {
  private let share, rate: Double
  private let screen: Vector2
  /// Learned difference of pointer and gaze, points.
  private(set) var error = Vector2.zero
  private var sum = Vector2.zero
  private var count = 0.0
  private var isArmed: Bool?
  private var hasBeenArmed = false
  private var tries = 0
  private var lastTry = 0.0

  init(_ p: SimulationParameters.Signs, screen: Vector2) {
    share = p.compensation
    rate = p.compensationRate
    self.screen = screen
  }

  var isActive: Bool { share > 0 }

  /// Begins an episode: learns from the last one, and returns the point that the person looks at in order to reach
  /// `aim`, points.
  mutating func aim(_ episode: Episode) -> Vector2 {
    guard share > 0 else { return episode.aim }
    if count > 0 { error += (sum / count - error) * rate }
    (sum, count, tries, hasBeenArmed) = (.zero, 0, 0, false)
    return episode.state == .scroll ? episode.aim - error * share : episode.aim
  }

  /// Takes in the pointer that the person sees, and the gaze, both in points.
  ///
  /// - Parameters:
  ///   - pointer: the visible pointer.
  ///   - gaze: the person's gaze.
  ///   - rest: time for which the eyes have rested where the person looks in order to scroll, seconds.
  mutating func observe(_ pointer: Vector2, gaze: Vector2, restingFor rest: Double) {
    // A smoothed pointer needs about 0.3 s to reach the gaze.
    guard share > 0, rest >= 0.3, pointer.x.isFinite, pointer.y.isFinite else { return }
    // No one compensates an error larger than the screen.
    sum += (pointer - gaze).clamped(lowerBound: -screen, upperBound: screen)
    count += 1
  }

  mutating func observe(isArmed: Bool) {
    self.isArmed = isArmed
    if isArmed { hasBeenArmed = true }
  }

  /// Distance by which a person whose eyes have rested since a time looks further out now, as a share of the screen's
  /// height; nil if the person does not. The zone has then not been armed for 0.8 s, and the distance is 0.05 for each
  /// of at most three times.
  mutating func stepOut(at time: Double, restingSince start: Double) -> Double? {
    guard share > 0, isArmed == false, !hasBeenArmed, tries < 3, time - max(start, lastTry) > 0.8 else { return nil }
    tries += 1
    lastTry = time
    return 0.05
  }
}
