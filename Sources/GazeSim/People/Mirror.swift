import GazePipeline

/// Reflection between the physical world and ARKit's frame. No other code of the simulator mirrors coordinates.
///
/// The physical frame (screen right, up, out of the screen) is right-handed. The user sits at z > 0 and faces the
/// phone, so that the user's own right is screen right. ARKit works in the mirror image: (right, up, *into* the phone),
/// with the face at z < 0 and its z axis out of the face. The two frames differ by the sign of z: with M = diag(1, 1,
/// −1), a position or direction v becomes M·v, and a rotation R becomes M·R·M.
enum Mirror {
  /// Converts a vector between the physical frame and ARKit's. The conversion is its own inverse.
  static func reflect(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, -v.z) }

  /// Converts a pose between the physical frame and ARKit's. The conversion is its own inverse.
  static func reflect(_ t: RigidTransform) -> RigidTransform {
    let r = t.rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: reflect(r.x), reflect(r.y), -reflect(r.z)),
      translation: reflect(t.translation))
  }
}
