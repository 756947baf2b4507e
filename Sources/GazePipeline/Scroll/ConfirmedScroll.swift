/// The rule `confirm`: the gaze arms a wide zone, and a facial sign confirms.
///
///     idle → (in a zone for its dwell, without a saccade) → armed → (the sign rises and lasts) → active
///     active → (the sign ends, the gaze leaves the exit zone, or the longest scroll has passed) → cooldown → idle
///
/// The zone stays armed while the gaze is in it, and for a short grace after that. A sign that was given before the
/// zone was armed does not confirm, because it was not meant for the zone.
struct ConfirmedScroll: Sendable, Equatable {
  /// Time for which the zone stays armed after the gaze has left it, assumed, seconds.
  static let grace = 0.3
  /// Time before arming from which a sign confirms, assumed, seconds: a person who knows the rule is early.
  /// `SignScroll` has the same time before its pause ends.
  static let lead = 0.3
  /// Distance of a saccade after which the zone is not armed for about 0.15 s, assumed, shares of the window's height.
  static let saccade = 0.2
  /// Scrolling time for one momentary sign, also of `SignScroll`, assumed, seconds. It passes without the gaze, since
  /// the eyes were closed.
  static let pulse = 0.5

  private enum Phase: Sendable, Equatable {
    case idle
    case dwelling(ScrollDirection, inside: Double)
    case armed(ScrollDirection, age: Double, outside: Double)
    case active(ScrollDirection, age: Double, outside: Double)
    case pulse(ScrollDirection, left: Double)
    case cooling(Double)
  }

  private let settings: ScrollTrigger.Settings
  private var phase = Phase.idle
  private var detector: SignDetector
  private var jump = PointerJump()
  private var held = 0.0

  init(_ settings: ScrollTrigger.Settings) {
    self.settings = settings
    detector = SignDetector(
      settings.sign, on: settings.signOn, off: settings.signOff, hold: settings.signHold, release: settings.release)
  }

  var armed: ScrollDirection { if case .armed(let direction, _, _) = phase { direction } else { .none } }

  var isActive: Bool {
    switch phase {
    case .active, .pulse: true
    case .idle, .dwelling, .armed, .cooling: false
    }
  }

  /// Processes a frame.
  ///
  /// - Parameter elapsed: seconds since the previous frame, 0…0.1.
  mutating func step(
    _ pointer: SIMD2<Double>?, _ window: SIMD2<Double>, _ elapsed: Double, _ face: FaceFrame?
  ) -> ScrollCommand {
    if case .cooling(let left) = phase { phase = left > elapsed ? .cooling(left - elapsed) : .idle }
    let isMomentary = settings.sign.isMomentary
    let level = settings.sign.level(in: face)
    // A sign of the lids goes on while the pointer is held; for all others time stops.
    let isSeen = settings.sign == .none || level != nil
    if let level, isMomentary || pointer != nil { senses(level, elapsed) }
    guard let pointer, isSeen else {
      held = level != nil && detector.isClosed ? 0 : held + elapsed
      if held > settings.holdLimit { forget() }
      return .none
    }
    held = 0
    return advance(pointer, window, elapsed)
  }

  private mutating func senses(_ level: Double, _ elapsed: Double) {
    detector.step(level, elapsed: elapsed)
    guard case .armed(let direction, let age, let outside) = phase else { return }
    phase = .armed(direction, age: age + elapsed, outside: outside)
    guard detector.isOn, detector.age <= age + elapsed + Self.lead else { return }
    phase =
      settings.sign.isMomentary ? .pulse(direction, left: Self.pulse) : .active(direction, age: 0, outside: 0)
  }

  private mutating func advance(
    _ pointer: SIMD2<Double>, _ window: SIMD2<Double>, _ elapsed: Double
  ) -> ScrollCommand {
    let hasJumped = jump.step(pointer / window.y, limit: Self.saccade, elapsed: elapsed)
    switch phase {
    case .cooling: return .none
    case .idle, .dwelling:
      return dwell(pointer, window, elapsed, hasJumped: hasJumped)
    case .armed(let direction, let age, let before):
      let outside = isInExitZone(direction, pointer, window) ? 0 : before + elapsed
      // A sign that has begun in time may finish.
      let isDeciding = detector.isRising && detector.age <= age + Self.lead
      phase =
        outside > Self.grace && !isDeciding ? .idle : .armed(direction, age: age, outside: outside)
      return .none
    case .active(let direction, let before, let outsideBefore):
      let age = before + elapsed
      let outside = isInExitZone(direction, pointer, window) ? 0 : outsideBefore + elapsed
      let isSigned = settings.sign == .none || detector.isOn
      guard isSigned, age <= settings.longestScroll, outside < settings.release else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .active(direction, age: age, outside: outside)
      return settings.command(direction, elapsed)
    case .pulse(let direction, let left):
      guard left > 0 else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .pulse(direction, left: max(left - elapsed, 0))
      return settings.command(direction, min(elapsed, left))
    }
  }

  private mutating func dwell(
    _ pointer: SIMD2<Double>, _ window: SIMD2<Double>, _ elapsed: Double, hasJumped: Bool
  ) -> ScrollCommand {
    let (direction, isOffScreen) = settings.zone(of: pointer, in: window, margin: 0)
    guard direction != .none else {
      phase = .idle
      return .none
    }
    guard case .dwelling(direction, let before) = phase else {
      phase = .dwelling(direction, inside: 0)
      return .none
    }
    let inside = before + elapsed
    guard inside >= (isOffScreen ? settings.offScreenDwell : settings.edgeDwell), !hasJumped else {
      phase = .dwelling(direction, inside: inside)
      return .none
    }
    guard settings.sign == .none else {
      phase = .armed(direction, age: 0, outside: 0)
      return .none
    }
    phase = .active(direction, age: elapsed, outside: 0)
    return settings.command(direction, elapsed)
  }

  private func isInExitZone(
    _ direction: ScrollDirection, _ pointer: SIMD2<Double>, _ window: SIMD2<Double>
  ) -> Bool {
    settings.zone(of: pointer, in: window, margin: settings.hysteresis).direction == direction
  }

  /// Forgets the gaze and the sign after a long hold.
  private mutating func forget() {
    detector.forget()
    switch phase {
    case .active, .pulse: phase = .cooling(settings.cooldown)
    case .dwelling, .armed: phase = .idle
    case .idle, .cooling: break
    }
  }
}

/// Detector of a saccade of the pointer within the last 0.12 to 0.16 s: the distance between the pointer and any of its
/// four places in that time exceeds a limit. The lengths are shares of the window's height.
struct PointerJump: Sendable, Equatable {
  private static let spacing = 0.04
  private var x = SIMD4<Double>.zero
  private var y = SIMD4<Double>.zero
  private var age: Double?

  /// Processes a pointer and returns true if it has just moved by more than `limit`; a pointer that is not finite is
  /// ignored.
  mutating func step(_ pointer: SIMD2<Double>, limit: Double, elapsed: Double) -> Bool {
    guard pointer.isFinite else { return false }
    guard let before = age else {
      (x, y, age) = (SIMD4(repeating: pointer.x), SIMD4(repeating: pointer.y), 0)
      return false
    }
    let (dx, dy) = (x - pointer.x, y - pointer.y)
    if before + elapsed >= Self.spacing {
      (x, y, age) = (SIMD4(pointer.x, x.x, x.y, x.z), SIMD4(pointer.y, y.x, y.y, y.z), 0)
    } else {
      age = before + elapsed
    }
    return any(dx * dx + dy * dy .> limit * limit)
  }
}
