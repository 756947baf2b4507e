import GazePipeline
import GazeRecording

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
    var target: Vector2?
    var time = CountedTime()
    var since = 0.0
    var lookStart = 0.0
    var isMoving = false
    var samples = 0
    var blink: Double?
    var start = 0.0
    var count = 0.0
    var sum = Vector2.zero
    var poses = PoseSums()
  }

  private let step: Double
  private let size: Vector2
  private var runs: [Int: Run] = [:]
  private(set) var samples: [DoctorSample] = []
  private(set) var count = 0
  private(set) var targets = Set<Vector2>()
  private(set) var withTarget = 0

  /// - Parameters:
  ///   - rate: the header's frames a second.
  ///   - size: the screen's size, points.
  init(rate: Double, size: Vector2) {
    step = 1 / rate
    // A target that moves smoothly at 8 degrees a second, seen at arm's length with a doubled gain, moves by a
    // twentieth of the screen per frame at 60 Hz.
    jump = min(0.06 * 60 / rate, 0.15)
    self.size = size
  }

  mutating func add(_ observation: RecordedFrame.Observation, usable: Bool) {
    let participant = observation.participant
    var run = runs.removeValue(forKey: participant) ?? Run()
    defer { runs[participant] = run }
    run.time.advance(to: observation.frame.time, step: step)
    let (now, target) = (run.time.now, observation.possibleTarget)
    change(&run, to: target, participant)
    guard let target else { return }
    withTarget += 1
    if targets.count < 2000 { targets.insert(target) }
    if !observation.areEyesOpen { run.blink = now }
    guard usable, now - run.since >= Self.settling, run.blink.map({ now - $0 > 0.1 }) ?? true else { return }
    if run.isMoving, now - run.lookStart >= 1 {
      end(&run, participant)
      (run.samples, run.lookStart) = (0, now)
    }
    guard run.samples < Self.most else { return }
    if run.count == 0 { run.start = now }
    run.count += 1
    run.sum += target
    run.poses.add(observation.frame)
    if now - run.start + step / 2 >= Self.length { end(&run, participant) }
  }

  mutating func finish() {
    for (participant, run) in runs.sorted(by: { $0.key < $1.key }) {
      var run = run
      end(&run, participant)
    }
    runs = [:]
  }

  private mutating func change(_ run: inout Run, to target: Vector2?, _ participant: Int) {
    defer { run.target = target }
    let now = run.time.now
    guard target != run.target else { return }
    if let target, let last = run.target, isNear(target, last), now > run.since {
      // The target moves smoothly, and the eyes follow it.
      run.isMoving = true
      return
    }
    end(&run, participant)
    (run.since, run.lookStart, run.samples, run.isMoving) = (now, now, 0, false)
  }

  private func isNear(_ a: Vector2, _ b: Vector2) -> Bool {
    // Some apps give targets as shares of the screen, which are at most 1.
    let way = max(a.max(), b.max()) <= 1 ? a - b : (a - b) / size
    return max(abs(way.x), abs(way.y)) < jump
  }

  private mutating func end(_ run: inout Run, _ participant: Int) {
    defer { (run.count, run.sum, run.poses) = (0, .zero, PoseSums()) }
    // A sample has at least a tenth of a second, whatever the camera's frame rate.
    guard run.count * step >= 0.1, run.count >= 2, samples.count < Self.capacity else { return }
    if run.samples == 0 { count += 1 }
    run.samples += 1
    samples.append(run.poses.mean(run.count, participant: participant, target: run.sum))
  }
}
