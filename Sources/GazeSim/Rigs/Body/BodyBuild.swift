import GazePipeline
import GazeRecording
private import PortableFoundation

/// Lengths of a person's body segments, metres, as shares of stature by Drillis & Contini (1966), as given in Winter,
/// Biomechanics and Motor Control of Human Movement, fig. 4.1. The positions of nose, eyes and ears relative to the
/// shoulders are assumed, except the eyes' height.
struct BodyBuild {
  /// Stature, metres.
  let height: Double

  var ankle: Double { 0.039 * height }
  var shank: Double { 0.246 * height }
  var thigh: Double { 0.245 * height }
  var trunk: Double { 0.288 * height }
  var halfHips: Double { 0.0955 * height }
  var halfShoulders: Double { 0.129 * height }
  var upperArm: Double { 0.186 * height }
  var forearm: Double { 0.146 * height }

  /// The joints in the world, metres, in `BodyJoint`'s order: x to the camera's right, y up from the floor, z towards
  /// the camera.
  ///
  /// Every segment keeps its length in all stances; the lower foot is on the floor.
  func joints(_ stance: BodyStance) -> [Vector3] {
    var joints = [Vector3](repeating: .zero, count: BodyJoint.count)
    func set(_ joint: BodyJoint, _ at: Vector3) { joints[joint.rawValue] = at }
    let left = leg(stance.gaitPhase, stance.gait)
    let right = leg(stance.gaitPhase + .pi, stance.gait)
    // The leg that reaches lower carries the body, so it determines the height of the hips.
    let root = SIMD3(0, ankle + max(left.reach, right.reach), 0)
    let neck = root + SIMD3(0, trunk, 0)
    set(.root, root)
    set(.neck, neck)
    set(.head, neck + height * SIMD3(0, 0.092, 0.05))
    // In the body's frame, its left side is at +x and its front at +z.
    for (side, isLeft) in [(1.0, true), (-1.0, false)] {
      set(isLeft ? .leftEye : .rightEye, neck + height * SIMD3(side * 0.019, 0.118, 0.045))
      set(isLeft ? .leftEar : .rightEar, neck + height * SIMD3(side * 0.045, 0.105, 0))
      let hip = root + SIMD3(side * halfHips, 0, 0)
      let leg = isLeft ? left : right
      let knee = hip + thigh * SIMD3(0, -cos(leg.hip), sin(leg.hip))
      set(isLeft ? .leftUpLeg : .rightUpLeg, hip)
      set(isLeft ? .leftLeg : .rightLeg, knee)
      set(isLeft ? .leftFoot : .rightFoot, knee + shank * SIMD3(0, -cos(leg.shin), sin(leg.shin)))

      let shoulder = neck + SIMD3(side * halfShoulders, 0, 0)
      // The arms swing opposite to the legs.
      let swing = -0.35 * sin(stance.gaitPhase + (isLeft ? 0 : .pi)) * stance.gait
      let raised = stance.wavesLeft == isLeft ? stance.wave : 0
      let elbow = shoulder + upperArm * Self.arm(side, out: 0.14 + 1.5 * raised, forward: swing * (1 - raised))
      let bend = 0.26 + 0.17 * stance.gait
      let out = 0.14 + (2.8 + stance.waveSwing) * raised
      set(isLeft ? .leftShoulder : .rightShoulder, shoulder)
      set(isLeft ? .leftForearm : .rightForearm, elbow)
      set(
        isLeft ? .leftHand : .rightHand,
        elbow + forearm * Self.arm(side, out: out, forward: (swing + bend) * (1 - raised)))
    }
    let turn = RotationMatrix.aboutY(stance.yaw)
    let place = SIMD3(stance.place.x, 0, stance.place.y)
    return joints.map { turn.apply($0) + place }
  }

  /// Angles of hip and shin from the vertical, forward positive, and the height of the hip above the ankle. This is a
  /// simplified, assumed gait: hips swing by 20° about 7° forward, and each knee bends by up to 50° while its leg
  /// swings.
  private func leg(_ phase: Double, _ gait: Double) -> (hip: Double, shin: Double, reach: Double) {
    let hip = gait * (0.12 + 0.35 * sin(phase))
    let lift = max(cos(phase), 0)
    let knee = gait * (0.08 + 0.87 * lift * lift)
    return (hip, hip - knee, thigh * cos(hip) + shank * cos(hip - knee))
  }

  /// A unit vector of an arm: `out` is the angle sideways from hanging down, `forward` the angle from there to the
  /// front.
  private static func arm(_ side: Double, out: Double, forward: Double) -> Vector3 {
    SIMD3(side * sin(out), -cos(out) * cos(forward), cos(out) * sin(forward))
  }
}

/// A person's stance at one moment; `BodyBuild.joints(_:)` computes the joints' positions from it. Angles are in
/// radians.
struct BodyStance {
  /// Position of the body, metres: x to the camera's right, z towards the camera (the camera is at 0).
  var place = Vector2.zero
  /// Turn of the body: 0 faces the camera; positive values turn the body's front to the camera's right.
  var yaw = 0.0
  /// Phase of the gait, radians; `gait` is the gait's strength, 0…1.
  var gaitPhase = 0.0
  var gait = 0.0
  /// Height to which an arm is raised to wave, 0…1; then the forearm's swing, and which arm waves.
  var wave = 0.0
  var waveSwing = 0.0
  var wavesLeft = false
}
