import GazePipeline

/// Transition after a tracker has found the face again: the reported pose does not jump, but moves in a short time from
/// the held pose to the seen pose.
struct Reacquisition {
  let held: FaceFrame
  let start, duration: Double

  /// Replaces the poses in `frame` with poses between the held and the seen ones.
  func blend(into frame: inout FaceFrame) {
    let s = (frame.time - start) / duration
    frame.face = blend(held.face, frame.face, s)
    frame.leftEye = blend(eye: held.leftEye, frame.leftEye, s)
    frame.rightEye = blend(eye: held.rightEye, frame.rightEye, s)
  }

  private func blend(_ a: TransformMatrix, _ b: TransformMatrix, _ s: Double) -> TransformMatrix {
    guard let a = RigidTransform(a), let b = RigidTransform(b) else { return b }
    let z = (a.rotation.z + (b.rotation.z - a.rotation.z) * s).normalized
    let across = a.rotation.x + (b.rotation.x - a.rotation.x) * s
    let x = (across - z * across.dot(z)).normalized
    return TransformMatrix(
      RigidTransform(
        rotation: RotationMatrix(unchecked: x, z.cross(x), z),
        translation: a.translation + (b.translation - a.translation) * s))
  }

  /// A pose of an eye between two poses. Its slopes change linearly, so that eyes do not roll and the two eyes stay
  /// coupled.
  private func blend(eye a: TransformMatrix, _ b: TransformMatrix, _ s: Double) -> TransformMatrix {
    guard let a = RigidTransform(a), let b = RigidTransform(b) else { return b }
    let (from, to) = (a.rotation.z / a.rotation.z.z, b.rotation.z / b.rotation.z.z)
    let direction = GazeAngles(direction: from + (to - from) * s)
    return TransformMatrix(RigidTransform(rotation: direction.rotationWithoutRoll, translation: b.translation))
  }
}
