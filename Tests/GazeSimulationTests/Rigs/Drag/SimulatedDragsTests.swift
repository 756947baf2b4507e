import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

@testable import GazeSimulation

/// The default view: the 12 mini turned.
private let landscape = SIMD2<Double>(812, 375)

struct SimulatedDragsTests {
  private func simulation(
    _ scenario: DragScenario, preset: String = "typical", seed: UInt64 = 1, rate: Double = 60, duration: Double? = 30,
    setting: [String: Double] = [:]
  ) throws -> RigSimulation<DragRig> {
    var simulation = RigSimulation<DragRig>(
      device: mini, scenario: scenario, preset: try .named(preset), seed: seed, participants: 2, duration: duration,
      rate: rate)
    for (key, value) in setting { try simulation.set(key, value) }
    return simulation
  }

  @Test("the same truth and the same reports at 60 and 120 Hz", arguments: DragScenario.allCases)
  func rates(scenario: DragScenario) throws {
    let slow = Array(try simulation(scenario).frames(participant: 0))
    let fast = Array(try simulation(scenario, rate: 120).frames(participant: 0))
    #expect(fast.count == 2 * slow.count)
    var touches = 0
    for (index, sample) in slow.enumerated() {
      let other = fast[2 * index]
      expectNear(other.time, sample.time, 1e-9)
      #expect(other.truth == sample.truth)
      #expect(other.observation.camera == sample.observation.camera)
      if sample.observation.phase == .moved, other.observation.phase == .moved {
        #expect(other.observation.location == sample.observation.location)
        touches += 1
      }
    }
    #expect(touches > 300)
  }

  @Test("every recording's strokes are whole, whatever the length and rate", arguments: [20.0, 60, 77, 120, 240])
  func whole(rate: Double) throws {
    for scenario in DragScenario.allCases {
      for duration in [0.5, 3, 7.77, 20] {
        for preset in ["ideal", "pessimistic"] {
          var strokes = DragStrokes()
          for sample in try simulation(scenario, preset: preset, rate: rate, duration: duration).frames(participant: 0)
          {
            try strokes.check(sample)
          }
          try strokes.finish()
        }
      }
    }
  }

  @Test("a stroke's speed is minimum jerk: 1.875 times its mean mid-way, 0 at ends")
  func minimumJerk() throws {
    let stroke = DragStroke(number: 0, start: 10, length: 100, held: 100, from: SIMD2(50, 700), to: SIMD2(200, 300))
    let way = (stroke.to - stroke.from).length
    func speed(_ tick: Int) -> Double { (stroke.location(at: tick + 1) - stroke.location(at: tick - 1)).length / 2 }
    expectNear(speed(60) / (way / 100), 1.875, 0.002)
    #expect(speed(10) < 0.001 * way && speed(110) < 0.001 * way)
    // x(s) = 10s³ − 15s⁴ + 6s⁵.
    for (s, share) in [(0.25, 0.103515625), (0.5, 0.5), (0.75, 0.896484375)] {
      let there = stroke.location(at: 10 + Int(100 * s)) - stroke.from
      expectNear(there.length / way, share, 1e-9)
    }
    // The same holds in the simulation: the largest step of a whole stroke over its mean step.
    var (last, strokes): (SIMD2<Double>?, [[Double]]) = (nil, [[]])
    for sample in try simulation(.around, preset: "ideal", rate: 240, setting: ["hand.flickShare": 0]).frames(
      participant: 0)
    {
      let now = sample.truth?.location
      if let now, let last { strokes[strokes.count - 1].append((now - last).length) }
      if now == nil, last != nil { strokes.append([]) }
      last = now
    }
    let whole = strokes.filter { $0.count > 30 }
    #expect(whole.count > 15)
    for steps in whole {
      expectNear((steps.max() ?? 0) / steps.mean, 1.875, 0.02)
    }
  }

  @Test("touch noise has its SD and changes neither truth nor, redrawn, anything else")
  func noise() throws {
    let clean = Array(
      try simulation(.targets, setting: ["touch.noise": 0, "touch.latency": 0], ).frames(participant: 0))
    let noisy = Array(
      try simulation(.targets, setting: ["touch.noise": 2, "touch.latency": 0]).frames(participant: 0))
    var (sum, count) = (0.0, 0.0)
    for (a, b) in zip(clean, noisy) {
      #expect(a.truth == b.truth && a.observation.phase == b.observation.phase)
      guard let x = a.observation.location, let y = b.observation.location else { continue }
      if a.observation.phase == .moved { expectNear(x, (a.truth?.location ?? .zero), 1e-9) }
      sum += ((x - y) * (x - y)).sum()
      count += 2
    }
    // n = 2 × about 900 reports: the standard error of the SD is 1.7 %; the bound is 4 of them.
    #expect(count > 1000)
    expectNear((sum / count).squareRoot(), 2, 0.14)
    var other = try simulation(.targets)
    let first = Array(other.frames(participant: 0))
    other.noise = 5
    let second = Array(other.frames(participant: 0))
    #expect(first.map(\.truth) == second.map(\.truth))
    #expect(first.map(\.observation) != second.map(\.observation))
  }

  @Test(
    "a flick's finger is as far off as others': n = 20,000 strokes, one in 20 a flick")
  func flicksAreNoWorse() throws {
    let view = try PerspectiveView(points: landscape, fieldOfView: 60.0.radians)
    let simulation = try simulation(.around, setting: ["hand.flickShare": 0.05, "hand.aim": 4])
    let plan = DragPlan(simulation, participant: 0, view: view)
    var (sum, count) = (0.0, 0.0)
    for number in 0..<20_000 {
      let stroke = plan.stroke(UInt64(number), from: .zero, to: SIMD2(1, 0), start: 0)
      guard stroke.isFlick else { continue }
      sum += (stroke.aimError * stroke.aimError).sum()
      count += 2
    }
    // About 2,000 numbers: the standard error of the SD is 1.6 %; the bound is 5 of them.
    #expect(count > 1700 && count < 2300)
    expectNear((sum / count).squareRoot() / 4, 1, 0.08)
  }

  @Test("latency shifts the report by as much: the finger of 50 ms ago")
  func latency() throws {
    let settings = ["touch.noise": 0, "touch.latency": 50, "touch.latencySpread": 0] as [String: Double]
    let samples = Array(try simulation(.around, rate: 240, setting: settings).frames(participant: 0))
    var compared = 0
    for index in 12..<samples.count where samples[index].observation.phase == .moved {
      let then = try #require(samples[index - 12].truth?.location)
      expectNear(samples[index].observation.location, then, 1e-9)
      compared += 1
    }
    #expect(compared > 1000)
  }

  @Test("people look as the scenario says, to the poles; some strokes are flicks")
  func scenarios() throws {
    func pitches(_ scenario: DragScenario) throws -> [Double] {
      try simulation(scenario, duration: 60).frames(participant: 0).compactMap { $0.truth?.pitch.degrees }
    }
    #expect(try pitches(.around).allSatisfy { abs($0) < 15 })
    #expect(try pitches(.calibration).allSatisfy { abs($0) < 45 })
    let updown = try pitches(.updown)
    #expect((updown.max() ?? 0) > 40 && (updown.min() ?? 0) < -40)
    let poles = try pitches(.poles)
    #expect((poles.max() ?? 0) > 89.9 && (poles.min() ?? 0) < -89.9)
    let states = try simulation(.flick).frames(participant: 0).compactMap { $0.truth?.state }
    #expect(states.contains(.flick) && states.contains(.rest))
  }

  @Test(
    "wanted heading and pitch keep content under the true finger"
  )
  func wanted() throws {
    let view = try PerspectiveView(points: landscape, fieldOfView: 60.0.radians)
    var (largest, count) = (0.0, 0)
    for scenario in [DragScenario.calibration, .around, .updown] {
      var anchor: SIMD3<Double>?
      for sample in try simulation(scenario, rate: 240).frames(participant: 0) {
        let truth = try #require(sample.truth)
        guard let finger = truth.location else {
          anchor = nil
          continue
        }
        let pose = CameraPose(heading: truth.heading, pitch: truth.pitch)
        let held = anchor ?? pose.worldDirection(view.ray(through: finger))
        anchor = held
        let place = try #require(view.place(of: pose.cameraDirection(held)))
        largest = max(largest, (place - finger).length)
        count += 1
      }
    }
    #expect(count > 5000)
    #expect(largest < 0.01)
  }

  @Test("only calibration has anchors, under the finger but for aiming error")
  func anchors() throws {
    let view = try PerspectiveView(points: landscape, fieldOfView: 60.0.radians)
    var count = 0
    for sample in try simulation(.calibration, preset: "ideal").frames(participant: 0) {
      guard let anchor = sample.observation.anchor, let place = sample.observation.location else { continue }
      let camera = CameraPose(try #require(sample.observation.camera))
      expectNear(view.place(of: camera.cameraDirection(anchor)), place, 1e-6)
      count += 1
    }
    #expect(count > 300)
    #expect(try simulation(.targets).frames(participant: 0).allSatisfy { $0.observation.anchor == nil })
  }

  @Test("the header states the view, and its true field of view")
  func header() throws {
    let header = try simulation(.around, setting: ["view.fieldOfView": 75]).header
    #expect(header.rig == "drag")
    expectNear(header.constants["fieldOfViewDegrees"], 75, 1e-9)
    expectNear(header.constants[RecordedDrag.trueFieldOfView], 75, 1e-9)
    let wide = try simulation(.around, setting: ["view.fieldOfView": 75, "view.fieldOfViewError": 10]).header
    expectNear(wide.constants["fieldOfViewDegrees"], 75, 1e-9)
    expectNear(wide.constants[RecordedDrag.trueFieldOfView], 85, 1e-9)
    #expect(header.constants["width"] == 812 && header.constants["height"] == 375)
    #expect(header.orientation == .landscapeRight && header.points == landscape)
    let upright = try simulation(.around, setting: ["view.orientation": 0]).header
    #expect(upright.constants["width"] == 375 && upright.constants["height"] == 812)
    #expect(upright.orientation == .portrait && upright.points == mini.geometry.points)
  }
}
