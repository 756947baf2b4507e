/// An article's drag (2021): the camera of a 360° video in SceneKit, 180° a screen.
///
///     yaw = Δx/width · 180°,  pitch = Δy/height · 180°
///     q ← Ry(yaw) · q · Rx(pitch),  at the start q = Ry(180°)
///
/// Yaw turns about the world's y on the left and pitch about the camera's x on the right, so q is always
/// Ry(Σyaw)·Rx(Σpitch): no roll creeps in. Nothing stops Σpitch: beyond ±90° the picture stands on its head, and a finger
/// to the right then moves it to the left. The finger's first movement counts from the stroke's start; the state is made new
/// when the start changes, and only then: a stroke that begins at the very point where the last one began counts its first
/// movement from where that one ended.
public struct Article2021DragPipeline: DragPipeline {
  /// The article's, radians a screen.
  public static let publishedTurn = SIMD2(Double.pi, Double.pi)

  /// How the article's picture lies on the sphere: its y flipped.
  public static let picture = SpherePicture(flipsY: true)

  /// Largest turn a screen that is taken for one, radians: so many that a finger's whole way is still a number.
  public static let mostTurn = 1000.0

  /// Where the camera stands now.
  public private(set) var pose = CameraPose.start
  /// Radians a point.
  private let turn: SIMD2<Double>
  private var start: SIMD2<Double>?
  private var last = SIMD2<Double>.zero
  private var isDown = false

  /// The article's camera at its start.
  ///
  /// - Parameter turnPerScreen: radians a screen, across and down; one that is not finite or beyond `mostTurn` counts as
  ///     the article's.
  public init(view: PerspectiveView, turnPerScreen: SIMD2<Double> = Self.publishedTurn) {
    let isTurn = abs(turnPerScreen.x) <= Self.mostTurn && abs(turnPerScreen.y) <= Self.mostTurn
    turn = (isTurn ? turnPerScreen : Self.publishedTurn) / view.points
  }

  /// Takes a touch in; frames change nothing.
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
