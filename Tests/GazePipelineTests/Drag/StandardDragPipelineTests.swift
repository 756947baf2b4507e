import GazePipeline
import TestSupport
import Testing

struct StandardDragPipelineTests {
  let view: PerspectiveView

  init() throws { view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 75.0.radians) }

  @Test(
    "content stays under the finger to 1e-9 points, up to 45°", arguments: [60.0, 75, 90])
  func follows(degrees: Double) throws {
    let view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: degrees.radians)
    var random = SeededGenerator(seed: 4)
    var worst = 0.0
    var steps = 0
    for _ in 0..<400 {
      var pipeline = StandardDragPipeline(view: view)
      var place = SIMD2(random.number(20...355), random.number(20...790))
      pipeline.touch(.began, place, at: 0)
      let held = pipeline.pose.worldDirection(view.ray(through: place))
      for index in 1..<40 {
        let step = SIMD2(random.number(-12...12), random.number(-12...12))
        place = (place + step).clamped(lowerBound: SIMD2(5, 5), upperBound: SIMD2(370, 807))
        let pose = pipeline.touch(.moved, place, at: Double(index) / 60)
        guard abs(pose.pitch) < 45.0.radians else { break }
        worst = max(worst, (try #require(view.place(of: pose.cameraDirection(held))) - place).length)
        steps += 1
      }
    }
    #expect(steps > 10_000)
    #expect(worst < 1e-9)
  }

  @Test(
    "pitch stops at the limit, and content is under the returning finger again",
    arguments: [90.0, 60])
  func limit(degrees: Double) {
    var pipeline = StandardDragPipeline(view: view, settings: .init(pitchLimit: degrees.radians))
    var highest = 0.0
    for number in 0..<12 {
      let start = Double(number)
      pipeline.touch(.began, SIMD2(187.5, 150), at: start)
      for index in 1...20 {
        let place = SIMD2(187.5, 150 + 25 * Double(index))
        pipeline.touch(.moved, place, at: start + Double(index) / 60)
        highest = max(highest, pipeline.pose.pitch)
      }
      pipeline.touch(.ended, SIMD2(187.5, 650), at: start + 0.5)
    }
    expectNear(highest.degrees, degrees, 1e-9)
    #expect(!pipeline.pose.isUpsideDown)
    let before = pipeline.pose
    pipeline.touch(.began, SIMD2(187.5, 300), at: 20)
    pipeline.touch(.moved, SIMD2(187.5, 500), at: 20.1)
    expectNear(pipeline.pose.pitch, before.pitch, 1e-9)
    pipeline.touch(.moved, SIMD2(187.5, 300), at: 20.2)
    #expect(pipeline.pose.orientation.angle(to: before.orientation) < 1e-9)
  }

  @Test("a step turns at most four times the finger's angle, also beside a pole")
  func noJumps() {
    var random = SeededGenerator(seed: 5)
    var pipeline = StandardDragPipeline(view: view)
    var place = view.centre
    var (worst, isBound) = (0.0, false)
    for index in 0..<200_000 {
      let isNew = index % 40 == 0
      let last = place
      if isNew {
        place = SIMD2(random.number(0...375), random.number(0...812))
      } else {
        place += SIMD2(random.number(-6...6), random.number(-4...9))
      }
      let before = pipeline.turn
      pipeline.touch(isNew ? .began : .moved, place, at: Double(index) / 120)
      let turned = SIMD2(wrappedAngle(pipeline.turn.x - before.x), pipeline.turn.y - before.y)
      let finger = isNew ? 0 : angle(between: view.ray(through: last), and: view.ray(through: place))
      worst = max(worst, max(abs(turned.x), abs(turned.y)) - 4 * finger)
      isBound = isBound || (!isNew && abs(turned.x) > 3.99 * finger && finger > 1e-4)
    }
    #expect(worst < 1e-9)
    #expect(isBound, "the walk never reached the step limit")
  }

  @Test("a million random drags with coasting: no roll (1e-5 rad), never beyond a pole", arguments: [0, 0.5])
  func millionDrags(inertia: Double) {
    var pipeline = StandardDragPipeline(view: view, settings: .init(inertia: inertia))
    var (pitch, isUpright) = (0.0, true)
    let phase = { (index: Int) -> DragPhase? in index == 0 ? .began : index < 80 ? .moved : index == 80 ? .ended : nil }
    let rolled = pipeline.rolls(seed: 6, phase: phase) { pose in
      pitch = max(pitch, abs(pose.pitch))
      // At the pole itself "up" is level, up to rounding.
      isUpright = isUpright && pose.up.y > -1e-12
    }
    #expect(rolled == 0 && isUpright)
    #expect(pitch > 89.0.radians, "the poles were not reached: \(pitch.degrees)")
  }

  @Test("coasting decays exponentially, independent of the frame rate, and a new touch stops it")
  func inertia() {
    let settings = StandardDragPipeline.Settings(inertia: 0.4)
    func thrown(_ rate: Double) -> (lift: Double, at: [Double], stopped: Double) {
      var pipeline = StandardDragPipeline(view: view, settings: settings)
      pipeline.touch(.began, SIMD2(50, 400), at: 0)
      for index in 1...30 {
        let place = SIMD2(50 + 4 * Double(index), 400)
        pipeline.touch(index < 30 ? .moved : .ended, place, at: Double(index) / 120)
      }
      let lift = pipeline.turn.x
      var at: [Double] = []
      for index in 1...Int(rate * 3) {
        pipeline.touch(nil, at: 0.25 + Double(index) / rate)
        if index % Int(rate / 2) == 0 { at.append(wrappedAngle(pipeline.turn.x - lift)) }
      }
      pipeline.touch(.began, SIMD2(50, 400), at: 3.3)
      let stopped = pipeline.turn.x
      pipeline.touch(nil, at: 4)
      return (lift, at, wrappedAngle(pipeline.turn.x - stopped))
    }
    let (slow, fast) = (thrown(30), thrown(120))
    for (a, b) in zip(slow.at, fast.at) { expectNear(a, b, 1e-12) }
    // x(t) = v·τ(1 − e^(−t/τ)): the remaining way decreases by the factor e^(−0.5/0.4) each half second.
    let end = slow.at[0] / (1 - Elementary.exp(-0.5 / 0.4))
    for (index, way) in slow.at.enumerated() {
      expectNear((end - way) / end, Elementary.exp(-0.5 * Double(index + 1) / 0.4), 1e-9)
    }
    // 480 points per second at about the centre.
    expectNear(end / 0.4, 480 / view.focalLength, 0.06 * 480 / view.focalLength)
    #expect(slow.stopped == 0)
    var still = StandardDragPipeline(view: view)
    still.touch(.began, SIMD2(50, 400), at: 0)
    still.touch(.moved, SIMD2(90, 400), at: 0.05)
    still.touch(.ended, SIMD2(95, 400), at: 0.06)
    let lift = still.turn
    still.touch(nil, at: 1)
    #expect(still.turn == lift)
  }

  @Test("a finger held before it lifts, and a cancelled stroke, cause no coasting")
  func noThrow() {
    for phase in [DragPhase.ended, .cancelled] {
      var pipeline = StandardDragPipeline(view: view, settings: .init(inertia: 0.5))
      pipeline.touch(.began, SIMD2(50, 400), at: 0)
      for index in 1...10 {
        pipeline.touch(.moved, SIMD2(50 + 5 * Double(index), 400), at: Double(index) / 60)
      }
      let time = phase == .ended ? 0.8 : 0.17
      pipeline.touch(phase, SIMD2(100, 400), at: time)
      let lift = pipeline.turn
      pipeline.touch(nil, at: time + 3)
      #expect(abs(wrappedAngle(pipeline.turn.x - lift.x)) < 1e-6)
    }
  }

  @Test("input that no app should send has a safe meaning")
  func safeStates() {
    var pipeline = StandardDragPipeline(view: view)
    let start = pipeline.pose
    pipeline.touch(.ended, SIMD2(10, 10), at: 0)
    pipeline.touch(.cancelled, SIMD2(10, 10), at: 0)
    #expect(pipeline.pose == start)
    // A movement without a beginning begins a stroke.
    pipeline.touch(.moved, SIMD2(100, 400), at: 1)
    #expect(pipeline.pose == start)
    pipeline.touch(.moved, SIMD2(120, 400), at: 1.1)
    let moved = pipeline.pose
    #expect(moved != start)
    // A stroke without an end holds the camera; the next beginning starts a new stroke.
    pipeline.touch(nil, at: 9)
    #expect(pipeline.pose == moved)
    pipeline.touch(.began, SIMD2(300, 100), at: 10)
    #expect(pipeline.pose == moved)
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      for phase in DragPhase.allCases.map(Optional.some) + [nil] {
        for (time, place) in [(bad, SIMD2(100, 100)), (11, SIMD2(bad, 100)), (11, SIMD2(100, bad))] {
          let pose = pipeline.touch(phase, place, at: time)
          #expect(pose.forward.isFinite && pose.heading.isFinite && pose.pitch.isFinite)
        }
      }
    }
    for setting in [Double.nan, -1, 7] {
      var odd = StandardDragPipeline(view: view, settings: .init(pitchLimit: setting, inertia: setting))
      odd.touch(.began, SIMD2(10, 100), at: 0)
      odd.touch(.ended, SIMD2(10, 700), at: 0.01)
      #expect(odd.touch(nil, at: 1).forward.isFinite)
      #expect(abs(odd.pose.pitch) <= .pi / 2 + 1e-12)
    }
  }
}
