package import GazePipeline

/// A third of a second of one fixation on one target, as recorded. Its poses are means of the recorded matrices; they
/// are not checked to be rotations, since the doctor also looks for mirrored matrices.
package struct DoctorSample: Sendable {
  /// The participant's number.
  package var participant: Int
  /// Target in points, as recorded.
  package var target: SIMD2<Double>
  /// Poses: world from camera and from face, face from each eye.
  package var camera: RigidTransform, face: RigidTransform, left: RigidTransform, right: RigidTransform
}

extension RigidTransform {
  /// Creates a transform from the matrix's columns without checking them.
  package init(unchecked matrix: TransformMatrix) {
    self.init(
      rotation: RotationMatrix(unchecked: matrix.axis(0), matrix.axis(1), matrix.axis(2)), translation: matrix.axis(3))
  }

  /// The transform reflected along an axis (0 is x): S·R·S and S·t, where S is the reflection. S·R·S is again a
  /// rotation.
  func mirrored(_ axis: Int) -> RigidTransform {
    var s = SIMD3<Double>(1, 1, 1)
    s[axis] = -1
    let r = rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: r.x * s * s.x, r.y * s * s.y, r.z * s * s.z), translation: translation * s)
  }

  /// Volume that the columns span: 1 for a rotation, −1 for a reflected one.
  package var determinant: Double { rotation.x.cross(rotation.y).dot(rotation.z) }

  package var isFinite: Bool {
    rotation.x.isFinite && rotation.y.isFinite && rotation.z.isFinite && translation.isFinite
  }
}

/// Sums of poses, to form their mean.
struct PoseSum: Sendable {
  private var x = SIMD3<Double>.zero, y = SIMD3<Double>.zero, z = SIMD3<Double>.zero, t = SIMD3<Double>.zero

  mutating func add(_ pose: RigidTransform) {
    x += pose.rotation.x
    y += pose.rotation.y
    z += pose.rotation.z
    t += pose.translation
  }

  func mean(_ n: Double) -> RigidTransform {
    RigidTransform(rotation: RotationMatrix(unchecked: x / n, y / n, z / n), translation: t / n)
  }
}
