import GazePipeline

/// A tracker that has found the face again does not jump: for a short while it goes from the pose that it held to the one
/// that it sees.
struct Reacquisition: Sendable {
  private let held: FaceFrame
  private let start: Double
  private let duration: Double

  init(from held: FaceFrame, at time: Double, lasting duration: Double) {
    self.held = held
    start = time
    self.duration = duration
  }

  /// Makes `frame` one on the way.
  func blend(into frame: inout FaceFrame) {
    let s = (frame.time - start) / duration
    frame.face = blend(held.face, frame.face, s) { $0 }
    // Eyes never roll: a direction on the way has its own rotation.
    frame.leftEye = blend(held.leftEye, frame.leftEye, s) { GazeAngles(direction: $0.z).rotationWithoutRoll }
    frame.rightEye = blend(held.rightEye, frame.rightEye, s) { GazeAngles(direction: $0.z).rotationWithoutRoll }
  }

  private func blend(
    _ a: TransformMatrix, _ b: TransformMatrix, _ s: Double, _ level: (Rotation) -> Rotation
  ) -> TransformMatrix {
    guard let a = RigidTransform(a), let b = RigidTransform(b) else { return b }
    let z = (a.rotation.z + (b.rotation.z - a.rotation.z) * s).normalized
    let across = a.rotation.x + (b.rotation.x - a.rotation.x) * s
    let x = (across - z * across.dot(z)).normalized
    let rotation = Rotation(unchecked: x, z.cross(x), z)
    return TransformMatrix(
      RigidTransform(rotation: level(rotation), translation: a.translation + (b.translation - a.translation) * s))
  }
}
