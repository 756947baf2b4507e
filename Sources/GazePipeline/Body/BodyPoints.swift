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

/// A joint of ARKit's 2-D body skeleton; the raw value is its index in `ARSkeletonDefinition.defaultBody2D.jointNames`.
///
/// ARKit has had 17 joints, including `root`, since iOS 13; an app built against iOS 16 or newer gets 19, including the
/// two ears. The names and their order come from published code by several authors, who agree with each other; Apple's
/// reference documents only 8 of the names, as constants, and no order. Left is assumed to be the person's own left,
/// which is unconfirmed.
public enum BodyJoint: Int, Sendable, CaseIterable {
  /// A joint of head, neck or arms; the name is that of the bone which begins at the joint (see `name`).
  case head, neck, rightShoulder, rightForearm, rightHand, leftShoulder, leftForearm, leftHand
  /// A joint of the legs, an eye, or the root between the hips.
  case rightUpLeg, rightLeg, rightFoot, leftUpLeg, leftLeg, leftFoot, rightEye, leftEye, root
  /// An ear, from iOS 16 on.
  case rightEar, leftEar

  /// Number of joints, including the two ears.
  public static let count = 19

  /// ARKit's name, such as `left_upLeg_joint`. `forearm` is the elbow, `hand` the wrist, `upLeg` the hip, `leg` the
  /// knee and `foot` the ankle: the name is that of a bone, and the joint is the bone's near end.
  public var name: String { Self.names[rawValue] }

  private static let names = [
    "head_joint", "neck_1_joint", "right_shoulder_1_joint", "right_forearm_joint", "right_hand_joint",
    "left_shoulder_1_joint", "left_forearm_joint", "left_hand_joint", "right_upLeg_joint", "right_leg_joint",
    "right_foot_joint", "left_upLeg_joint", "left_leg_joint", "left_foot_joint", "right_eye_joint", "left_eye_joint",
    "root", "right_ear_joint", "left_ear_joint",
  ]

  /// The joint with ARKit's name; nil for any other name.
  public init?(name: String) {
    guard let joint = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = joint
  }

  /// The corresponding joint on the other side; the joint itself if it is on the midline.
  public var mirrored: BodyJoint {
    switch self {
    case .head, .neck, .root: self
    case .rightShoulder: .leftShoulder
    case .leftShoulder: .rightShoulder
    case .rightForearm: .leftForearm
    case .leftForearm: .rightForearm
    case .rightHand: .leftHand
    case .leftHand: .rightHand
    case .rightUpLeg: .leftUpLeg
    case .leftUpLeg: .rightUpLeg
    case .rightLeg: .leftLeg
    case .leftLeg: .rightLeg
    case .rightFoot: .leftFoot
    case .leftFoot: .rightFoot
    case .rightEye: .leftEye
    case .leftEye: .rightEye
    case .rightEar: .leftEar
    case .leftEar: .rightEar
    }
  }

  /// The parent joint in the skeleton; nil for the root.
  public var parent: BodyJoint? {
    switch self {
    case .root: nil
    case .neck, .rightUpLeg, .leftUpLeg: .root
    case .head, .rightShoulder, .leftShoulder: .neck
    case .rightForearm: .rightShoulder
    case .rightHand: .rightForearm
    case .leftForearm: .leftShoulder
    case .leftHand: .leftForearm
    case .rightLeg: .rightUpLeg
    case .rightFoot: .rightLeg
    case .leftLeg: .leftUpLeg
    case .leftFoot: .leftLeg
    case .rightEye, .leftEye: .head
    case .rightEar: .rightEye
    case .leftEar: .leftEye
    }
  }
}
