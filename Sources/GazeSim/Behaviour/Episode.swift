package import GazePipeline
package import GazeRecording

/// A stretch of behaviour: one place to look at, for a time, with or without a wish.
package struct Episode: Sendable, Equatable {
  /// Seconds.
  package var duration: Double
  /// Where the person looks, screen points; may lie off the screen.
  package var aim: SIMD2<Double>
  /// What the app shows, screen points.
  package var target: SIMD2<Double>?
  /// What the person wants of the page.
  package var intent: ScrollDirection
  /// What the eyes do when they have arrived.
  package var state: Truth.State
  /// The eyes follow something that appeared, so they start after a reaction time.
  package var isReaction: Bool
  /// The head turns by (yaw, pitch) from its rest, radians.
  package var headTurn: SIMD2<Double>
  /// Distance that the person is asked to take, metres; nil is the person's own.
  package var distance: Double?

  package init(
    _ duration: Double, at aim: SIMD2<Double>, target: SIMD2<Double>? = nil, intent: ScrollDirection = .none,
    state: Truth.State = .fixate, isReaction: Bool = false, headTurn: SIMD2<Double> = .zero, distance: Double? = nil
  ) {
    self.duration = duration
    self.aim = aim
    self.target = target
    self.intent = intent
    self.state = state
    self.isReaction = isReaction
    self.headTurn = headTurn
    self.distance = distance
  }
}
