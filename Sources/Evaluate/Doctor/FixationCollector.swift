package import GazePipeline
import GazeRecording

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

/// Cuts a recording's fixations on targets into samples, with bounded memory. The collector counts its own time, since
/// the recording's clock may be wrong.
struct FixationCollector: Sendable {
  /// Seconds after a target's change that are left out. The value is assumed, as in `FixationFinder`.
  private static let settling = 0.6
  /// Length of a sample in seconds, and largest number of samples per fixation: further samples of a fixation would add
  /// no information.
  private static let length = 0.3, most = 3
  /// Largest number of kept samples; the memory stays below 100 MB.
  private static let capacity = 150_000
  /// A target that moves further than this share of the screen between frames has jumped.
  private let jump: Double

  private struct Run: Sendable {
    var target: SIMD2<Double>?
    /// Time on the collector's own clock.
    var now = 0.0
    var last: Double?
    var since = 0.0
    var lookStart = 0.0
    var isMoving = false
    var samples = 0
    var blink = -1.0
    var start = 0.0
    var count = 0.0
    var sum = SIMD2<Double>.zero
    var camera = PoseSum(), face = PoseSum(), left = PoseSum(), right = PoseSum()
  }

  private let step: Double
  private let size: SIMD2<Double>
  private var runs: [Int: Run] = [:]
  private(set) var samples: [DoctorSample] = []
  private(set) var looks = 0
  private(set) var targets = Set<SIMD2<Double>>()
  private(set) var withTarget = 0

  /// - Parameters:
  ///   - rate: the header's frames a second.
  ///   - size: the screen's size, points.
  init(rate: Double, size: SIMD2<Double>) {
    step = 1 / rate
    // A target that moves smoothly at 8 degrees a second, seen at arm's length with a doubled gain, moves by a
    // twentieth of the screen per frame at 60 Hz.
    jump = min(0.06 * 60 / rate, 0.15)
    self.size = size
  }

  mutating func add(_ observation: RecordedFrame.Observation, usable: Bool) {
    let frame = observation.frame
    var run = runs.removeValue(forKey: observation.participant) ?? Run()
    defer { runs[observation.participant] = run }
    let passed = run.last.map { frame.time - $0 } ?? step
    run.last = frame.time
    run.now += passed > 0 && passed < 0.25 ? passed : step
    let target = observation.target.flatMap { $0.isFinite && abs($0.x) < 1e6 && abs($0.y) < 1e6 ? $0 : nil }
    if let target { note(target) }
    change(&run, to: target, participant: observation.participant)
    guard let target else { return }
    if !(Double(frame.blink.x + frame.blink.y) / 2 <= 0.5) { run.blink = run.now }
    guard usable, frame.isTracked, run.now - run.since >= Self.settling, run.now - run.blink > 0.1 || run.blink < 0
    else { return }
    if run.isMoving, run.now - run.lookStart >= 1 {
      end(&run, participant: observation.participant)
      (run.samples, run.lookStart) = (0, run.now)
    }
    guard run.samples < Self.most else { return }
    if run.count == 0 { run.start = run.now }
    run.count += 1
    run.sum += target
    run.camera.add(RigidTransform(unchecked: frame.camera))
    run.face.add(RigidTransform(unchecked: frame.face))
    run.left.add(RigidTransform(unchecked: frame.leftEye))
    run.right.add(RigidTransform(unchecked: frame.rightEye))
    if run.now - run.start + step / 2 >= Self.length { end(&run, participant: observation.participant) }
  }

  mutating func finish() {
    for (participant, run) in runs.sorted(by: { $0.key < $1.key }) {
      var run = run
      end(&run, participant: participant)
    }
    runs = [:]
  }

  private mutating func note(_ target: SIMD2<Double>) {
    withTarget += 1
    if targets.count < 2000 { targets.insert(target) }
  }

  private mutating func change(_ run: inout Run, to target: SIMD2<Double>?, participant: Int) {
    defer { run.target = target }
    guard target != run.target else { return }
    if let target, let last = run.target, isNear(target, last), run.now > run.since {
      // The target moves smoothly, and the eyes follow it.
      run.isMoving = true
      return
    }
    end(&run, participant: participant)
    (run.since, run.lookStart, run.samples, run.isMoving) = (run.now, run.now, 0, false)
  }

  private func isNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    // Some apps give targets as shares of the screen, which are at most 1.
    let way = max(a.max(), b.max()) <= 1 ? a - b : (a - b) / size
    return max(abs(way.x), abs(way.y)) < jump
  }

  private mutating func end(_ run: inout Run, participant: Int) {
    defer {
      run.count = 0
      run.sum = .zero
      (run.camera, run.face, run.left, run.right) = (PoseSum(), PoseSum(), PoseSum(), PoseSum())
    }
    // A sample has at least a tenth of a second, whatever the camera's frame rate.
    guard run.count * step >= 0.1, run.count >= 2, samples.count < Self.capacity else { return }
    if run.samples == 0 { looks += 1 }
    run.samples += 1
    let n = run.count
    samples.append(
      DoctorSample(
        participant: participant, target: run.sum / n, camera: run.camera.mean(n), face: run.face.mean(n),
        left: run.left.mean(n), right: run.right.mean(n)))
  }
}
