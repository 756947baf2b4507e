import GazePipeline

/// Check of the eyes' positions, and whether the two eyes point outward as ARKit's do (by 0.061 to 0.071 rad in seven
/// takes).
struct EyeCheck: Sendable {
  private var frames = 0.0, reversed = 0.0, apart = 0.0, yaws = 0.0, beside = 0.0
  private var vergence = 0.0, vergenceSquare = 0.0, yawsByVergence = 0.0
  private var facesLeftHanded = 0.0, eyesLeftHanded = 0.0
  private var diagonal = Vector3.zero, eyeDiagonal = Vector3.zero

  /// Adds a tracked frame's poses.
  mutating func add(_ pose: RigidTransform, _ face: RigidTransform, _ left: RigidTransform, _ right: RigidTransform) {
    frames += 1
    let x = left.translation.x - right.translation.x
    if x < 0 { reversed += 1 }
    apart += x
    let slope = SIMD2(left.rotation.z.x / left.rotation.z.z, right.rotation.z.x / right.rotation.z.z)
    let difference = Elementary.atan(slope.x) - Elementary.atan(slope.y)
    yaws += difference
    let distance = pose.apply((left.translation + right.translation) / 2).length
    let meeting = abs(x) / max(distance, 0.05)
    // The outward angle is measured from the vergence of eyes that meet at the screen.
    beside += difference + meeting
    vergence += meeting
    vergenceSquare += meeting * meeting
    yawsByVergence += difference * meeting
    if face.determinant < 0 { facesLeftHanded += 1 }
    if left.determinant < 0 { eyesLeftHanded += 1 }
    diagonal += SIMD3(pose.rotation.x.x, pose.rotation.y.y, pose.rotation.z.z)
    eyeDiagonal += SIMD3(left.rotation.x.x, left.rotation.y.y, left.rotation.z.z)
  }

  private var n: Double { max(frames, 1) }
  /// True if the left eye is at −x.
  var isReversed: Bool { 2 * reversed > frames }
  /// Mean of left − right yaw, radians.
  var outward: Double { yaws / n }
  /// Mean of left x − right x, metres as recorded.
  var separation: Double { apart / n }

  /// True if the eyes are turned inward by a constant angle, which occurs neither in ARKit's data nor for eyes that
  /// meet at the screen.
  var isTurnedInward: Bool {
    !isReversed && (-0.12 ... -0.03).contains(outward) && beside / n > 0.04 && !converges
  }

  /// True if the eyes turn further inward at short distances, as eyes that meet at the screen do, by at least 0.35
  /// (assumed) of the whole way. False if all frames have about one distance.
  private var converges: Bool {
    let mean = vergence / n
    let variance = vergenceSquare / n - mean * mean
    guard variance > (0.05 * mean) * (0.05 * mean) else { return false }
    return (yawsByVergence / n - outward * mean) / variance < -0.35
  }

  var numbers: DoctorReport.Numbers {
    ["left eye's x less right eye's [mm]": separation * 1000, "left eye's yaw less right eye's [deg]": outward.degrees]
  }

  /// A finding if matrices are reflections; it names the negated axis.
  var leftHanded: DoctorReport.Finding? {
    let (face, eyes) = (2 * facesLeftHanded > frames, 2 * eyesLeftHanded > frames)
    guard face || eyes, frames > 0 else { return nil }
    let d = (face ? diagonal : eyeDiagonal) / n
    let what = face && eyes ? "face and eyes" : face ? "the face" : "the eyes"
    let smallest = d.min()
    let (fault, axis): (DoctorFault, String) =
      smallest == d.x ? (.mirroredX, "x") : smallest == d.y ? (.flippedY, "y") : (.leftHanded, "z")
    return .init(
      fault,
      "The matrices of \(what) are left-handed, so that no pipeline takes them for poses: their \(axis) was negated.",
      [
        "frames with a left-handed face": facesLeftHanded / n, "frames with left-handed eyes": eyesLeftHanded / n,
        "mean xx of the matrix": d.x, "mean yy of the matrix": d.y, "mean zz of the matrix": d.z,
      ])
  }
}
