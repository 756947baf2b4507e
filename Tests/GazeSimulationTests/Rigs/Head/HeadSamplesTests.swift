import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct HeadSamplesTests {
  private func simulation(
    _ scenario: HeadScenario, preset: String = "typical", seed: UInt64 = 1, rate: Double = 25, duration: Double? = nil,
    _ settings: [String: Double] = [:]
  ) throws -> RigSimulation<HeadRig> {
    var simulation = RigSimulation<HeadRig>(
      device: mini, scenario: scenario, preset: try .named(preset), seed: seed, participants: 4, duration: duration,
      rate: rate)
    for (key, value) in settings { try simulation.set(key, value) }
    return simulation
  }

  @Test("headphones' mounting, drift and lag are the session's, whatever take or noise")
  func sessions() throws {
    let (long, turning) = (try simulation(.long), try simulation(.turning))
    var noisy = long
    noisy.noise = 7
    for participant in 0..<4 {
      let session = long.headSession(participant: participant)
      #expect(session == turning.headSession(participant: participant))
      #expect(session == noisy.headSession(participant: participant))
      // In another session the headphones have been put in again, so their mounting differs.
      #expect(session != (try simulation(.calibration)).headSession(participant: participant))
    }
    #expect(long.headSession(participant: 0) != long.headSession(participant: 1))
  }

  @Test("noise off leaves truth and drift as they are")
  func separate() throws {
    let (with, without) = (
      Array(try simulation(.looking, duration: 20).frames(participant: 0)),
      Array(try simulation(.looking, duration: 20, ["sensor.noise": 0, "sensor.yawNoise": 0]).frames(participant: 0))
    )
    for (a, b) in zip(with, without) {
      #expect(a.truth == b.truth && a.time == b.time)
      #expect(a.observation.frame.sample.rotationRate == b.observation.frame.sample.rotationRate)
      guard let q = a.observation.frame.attitude, let bare = b.observation.frame.attitude else { continue }
      // Mounting and yaw are the same; the difference is the noise, within five of its SDs on each axis.
      #expect(bare.angle(to: q) < 5 * (2 * 0.5 * 0.5 + 0.1 * 0.1).squareRoot().radians)
    }
  }

  @Test("ideal headphones report the true head, and their gyro is its rate to 1 %")
  func ideal() throws {
    var last: RecordedHead?
    for sample in try simulation(.looking, preset: "ideal", rate: 100, duration: 20).frames(participant: 0) {
      let (q, truth) = (try #require(sample.observation.frame.attitude), try #require(sample.truth?.attitude))
      #expect(q.angle(to: truth) < 1e-9)
      if let last, let before = last.observation.frame.attitude {
        let turn = (before.inverse * q).rotationVector / (sample.time - last.time)
        let mean = (last.observation.frame.sample.rotationRate + sample.observation.frame.sample.rotationRate) / 2
        expectNear(turn, mean, 0.06)
      }
      last = sample
    }
  }

  @Test("noise, drift and interval jitter have the requested values: 60 takes of 60 s")
  func statistics() throws {
    var (noise, drift, intervals) = ([Double](), [Double](), [Double]())
    for seed in 1...60 {
      let still = try simulation(
        .still, seed: UInt64(seed), duration: 60,
        [
          "motion.swaySD": 0, "sensor.latency": 0, "sensor.latencySD": 0, "sensor.mounting": 0, "sensor.bias": 0,
          "sensor.disconnects": 0, "sensor.failingShare": 0, "sensor.yawDrift": 0, "sensor.reset": 0,
          "motion.forwardYaw": 0, "motion.forwardPitch": 0,
        ])
      let samples = Array(still.frames(participant: 0))
      for sample in samples {
        let angles = HeadAngles(try #require(sample.observation.frame.attitude))
        noise.append(angles.pitch.degrees)
      }
      let end = HeadAngles(try #require(samples.last?.observation.frame.attitude)).yaw.degrees
      drift.append(end)
      intervals += zip(samples.dropFirst(), samples).map { ($0.time - $1.time) * 25 }
    }
    // 60 × 60 s with a correlation time of 0.3 s are 6,000 independent values; their SD has a standard error of 1 %.
    // The bound is 5 %.
    expectNear(noise.sd, 0.5, 0.025)
    // The walk is 1°/√min, and the noise 0.1°, after a minute. An SD from 60 values has a standard error of 9 %; the
    // bound is 3.5 standard errors.
    expectNear(drift.sd, 1.005, 0.32)
    // A step contains two jitters of 0.1.
    expectNear(intervals.sd, 0.02.squareRoot(), 0.004)
  }

  @Test("a lost connection has no attitude; the next one's zero is the head's")
  func connections() throws {
    let settings = ["sensor.disconnects": 4.0, "sensor.disconnectTime": 2, "sensor.failingShare": 0]
    let samples = Array(try simulation(.looking, seed: 5, duration: 120, settings).frames(participant: 0))
    let lost = samples.count { !$0.observation.frame.isConnected }
    #expect(lost > 25 && lost < samples.count / 2)
    var returns = 0
    for (a, b) in zip(samples, samples.dropFirst())
    where !a.observation.frame.isConnected && b.observation.frame.isConnected {
      returns += 1
      #expect(abs(try #require(b.observation.frame.attitude).headYaw) < 1e-9)
      #expect(a.observation.frame.attitude == nil)
    }
    #expect(returns > 2)
  }

  @Test("people for whom the headphones fail have no attitude")
  func failing() throws {
    let some = try simulation(.still, duration: 1, ["sensor.failingShare": 0.3])
    let one = try #require((0..<400).first { HeadRig.isFailing(some, participant: $0) })
    #expect(some.frames(participant: one).allSatisfy { $0.observation.frame.attitude == nil && $0.hasTruth })
  }

  @Test("the app's requests are kept: straight ahead once a minute, to 2°")
  func forward() throws {
    for atStart in [0.0, 1] {
      let settings = ["task.forwardAtStart": atStart, "task.gestureInterval": 0]
      let samples = Array(try simulation(.long, preset: "ideal", duration: 200, settings).frames(participant: 0))
      let begins = zip(samples, samples.dropFirst()).filter {
        !$0.observation.frame.isForward && $1.observation.frame.isForward
      }.map(\.1.time)
      let asked = [0.0, 60, 120, 180].suffix(atStart == 1 ? 4 : 3)
      #expect(begins.count == asked.count)
      for (begin, asked) in zip(begins, asked) { #expect(begin > asked && begin < asked + 4) }
      for sample in samples where sample.observation.frame.isForward {
        // The SDs are 1.5°, 1° and 1° (`forwardYaw`, `forwardPitch`), 2° in all.
        #expect((sample.truth?.attitude.angle ?? 1) < 9.0.radians)
      }
    }
  }

  @Test("people glance 50 to 60° aside; a rest direction shifts all (n = 4 people, 10 minutes)")
  func glances() throws {
    func yaws(_ settings: [String: Double]) throws -> [Double] {
      try (0..<4).flatMap { participant in
        try simulation(.looking, preset: "ideal", duration: 600, settings.merging(["task.forwardAtStart": 0]) { $1 })
          .frames(participant: participant).compactMap { $0.truth?.attitude.headYaw.degrees }
      }
    }
    // There are only glances: from 0 to ±50…60° and back, apart from the sway.
    let glances = try yaws(["task.lookInterval": 0, "motion.lookYaw": 0, "motion.lookPitch": 0, "motion.lookRoll": 0])
    #expect(glances.allSatisfy { abs($0) < 64 } && glances.contains { $0 > 50 } && glances.contains { $0 < -50 })
    // Each glance stays 1 s at its end, and there is one in 20 s or more.
    let share = Double(glances.count { abs($0) > 45 }) / Double(glances.count)
    #expect(share > 0.02 && share < 0.09, "\(share)")
    let moved = try yaws(["motion.restYaw": 20, "task.glanceInterval": 0])
    // 960 turns of 25°, limited by the neck's reach of 70°: the standard error is 0.8°, and the limit takes 0.5° away.
    expectNear(moved.mean, 19.5, 3)
  }

  @Test("only the calibration has a camera's reference, and is near the truth")
  func reference() throws {
    let samples = Array(try simulation(.calibration, duration: 30).frames(participant: 0))
    let known = samples.filter { $0.observation.frame.reference != nil }
    #expect(known.count > samples.count / 2)
    for sample in known {
      let (a, b) = (try #require(sample.observation.frame.reference), try #require(sample.truth?.attitude))
      // The camera's noise is 1° an axis (`referenceNoise`).
      #expect(a.angle(to: b) < 8.0.radians)
    }
    #expect(
      try simulation(.looking, duration: 5).frames(participant: 0).allSatisfy { $0.observation.frame.reference == nil })
  }
}
