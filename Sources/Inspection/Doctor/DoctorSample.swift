package import GazePipeline
import GazeRecording

/// A third of a second of one fixation on one target, as recorded. Its poses are means of the recorded matrices; they
/// are not checked to be rotations, since the doctor also looks for mirrored matrices.
struct DoctorSample: Sendable {
  /// The participant's number.
  var participant: Int
  /// Target in points, as recorded.
  var target = Vector2.zero
  /// Poses: world from camera and from face, face from each eye.
  var camera: RigidTransform, face: RigidTransform, left: RigidTransform, right: RigidTransform

  var all: [RigidTransform] { [camera, face, left, right] }

  /// The point between the eyes, in the face's frame.
  var betweenEyes: Vector3 { (left.translation + right.translation) / 2 }
}

extension DoctorSample {
  /// The poses of a single frame.
  init(participant: Int, _ frame: FaceFrame) {
    self.init(
      participant: participant, camera: RigidTransform(unchecked: frame.camera),
      face: RigidTransform(unchecked: frame.face), left: RigidTransform(unchecked: frame.leftEye),
      right: RigidTransform(unchecked: frame.rightEye))
  }
}

/// Sums of the columns of some frames' poses, to form their mean.
struct PoseSums: Sendable {
  private var columns = [Vector3](repeating: .zero, count: 16)

  mutating func add(_ frame: FaceFrame) {
    for (pose, matrix) in [frame.camera, frame.face, frame.leftEye, frame.rightEye].enumerated() {
      for column in 0..<4 { columns[4 * pose + column] += matrix.axis(column) }
    }
  }

  func mean(_ count: Double, participant: Int, target: Vector2) -> DoctorSample {
    let poses = stride(from: 0, to: 16, by: 4).map { first in
      let c = columns[first..<(first + 4)].map { $0 / count }
      return RigidTransform(rotation: RotationMatrix(unchecked: c[0], c[1], c[2]), translation: c[3])
    }
    return DoctorSample(
      participant: participant, target: target / count, camera: poses[0], face: poses[1], left: poses[2],
      right: poses[3])
  }
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
    var s = Vector3(1, 1, 1)
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

/// A person's time, which the doctor counts itself, since the recording's clock may be wrong.
struct CountedTime: Sendable {
  private(set) var now = 0.0
  private var last: Double?

  /// Takes in the next frame's time; `step` is the usual one.
  mutating func advance(to time: Double, step: Double) {
    let passed = last.map { time - $0 } ?? step
    last = time
    now += passed > 0 && passed < 0.25 ? passed : step
  }
}

extension RecordedFrame.Observation {
  /// The target if it can be a place on a screen.
  var possibleTarget: Vector2? {
    target.flatMap { $0.isFinite && abs($0.x) < 1e6 && abs($0.y) < 1e6 ? $0 : nil }
  }
  /// True if the lids are less than half closed.
  var areEyesOpen: Bool { Double(frame.blink.x + frame.blink.y) / 2 <= 0.5 }
}
