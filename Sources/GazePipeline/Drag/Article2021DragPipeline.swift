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
