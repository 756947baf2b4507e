/// Decides from the pointer when to scroll. It has zones at the page's edges and just off the screen, a dwell before
/// scrolling starts, a wider zone before it stops, a pause after it has stopped, and a hold during blinks and lost
/// faces.
///
///     idle → (in an enter zone for its dwell) → active → (outside the exit zone for the release) → cooldown → idle
public struct ScrollTrigger: Sendable, Equatable {
  /// Parameters of the trigger. Lengths are shares of the window's height, times are in seconds.
  public struct Settings: Sendable, Equatable, Codable {
    /// Depth of the zone inside the window, at its top and bottom, 0…0.5.
    public var edgeZone: Double
    /// Time that the pointer must stay in the edge zone.
    public var edgeDwell: Double
    /// Reach of the off-screen zone beyond the window's edge; a gaze beyond this reach is taken to be at something
    /// else.
    public var offScreenZone: Double
    /// Time that the pointer must stay in the off-screen zone.
    public var offScreenDwell: Double
    /// Width by which the exit zone exceeds the enter zone, inwards and outwards.
    public var hysteresis: Double
    /// Time that the pointer must be outside the exit zone before scrolling stops.
    public var release: Double
    /// Dead time after a scroll, because moving text draws the eyes along.
    public var cooldown: Double
    /// Scrolling speed, points/s.
    public var speed: Double
    /// Longest blink or loss of the face that does not reset the dwell or the scroll in progress.
    public var holdLimit: Double
    /// Lid closure (0…1, the mean of both lids) above which a frame is a blink. Because the mean is used, a wink or one
    /// drooping lid does not count as a blink.
    public var blinkThreshold: Double

    /// Settings from their numbers.
    public init(
      edgeZone: Double, edgeDwell: Double, offScreenZone: Double, offScreenDwell: Double, hysteresis: Double,
      release: Double, cooldown: Double, speed: Double, holdLimit: Double, blinkThreshold: Double
    ) {
      self.edgeZone = edgeZone
      self.edgeDwell = edgeDwell
      self.offScreenZone = offScreenZone
      self.offScreenDwell = offScreenDwell
      self.hysteresis = hysteresis
      self.release = release
      self.cooldown = cooldown
      self.speed = speed
      self.holdLimit = holdLimit
      self.blinkThreshold = blinkThreshold
    }

    /// The trigger of every built-in device profile, chosen by hand on simulated people and not tried on a phone.
    public static let standard = Settings(
      edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
      cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)
  }

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

  /// A trigger that has not processed a pointer yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a pointer and returns the command for this frame.
  ///
  /// - Parameters:
  ///   - pointer: the pointer in the window's points, or nil while it is held (blink, lost face, no hit). While it is
  ///     nil, dwell and release do not advance and nothing scrolls; after `holdLimit` the state is reset.
  ///   - window: the window's size, points.
  ///   - time: seconds. A step backwards counts as 0, a gap as at most 0.1 s; a call with a non-finite time changes
  ///     nothing.
  public mutating func step(pointer: SIMD2<Double>?, window: SIMD2<Double>, at time: Double) -> ScrollCommand {
    guard time.isFinite else { return .none }
    let elapsed = min(max(lastTime.map { time - $0 } ?? 0, 0), 0.1)
    lastTime = time
    if case .cooling(let left) = phase { phase = left > elapsed ? .cooling(left - elapsed) : .idle }
    guard let pointer else {
      held += elapsed
      if held > settings.holdLimit, phase != .idle {
        if case .active = phase { phase = .cooling(settings.cooldown) } else if case .dwelling = phase { phase = .idle }
      }
      return .none
    }
    held = 0
    return step(pointer, window, elapsed)
  }

  private mutating func step(_ pointer: SIMD2<Double>, _ window: SIMD2<Double>, _ elapsed: Double) -> ScrollCommand {
    switch phase {
    case .cooling: return .none
    case .idle:
      let (direction, _) = zone(pointer, window, margin: 0)
      if direction != .none { phase = .dwelling(direction, inside: 0) }
      return .none
    case .dwelling(let direction, let inside):
      let (now, isOffScreen) = zone(pointer, window, margin: 0)
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
      return command(direction, elapsed)
    case .active(let direction, let outside):
      if zone(pointer, window, margin: settings.hysteresis).direction == direction {
        phase = .active(direction, outside: 0)
        return command(direction, elapsed)
      }
      guard outside + elapsed < settings.release else {
        phase = .cooling(settings.cooldown)
        return .none
      }
      phase = .active(direction, outside: outside + elapsed)
      return command(direction, elapsed)
    }
  }

  private func command(_ direction: ScrollDirection, _ elapsed: Double) -> ScrollCommand {
    // The settings come from files: an invalid speed (negative or not finite) moves nothing.
    let distance = settings.speed * elapsed
    return distance >= 0 && distance.isFinite ? ScrollCommand(direction: direction, distance: distance) : .none
  }

  /// The zone, widened by `margin`, that contains the pointer, and whether the pointer is beyond the window's edge.
  private func zone(
    _ pointer: SIMD2<Double>, _ window: SIMD2<Double>, margin: Double
  ) -> (direction: ScrollDirection, isOffScreen: Bool) {
    let (y, beside) = (pointer.y / window.y, settings.offScreenZone + margin)
    // The reach beside the window is the same as below it, in points.
    let reach = beside * window.y
    guard pointer.x >= -reach, pointer.x <= window.x + reach else { return (.none, false) }
    let edge = settings.edgeZone + margin
    if y > 1 - edge, y <= 1 + beside { return (.down, y > 1) }
    if y < edge, y >= -beside { return (.up, y < 0) }
    return (.none, false)
  }
}
