/// Phase of a finger's stroke.
public enum DragPhase: String, Sendable, CaseIterable {
  /// The finger has touched the screen.
  case began
  /// The finger is down and may have moved.
  case moved
  /// The finger has been lifted.
  case ended
  /// The system has cancelled the stroke, which has no further effect.
  case cancelled
}

/// A touch, or a display frame without a touch.
public struct DragTouch: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// Phase of the touch; nil if there is no touch and the display requests a frame.
  public var phase: DragPhase?
  /// Position in screen points from the top-left corner; meaningless without a touch.
  public var location: SIMD2<Double>

  /// A touch from its parts.
  public init(time: Double, phase: DragPhase?, location: SIMD2<Double> = .zero) {
    self.time = time
    self.phase = phase
    self.location = location
  }

  /// Largest coordinate that is accepted as a place on or near a screen, points.
  package static let reach = 1e6

  /// True if the location is usable.
  package var hasPlace: Bool { abs(location.x) <= Self.reach && abs(location.y) <= Self.reach }
}

/// A pipeline from touches to the pose of a 360° picture's camera: a value type with one mutating step.
///
/// A step must not allocate, must not trap on any touch and must never return a non-finite number. Input that no app
/// should send has a safe meaning: a location that is not finite (or beyond a million points) counts as no movement of
/// the finger; a movement without a beginning begins a stroke; an end without a beginning does nothing; a beginning
/// within a stroke begins the next stroke; a stroke that never ends holds the camera.
public protocol DragPipeline: Sendable {
  /// Current pose of the camera.
  var pose: CameraPose { get }
  /// Processes a touch or a frame.
  @discardableResult mutating func step(_ touch: DragTouch) -> CameraPose
}

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
    let covered = inertia * (1 - Elementary.exp(-(time - coast.time) / inertia))
    let new = coast.turn + coast.speed * covered
    turn = SIMD2(wrappedAngle(new.x), min(max(new.y, -limit), limit))
  }
}

/// The drag of a 2021 article: a finger turns the camera of a 360° video in SceneKit, by 180° per screen of finger
/// movement.
///
///     yaw = Δx/width · 180°,  pitch = Δy/height · 180°
///     q ← Ry(yaw) · q · Rx(pitch),  at the start q = Ry(180°)
///
/// Yaw turns about the world's y (multiplied from the left) and pitch about the camera's x (from the right), so q is
/// always Ry(Σyaw)·Rx(Σpitch) and no roll accumulates. Σpitch is not limited: beyond ±90° the picture is upside down,
/// and a finger movement to the right then moves the picture to the left. The finger's first movement counts from the
/// stroke's start. The article resets its state only when the start point changes, so a stroke that begins at exactly
/// the same point as the previous stroke counts its first movement from the point where the previous stroke ended.
public struct Article2021DragPipeline: DragPipeline {
  /// The article's turn of the camera, radians per screen of finger movement.
  public static let publishedTurn = SIMD2(Double.pi, Double.pi)

  /// Mapping of the article's picture onto the sphere: y is flipped.
  public static let picture = SpherePicture(flipsY: true)

  /// Largest accepted turn of the camera per screen, radians; even with this turn every finger movement gives a finite
  /// angle.
  public static let mostTurn = 1000.0

  /// Current pose of the camera.
  public private(set) var pose = CameraPose.start
  /// Turn per point, radians.
  private let turn: SIMD2<Double>
  private var start: SIMD2<Double>?
  private var last = SIMD2<Double>.zero
  private var isDown = false

  /// The article's camera in its initial pose.
  ///
  /// - Parameters:
  ///   - view: size and field of view of the picture.
  ///   - turnPerScreen: radians per screen, across and down; a value that is not finite or exceeds `mostTurn` is
  ///     replaced by `publishedTurn`.
  public init(view: PerspectiveView, turnPerScreen: SIMD2<Double> = Self.publishedTurn) {
    let isTurn = abs(turnPerScreen.x) <= Self.mostTurn && abs(turnPerScreen.y) <= Self.mostTurn
    turn = (isTurn ? turnPerScreen : Self.publishedTurn) / view.points
  }

  /// Processes a touch; a frame without a touch changes nothing.
  @discardableResult
  public mutating func step(_ touch: DragTouch) -> CameraPose {
    switch touch.phase {
    case .began, .moved:
      guard touch.hasPlace else { break }
      let isNew = touch.phase == .began || !isDown
      if isNew, start != touch.location {
        start = touch.location
        last = touch.location
      }
      isDown = true
      let moved = (touch.location - last) * turn
      last = touch.location
      if moved != .zero {
        pose = CameraPose(UnitQuaternion.aboutY(moved.x) * pose.orientation * UnitQuaternion.aboutX(moved.y))
      }
    case .ended, .cancelled: isDown = false
    case nil: break
    }
    return pose
  }
}
