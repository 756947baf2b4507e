/// Content follows the finger: what was under it when the stroke began stays under it, as far as heading and pitch without
/// roll can (`GrabbedContent`). Pitch stops at the poles or before; after a stroke the camera may coast.
///
/// The orientation is made again from heading and pitch at every step, so there is no roll to creep in.
///
///     coasting:  x(t) = x₀ + v·τ·(1 − e^(−t/τ)) for heading and pitch, whatever the frame rate
///
/// with v the speed at the lift, each step's weighted by e^(−age/40 ms).
public struct StandardDragPipeline: DragPipeline {
  /// What can be set.
  public struct Settings: Sendable, Equatable {
    /// Largest |pitch|, radians, 0…π/2.
    public var pitchLimit = Double.pi / 2
    /// Time constant of coasting, seconds; 0 is none. `UIScrollView.DecelerationRate.normal` (0.998 a millisecond) is
    /// 0.4995 s.
    public var inertia = 0.0

    /// The defaults.
    public init(pitchLimit: Double = .pi / 2, inertia: Double = 0) {
      self.pitchLimit = pitchLimit
      self.inertia = inertia
    }
  }

  /// Over how long the finger's speed is told, seconds.
  static let speedTime = 0.04
  /// Fastest coasting, radians a second.
  static let fastest = 20.0

  private struct Coast: Sendable {
    var time: Double
    var turn: SIMD2<Double>
    var speed: SIMD2<Double>
  }

  private let view: PerspectiveView
  private let limit: Double
  private let inertia: Double
  /// Heading and pitch, radians.
  package private(set) var turn = SIMD2(Double.pi, 0)
  private var speed = SIMD2<Double>.zero
  private var lastTime = 0.0
  private var grab: GrabbedContent?
  private var coast: Coast?

  /// A camera at its start. Settings outside their range, and NaN, count as the nearest allowed (the default).
  public init(view: PerspectiveView, settings: Settings = Settings()) {
    self.view = view
    limit = settings.pitchLimit >= 0 ? min(settings.pitchLimit, .pi / 2) : settings.pitchLimit < 0 ? 0 : .pi / 2
    inertia = settings.inertia > 0 ? min(settings.inertia, 60) : 0
  }

  /// Where the camera stands now.
  public var pose: CameraPose { CameraPose(heading: turn.x, pitch: turn.y) }

  /// Takes a touch or a frame in.
  @discardableResult
  public mutating func step(_ touch: DragTouch) -> CameraPose {
    let time = touch.time
    guard time.isFinite else { return pose }
    switch touch.phase {
    case nil: roll(to: time)
    case .began where touch.hasPlace: begin(touch)
    case .moved where touch.hasPlace:
      if grab == nil { begin(touch) } else { follow(touch) }
    case .began, .moved: break
    case .ended:
      if grab != nil {
        if touch.hasPlace { follow(touch) }
        release(at: time)
      }
    case .cancelled: grab = nil
    }
    return pose
  }

  private mutating func begin(_ touch: DragTouch) {
    roll(to: touch.time)
    coast = nil
    speed = .zero
    lastTime = touch.time
    grab = GrabbedContent(under: view.ray(through: touch.location), of: pose)
  }

  private mutating func follow(_ touch: DragTouch) {
    guard let new = grab?.follow(view.ray(through: touch.location), from: turn, limit: limit) else { return }
    let step = SIMD2(wrappedAngle(new.x - turn.x), new.y - turn.y)
    turn = new
    let elapsed = touch.time - lastTime
    guard elapsed > 0 else { return }
    lastTime = touch.time
    let share = 1 - Elementary.exp(-elapsed / Self.speedTime)
    speed += (step / elapsed - speed) * share
  }

  private mutating func release(at time: Double) {
    grab = nil
    guard inertia > 0, speed.isFinite else { return }
    let fastest = SIMD2(repeating: Self.fastest)
    coast = Coast(time: time, turn: turn, speed: speed.clamped(lowerBound: -fastest, upperBound: fastest))
  }

  private mutating func roll(to time: Double) {
    guard grab == nil, let coast, time > coast.time else { return }
    let way = inertia * (1 - Elementary.exp(-(time - coast.time) / inertia))
    let new = coast.turn + coast.speed * way
    turn = SIMD2(wrappedAngle(new.x), min(max(new.y, -limit), limit))
  }
}
