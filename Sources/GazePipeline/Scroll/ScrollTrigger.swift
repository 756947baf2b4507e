/// Decides from the pointer, and with some rules from the face, when to scroll (`Settings.rule`).
///
/// The rules `edge` and `below` have zones at the page's edges and just off the screen, a dwell before scrolling
/// starts, a wider zone before it stops, a pause after it has stopped, and a hold during blinks and lost faces:
///
///     idle → (in an enter zone for its dwell) → active → (outside the exit zone for the release) → cooldown → idle
///
/// With the rule `confirm` the gaze arms a zone (`armed`) and a facial sign scrolls; with the rule `sign` a facial sign
/// alone does. Both need the face: `step(pointer:window:at:face:)`.
public struct ScrollTrigger: Sendable, Equatable {
  private enum Phase: Sendable, Equatable {
    case idle
    case dwelling(ScrollDirection, inside: Double)
    case active(ScrollDirection, outside: Double)
    case cooling(Double)
  }

  /// The trigger's settings.
  public let settings: Settings
  private var phase = Phase.idle
  private var lastTime: Double?
  private var held = 0.0
  private var confirmed: ConfirmedScroll?
  private var signed: SignScroll?

  /// A trigger that has not processed a pointer yet.
  public init(_ settings: Settings) {
    self.settings = settings
    switch settings.rule {
    case .edge, .below: break
    case .confirm: confirmed = ConfirmedScroll(settings)
    case .sign: signed = SignScroll(settings)
    }
  }

  /// Direction in which a sign would scroll now, so that an app can mark the armed zone; `.none` while the page moves,
  /// and always with a rule other than `confirm`.
  public var armed: ScrollDirection { confirmed?.armed ?? .none }

  /// True while the trigger scrolls, so that an app can distinguish the trigger's scrolling from the person's own. It
  /// stays true while a blink pauses the scroll.
  public var isActive: Bool {
    if let confirmed { return confirmed.isActive }
    if let signed { return signed.isActive }
    if case .active = phase { return true }
    return false
  }

  /// Processes a pointer without a face, and returns the command for this frame. Without a face no sign is detected, so
  /// the rules `confirm` (with a sign) and `sign` never scroll.
  ///
  /// - Parameters:
  ///   - pointer: the pointer in the window's points, or nil while it is held (blink, lost face, no hit). While it is
  ///     nil, dwell and release do not advance and nothing scrolls; after `holdLimit` the state is reset.
  ///   - window: the window's size, points.
  ///   - time: seconds. A step backwards counts as 0, a gap as at most 0.1 s; a call with a non-finite time changes
  ///     nothing.
  public mutating func step(pointer: SIMD2<Double>?, window: SIMD2<Double>, at time: Double) -> ScrollCommand {
    step(pointer: pointer, window: window, at: time, face: nil)
  }

  /// Processes a pointer and the face of the same frame, and returns the command for this frame.
  ///
  /// - Parameters:
  ///   - pointer: the pointer in the window's points, or nil while it is held (blink, lost face, no hit). While it is
  ///     nil, time stops and nothing scrolls; after `holdLimit` the state is reset. Only a long blink goes on.
  ///   - window: the window's size, points.
  ///   - time: seconds. A step backwards counts as 0, a gap as at most 0.1 s; a call with a non-finite time changes
  ///     nothing.
  ///   - face: the frame, also while the pointer is nil. A frame without the sign's number holds the state as a lost
  ///     face does.
  public mutating func step(
    pointer: SIMD2<Double>?, window: SIMD2<Double>, at time: Double, face: FaceFrame?
  ) -> ScrollCommand {
    guard let elapsed = elapse(to: time) else { return .none }
    if let command = confirmed?.step(pointer, window, elapsed, face) { return command }
    if let command = signed?.step(elapsed, face) { return command }
    return step(pointer, window, elapsed)
  }

  /// Processes a pointer and the frame that it is from, as `step(pointer:window:at:face:)` does.
  ///
  /// A frame that becomes an optional is copied, which costs a tenth of a pipeline's step, so only the rules that need
  /// the face do that.
  mutating func step(
    pointer: SIMD2<Double>?, window: SIMD2<Double>, at time: Double, frame: FaceFrame
  ) -> ScrollCommand {
    if settings.rule.usesSigns { return step(pointer: pointer, window: window, at: time, seen: frame) }
    guard let elapsed = elapse(to: time) else { return .none }
    return step(pointer, window, elapsed)
  }

  /// Not inlined, since the frame would then be copied for every rule.
  @inline(never)
  private mutating func step(
    pointer: SIMD2<Double>?, window: SIMD2<Double>, at time: Double, seen frame: FaceFrame
  ) -> ScrollCommand {
    step(pointer: pointer, window: window, at: time, face: frame)
  }

  /// Seconds since the last call, 0…0.1, on which `ConfirmedScroll`, `SignScroll` and `SignBaseline` rely; nil for a
  /// time that is not finite.
  @inline(__always)
  private mutating func elapse(to time: Double) -> Double? {
    guard time.isFinite else { return nil }
    let elapsed = min(max(lastTime.map { time - $0 } ?? 0, 0), 0.1)
    lastTime = time
    return elapsed
  }

  /// The rules `edge` and `below`.
  @inline(__always)
  private mutating func step(_ pointer: SIMD2<Double>?, _ window: SIMD2<Double>, _ elapsed: Double) -> ScrollCommand {
    if case .cooling(let left) = phase { phase = left > elapsed ? .cooling(left - elapsed) : .idle }
    guard let pointer else {
      held += elapsed
      if held > settings.holdLimit, phase != .idle {
        if case .active = phase { phase = .cooling(settings.cooldown) } else if case .dwelling = phase { phase = .idle }
      }
      return .none
    }
    held = 0
    return advance(pointer, window, elapsed)
  }

  @inline(__always)
  private mutating func advance(_ pointer: SIMD2<Double>, _ window: SIMD2<Double>, _ elapsed: Double) -> ScrollCommand {
    switch phase {
    case .cooling: return .none
    case .idle:
      let (direction, _) = settings.zone(of: pointer, in: window, margin: 0)
      if direction != .none { phase = .dwelling(direction, inside: 0) }
      return .none
    case .dwelling(let direction, let inside):
      let (now, isOffScreen) = settings.zone(of: pointer, in: window, margin: 0)
      guard now == direction else {
        phase = now == .none ? .idle : .dwelling(now, inside: 0)
        return .none
      }
      let dwell = isOffScreen ? settings.offScreenDwell : settings.edgeDwell
      guard inside + elapsed >= dwell else {
        phase = .dwelling(direction, inside: inside + elapsed)
        return .none
      }
      phase = .active(direction, outside: 0)
      return settings.command(direction, elapsed)
    case .active(let direction, let outside):
      if settings.zone(of: pointer, in: window, margin: settings.hysteresis).direction == direction {
        phase = .active(direction, outside: 0)
        return settings.command(direction, elapsed)
      }
      guard outside + elapsed < settings.release else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .active(direction, outside: outside + elapsed)
      return settings.command(direction, elapsed)
    }
  }
}
