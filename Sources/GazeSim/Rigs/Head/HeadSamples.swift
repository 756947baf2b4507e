import GazePipeline
public import GazeRecording

/// One simulated person's headphone samples, generated one at a time; memory use does not depend on the length.
///
/// The truth advances in ticks of 1/240 s at every sample rate. A sample that arrives at time t shows the head as it
/// was one latency earlier, but holds the truth at t, so lag counts as error.
///
///     q = Rz(ψ(t)) · H(t − latency) · m · small(noise),  ψ = ψ₀ + rate·t + walk(t)
public struct HeadSamples: Sequence, IteratorProtocol, Sendable {
  /// Number of ticks that are kept, a power of two for the masks: 533 ms, more than the longest latency that the row of
  /// `sensor.latency` allows, 300 ms, plus the interval from which a rate is computed.
  private static let memory = 128

  private let parameters: HeadParameters
  private let session: HeadSession
  private let participant: Int
  private let isFailing: Bool
  private let rate, end: Double
  private let timing, gyro, walkSteps: RandomStream
  private var actor: HeadActor
  private var noise, camera: Wander
  private var losses: RandomEvents
  private var ring: [HeadActor.Moment]
  private var tick = -1
  private var index = 0
  private var walk: (second: Int, value: Double, next: Double) = (0, 0, 0)
  private var yawOffset: Double
  private var isLost = false

  init(_ simulation: RigSimulation<HeadRig>, participant: Int) {
    parameters = simulation.parameters
    self.participant = participant
    rate = simulation.rate
    end = simulation.seconds ?? 60
    let stream = simulation.streams(of: participant)
    session = simulation.headSession(participant: participant)
    isFailing = HeadRig.isFailing(simulation, participant: participant)
    // The numbers of all streams are listed at `HeadRig`.
    timing = stream(128)
    gyro = stream(129)
    walkSteps = stream(130)
    noise = Wander(
      stream(131), sd: SIMD3(parameters.sensor.noise, parameters.sensor.noise, parameters.sensor.yawNoise),
      timeConstant: parameters.sensor.noiseTime,
      memory: Self.memory, knots: .everyTick)
    camera = Wander(
      stream(132), sd: SIMD3(repeating: parameters.sensor.referenceNoise),
      timeConstant: parameters.sensor.referenceTime,
      memory: Self.memory, knots: .everyTick)
    losses = RandomEvents(
      stream(133), rate: parameters.sensor.disconnects, median: parameters.sensor.disconnectTime, spread: 0.5)
    actor = HeadActor(parameters, memory: Self.memory, stream)
    ring = [HeadActor.Moment](repeating: .init(), count: Self.memory)
    yawOffset = session.yawOffset
  }

  /// The next sample, nil after the last.
  public mutating func next() -> RecordedHead? {
    let nominal = Double(index) / rate
    guard nominal < end else { return nil }
    let now = UInt64(nominal * Clock.rate + 1e-6)
    // Random numbers are drawn by tick, so that an instant has the same draws at every rate. A shift is at most ±0.45
    // of an interval, because with larger shifts samples would overtake each other.
    let shift = index == 0 ? 0 : Swift.min(Swift.max(parameters.sensor.jitter * timing.normal(now), -0.45), 0.45)
    let time = nominal + shift / rate
    index += 1
    go(to: Int(time * Clock.rate) + 1)
    let (truth, omega, shown) = (moment(time), rotationRate(time), time - session.latency)
    var observation = RecordedHead.Observation(
      frame: HeadFrame(
        sample: HeadSample(
          time: time, attitude: .init(repeating: .nan), rotationRate: .init(repeating: .nan),
          acceleration: .init(repeating: .nan)),
        isConnected: false, isForward: truth.isForward, reference: reference(truth.attitude, at: UInt64(tick))),
      participant: participant, gesture: truth.gesture)
    if !isFailing, losses.phase(at: time) == nil {
      measure(&observation, at: time, shown: attitude(shown), omega, at: now)
      isLost = false
    } else {
      isLost = true
    }
    return RecordedHead(
      observation, truth: .init(attitude: truth.attitude, gesture: truth.gesture, state: truth.state))
  }

  private mutating func measure(
    _ observation: inout RecordedHead.Observation, at time: Double, shown: UnitQuaternion, _ omega: Vector3,
    at now: UInt64
  ) {
    let off = noise.value(at: UInt64(tick))
    let body = shown * session.mounting * (UnitQuaternion(rotationVector: off) ?? .identity)
    let drift = session.yawDrift * time + walked(to: time)
    if isLost, parameters.sensor.resets == 1, index > 1 {
      // After a new connection, the sensor's yaw is zero at the head's present yaw.
      yawOffset = -(UnitQuaternion.aboutZ(drift) * body).headYaw
    }
    let q = UnitQuaternion.aboutZ(yawOffset + drift) * body
    let back = session.mounting.inverse
    let (white, bob) = (gyro.normals3(now), actor.bob(at: time - session.latency))
    observation.frame.isConnected = true
    observation.frame.sample.attitude = HeadSample.attitude(q)
    observation.frame.sample.rotationRate = back.apply(omega) + session.gyroBias + white * parameters.sensor.gyroNoise
    observation.frame.sample.acceleration = (shown * session.mounting).inverse.apply(SIMD3(0, 0, bob))
  }

  /// The head's attitude as the phone's camera measures it; nil if the scenario uses no camera or the head is turned
  /// too far.
  private mutating func reference(_ head: UnitQuaternion, at tick: UInt64) -> UnitQuaternion? {
    guard parameters.task.reference == 1, abs(head.headYaw) < parameters.sensor.referenceReach else { return nil }
    return head * (UnitQuaternion(rotationVector: camera.value(at: tick)) ?? .identity)
  }

  /// Advances up to and including a tick.
  private mutating func go(to target: Int) {
    while tick < target {
      tick += 1
      ring[tick & (Self.memory - 1)] = actor.moment(at: UInt64(tick), Double(tick) / Clock.rate)
    }
  }

  private func moment(_ time: Double) -> HeadActor.Moment {
    var moment = ring[Swift.max(Int(time * Clock.rate), 0) & (Self.memory - 1)]
    moment.attitude = attitude(time)
    return moment
  }

  /// The true attitude of the head, interpolated between two ticks; before the first tick, the attitude at the first
  /// tick.
  private func attitude(_ time: Double) -> UnitQuaternion {
    let place = Swift.max(time, 0) * Clock.rate
    let below = Int(place)
    let a = ring[below & (Self.memory - 1)].attitude
    let b = ring[Swift.min(below + 1, tick) & (Self.memory - 1)].attitude
    return a.slerp(to: b, place - Double(below))
  }

  /// Rotation rate of the head one latency ago, rad/s about the head's own axes.
  private func rotationRate(_ time: Double) -> Vector3 {
    let (middle, half) = (Swift.max(time - session.latency, 0), Clock.tick)
    let (a, b) = (Swift.max(middle - half, 0), Swift.min(middle + half, Double(tick) / Clock.rate))
    guard b > a else { return .zero }
    return (attitude(a).inverse * attitude(b)).rotationVector / (b - a)
  }

  /// The random walk of the yaw at a time: one step per second, with linear interpolation.
  private mutating func walked(to time: Double) -> Double {
    let second = Swift.max(Int(time), 0)
    if walk.second == 0, walk.next == 0 { walk.next = parameters.sensor.yawWalk * walkSteps.normal(0) }
    while walk.second < second {
      walk.second += 1
      walk.value = walk.next
      walk.next += parameters.sensor.yawWalk * walkSteps.normal(UInt64(walk.second))
    }
    return walk.value + (walk.next - walk.value) * (Swift.max(time, 0) - Double(walk.second))
  }
}
