import GazePipeline

/// How the camera's pose was recorded, and whether the face swings about the camera as if held by the same hand.
struct CameraMotion: Sendable {
  /// What the poses are over a recording.
  enum State: Sendable {
    /// They differ.
    case moving
    /// The unit matrix, to the bit, or a quarter turn of it: a camera-aligned world, or none recorded.
    case identity
    /// Another one, the same to the bit in every frame.
    case constant
  }

  /// Everybody's first: each may have been kept on its own.
  private var firsts: [Int: TransformMatrix] = [:]
  private var isSame = true
  private(set) var frames = 0
  private var people: [Int: Person] = [:]
  private var covariance = 0.0
  private var variance = 0.0
  private(set) var pairs = 0
  private let step: Double
  /// Largest angle between a camera's pose and the first one, radians.
  private(set) var spread = 0.0

  private struct Person: Sendable {
    var now = 0.0
    var kept: [(rotation: RotationMatrix, eye: SIMD3<Double>)] = []
  }

  init(rate: Double) { step = 1 / rate }

  /// Takes a tracked frame's poses in.
  mutating func add(
    _ matrix: TransformMatrix, _ face: RigidTransform, _ left: RigidTransform, _ right: RigidTransform,
    participant: Int
  ) {
    frames += 1
    let camera = RigidTransform(unchecked: matrix)
    if let first = firsts[participant] {
      if matrix != first {
        isSame = false
        let turn = angle(between: camera.rotation.z, and: RigidTransform(unchecked: first).rotation.z)
        if turn > spread { spread = turn }
      }
    } else {
      firsts[participant] = matrix
    }
    var person = people.removeValue(forKey: participant) ?? Person()
    defer { people[participant] = person }
    person.now += step
    guard person.now >= 0.1 - step / 2 else { return }
    person.now = 0
    let pose = camera.inverse * face
    person.kept.append((pose.rotation, pose.apply((left.translation + right.translation) / 2)))
    guard person.kept.count > 5 else { return }
    let before = person.kept.removeFirst()
    let now = person.kept[person.kept.count - 1]
    let turn = now.rotation * before.rotation.inverse
    let w = SIMD3(turn.y.z - turn.z.y, turn.z.x - turn.x.z, turn.x.y - turn.y.x) / 2
    let way = now.eye - before.eye
    // Turns and steps that somebody asked for are larger.
    guard w.length < 0.03, way.length < 0.015 else { return }
    let swing = w.cross(before.eye)
    covariance += way.x * swing.x + way.y * swing.y
    variance += swing.x * swing.x + swing.y * swing.y
    pairs += 1
  }

  /// What the poses are.
  var state: State {
    guard isSame, !firsts.isEmpty else { return .moving }
    let isUnit = firsts.values.allSatisfy { first in
      (0..<3).allSatisfy { column in (0..<3).allSatisfy { [0, 1, -1].contains(first.axis(column)[$0]) } }
    }
    return isUnit ? .identity : .constant
  }

  /// Half-second steps of the eyes beside the camera, over those of a body that turns about the camera as the face does: 0 for
  /// a head that moves by itself, about 0.3 in simulated frames that lack the phone's sway; nil for too few.
  var swing: Double? { pairs >= 300 && variance > 0 ? covariance / variance : nil }
  /// Does it swing? Over a calibration's four minutes the standard error is 0.02 to 0.03 with a camera that moves, and 0.01 with
  /// one on a stand.
  var swings: Bool? { swing.map { $0 > (state == .moving ? 0.12 : 0.08) } }
}
