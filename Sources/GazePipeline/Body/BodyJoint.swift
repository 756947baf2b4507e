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
  public var name: String {
    switch self {
    case .head: "head_joint"
    case .neck: "neck_1_joint"
    case .rightShoulder: "right_shoulder_1_joint"
    case .rightForearm: "right_forearm_joint"
    case .rightHand: "right_hand_joint"
    case .leftShoulder: "left_shoulder_1_joint"
    case .leftForearm: "left_forearm_joint"
    case .leftHand: "left_hand_joint"
    case .rightUpLeg: "right_upLeg_joint"
    case .rightLeg: "right_leg_joint"
    case .rightFoot: "right_foot_joint"
    case .leftUpLeg: "left_upLeg_joint"
    case .leftLeg: "left_leg_joint"
    case .leftFoot: "left_foot_joint"
    case .rightEye: "right_eye_joint"
    case .leftEye: "left_eye_joint"
    case .root: "root"
    case .rightEar: "right_ear_joint"
    case .leftEar: "left_ear_joint"
    }
  }

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
