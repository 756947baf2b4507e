package import GazePipeline

/// A third of a second of one look at one target, as it was recorded: means of the matrices, taken for poses without
/// asking whether they are rotations, since a mirrored one is what is looked for.
package struct DoctorSample: Sendable {
  /// Whose.
  package var participant: Int
  /// Points, as recorded.
  package var target: SIMD2<Double>
  /// World from camera and from face, face from each eye.
  package var camera: RigidTransform, face: RigidTransform, left: RigidTransform, right: RigidTransform
}

extension RigidTransform {
  /// The matrix's columns, whatever they are.
  package init(unchecked matrix: TransformMatrix) {
    self.init(
      rotation: RotationMatrix(unchecked: matrix.axis(0), matrix.axis(1), matrix.axis(2)), translation: matrix.axis(3))
  }

  /// Reflected along an axis (0 is x): S·R·S and S·t with S the mirror, a rotation again.
  func mirrored(_ axis: Int) -> RigidTransform {
    var s = SIMD3<Double>(1, 1, 1)
    s[axis] = -1
    let r = rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: r.x * s * s.x, r.y * s * s.y, r.z * s * s.z), translation: translation * s)
  }

  /// Volume that the columns span: 1 for a rotation, −1 for one reflected.
  package var determinant: Double { rotation.x.cross(rotation.y).dot(rotation.z) }

  package var isFinite: Bool {
    rotation.x.isFinite && rotation.y.isFinite && rotation.z.isFinite && translation.isFinite
  }
}

/// Sums of poses, for their mean.
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
