/// Observation from a tap on content: the eyes look at a place shortly before a finger touches it.
///
/// Gaze leads a touch by 337 ms (published: Weill-Tessier & Gellersen 2018), so the tap is compared with the mean of
/// the raw pointer over the last fixation between 500 and 100 ms before the touch. The observation is refused if the
/// person blinked shortly before the touch, or if that fixation is shorter than 60 ms.
struct TapRecentring: Sendable, Equatable {
  /// Window before the touch, seconds.
  private static let from = 0.5, to = 0.1
  /// Distance from the fixation's mean at which it ends, points: about half a degree at 35 cm.
  private static let reach = 20.0
  /// Shortest fixation, seconds.
  private static let shortest = 0.06
  /// Time for which a blink or a lost face before the touch refuses the observation, seconds.
  private static let blinkWindow = 0.2
  /// Half a second at 240 frames a second, the fastest rate.
  private static let capacity = 128

  private var samples = [SIMD3<Double>](repeating: SIMD3(0, 0, -.infinity), count: capacity)
  private var next = 0
  private var lastGap = -Double.infinity

  /// Takes in a frame and returns the observation of a tap in this frame.
  ///
  /// - Parameter spread: standard deviation of a tap about the place that the person looks at, points per axis.
  mutating func step(
    _ raw: SIMD2<Double>?, tap: SIMD2<Double>?, below: Double, spread: Double, at time: Double
  ) -> OffsetObservation? {
    // A blink in the future belongs to a clock that has gone backwards since.
    if time < lastGap { lastGap = -.infinity }
    if let raw {
      samples[next] = SIMD3(raw.x, raw.y, time)
      next = (next + 1) % Self.capacity
    } else {
      lastGap = time
    }
    guard let tap, time - lastGap > Self.blinkWindow else { return nil }
    // Backwards from the window's end, as long as the pointer stays in one place.
    var (sum, count, last, first) = (SIMD2<Double>.zero, 0.0, 0.0, 0.0)
    for back in 1...Self.capacity {
      let sample = samples[(next - back + Self.capacity) % Self.capacity]
      let age = time - sample.z
      if age < Self.to { continue }
      let point = SIMD2(sample.x, sample.y)
      guard age <= Self.from, count == 0 || (point - sum / count).length <= Self.reach else { break }
      if count == 0 { last = sample.z }
      first = sample.z
      sum += point
      count += 1
    }
    guard count >= 3, last - first >= Self.shortest else { return nil }
    let mean = sum / count
    let noise = spread * spread + fixationScatter * fixationScatter
    return OffsetObservation(offset: mean - tap + SIMD2(0, below), noise: SIMD2(repeating: noise))
  }
}
