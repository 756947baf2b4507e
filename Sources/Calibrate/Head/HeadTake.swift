import GazePipeline
package import GazeRecording

/// Data of one person's recordings that a fit of the headphones keeps: attitudes, turning rates and references, thinned
/// so that memory does not grow with the take's length.
package struct HeadTake {
  struct Sample {
    var time: Double
    var attitude: UnitQuaternion
    /// Turning rate; NaN if it is unknown.
    var rate: Vector3
    var reference: UnitQuaternion?
    /// Number of times that the connection was lost before the sample; each new connection may have its own zero.
    var session: Int
  }

  /// A stretch in which the person looked straight ahead, with the mean yaw of the headphones.
  struct Cue {
    var time: Double
    var yaw: Double
    var session: Int
  }

  /// Number of samples at which every second sample is dropped.
  static let most = 12_000

  /// Number of cues at which every second cue is dropped.
  static let mostCues = 200

  /// Time without a sample that counts as a lost connection, seconds.
  private static let longestGap = 1.0
  /// Time inserted between two recordings, seconds, since the real time is unknown.
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
  /// Offset added to the recording's times.
  private var shift = 0.0
  private var isBeginning = false

  package init() {}

  /// Number of times that the connection was lost, including the change to another recording.
  package var losses: Int { (samples.last?.session ?? 0) - (samples.first?.session ?? 0) }

  /// True if a gyro measured the head's turning rate in most samples.
  var hasGyro: Bool { 2 * samples.count { $0.rate.isFinite } > samples.count }

  var length: Double { (samples.last?.time ?? 0) - (samples.first?.time ?? 0) }

  /// Begins another recording, whose times may start from an earlier value. It is of the same headphones on the same
  /// head, but in another connection.
  package mutating func begin() {
    closeCue()
    isBeginning = lastTime != nil
  }

  /// Adds an observation. Observations whose time does not increase are left out.
  package mutating func add(_ observation: RecordedHead.Observation) {
    var frame = observation.frame
    if isBeginning, frame.sample.time.isFinite {
      // The yaw has walked between the recordings; the jump of the new connection absorbs this.
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
    if let lastTime, isLost || frame.sample.time - lastTime > Self.longestGap {
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
    // The next sample kept is then two of the old steps after the last one.
    counter = -1
  }

  /// All stretches in which the person looked straight ahead, including the open one.
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
