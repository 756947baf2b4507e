import GazePipeline

/// Check that gaze rays run towards the screen's plane, without which no pipeline has a pointer: the face is in front
/// of the phone, faces it, and its eyes look out of the face.
struct RayCheck: Sendable {
  /// Cosine of 37°, within which a face is straight behind the phone or looks straight away from it. A phone's pose
  /// that is ignored or applied twice also turns a face, by up to twice the recline: 120° for a phone held at 60°.
  private static let straight = 0.8

  private var frames = 0, behind = 0, away = 0, backward = 0
  /// Sums of the face's z axis in the camera's frame and of its distance.
  private var axis = Vector3.zero
  private var depth = 0.0

  /// Adds a tracked frame's poses.
  mutating func add(_ cameraFromFace: RigidTransform, _ left: RigidTransform, _ right: RigidTransform) {
    frames += 1
    let axis = cameraFromFace.rotation.z
    self.axis += axis
    depth += cameraFromFace.translation.z
    if cameraFromFace.translation.z > Self.straight * cameraFromFace.translation.length { behind += 1 }
    if axis.z < -Self.straight { away += 1 }
    if left.rotation.z.z < 0, right.rotation.z.z < 0 { backward += 1 }
  }

  /// A finding if more than half of the rays cannot meet the screen.
  var finding: DoctorReport.Finding? {
    let angles = GazeAngles(direction: axis)
    let numbers: DoctorReport.Numbers = [
      "frames with a face": frames, "face behind the phone": behind, "face looks away from the phone": away,
      "eyes look into the head": backward, "face's mean yaw [deg]": angles.yaw.degrees,
      "pitch [deg]": angles.pitch.degrees,
    ]
    if 2 * behind > frames {
      let z = NumberText.rounded(100 * depth / Double(frames), 1)
      return .init(
        .faceBehind,
        "The face is \(z) cm behind the phone: its z in the camera's frame is positive, where a face that sees the "
          + "screen is at a negative z.", numbers)
    }
    if 2 * away > frames {
      return .init(
        .faceAway,
        "The face looks away from the phone: its z axis, which leaves the face at the nose, has a mean yaw of "
          + "\(NumberText.whole(angles.yaw.degrees)) degrees and a pitch of \(NumberText.whole(angles.pitch.degrees)) "
          + "in the camera's frame, where a face that looks at the phone has angles near 0.", numbers)
    }
    guard 2 * backward > frames else { return nil }
    return .init(.eyesBackward, "Both eyes' z axes point into the head, so that no gaze meets the screen.", numbers)
  }
}
