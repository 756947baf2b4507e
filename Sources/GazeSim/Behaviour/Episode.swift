package import GazePipeline
package import GazeRecording

/// A stretch of behaviour: one place to look at, for some time, with or without the intent to scroll.
package struct Episode: Sendable, Equatable {
  package enum Anchor: Sendable, Equatable {
    /// The screen.
    case screen
    /// The page: the aim's y is measured from the content's top and moves with the content.
    case page
    /// A target that moves about the aim.
    case moving(TargetMotion)
  }

  package enum Saccade: Sendable, Equatable {
    /// A saccade to something to look at.
    case target
    /// A saccade to the next word; the script has already drawn the scatter of its landing.
    case word
    /// A saccade to the beginning of the next line.
    case lineStart
  }

  package struct PageMove: Sendable, Equatable {
    /// Offset of the page after the movement, points.
    package var offset: Double
    /// Start of the movement, seconds after the episode's beginning.
    package var start: Double
    package var duration: Double
  }

  /// A touch at the place that the person looks at.
  package struct Tap: Sendable, Equatable {
    /// Time from the eyes' arrival at the aim to the touch, seconds; nil if the touch comes at the episode's beginning,
    /// before the eyes have left the previous place.
    package var lead: Double?
    /// Distance of the touch from the aim, points.
    package var miss: Vector2
  }

  /// Maximum duration in seconds; a script may end the episode earlier. The time is counted from the episode's
  /// beginning or, if `isFixation` is true, from the landing of the last saccade to the aim.
  package var duration: Double
  /// The point that the person looks at, in points; it may be off the screen.
  package var aim: Vector2
  package var anchor = Anchor.screen
  /// True if the app shows a target at the aim.
  package var isTarget: Bool
  package var intent: ScrollDirection
  /// State of the eyes after they have arrived at the aim.
  package var state: RecordedFrame.Truth.State
  /// Purpose of the saccade to the aim.
  package var saccade = Saccade.target
  /// True if the eyes react to something that has appeared, so that they start after a reaction time.
  package var isReaction: Bool
  /// Time before the eyes start, in addition to a reaction time, seconds.
  package var delay = 0.0
  /// True if `duration` is the duration of the fixation after the saccade; published fixation durations are measured in
  /// this way.
  var isFixation = false
  /// Turn of the head from its rest, (yaw, pitch), radians.
  package var headTurn: Vector2
  /// Distance that the person is asked to take, metres; nil for the person's own distance.
  package var distance: Double?
  var pageMove: PageMove?
  /// True while a finger holds the page; commands then do not move it.
  var holdsPage = false
  /// True if the person has walked off.
  var isGone = false
  package var tap: Tap?
  /// True if the target is a dot for recentring the pointer.
  var isDot = false

  package init(
    _ duration: Double, at aim: Vector2, isTarget: Bool = false, intent: ScrollDirection = .none,
    state: RecordedFrame.Truth.State = .fixate, isReaction: Bool = false, headTurn: Vector2 = .zero,
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

extension Episode {
  /// A dot for recentring the pointer, to which the person reacts. The app holds the page still meanwhile.
  package static func dot(at point: Vector2, seconds: Double) -> Episode {
    var episode = Episode(seconds, at: point, isTarget: true, isReaction: true)
    episode.isDot = true
    episode.holdsPage = true
    return episode
  }
}

/// A target on a Lissajous curve: aim + amplitude · sin(2π·rate·t + phase), t from the take's beginning.
package struct TargetMotion: Sendable, Equatable {
  package var amplitude: Vector2
  /// Hz.
  package var rate: Vector2
  package var phase: Vector2

  /// Offset of the target from the curve's centre, points.
  package func offset(at time: Double) -> Vector2 {
    let angle = rate * (2 * .pi * time) + phase
    // This is computed at every tick, and most curves move along one axis only.
    func along(_ amplitude: Double, _ angle: Double) -> Double {
      amplitude == 0 ? 0 : amplitude * Elementary.sin(angle)
    }
    return SIMD2(along(amplitude.x, angle.x), along(amplitude.y, angle.y))
  }
}
