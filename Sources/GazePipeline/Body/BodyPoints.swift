/// An optional point for each of the 19 joints, in fixed-size storage, so that a step allocates nothing.
///
/// A joint with a non-finite coordinate has no point, so NaN can be stored but is never returned.
public struct BodyPoints: Sendable, Equatable {
  // Lanes 0..<19 are used; the others stay NaN.
  private var x = SIMD32<Double>(repeating: .nan)
  private var y = SIMD32<Double>(repeating: .nan)

  /// No points.
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

  /// Number of joints that have a point.
  public var count: Int {
    var count = 0
    for joint in BodyJoint.allCases where self[joint] != nil { count += 1 }
    return count
  }

  /// True if the same joints have the same points.
  public static func == (a: Self, b: Self) -> Bool {
    for joint in BodyJoint.allCases where a[joint] != b[joint] { return false }
    return true
  }
}

/// The body in one frame, in the form of `ARBody2D`.
public struct BodySkeleton: Sendable, Equatable {
  /// Seconds.
  public var time: Double
  /// False if the frame shows no body; `joints` is then meaningless.
  public var isTracked: Bool
  /// Landmarks in normalised coordinates of the camera's native landscape image: (0, 0) is its top-left corner, (1, 1)
  /// its bottom-right, and x runs along its long side, however the phone is held. Joints that are not tracked have no
  /// landmark.
  public var joints: BodyPoints

  /// Largest coordinate of a landmark that is used, as a multiple of the picture's side. ARKit gives joints slightly
  /// outside of its picture; coordinates in pixels, a likely mistake, are far larger.
  package static let largestLandmark = 10.0

  /// The joint's landmark; nil if no body is tracked, the joint is not tracked, or the landmark is beyond
  /// `largestLandmark`, where no screen shows it.
  @inline(__always)
  package func landmark(_ joint: BodyJoint) -> SIMD2<Double>? {
    guard isTracked, let landmark = joints[joint] else { return nil }
    let isNear = abs(landmark.x) <= Self.largestLandmark && abs(landmark.y) <= Self.largestLandmark
    return isNear ? landmark : nil
  }

  /// A skeleton from its parts.
  public init(time: Double, isTracked: Bool = true, joints: BodyPoints) {
    self.time = time
    self.isTracked = isTracked
    self.joints = joints
  }
}

/// Drawing over the camera's picture: a circle for each joint that has a point, in view points, origin top-left.
///
/// A new overlay is made for every frame, so the previous frame's circles disappear. A circle may lie off the screen.
public struct BodyOverlay: Sendable, Equatable {
  /// The circles' centres.
  public var circles: BodyPoints

  /// An overlay without circles.
  public static var empty: BodyOverlay { BodyOverlay(circles: BodyPoints()) }

  /// An overlay from its circles.
  public init(circles: BodyPoints) { self.circles = circles }
}
