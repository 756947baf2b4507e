import GazePipeline

/// Recording of the camera's pose, and detection of the face's swing around the camera when one hand holds the phone.
struct CameraMotion: Sendable {
  /// Behaviour of the camera's pose over a recording.
  enum State: Sendable {
    /// The camera's poses differ between frames.
    case moving
    /// The camera's pose is exactly the unit matrix or a quarter turn of it: either the world's axes are the camera's,
    /// or no pose was recorded.
    case identity
    /// The camera's pose is not the unit matrix, but is bit-identical in every frame.
    case constant
  }

  /// First camera pose of each person, since each person may have been recorded in a separate session.
  private var firsts: [Int: TransformMatrix] = [:]
  private var isSame = true
  private(set) var frames = 0
  private var people: [Int: Person] = [:]
  private var covariance = 0.0
  private var variance = 0.0
  private var pairs = 0
  private let step: Double
  /// Largest angle between a camera's pose and the first one, radians.
  private(set) var spread = 0.0

  private struct Person: Sendable {
    var now = 0.0
    var kept: [(rotation: RotationMatrix, eye: Vector3)] = []
  }

  init(rate: Double) { step = 1 / rate }

  /// Adds a tracked frame's poses; `matrix` is the camera's.
  mutating func add(_ matrix: TransformMatrix, _ poses: DoctorSample) {
    frames += 1
    let (camera, participant) = (poses.camera, poses.participant)
    if let first = firsts[participant] {
      if matrix != first {
        isSame = false
        spread = max(spread, angle(between: camera.rotation.z, and: RigidTransform(unchecked: first).rotation.z))
      }
    } else {
      firsts[participant] = matrix
    }
    var person = people.removeValue(forKey: participant) ?? Person()
    defer { people[participant] = person }
    person.now += step
    guard person.now >= 0.1 - step / 2 else { return }
    person.now = 0
    let pose = camera.inverse * poses.face
    person.kept.append((pose.rotation, pose.apply(poses.betweenEyes)))
    guard person.kept.count > 5 else { return }
    let before = person.kept.removeFirst()
    let now = person.kept[person.kept.count - 1]
    let turn = now.rotation * before.rotation.inverse
    let w = SIMD3(turn.y.z - turn.z.y, turn.z.x - turn.x.z, turn.x.y - turn.y.x) / 2
    let way = now.eye - before.eye
    // Larger turns and steps are deliberate movements and are left out.
    guard w.length < 0.03, way.length < 0.015 else { return }
    let swing = w.cross(before.eye)
    covariance += way.x * swing.x + way.y * swing.y
    variance += swing.x * swing.x + swing.y * swing.y
    pairs += 1
  }

  /// Behaviour of the camera's pose.
  var state: State {
    guard isSame, !firsts.isEmpty else { return .moving }
    let isUnit = firsts.values.allSatisfy { first in
      (0..<3).allSatisfy { column in (0..<3).allSatisfy { [0, 1, -1].contains(first.axis(column)[$0]) } }
    }
    return isUnit ? .identity : .constant
  }

  /// True if the face swings; nil for too few pairs. The measure is the steps of the eyes over half a second relative
  /// to the camera, divided by the steps of a body that turns around the camera as the face does: 0 for a head that
  /// moves by itself, about 0.3 in simulated frames without the phone's sway. Over a calibration's four minutes its
  /// standard error is 0.02 to 0.03 with a moving camera, and 0.01 with a fixed camera.
  var swings: Bool? {
    guard pairs >= 300, variance > 0 else { return nil }
    return covariance / variance > (state == .moving ? 0.12 : 0.08)
  }
}
