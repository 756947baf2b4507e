/// Decides from the pointer when to scroll: zones at the page's edges and just off the screen, a dwell before it
/// starts, a wider zone before it stops, a pause after it stopped, and a hold on blinks and lost faces.
///
///     idle → (in an enter zone for its dwell) → active → (outside the exit zone for the release) → cooldown → idle
public struct ScrollTrigger: Sendable, Equatable {
  /// Every number of the trigger. Lengths are shares of the window's height, times are seconds.
  public struct Settings: Sendable, Equatable, Codable {
    /// Depth of the zone inside the window, at its top and bottom, 0…0.5.
    public var edgeZone: Double
    /// How long the pointer must stay in it.
    public var edgeDwell: Double
    /// Reach of the zone beyond the window's edge; further out the person looks at something else.
    public var offScreenZone: Double
    /// How long the pointer must stay there.
    public var offScreenDwell: Double
    /// How much wider the exit zone is than the enter zone, inwards and outwards (hysteresis).
    public var hysteresis: Double
    /// How long the pointer must be outside the exit zone before scrolling stops.
    public var release: Double
    /// Dead time after a scroll, since moving text draws the eyes along.
    public var cooldown: Double
    /// Scrolling speed, points/s.
    public var speed: Double
    /// A blink or a lost face longer than this forgets what was begun.
    public var holdLimit: Double
    /// Lids closed further than this (0…1, the mean of both) are a blink: so a wink, or one drooping lid, is none.
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
  }

  private enum Phase: Sendable, Equatable {
    case idle
    case dwelling(ScrollDirection, inside: Double)
    case active(ScrollDirection, outside: Double)
    case cooling(Double)
  }

  /// The numbers in force.
  public let settings: Settings
  private var phase = Phase.idle
  private var lastTime: Double?
  private var held = 0.0

  /// A trigger at rest.
  public init(_ settings: Settings) { self.settings = settings }

  /// Takes a pointer in and gives the command for this frame.
  ///
  /// - Parameters:
  ///   - pointer: in the window's points, or nil while it is held (blink, lost face, no hit): no time passes for
  ///     dwell and release then, nothing scrolls, and after `holdLimit` all is forgotten.
  ///   - window: the window's size, points.
  ///   - time: seconds; a step backwards counts as none, a gap as at most 0.1 s, and where it is not finite the call
  ///     changes nothing.
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
    // The settings come from files: a speed that is no speed moves nothing.
    let distance = settings.speed * elapsed
    return distance >= 0 && distance.isFinite ? ScrollCommand(direction: direction, distance: distance) : .none
  }

  /// Which zone, widened by `margin`, the pointer is in, and whether it is beyond the window's edge.
  private func zone(
    _ pointer: SIMD2<Double>, _ window: SIMD2<Double>, margin: Double
  ) -> (direction: ScrollDirection, isOffScreen: Bool) {
    let (y, beside) = (pointer.y / window.y, settings.offScreenZone + margin)
    // Sideways the window counts with the same reach as below it, in points.
    let reach = beside * window.y
    guard pointer.x >= -reach, pointer.x <= window.x + reach else { return (.none, false) }
    let edge = settings.edgeZone + margin
    if y > 1 - edge, y <= 1 + beside { return (.down, y > 1) }
    if y < edge, y >= -beside { return (.up, y < 0) }
    return (.none, false)
  }
}
