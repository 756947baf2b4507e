import GazePipeline
import TestSupport
import Testing

struct StandardHeadPipelineTests {
  private func frame(
    _ time: Double, _ q: UnitQuaternion, rate: SIMD3<Double> = .zero, forward: Bool = false,
    reference: UnitQuaternion? = nil
  ) -> HeadFrame {
    HeadFrame(
      sample: HeadSample(
        time: time, attitude: HeadSample.attitude(q), rotationRate: rate, acceleration: .zero),
      isForward: forward, reference: reference)
  }

  /// The last pose of frames at 25 Hz.
  private func last(
    _ pipeline: inout StandardHeadPipeline, _ frames: Range<Int>, _ frame: (_ time: Double) -> HeadFrame
  ) throws -> HeadPose {
    var pose: HeadPose?
    for index in frames { pose = pipeline.step(frame(Double(index) * 0.04)) }
    return try #require(pose)
  }

  private func lost(_ time: Double) -> HeadFrame {
    HeadFrame(
      sample: HeadSample(
        time: time, attitude: .init(repeating: .nan), rotationRate: .init(repeating: .nan),
        acceleration: .init(repeating: .nan)), isConnected: false)
  }

  @Test("the article shows the unprocessed attitude immediately, with the headphones' zero")
  func article() {
    var pipeline = Article2024HeadPipeline()
    let q = HeadAngles(yaw: 0.4, pitch: -0.2, roll: 0.1).quaternion
    let pose = pipeline.step(frame(0, q))
    #expect(pose.attitude.angle(to: q) < 1e-12 && pose.isLive)
    let next = pipeline.step(lost(0.04))
    #expect(next.attitude == pose.attitude && !next.isLive)
  }

  @Test("before evidence of straight ahead the headphones' own zero is used")
  func ownZero() throws {
    var pipeline = StandardHeadPipeline()
    let rest = HeadAngles(yaw: 0.5, pitch: -0.2, roll: 0.1).quaternion
    let pose = try last(&pipeline, 0..<250) { frame($0, rest) }
    // A steady head direction means that the head rests in this direction or that the zero is off; the pipeline assumes
    // mostly the former.
    #expect(pose.attitude.angle(to: rest) < 3.0.radians)
  }

  @Test(
    "a new connection's zero is corrected by directions before it: 200 people a gap, resting 20° aside",
    arguments: [0.8, 6])
  func reconnected(away: Double) {
    var random = SeededGenerator(seed: 77)
    var (own, article) = (0.0, 0.0)
    for _ in 0..<200 {
      var pipeline = StandardHeadPipeline()
      var (direction, zero) = (0.0, 0.0)
      for i in 0..<(25 * 600) {
        let time = Double(i) * 0.04
        // A new head direction every 4 s, with an SD of 20° about a resting direction 20° to the left.
        if i % 100 == 0 { direction = 20.0.radians + 25.0.radians * (random.number(-1...1) + random.number(-1...1)) }
        let isLost = time >= 300 && time < 300 + away
        if isLost { zero = direction }
        let pose = pipeline.step(isLost ? lost(time) : frame(time, .aboutZ(direction - zero)))
        guard time >= 480 else { continue }
        own += abs(HeadAngles.wrapped(pose.attitude.headYaw - direction)).degrees / (200 * 3000)
        article += abs(zero).degrees / (200 * 3000)
      }
    }
    // The headphones' own zero is off by the head's direction at the reset, 23° on average. An independent model of the
    // same filter, whose resting direction wanders by 8°/√min, gave errors of 10° and 7 to 8°, with an SD over people
    // of 8 to 9°. The errors of one person in ten are large: their head pointed in the direction of the new zero and
    // cannot be distinguished from a head that did not move. With n = 200 the standard error is 0.6°; the bound is 10°
    // plus three standard errors.
    #expect(own < 12 && own < 0.6 * article, "\(own)° against \(article)°")
  }

  @Test("a person who turns aside for good is shown so, for ten minutes at 40°")
  func turnedAside() throws {
    var (pipeline, random, direction) = (StandardHeadPipeline(), SeededGenerator(seed: 78), 0.0)
    let pose = try last(&pipeline, 0..<25 * 900) { time in
      let about = time < 300 ? 0 : 40.0.radians
      if Int((time / 0.04).rounded()) % 100 == 0 { direction = about + 10.0.radians * random.number(-1...1) }
      return frame(time, .aboutZ(direction), forward: time < 2)
    }
    expectNear(pose.attitude.headYaw, direction, 4.0.radians)
  }

  @Test(
    "a request with the head aside takes effect once it is back, with or without gyro",
    arguments: [true, false])
  func aside(_ hasGyro: Bool) throws {
    var pipeline = StandardHeadPipeline()
    let pose = try last(&pipeline, 0..<700) { time in
      // The head is turned aside from 10 s on; the app asks for straight ahead at 20 s, and the head turns back from
      // 20.2 to 20.6 s.
      let yaw = time < 10 ? 0 : 0.7 * min(max((20.6 - time) / 0.4, 0), 1)
      let speed = time > 20.2 && time < 20.6 ? -1.75 : 0
      return frame(
        time, .aboutZ(yaw), rate: hasGyro ? SIMD3(0, 0, speed) : SIMD3(repeating: .nan),
        forward: time < 2 || time >= 20)
    }
    // The filter has not quite settled when the half second begins. A mean over both directions would be some 20° off.
    #expect(pose.attitude.angle < 2.0.radians)
  }

  @Test(
    "another sensor's attitude is used with every sample, every second, or each 1 or 5 s",
    arguments: [1, 2, 25, 125])
  func sparse(_ every: Int) {
    var pipeline = StandardHeadPipeline()
    var pose: HeadPose?
    for i in 0..<15_000 {
      let time = Double(i) * 0.04
      let head = HeadAngles(yaw: 0.4 * Elementary.sin(0.5 * time), pitch: 0, roll: 0).quaternion
      // The yaw drifts by 1.5° per minute, 15° in all.
      pose = pipeline.step(
        frame(
          time, .aboutZ((1.5 * time / 60).radians) * head,
          rate: SIMD3(0, 0, 0.2 * Elementary.cos(0.5 * time)), reference: i % every == 0 ? head : nil))
    }
    let head = UnitQuaternion.aboutZ(0.4 * Elementary.sin(0.5 * 14_999 * 0.04 + 0.06))
    #expect((pose?.attitude.angle(to: head) ?? 1) < 2.5.radians)
  }

  @Test(
    "recentring is q_ref⁻¹·q, also sideways and bowed, without a known mounting",
    arguments: [SIMD3(0.0, 0, 0), SIMD3(0.1, -0.2, 0.3)])
  func recentred(rotation: SIMD3<Double>) throws {
    var settings = StandardHeadPipeline.Settings()
    settings.mounting = try #require(UnitQuaternion(rotationVector: rotation))
    var pipeline = StandardHeadPipeline(settings)
    pipeline.recentre()
    let start = HeadAngles(yaw: 1.2, pitch: -0.5, roll: 0.1).quaternion
    let turn = HeadAngles(yaw: 0.5, pitch: 0.3, roll: -0.2).quaternion
    let pose = try last(&pipeline, 0..<300) { frame($0, start * ($0 < 1.99 ? .identity : turn) * settings.mounting) }
    #expect(pose.attitude.angle(to: turn) < 0.01)
  }

  @Test("a steady turn is shown at its current angle, without latency")
  func latency() {
    var settings = StandardHeadPipeline.Settings()
    settings.latency = 0.12
    var pipeline = StandardHeadPipeline(settings)
    let speed = 0.5
    var worst = 0.0
    for i in 0..<150 {
      let time = Double(i) * 0.04
      // 1 s of rest, then a turn to the left at a constant rate; the sample is 120 ms old.
      let then = max(time - 0.12 - 1, 0)
      let pose = pipeline.step(
        frame(time, .aboutZ(speed * then), rate: SIMD3(0, 0, then > 0 ? speed : 0), forward: time < 0.9))
      if time > 1.5 { worst = max(worst, abs(pose.attitude.headYaw - speed * (time - 1))) }
    }
    #expect(worst < 0.01)
  }

  /// Yaw error in degrees after 11 minutes in which the head points straight ahead and the yaw drifts by 1.5° per
  /// minute. The app asks the person to look straight ahead once a minute, or never.
  private func drifted(asking: Bool) throws -> Double {
    var pipeline = StandardHeadPipeline()
    let pose = try last(&pipeline, 0..<25 * 660) { time in
      let inMinute = time.truncatingRemainder(dividingBy: 60)
      return frame(time, .aboutZ(1.5.radians * time / 60), forward: inMinute < 2 && (asking || time < 2))
    }
    return abs(pose.attitude.headYaw).degrees
  }

  @Test("a reference corrects yaw drift, which is extrapolated between; without one it stays")
  func drift() throws {
    // The drift of the minute between two requests, and that of ten minutes.
    #expect(try drifted(asking: true) < 1.5)
    #expect(try drifted(asking: false) > 15)
  }

  @Test("after a loss the pose is held a second, fades, and returns with samples")
  func losses() {
    var pipeline = StandardHeadPipeline()
    let turn = UnitQuaternion.aboutZ(0.5)
    for i in 0..<25 { _ = pipeline.step(frame(Double(i) * 0.04, .identity, forward: true)) }
    for i in 25..<75 { _ = pipeline.step(frame(Double(i) * 0.04, turn)) }
    var poses: [HeadPose] = []
    for i in 75..<200 { poses.append(pipeline.step(lost(Double(i) * 0.04))) }
    #expect(!poses[20].isLive)
    expectNear(poses[20].attitude.headYaw, 0.5, 0.02)
    #expect(abs(poses[124].attitude.headYaw) < 0.02)
    var last = poses[124].attitude
    var largest = 0.0
    for i in 200..<260 {
      let pose = pipeline.step(frame(Double(i) * 0.04, turn))
      largest = max(largest, last.angle(to: pose.attitude))
      last = pose.attitude
    }
    expectNear(last.headYaw, 0.5, 0.05)
    // The pose does not jump.
    #expect(largest < 0.3)
  }

  @Test("hostile frames never give a non-finite number, in both pipelines")
  func hostile() {
    let bad: [Double] = [.nan, .infinity, -.infinity, 0, 1e300, -1e300, 1, 2]
    var rng = SeededGenerator(seed: 51)
    var (standard, article) = (StandardHeadPipeline(), Article2024HeadPipeline())
    for i in 0..<5000 {
      func number() -> Double { rng.number(0...1) < 0.3 ? bad[Int(rng.number(0...7.99))] : rng.number(-1...1) }
      let q = UnitQuaternion(rng.rotation())
      let frame = HeadFrame(
        sample: HeadSample(
          time: rng.number(0...1) < 0.1 ? number() : Double(i) * 0.04,
          attitude: rng.number(0...1) < 0.2 ? SIMD4(number(), number(), number(), number()) : HeadSample.attitude(q),
          rotationRate: SIMD3(number(), number(), number()), acceleration: SIMD3(number(), number(), number())),
        isConnected: rng.number(0...1) < 0.9, isForward: rng.number(0...1) < 0.3,
        reference: rng.number(0...1) < 0.2 ? q : nil)
      if i % 700 == 0 { standard.recentre() }
      for pose in [standard.step(frame), article.step(frame)] {
        #expect(pose.attitude.vector.isFinite && pose.attitude.w.isFinite)
        #expect(pose.picture.x.isFinite && pose.picture.y.isFinite && pose.picture.w.isFinite)
        #expect(pose.corners.map { $0.topLeft.isFinite && $0.bottomRight.isFinite } ?? true)
      }
    }
  }
}
