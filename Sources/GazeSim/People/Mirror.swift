package import GazePipeline

/// The one place where the world is reflected.
///
/// Physically (screen right, up, out of the screen) is right-handed, and the user sits at z > 0 and faces the phone,
/// so that the own right is screen right. ARKit works in the mirror image: (right, up, *into* the phone), the face
/// at z < 0 with its z out of the face. The two differ by the sign of z: positions and directions by M = diag(1, 1, −1),
/// rotations by M·R·M.
package enum Mirror {
  /// Between the physical frame and ARKit's; its own inverse.
  package static func reflect(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, -v.z) }

  /// A pose between the two frames; its own inverse.
  package static func reflect(_ t: RigidTransform) -> RigidTransform {
    let r = t.rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: reflect(r.x), reflect(r.y), -reflect(r.z)),
      translation: reflect(t.translation))
  }
}
