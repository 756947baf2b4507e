import GazePipeline
package import GazeRecording

/// What a fit of the headphones keeps of one person's recordings: attitudes, turning rates and references, thinned so that
/// memory does not grow with the take's length.
package struct HeadTake: Sendable {
  struct Sample: Sendable {
    var time: Double
    var attitude: UnitQuaternion
    /// NaN where it is not known.
    var rate: SIMD3<Double>
    var reference: UnitQuaternion?
    /// How often the connection was lost before: each new one may have its own zero.
    var session: Int
  }

  /// A stretch in which the person looked straight ahead: the mean yaw of the headphones.
  struct Cue: Sendable {
    var time: Double
    var yaw: Double
    var session: Int
  }

  /// Samples kept at most; beyond, every second one goes.
  static let most = 12_000

  /// Looks straight ahead kept at most; beyond, every second one goes.
  static let mostCues = 200

  /// Seconds without a sample that count as a lost connection.
  private static let loss = 1.0
  /// Seconds between two recordings, for want of a better number.
  private static let pause = 10.0

  private(set) var samples: [Sample] = []
  private(set) var cues: [Cue] = []
  private(set) var hasReference = false
  private var session = 0
  private var isLost = false
  private var lastTime: Double?
  private var stride = 1
  private var counter = 0
  private var open: (sum: SIMD4<Double>, from: Double, to: Double)?
  private var cueStride = 1
  private var cueCounter = 0
  /// What is added to the recording's times.
  private var shift = 0.0
  private var isBeginning = false

  /// Nothing yet.
  package init() {}

  /// Times that the connection was lost, other recordings among them.
  package var losses: Int { (samples.last?.session ?? 0) - (samples.first?.session ?? 0) }

  /// Does a gyro tell how fast the head turns?
  var hasGyro: Bool { 2 * samples.count { $0.rate.isFinite } > samples.count }

  /// Seconds from the first sample to the last.
  var length: Double { (samples.last?.time ?? 0) - (samples.first?.time ?? 0) }

  /// What follows is of another recording, whose time begins again: the same headphones on the same head, in a connection
  /// of its own.
  package mutating func begin() {
    closeCue()
    isBeginning = lastTime != nil
  }

  /// Takes an observation in. Those whose time does not rise are left out.
  package mutating func add(_ observation: RecordedHead.Observation) {
    var frame = observation.frame
    if isBeginning, frame.sample.time.isFinite {
      // The yaw has walked meanwhile; the jump of a new connection takes that up.
      shift = (lastTime ?? 0) + Self.pause - frame.sample.time
      (isBeginning, isLost) = (false, true)
    }
    frame.sample.time += shift
    guard let q = frame.attitude, frame.sample.time.isFinite, frame.sample.time > samples.last?.time ?? -.infinity
    else {
      if frame.attitude == nil {
        closeCue()
        isLost = true
      }
      return
    }
    if let lastTime, isLost || frame.sample.time - lastTime > Self.loss {
      closeCue()
      session += 1
    }
    (isLost, lastTime) = (false, frame.sample.time)
    if frame.isForward { cue(q, at: frame.sample.time) } else { closeCue() }
    defer { counter += 1 }
    guard counter % stride == 0 else { return }
    if frame.reference != nil { hasReference = true }
    samples.append(
      Sample(
        time: frame.sample.time, attitude: q, rate: frame.sample.rotationRate, reference: frame.reference,
        session: session))
    guard samples.count == Self.most else { return }
    samples = Swift.stride(from: 0, to: Self.most, by: 2).map { samples[$0] }
    stride *= 2
    // So that the next one kept is two of the old steps behind the last.
    counter = -1
  }

  /// The stretches in which the person looked straight ahead, the open one among them.
  var allCues: [Cue] {
    var take = self
    take.closeCue()
    return take.cues
  }

  private mutating func cue(_ q: UnitQuaternion, at time: Double) {
    var four = SIMD4(q.w, q.x, q.y, q.z)
    if let open, (four * open.sum).sum() < 0 { four = -four }
    open = ((open?.sum ?? .zero) + four, open?.from ?? time, time)
  }

  private mutating func closeCue() {
    defer { open = nil }
    guard let open, open.to - open.from >= 0.5,
      let mean = UnitQuaternion(w: open.sum.x, x: open.sum.y, y: open.sum.z, z: open.sum.w)
    else { return }
    defer { cueCounter += 1 }
    guard cueCounter % cueStride == 0 else { return }
    cues.append(Cue(time: (open.from + open.to) / 2, yaw: mean.headYaw, session: session))
    guard cues.count == Self.mostCues else { return }
    cues = Swift.stride(from: 0, to: Self.mostCues, by: 2).map { cues[$0] }
    cueStride *= 2
    cueCounter = -1
  }
}
