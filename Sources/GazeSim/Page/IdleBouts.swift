import GazePipeline

/// Bouts of looking at the screen without reading, a share `task.notReading` of the time at the page. A bout is 3 to
/// 10 s of fixations of 0.3 to 2 s. In half of the bouts they are all over the screen, in the others within 60 pt of
/// one place along each axis (all of these numbers are assumed).
struct IdleBouts: Sendable {
  private let share: Double
  private let screen: SIMD2<Double>
  private let stream: RandomStream
  private var number: UInt64 = 0
  private var fixation: UInt64 = 0
  /// Time of the bouts so far, seconds.
  private var spent = 0.0
  private var end = 0.0

  init(_ context: ScriptContext) {
    share = context.task.notReading
    screen = context.screen.points
    stream = context.stream(.notReading)
  }

  private var length: Double { 3 + 7 * stream.uniforms(4 * number).x }

  /// True if a bout is due after this time at the page, seconds.
  func isDue(_ clock: Double) -> Bool {
    // The lead or lag of the time spent is random and bounded, so that the share is right in the long run.
    share > 0 && share * clock - spent >= (1 - share) * length * stream.uniforms(4 * number).y
  }

  /// Begins a bout.
  mutating func begin(_ view: PageView) -> Episode? {
    end = view.time + length
    number += 1
    return next(view)
  }

  /// The bout's next fixation; nil once the bout is over.
  mutating func next(_ view: PageView) -> Episode? {
    guard view.time < end - 0.01 else { return nil }
    defer { fixation += 1 }
    let (u, bout) = (stream.uniforms(1_000_000_000 + fixation), stream.uniforms(4 * number + 1))
    var aim = (0.05 + 0.9 * u) * screen
    if stream.uniform(4 * number + 2) < 0.5 {
      aim = ((0.1 + 0.8 * bout) * screen + 120 * (u - 0.5)).clamped(lowerBound: .zero, upperBound: screen)
    }
    let seconds = min(0.3 + 1.7 * stream.uniform(2_000_000_000 + fixation), end - view.time)
    spent += seconds
    return Episode(seconds, at: aim)
  }
}
