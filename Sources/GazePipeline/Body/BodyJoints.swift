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

  /// In the order of the cases; `BodyPipelineTests` checks their number and some places.
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
