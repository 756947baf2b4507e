package import GazePipeline
import GazeRecording

/// A third of a second of one fixation on one target, as recorded. Its poses are means of the recorded matrices; they
/// are not checked to be rotations, since the doctor also looks for mirrored matrices.
struct DoctorSample: Sendable {
  /// The participant's number.
  var participant: Int
  /// Target in points, as recorded.
  var target = SIMD2<Double>.zero
  /// Poses: world from camera and from face, face from each eye.
  var camera = RigidTransform.zero, face = RigidTransform.zero, left = RigidTransform.zero, right = RigidTransform.zero

  /// The sum of no frames.
  init(participant: Int) { self.participant = participant }

  /// The poses of a frame.
  init(participant: Int, _ frame: FaceFrame) {
    self.participant = participant
    (camera, face) = (RigidTransform(unchecked: frame.camera), RigidTransform(unchecked: frame.face))
    (left, right) = (RigidTransform(unchecked: frame.leftEye), RigidTransform(unchecked: frame.rightEye))
  }

  var all: [RigidTransform] { [camera, face, left, right] }

  static func += (sum: inout DoctorSample, sample: DoctorSample) {
    sum.target += sample.target
    sum.camera += sample.camera
    sum.face += sample.face
    sum.left += sample.left
    sum.right += sample.right
  }

  static func / (sum: DoctorSample, count: Double) -> DoctorSample {
    var mean = sum
    mean.target /= count
    (mean.camera, mean.face) = (sum.camera / count, sum.face / count)
    (mean.left, mean.right) = (sum.left / count, sum.right / count)
    return mean
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

  /// The sum of no poses.
  fileprivate static let zero = RigidTransform(rotation: RotationMatrix(unchecked: .zero, .zero, .zero))

  fileprivate static func += (sum: inout RigidTransform, pose: RigidTransform) {
    let (a, b) = (sum.rotation, pose.rotation)
    sum.rotation = RotationMatrix(unchecked: a.x + b.x, a.y + b.y, a.z + b.z)
    sum.translation += pose.translation
  }

  fileprivate static func / (sum: RigidTransform, count: Double) -> RigidTransform {
    let r = sum.rotation
    return RigidTransform(
      rotation: RotationMatrix(unchecked: r.x / count, r.y / count, r.z / count), translation: sum.translation / count)
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
  var possibleTarget: SIMD2<Double>? {
    target.flatMap { $0.isFinite && abs($0.x) < 1e6 && abs($0.y) < 1e6 ? $0 : nil }
  }
  /// True if the lids are less than half closed.
  var areEyesOpen: Bool { Double(frame.blink.x + frame.blink.y) / 2 <= 0.5 }
}

/// Cuts a recording's fixations on targets into samples, with bounded memory.
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
    var time = CountedTime()
    var since = 0.0
    var lookStart = 0.0
    var isMoving = false
    var samples = 0
    var blink: Double?
    var start = 0.0
    var count = 0.0
    var sum: DoctorSample
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
    let participant = observation.participant
    var run = runs.removeValue(forKey: participant) ?? Run(sum: DoctorSample(participant: participant))
    defer { runs[participant] = run }
    run.time.advance(to: observation.frame.time, step: step)
    let (now, target) = (run.time.now, observation.possibleTarget)
    change(&run, to: target)
    guard let target else { return }
    withTarget += 1
    if targets.count < 2000 { targets.insert(target) }
    if !observation.areEyesOpen { run.blink = now }
    guard usable, now - run.since >= Self.settling, run.blink.map({ now - $0 > 0.1 }) ?? true else { return }
    if run.isMoving, now - run.lookStart >= 1 {
      end(&run)
      (run.samples, run.lookStart) = (0, now)
    }
    guard run.samples < Self.most else { return }
    if run.count == 0 { run.start = now }
    run.count += 1
    var sample = DoctorSample(participant: participant, observation.frame)
    sample.target = target
    run.sum += sample
    if now - run.start + step / 2 >= Self.length { end(&run) }
  }

  mutating func finish() {
    for (_, run) in runs.sorted(by: { $0.key < $1.key }) {
      var run = run
      end(&run)
    }
    runs = [:]
  }

  private mutating func change(_ run: inout Run, to target: SIMD2<Double>?) {
    defer { run.target = target }
    let now = run.time.now
    guard target != run.target else { return }
    if let target, let last = run.target, isNear(target, last), now > run.since {
      // The target moves smoothly, and the eyes follow it.
      run.isMoving = true
      return
    }
    end(&run)
    (run.since, run.lookStart, run.samples, run.isMoving) = (now, now, 0, false)
  }

  private func isNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    // Some apps give targets as shares of the screen, which are at most 1.
    let way = max(a.max(), b.max()) <= 1 ? a - b : (a - b) / size
    return max(abs(way.x), abs(way.y)) < jump
  }

  private mutating func end(_ run: inout Run) {
    defer { (run.count, run.sum) = (0, DoctorSample(participant: run.sum.participant)) }
    // A sample has at least a tenth of a second, whatever the camera's frame rate.
    guard run.count * step >= 0.1, run.count >= 2, samples.count < Self.capacity else { return }
    if run.samples == 0 { looks += 1 }
    run.samples += 1
    samples.append(run.sum / run.count)
  }
}
