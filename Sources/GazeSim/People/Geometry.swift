import GazePipeline

/// Reflection between the physical world and ARKit's frame. No other code of the simulator mirrors coordinates.
///
/// The physical frame (screen right, up, out of the screen) is right-handed. The user sits at z > 0 and faces the
/// phone, so that the user's own right is screen right. ARKit works in the mirror image: (right, up, *into* the phone),
/// with the face at z < 0 and its z axis out of the face. The two frames differ by the sign of z: with M = diag(1, 1,
/// −1), a position or direction v becomes M·v, and a rotation R becomes M·R·M.
enum Mirror {
  /// Converts a vector between the physical frame and ARKit's. The conversion is its own inverse.
  static func reflect(_ v: Vector3) -> Vector3 { SIMD3(v.x, v.y, -v.z) }

  /// Converts a pose between the physical frame and ARKit's. The conversion is its own inverse.
  static func reflect(_ t: RigidTransform) -> RigidTransform {
    let r = t.rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: reflect(r.x), reflect(r.y), -reflect(r.z)),
      translation: reflect(t.translation))
  }
}

extension RotationMatrix {
  /// A rotation by about |v| radians about v. Its exact angle is 2·atan(|v|/2): v/2 is used as a Gibbs vector, because
  /// this needs no trigonometry. The error is |v|³/12: 1e-5 of a radian at 3°.
  static func small(_ v: Vector3) -> RotationMatrix {
    let h = v / 2
    let square = h.dot(h)
    let k = 2 / (1 + square)
    let (xx, yy, zz) = (h.x * h.x, h.y * h.y, h.z * h.z)
    let (xy, xz, yz) = (h.x * h.y, h.x * h.z, h.y * h.z)
    return RotationMatrix(
      unchecked: SIMD3(1 - k * (yy + zz), k * (xy + h.z), k * (xz - h.y)),
      SIMD3(k * (xy - h.z), 1 - k * (xx + zz), k * (yz + h.x)),
      SIMD3(k * (xz + h.y), k * (yz - h.x), 1 - k * (xx + yy)))
  }
}
