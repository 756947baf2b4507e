import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SimulatedFramesTests {
  private func frames(_ simulation: Simulation, participant: Int = 0) -> [RecordedFrame] {
    Array(simulation.frames(participant: participant))
  }

  @Test("switching one effect off changes no other stream")
  func independence() throws {
    // Shifts of posture and grip are frequent enough to occur.
    let base = try Simulation(.reading, seed: 3, duration: 20)
      .setting(["phone.regripTime": 2, "behaviour.postureJumpTime": 2])
    let truth = frames(base).map(\.truth)
    let all = frames(base)
    for key in [
      "tracker.driftSD", "tracker.noiseSD", "tracker.whiteSD", "tracker.biasSD", "tracker.sessionBiasSD",
      "tracker.quadraticSD", "tracker.headCouplingSD", "tracker.faceRotationNoise", "tracker.facePositionNoise",
      "tracker.faceRotationBiasSD", "tracker.distanceScaleSD", "tracker.lookAtNoise", "tracker.outwardSD",
    ] {
      let changed = frames(try base.setting([key: 0]))
      #expect(changed.map(\.truth) == truth, "\(key)")
      #expect(changed.map(\.observation) != all.map(\.observation), "\(key)")
    }
    // Effects of the body that do not move the gaze leave it unchanged, bit for bit.
    for key in [
      "phone.swayAngle", "phone.swayPosition", "behaviour.headYawSD", "behaviour.headPositionSD",
      "behaviour.postureJumpPosition", "phone.regripPosition", "behaviour.slump",
    ] {
      let changed = frames(try base.setting([key: 0]))
      #expect(changed.map { $0.truth?.gaze } == truth.map { $0?.gaze }, "\(key)")
      #expect(changed.map(\.face) != all.map(\.face), "\(key)")
    }
    let unblinking = frames(try base.setting(["behaviour.blinkRate": 0]))
    #expect(unblinking.map { $0.truth?.gaze } == truth.map { $0?.gaze })
    // Without noise, switching the drift off changes the eyes by the drift alone: the face pose stays, bit for bit.
    #expect(
      frames(try base.setting(["tracker.driftSD": 0])).map(\.face.face)
        == frames(base).map(\.face.face))
  }

  @Test("the user turns right and looks right: yaw and pointer grow")
  func signs() throws {
    let ideal = try Simulation(.calibration, preset: .ideal, seed: 1)
      .setting([
        "phone.swayPosition": 0, "behaviour.headPositionSD": 0, "behaviour.postureJumpPosition": 0,
        "phone.regripPosition": 0,
      ])
    for frame in frames(ideal) {
      // Until the eyes have reacted they are still at the previous target.
      guard let target = frame.observation.target, let seen = frame.truth?.gaze, (seen - target).length < 40
      else { continue }
      let eye = try #require(CyclopeanEye(frame.face))
      let face = try #require(frame.face.cameraFromFace)
      // The camera of the 12 mini is right of the middle: targets at 10 % are to its left, at 90 % to its right.
      let gaze = face.apply(direction: eye.direction)
      if target.x > 300 { #expect(gaze.x > 0) }
      if target.x < 100 { #expect(gaze.x < 0) }
      // The face is level with the screen's middle, so the person looks up to the upper targets.
      if target.y < 100 { #expect(gaze.y > 0) }
      if target.y > 700 { #expect(gaze.y < 0) }
    }
  }

  @Test("a lost face keeps its last pose and is marked as lost")
  func lost() throws {
    let simulation = try Simulation(.stare, seed: 2, duration: 60)
      .setting(["tracker.dropoutRate": 20])
    let all = frames(simulation)
    let lost = all.indices.filter { !all[$0].face.isTracked }
    #expect(lost.count > 60)
    for index in lost { #expect(all[index].face.face == all[index - 1].face.face) }
  }

  @Test("fixation noise has the requested SD and correlation")
  func noise() throws {
    // A long fixation of one point with only the eye noise: 300 s, τ 0.325 s, about 900 independent intervals over two
    // axes; the bounds of 12 % are four and a half standard errors of an SD.
    let keys = ["bias", "sessionBias", "gainH", "gainV", "crosstalk", "quadratic", "headCoupling", "drift", "white"]
    var off = Dictionary(uniqueKeysWithValues: keys.map { ("tracker.\($0)SD", 0.0) })
    off.merge(
      [
        "tracker.noiseSD": 0.3, "behaviour.blinkRate": 0, "tracker.dropped": 0, "tracker.duplicated": 0,
        "tracker.distanceScaleSD": 0, "behaviour.distance": 35, "behaviour.distanceSD": 0, "task.targetTime": 60,
        "tracker.eccentricity": 90, "behaviour.headYawSD": 0, "behaviour.headPitchSD": 0, "behaviour.headRollSD": 0,
        "behaviour.headPositionSD": 0, "phone.swayPosition": 0, "phone.swayAngle": 0,
        "tracker.dropoutRate": 0, "phone.regripPosition": 0, "phone.regripAngle": 0,
        "behaviour.postureJumpPosition": 0, "behaviour.postureJumpAngle": 0, "behaviour.slump": 0,
        "behaviour.fixationDrift": 0, "people.glasses": 0, "people.flaggedShare": 0,
      ], uniquingKeysWith: { $1 })
    let simulation = try Simulation(.validation, seed: 1, duration: 300).setting(off)
    var squares = 0.0
    var products = 0.0
    var steps = 0.0
    var count = 0.0
    var byTarget: [SIMD2<Double>: [SIMD2<Double>]] = [:]
    for frame in simulation.frames(participant: 0) {
      guard frame.truth?.state == .fixate, let target = frame.observation.target,
        let eye = CyclopeanEye(frame.face)
      else { continue }
      let angles = GazeAngles(direction: eye.direction)
      byTarget[target, default: []].append(SIMD2(angles.yaw.degrees, angles.pitch.degrees))
    }
    for track in byTarget.values {
      let settled = track.dropFirst(60)
      let mean = settled.reduce(SIMD2.zero, +) / Double(settled.count)
      var last: SIMD2<Double>?
      for point in settled {
        let d = point - mean
        squares += (d * d).sum() / 2
        if let last {
          products += (d * last).sum() / 2
          steps += ((d - last) * (d - last)).sum() / 2
        }
        last = d
        count += 1
      }
    }
    expectNear((squares / count).squareRoot() / 0.3, 1, 0.12)
    let phi = exp(-1 / 60.0 / 0.325)
    expectNear(products / squares, phi, 0.02)
    // RMS-S2S of 18,000 nearly independent steps an axis: five standard errors and the eccentricity's growth, 5 %.
    expectNear((steps / count).squareRoot() / (0.3 * (2 - 2 * phi).squareRoot()), 1, 0.05)
  }

  @Test("a run with bad arguments is refused")
  func validation() {
    for bad in [0, -1, 1000, Double.nan] {
      var simulation = Simulation(.stare)
      simulation.rate = bad
      #expect(throws: SimulationError.self) { try simulation.validate() }
    }
    var nobody = Simulation(.stare)
    nobody.participants = 0
    #expect(throws: SimulationError.self) { try nobody.validate() }
  }

  @Test("another take of a session keeps posture and distance, not noise and targets")
  func takes() {
    func frames(take: Int?) -> [RecordedFrame] {
      var simulation = Simulation(.validation, seed: 81, participants: 1, duration: 6)
      simulation.take = take
      return Array(simulation.frames(participant: 0))
    }
    var simulation = Simulation(.validation, seed: 81, participants: 1)
    let session = simulation.session(0)
    simulation.take = 12
    #expect(simulation.session(0).distance == session.distance && simulation.session(0).bias == session.bias)
    let (own, other) = (frames(take: nil), frames(take: 12))
    // If no take is stated, a simulation has its scenario's own take, which for `validation` is 3.
    #expect(frames(take: 3).map(\.observation) == own.map(\.observation))
    #expect(own.compactMap(\.observation.target) != other.compactMap(\.observation.target))
    #expect(own.map(\.face.leftEye) != other.map(\.face.leftEye))
    #expect(frames(take: 12).map(\.observation) == other.map(\.observation))
  }

  @Test("A frame that is replaced is the one that would be returned")
  func replaced() {
    let simulation = Simulation(.validation, seed: 1, duration: 3)
    var (one, other) = (simulation.frames(participant: 0), simulation.frames(participant: 0))
    var frame = RecordedFrame(time: 0, participant: 0)
    while let next = one.next() {
      let isReplaced = other.next(into: &frame)
      #expect(isReplaced && frame == next)
    }
    let last = frame
    let isReplaced = other.next(into: &frame)
    #expect(!isReplaced && frame == last)
  }

  @Test("an effect switched on changes neither phone motion nor tracker noise")
  func effects() throws {
    // Without the head's share in shifts of the gaze, the face's pose depends on no behaviour.
    let still: [String: Double] = ["behaviour.headShareH": 0, "behaviour.headShareV": 0, "task.pageScreens": 30]
    func poses(_ settings: [String: Double]) throws -> [FaceFrame] {
      let all = still.merging(settings) { $1 }
      let simulation = try Simulation(.reading, preset: .typical, seed: 12, duration: 60)
        .setting(all)
      return simulation.frames(participant: 0).map(\.face)
    }
    let before = try poses([:])
    #expect(before.count > 3500)
    for effect in [
      ["task.tapInterval": 5], ["task.dotAtStart": 1], ["task.skimming": 0.5], ["task.skipParagraph": 0.5],
      ["task.reread": 0.5], ["task.startAt": 0.5], ["task.notReading": 0.5], ["task.column": 0.5],
    ] {
      let after = try poses(effect)
      #expect(after.map(\.time) == before.map(\.time), "\(effect)")
      #expect(after.map(\.isTracked) == before.map(\.isTracked), "\(effect)")
      #expect(after.map(\.camera) == before.map(\.camera), "\(effect)")
      #expect(after.map(\.face) == before.map(\.face), "\(effect)")
      #expect(after.map(\.leftEye) != before.map(\.leftEye), "\(effect)")
    }
  }
}
