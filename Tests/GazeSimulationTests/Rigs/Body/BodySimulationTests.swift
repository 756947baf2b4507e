import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// An iPhone XR's screen; its other properties do not matter here.
private let phone = NominalPhone(
  id: "iphonexr",
  geometry: ScreenGeometry(points: SIMD2(414, 896), metres: SIMD2(0.0645, 0.1396), camera: SIMD2(0.04, 0.003)),
  sizeSigma: .zero, cameraSigma: .zero)

private func simulation(
  _ scenario: BodyScenario, preset: String = "typical", seed: UInt64 = 1, participants: Int = 2, duration: Double = 20,
  rate: Double = 60, set settings: [String: Double] = [:]
) throws -> RigSimulation<BodyRig> {
  var simulation = RigSimulation<BodyRig>(
    device: phone, scenario: scenario, preset: try .named(preset), seed: seed, participants: participants,
    duration: duration, rate: rate)
  for (key, value) in settings { try simulation.set(key, value) }
  return simulation
}

/// People in front of the body rig: their build, movements, landmarks and marks.
struct BodySimulationTests {
  @Test(
    "on ideal displayed landmarks are the true points, to 1e-9, four orientations",
    arguments: [0, 1, 2, 3])
  func truthIsTheDisplayTransform(turns: Double) throws {
    let simulation = try simulation(.walking, preset: "ideal", set: ["body.orientation": turns])
    let (header, constants) = (simulation.header, simulation.header.constants)
    // Only the header states the interface's orientation, and its points are the interface's.
    #expect(header.orientation == ScreenOrientation.allCases[Int(turns)] && constants["orientation"] == nil)
    #expect(header.points == (turns == 0 || turns == 2 ? SIMD2(414, 896) : SIMD2(896, 414)))
    let display = try DisplayTransform(
      image: SIMD2(try #require(constants["imageWidth"]), try #require(constants["imageHeight"])),
      orientation: header.orientation,
      viewport: SIMD2(try #require(constants["viewportWidth"]), try #require(constants["viewportHeight"])))
    #expect(display.viewport == (turns == 0 || turns == 2 ? SIMD2(414, 896) : SIMD2(896, 414)))
    var (compared, worst) = (0, 0.0)
    for participant in 0..<2 {
      for sample in simulation.frames(participant: participant) where sample.observation.skeleton.isTracked {
        let truth = try #require(sample.truth)
        for joint in BodyJoint.allCases {
          guard let landmark = sample.observation.skeleton.joints[joint] else {
            #expect(!truth.seen.contains(joint))
            continue
          }
          #expect(truth.seen.contains(joint))
          compared += 1
          worst = max(worst, (display.viewFromImage.apply(landmark) - (try #require(truth.joints[joint]))).length)
        }
      }
    }
    #expect(compared > 20_000 && worst < 1e-9, "\(compared) joints, worst \(worst)")
  }

  @Test("a person is upright in the view, however the phone turns")
  func upright() throws {
    for turns in 0..<4 {
      let simulation = try simulation(
        .standing, preset: "ideal", duration: 2, set: ["body.orientation": Double(turns), "behaviour.turn": 0])
      for sample in simulation.frames(participant: 0) {
        let joints = try #require(sample.truth).joints
        let (head, foot) = (try #require(joints[.head]), try #require(joints[.leftFoot]))
        #expect(head.y < foot.y - 200)
        // Facing the camera, the person's left is at the picture's right.
        #expect(try #require(joints[.leftShoulder]).x > (try #require(joints[.rightShoulder])).x + 20)
      }
    }
  }

  @Test("segments keep their length and published share of stature, whatever happens")
  func segments() {
    let build = BodyBuild(height: 1.8)
    let shares: [(BodyJoint, BodyJoint, Double)] = [
      (.leftShoulder, .rightShoulder, 2 * 0.129), (.leftShoulder, .leftForearm, 0.186),
      (.rightForearm, .rightHand, 0.146),
      (.leftUpLeg, .rightUpLeg, 0.191), (.rightUpLeg, .rightLeg, 0.245), (.leftLeg, .leftFoot, 0.246),
      (.root, .neck, 0.288),
    ]
    var episodes = BodyEpisodes(
      BodyParameters().behaviour, .orientations, build: build, speed: 1.2, RandomStream(seed: 3, .script))
    for tick in 0..<(240 * 60) {
      let joints = build.joints(episodes.stance(at: Double(tick) / 240).stance)
      for (a, b, share) in shares {
        expectNear((joints[a.rawValue] - joints[b.rawValue]).length, 1.8 * share, 1e-12)
      }
      // One foot is always on the floor, and none is below it.
      let lower = min(joints[BodyJoint.leftFoot.rawValue].y, joints[BodyJoint.rightFoot.rawValue].y)
      expectNear(lower, 0.039 * 1.8, 1e-12)
    }
  }

  @Test("people move without jumps: no joint is faster than an arm can wave")
  func continuous() {
    let build = BodyBuild(height: 1.7)
    for scenario in BodyScenario.allCases {
      var episodes = BodyEpisodes(
        BodyParameters().behaviour, scenario, build: build, speed: 1.1, RandomStream(seed: 4, .script))
      var last = build.joints(episodes.stance(at: 0).stance)
      for tick in 1..<(240 * 90) {
        let now = build.joints(episodes.stance(at: Double(tick) / 240).stance)
        for joint in BodyJoint.allCases {
          let speed = (now[joint.rawValue] - last[joint.rawValue]).length * 240
          #expect(speed < 9, "\(scenario) \(joint.name) at \(Double(tick) / 240) s")
        }
        last = now
      }
    }
  }

  @Test("one effect off changes no other: noise off keeps truth and dropouts bit for bit")
  func streams() throws {
    let (all, quiet) = (
      try simulation(.occluded),
      try simulation(
        .occluded, set: ["tracker.noise": 0, "tracker.bias": 0, "tracker.slowNoise": 0, "tracker.speedNoise": 0])
    )
    var (differing, missing) = (0, 0)
    for (a, b) in zip(all.frames(participant: 1), quiet.frames(participant: 1)) {
      #expect(a.truth == b.truth)
      let (p, q) = (a.observation.skeleton, b.observation.skeleton)
      #expect(p.isTracked == q.isTracked)
      for joint in BodyJoint.allCases {
        #expect((p.joints[joint] == nil) == (q.joints[joint] == nil))
        if p.joints[joint] != q.joints[joint] { differing += 1 }
        if p.joints[joint] == nil { missing += 1 }
      }
    }
    #expect(differing > 1000 && missing > 100)
  }

  @Test(
    "walkers leave and return, counters hide feet, only calibrations have marks"
  )
  func scenarios() throws {
    var states: [BodyScenario: Set<RecordedBody.State>] = [:]
    var (feet, heads, marks, marked) = (0, 0, 0, 0)
    for scenario in BodyScenario.allCases {
      for sample in try simulation(scenario, duration: 60, rate: 10).frames(participant: 0) {
        let truth = try #require(sample.truth)
        states[scenario, default: []].insert(try #require(truth.state))
        if truth.state == .out {
          #expect(sample.truth?.seen.isEmpty == true)
          #expect(sample.observation.skeleton.joints.count < 19)
        }
        if scenario == .occluded {
          feet += truth.seen.contains(.leftFoot) ? 1 : 0
          heads += truth.seen.contains(.head) ? 1 : 0
        }
        if scenario == .calibration {
          marks += sample.observation.shown.count
        } else {
          marked += sample.observation.shown.count
        }
      }
    }
    #expect(states[.walking]?.isSuperset(of: [.walk, .stand, .out]) == true)
    #expect(states[.waving]?.contains(.wave) == true)
    #expect(states[.standing] == [.stand])
    #expect(states[.occluded]?.contains(.occluded) == true)
    #expect(feet == 0 && heads > 300)
    #expect(marks > 50 && marked == 0)
  }

  @Test("noise grows with speed: a waving hand's is twice its shoulder's")
  func speedNoise() throws {
    // n = 8 people × 60 s; one of the two hands waves. The bound is well below the ratio of about 4 that follows from
    // the parameters.
    let quiet: [String: Double] = [
      "tracker.bias": 0, "tracker.slowNoise": 0, "tracker.noise": 1, "tracker.latency": 0, "tracker.dropoutRate": 0,
      "tracker.swapRate": 0, "body.pictureScaleSD": 0, "body.pictureShiftSD": 0, "people.failingShare": 0,
      "body.swayPosition": 0, "body.swayAngle": 0, "behaviour.waveAngle": 50,
    ]
    let simulation = try simulation(.waving, participants: 8, duration: 60, set: quiet)
    var display: DisplayTransform?
    var sums: [BodyJoint: (Double, Int)] = [:]
    for participant in 0..<8 {
      for sample in simulation.frames(participant: participant) where sample.truth?.state == .wave {
        let transform =
          try display
          ?? DisplayTransform(
            image: SIMD2(1920, 1440), orientation: .portrait, viewport: SIMD2(414, 896))
        display = transform
        for joint in [BodyJoint.leftHand, .rightHand, .leftShoulder, .rightShoulder] {
          guard let p = sample.observation.skeleton.joints[joint], let q = sample.truth?.joints[joint] else { continue }
          let off = (transform.viewFromImage.apply(p) - q).length
          let sum = sums[joint] ?? (0, 0)
          sums[joint] = (sum.0 + off, sum.1 + 1)
        }
      }
    }
    func mean(_ a: BodyJoint, _ b: BodyJoint) throws -> Double {
      let (x, y) = (try #require(sums[a]), try #require(sums[b]))
      return (x.0 + y.0) / Double(x.1 + y.1)
    }
    #expect(try mean(.leftHand, .rightHand) > 2 * mean(.leftShoulder, .rightShoulder))
  }

  @Test("another phone shows its picture slightly shifted, and ideal has the nominal one")
  func phones() throws {
    func first(_ phone: UInt64?, _ preset: String) throws -> BodyPoints {
      var simulation = try simulation(.standing, preset: preset, duration: 0.1)
      if let phone { simulation.phone = phone }
      return try #require(simulation.frames(participant: 0).first { _ in true }?.truth).joints
    }
    let (nominal, other) = (try first(0, "typical"), try first(3, "typical"))
    let moved = (try #require(other[.head]) - (try #require(nominal[.head]))).length
    #expect(moved > 0.1 && moved < 60)
    #expect(try first(nil, "ideal") == first(0, "ideal"))
  }
}
