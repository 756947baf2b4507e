/// The drag of a 2021 article: the camera of a 360° video in SceneKit, turned 180° per screen.
///
///     yaw = Δx/width · 180°,  pitch = Δy/height · 180°
///     q ← Ry(yaw) · q · Rx(pitch),  at the start q = Ry(180°)
///
/// Yaw turns about the world's y (multiplied from the left) and pitch about the camera's x (from the right), so q is
/// always Ry(Σyaw)·Rx(Σpitch) and no roll accumulates. Σpitch is not limited: beyond ±90° the picture is upside down,
/// and a finger movement to the right then moves it to the left. The finger's first movement counts from the stroke's
/// start. The article resets its state only when the start point changes, so a stroke that begins at exactly the same
/// point as the previous one counts its first movement from where that one ended.
public struct Article2021DragPipeline: DragPipeline {
  /// The article's turn, radians per screen.
  public static let publishedTurn = SIMD2(Double.pi, Double.pi)

  /// Mapping of the article's picture onto the sphere: y is flipped.
  public static let picture = SpherePicture(flipsY: true)

  /// Largest accepted turn per screen, radians; with it a finger's whole way is still a finite angle.
  public static let mostTurn = 1000.0

  /// Current pose of the camera.
  public private(set) var pose = CameraPose.start
  /// Turn per point, radians.
  private let turn: SIMD2<Double>
  private var start: SIMD2<Double>?
  private var last = SIMD2<Double>.zero
  private var isDown = false

  /// The article's camera at its start.
  ///
  /// - Parameter turnPerScreen: radians per screen, across and down; a value that is not finite or exceeds `mostTurn`
  ///   is replaced by the article's.
  public init(view: PerspectiveView, turnPerScreen: SIMD2<Double> = Self.publishedTurn) {
    let isTurn = abs(turnPerScreen.x) <= Self.mostTurn && abs(turnPerScreen.y) <= Self.mostTurn
    turn = (isTurn ? turnPerScreen : Self.publishedTurn) / view.points
  }

  /// Processes a touch; frames change nothing.
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
