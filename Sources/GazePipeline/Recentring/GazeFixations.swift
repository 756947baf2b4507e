/// Fixations found in the raw pointer: stretches in which the pointer stays near its mean.
///
/// A fixation ends when two samples in a row are away from its mean by more than `reach`, when samples are missing for
/// 0.3 s, or when the page moves.
struct GazeFixations: Sendable, Equatable {
  /// A fixation that has ended.
  struct Fixation: Sendable, Equatable {
    /// Mean of the raw pointer, points of the screen.
    var place: SIMD2<Double>
    /// Time of the first and the last sample, seconds.
    var start: Double, end: Double
  }

  /// Distance from the mean at which a new fixation begins, points. Assumed: a third of a degree at 35 cm, well above
  /// the tracker's jitter of one to four points.
  private static let reach = 14.0
  /// Number of samples and seconds that a fixation has at least.
  private static let fewest = 3, shortest = 0.05
  /// Longest gap between samples of a fixation, seconds; a blink is shorter.
  private static let longestGap = 0.3

  private var sum = SIMD2<Double>.zero
  private var count = 0.0
  private var start = 0.0, end = 0.0
  private var isLeaving = false

  /// Takes in a sample and returns the fixation that has ended, if one has.
  ///
  /// - Parameter raw: the raw pointer; nil while it is missing.
  mutating func step(_ raw: SIMD2<Double>?, isPageStill: Bool, at time: Double) -> Fixation? {
    guard isPageStill else {
      defer { count = 0 }
      return ended
    }
    guard let raw else { return nil }
    guard count > 0 else {
      begin(raw, time)
      return nil
    }
    if time - end > Self.longestGap || time < end {
      defer { begin(raw, time) }
      return ended
    }
    // Written so that a distance that is not a number counts as away.
    if !((raw - sum / count).length <= Self.reach) {
      guard isLeaving else {
        isLeaving = true
        return nil
      }
      defer { begin(raw, time) }
      return ended
    }
    isLeaving = false
    sum += raw
    count += 1
    end = time
    return nil
  }

  private mutating func begin(_ raw: SIMD2<Double>, _ time: Double) {
    (sum, count, start, end, isLeaving) = (raw, 1, time, time, false)
  }

  private var ended: Fixation? {
    guard count >= Double(Self.fewest), end - start >= Self.shortest else { return nil }
    return Fixation(place: sum / count, start: start, end: end)
  }
}
