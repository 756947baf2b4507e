package import GazePipeline
package import GazeRecording

/// A stretch of behaviour: one place to look at, for a time, with or without a wish.
package struct Episode: Sendable, Equatable {
  /// What the aim is fixed to.
  package enum Anchor: Sendable, Equatable {
    /// The screen.
    case screen
    /// The page: the aim's y is measured from the content's top, and moves with it.
    case page
    /// A target that moves about the aim.
    case moving(TargetMotion)
  }

  /// What the eyes' saccade to the aim is for.
  package enum Saccade: Sendable, Equatable {
    /// Something to look at.
    case target
    /// The next word.
    case word
    /// The next line.
    case lineStart
  }

  /// The hand moves the page.
  package struct PageMove: Sendable, Equatable {
    /// The offset that it ends with, points.
    package var offset: Double
    /// Seconds after the episode's begin.
    package var start: Double
    /// Seconds.
    package var duration: Double
  }

  /// Seconds, at most: a script may end it earlier. From its begin, or where `isFixation` is true, from the landing of the
  /// last saccade to its aim.
  package var duration: Double
  /// Where the person looks, points; may lie off the screen.
  package var aim: SIMD2<Double>
  /// What the aim is fixed to.
  package var anchor = Anchor.screen
  /// Is the aim something that the app shows?
  package var isTarget: Bool
  /// What the person wants of the page.
  package var intent: ScrollDirection
  /// What the eyes do when they have arrived.
  package var state: FrameTruth.State
  /// What the saccade to it is for.
  package var saccade = Saccade.target
  /// The eyes follow something that appeared, so they start after a reaction time.
  package var isReaction: Bool
  /// A fixation of that duration follows the saccade: how durations of fixations are measured and published.
  package var isFixation = false
  /// The head turns by (yaw, pitch) from its rest, radians.
  package var headTurn: SIMD2<Double>
  /// Distance that the person is asked to take, metres; nil is the person's own.
  package var distance: Double?
  /// The hand moves the page.
  package var pageMove: PageMove?
  /// A finger lies on the page, so that no command moves it.
  package var holdsPage = false
  /// The person has walked off.
  package var isGone = false

  package init(
    _ duration: Double, at aim: SIMD2<Double>, isTarget: Bool = false, intent: ScrollDirection = .none,
    state: FrameTruth.State = .fixate, isReaction: Bool = false, headTurn: SIMD2<Double> = .zero,
    distance: Double? = nil
  ) {
    self.duration = duration
    self.aim = aim
    self.isTarget = isTarget
    self.intent = intent
    self.state = state
    self.isReaction = isReaction
    self.headTurn = headTurn
    self.distance = distance
  }
}

/// A target on a Lissajous curve: aim + amplitude · sin(2π·rate·t + phase), t from the take's beginning.
package struct TargetMotion: Sendable, Equatable {
  /// Points.
  package var amplitude: SIMD2<Double>
  /// Hz.
  package var rate: SIMD2<Double>
  /// Radians.
  package var phase: SIMD2<Double>

  package init(amplitude: SIMD2<Double>, rate: SIMD2<Double>, phase: SIMD2<Double>) {
    self.amplitude = amplitude
    self.rate = rate
    self.phase = phase
  }

  /// Where it is beside its middle, points.
  package func offset(at time: Double) -> SIMD2<Double> {
    let angle = rate * (2 * .pi * time) + phase
    // Asked every tick, and most curves move along one axis.
    func along(_ amplitude: Double, _ angle: Double) -> Double {
      amplitude == 0 ? 0 : amplitude * Elementary.sin(angle)
    }
    return SIMD2(along(amplitude.x, angle.x), along(amplitude.y, angle.y))
  }
}
