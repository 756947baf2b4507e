/// Drag pipeline in which content follows the finger: the content under the finger at the stroke's start stays under
/// the finger, as far as heading and pitch without roll allow (`GrabbedContent`). Pitch stops at the poles or at a
/// smaller limit; after a stroke the camera may coast.
///
/// The orientation is computed from heading and pitch at every step, so no roll can accumulate.
///
///     coasting:  x(t) = x₀ + v·τ·(1 − e^(−t/τ)) for heading and pitch, independent of the frame rate
///
/// Here v is the speed at lift-off: the mean speed of the stroke's steps with weights e^(−age/40 ms).
public struct StandardDragPipeline: DragPipeline {
  /// Parameters of the pipeline.
  public struct Settings: Sendable, Equatable {
    /// Largest |pitch|, radians, 0…π/2.
    public var pitchLimit = Double.pi / 2
    /// Time constant of coasting, seconds; 0 for no coasting. `UIScrollView.DecelerationRate.normal` (0.998 per
    /// millisecond) corresponds to 0.4995 s.
    public var inertia = 0.0

    /// The defaults.
    public init(pitchLimit: Double = .pi / 2, inertia: Double = 0) {
      self.pitchLimit = pitchLimit
      self.inertia = inertia
    }
  }

  /// Time constant for estimating the finger's speed, seconds.
  static let speedTime = 0.04
  /// Fastest coasting, radians per second.
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

  /// A camera in its initial pose. A setting outside its range counts as the nearest allowed value, a NaN as the
  /// default.
  public init(view: PerspectiveView, settings: Settings = Settings()) {
    self.view = view
    limit = settings.pitchLimit >= 0 ? min(settings.pitchLimit, .pi / 2) : settings.pitchLimit < 0 ? 0 : .pi / 2
    inertia = settings.inertia > 0 ? min(settings.inertia, 60) : 0
  }

  /// Current pose of the camera.
  public var pose: CameraPose { CameraPose(heading: turn.x, pitch: turn.y) }

  /// Processes a touch or a frame.
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
