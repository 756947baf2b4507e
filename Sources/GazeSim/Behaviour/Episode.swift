import GazePipeline
import GazeRecording
private import PortableFoundation

/// A stretch of behaviour: one place to look at, for some time, with or without the intent to scroll.
struct Episode: Equatable {
  enum Anchor: Equatable {
    /// The screen.
    case screen
    /// The page: the aim's y is measured from the content's top and moves with the content.
    case page
    /// A target that moves about the aim.
    case moving(TargetMotion)
  }

  enum Saccade: Equatable {
    /// A saccade to something to look at.
    case target
    /// A saccade to the next word; the script has already drawn the scatter of its landing.
    case word
    /// A saccade to the beginning of the next line.
    case lineStart
  }

  struct PageMove: Equatable {
    /// `offset`: offset of the page after the movement, points; `start`: start of the movement, seconds after the
    /// episode's beginning.
    var offset, start, duration: Double
  }

  /// A touch at the place that the person looks at.
  struct Tap: Equatable {
    /// Time from the eyes' arrival at the aim to the touch, seconds; nil if the touch comes at the episode's beginning,
    /// before the eyes have left the previous place.
    var lead: Double?
    /// Distance of the touch from the aim, points.
    var miss: Vector2
  }

  /// Maximum duration in seconds; a script may end the episode earlier. The time is counted from the episode's
  /// beginning or, if `isFixation` is true, from the landing of the last saccade to the aim.
  var duration: Double
  /// The point that the person looks at, in points; it may be off the screen.
  var aim: Vector2
  var anchor = Anchor.screen
  /// True if the app shows a target at the aim.
  var isTarget: Bool
  var intent: ScrollDirection
  /// State of the eyes after they have arrived at the aim.
  var state: RecordedFrame.Truth.State
  /// Purpose of the saccade to the aim.
  var saccade = Saccade.target
  /// True if the eyes react to something that has appeared, so that they start after a reaction time.
  var isReaction: Bool
  /// Time before the eyes start, in addition to a reaction time, seconds.
  var delay = 0.0
  /// True if `duration` is the duration of the fixation after the saccade; published fixation durations are measured in
  /// this way.
  var isFixation = false
  /// Turn of the head from its rest, (yaw, pitch), radians.
  var headTurn: Vector2
  /// Distance that the person is asked to take, metres; nil for the person's own distance.
  var distance: Double?
  var pageMove: PageMove?
  /// True while a finger holds the page; commands then do not move it.
  var holdsPage = false
  /// True if the person has walked off.
  var isGone = false
  var tap: Tap?
  /// True if the target is a dot for recentring the pointer.
  var isDot = false

  init(
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
  static func dot(at point: Vector2, seconds: Double) -> Episode {
    var episode = Episode(seconds, at: point, isTarget: true, isReaction: true)
    episode.isDot = true
    episode.holdsPage = true
    return episode
  }
}

/// A target on a Lissajous curve: aim + amplitude · sin(2π·rate·t + phase), t from the take's beginning.
struct TargetMotion: Equatable {
  /// `rate`: hz.
  var amplitude, rate, phase: Vector2

  /// Offset of the target from the curve's centre, points.
  func offset(at time: Double) -> Vector2 {
    let angle = rate * (2 * .pi * time) + phase
    // This is computed at every tick, and most curves move along one axis only.
    func along(_ amplitude: Double, _ angle: Double) -> Double {
      amplitude == 0 ? 0 : amplitude * sin(angle)
    }
    return SIMD2(along(amplitude.x, angle.x), along(amplitude.y, angle.y))
  }
}
