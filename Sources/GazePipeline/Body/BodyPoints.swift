/// A point for each of the 19 joints, or none: fixed-size, so that a step allocates nothing.
///
/// A joint whose coordinates are not both finite has no point: NaN goes in and never comes out.
public struct BodyPoints: Sendable, Equatable {
  // Lanes 0..<19; the others stay NaN.
  private var x = SIMD32<Double>(repeating: .nan)
  private var y = SIMD32<Double>(repeating: .nan)

  /// No joint has a point.
  public init() {}

  /// The joint's point.
  @inline(__always)
  public subscript(joint: BodyJoint) -> SIMD2<Double>? {
    get {
      let point = SIMD2(x[joint.rawValue], y[joint.rawValue])
      return point.isFinite ? point : nil
    }
    set {
      let point = newValue.flatMap { $0.isFinite ? $0 : nil } ?? SIMD2(.nan, .nan)
      x[joint.rawValue] = point.x
      y[joint.rawValue] = point.y
    }
  }

  /// How many joints have a point.
  public var count: Int {
    var count = 0
    for joint in BodyJoint.allCases where self[joint] != nil { count += 1 }
    return count
  }

  /// True where the same joints have the same points.
  public static func == (a: Self, b: Self) -> Bool {
    for joint in BodyJoint.allCases where a[joint] != b[joint] { return false }
    return true
  }
}

/// A frame's body as `ARBody2D` gives it.
public struct BodySkeleton: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// False where there is no body: no joint of it may then be believed.
  public var isTracked: Bool
  /// Landmarks normalised in the camera's native landscape image: (0, 0) its top-left corner, (1, 1) its bottom-right, x along
  /// its long side, whatever way the phone is held. Joints that are not tracked have none.
  public var joints: BodyPoints

  /// A skeleton from its parts.
  public init(time: Double, isTracked: Bool = true, joints: BodyPoints) {
    self.time = time
    self.isTracked = isTracked
    self.joints = joints
  }
}

/// What is drawn over the camera's picture: a circle for each joint that there is one for, view points, origin top-left.
///
/// Made again every frame, so the last frame's circles are gone. A circle may lie off the screen.
public struct BodyOverlay: Sendable, Equatable {
  /// The circles' centres.
  public var circles: BodyPoints

  /// No circle.
  public static var empty: BodyOverlay { BodyOverlay(circles: BodyPoints()) }

  /// An overlay from its circles.
  public init(circles: BodyPoints) { self.circles = circles }
}
