import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct CalibrationProtocolTests {
  private static let points = SIMD2(400.0, 800)

  private func begin(_ plan: CalibrationPlan) -> (calibration: CalibrationProtocol, viewer: Viewer) {
    (CalibrationProtocol(plan, points: Self.points), Viewer())
  }

  /// Steps until `condition` holds or there are too many frames; returns true if it held.
  @discardableResult
  private func run(
    _ calibration: inout CalibrationProtocol, _ viewer: inout Viewer, obeying: Bool = true, sign: Double = 1,
    frames: Int = 30_000, until condition: (CalibrationProtocol.Step) -> Bool = { $0.isDone }
  ) -> Bool {
    for _ in 0..<frames {
      let step = calibration.step(viewer.frame())
      if condition(step) { return true }
      if obeying { viewer.obey(step, turned: sign) }
    }
    return false
  }

  @Test(
    "The full plan: 9 places from 15 poses, long enough for a fit",
    arguments: [1, -1])
  func full(sign: Double) {
    // The protocol also works if the frames' axes have the opposite direction to the documented one.
    var (calibration, viewer) = begin(.full)
    var (shown, progress): ([SIMD2<Double>: Int], Double) = ([:], 0)
    var (last, since): (SIMD2<Double>?, Double) = (nil, 0)
    while !calibration.isDone, viewer.time < 1000 {
      let step = calibration.step(viewer.frame())
      #expect(step.progress >= progress && step.progress <= 1)
      progress = step.progress
      if step.target != last {
        if let last {
          shown[last, default: 0] += 1
          #expect(viewer.time - since >= 1.5, "\(last)")
        }
        (last, since) = (step.target, viewer.time)
      }
      viewer.obey(step, turned: sign)
    }
    #expect(calibration.isDone && calibration.current.progress == 1)
    let places = [0.1, 0.5, 0.9].flatMap { x in [0.1, 0.5, 0.9].map { SIMD2(x, $0) * Self.points } }
    #expect(shown == Dictionary(uniqueKeysWithValues: places.map { ($0, 15) }))
    let coverage = calibration.coverage
    #expect(coverage.fixations == 135 && coverage.unsteady == 0 && coverage.skipped == 0)
    #expect(coverage.shortfalls.isEmpty)
    // The plan takes little more than its 15 poses with 9 dots of 1.5 s each.
    #expect(viewer.time - 100 > 202.5 && viewer.time - 100 < 225, "\(viewer.time)")
  }

  @Test(
    "Each plan ends within the time that its documentation states",
    arguments: [
      (CalibrationPlan.distances, 27, 41...50), (.fivePoints, 5, 11...13), (.validation, 16, 24...27),
      (.page, 0, 70...110), (.fivePoints + .page, 5, 81...125), (.drift, 60, 695...720),
    ] as [(CalibrationPlan, Int, ClosedRange<Double>)])
  func plans(plan: CalibrationPlan, looks: Int, seconds: ClosedRange<Double>) {
    var (calibration, viewer) = begin(plan)
    #expect(run(&calibration, &viewer, frames: 60_000))
    #expect(calibration.coverage.fixations == looks)
    #expect(seconds.contains(viewer.time - 100), "\(viewer.time - 100)")
  }

  @Test("Parameters that the poses do not cover are listed in sentences")
  func shortfalls() {
    var (calibration, viewer) = begin(.fivePoints)
    run(&calibration, &viewer)
    #expect(
      calibration.coverage.shortfalls == [
        "The distances span a ratio of 1.0; a fit needs 1.5 to separate camera and gaze offset.",
        "Head yaw spans 0.0°; a fit needs 10° to separate horizontal gain and screen size.",
        "Head pitch spans 0.0°; a fit needs 10° to separate vertical gain and screen size.",
      ])
    (calibration, viewer) = begin(.distances)
    run(&calibration, &viewer)
    #expect(calibration.coverage.shortfalls.count == 2)
  }

  @Test("The dots' random order is the seed's and differs between poses")
  func order() {
    func places(_ seed: UInt64) -> [SIMD2<Double>] {
      var (calibration, viewer) = (CalibrationProtocol(.distances, points: SIMD2(1, 1), seed: seed), Viewer())
      var all: [SIMD2<Double>] = []
      while !calibration.isDone {
        let step = calibration.step(viewer.frame())
        if let target = step.target, target != all.last { all.append(target) }
        viewer.obey(step)
      }
      return all
    }
    let (one, two) = (places(1), places(2))
    // Nine dots at each of three distances.
    #expect(one == places(1) && one != two && one.count == 3 * 9)
    #expect(Array(one[..<9]) != Array(one[9..<18]))
  }

  @Test("It asks for distance and turn, stating the change, until frames show them")
  func prompts() {
    let pose = CalibrationPlan.Pose(distance: 0.25, turn: SIMD2(-0.2, 0))
    var calibration = CalibrationProtocol(
      CalibrationPlan([.looks(CalibrationPlan.Pose(distance: 0.35), at: [SIMD2(0.5, 0.5)]), .looks(pose, at: [.zero])]),
      points: Self.points)
    var viewer = Viewer()
    #expect(calibration.current.prompt == .showFace)
    viewer.isTracked = false
    #expect(calibration.step(viewer.frame()).prompt == .showFace)
    (viewer.isTracked, viewer.distance) = (true, 0.25)
    guard case .goFurther(let to, let from) = calibration.step(viewer.frame()).prompt else {
      Issue.record("\(calibration.current.prompt)")
      return
    }
    // The eyes are 2 cm in front of the face's origin.
    #expect(to == 0.35)
    expectNear(from, 0.23, 1e-6)
    #expect(calibration.current.prompt.text == "Move the phone away, from 23 cm to 35 cm.")
    viewer.distance = 0.37
    #expect(calibration.step(viewer.frame()).prompt == .holdStill)
    #expect(run(&calibration, &viewer, obeying: false, frames: 50) { $0.prompt == .look })
    #expect(run(&calibration, &viewer) { if case .comeCloser(0.25, _) = $0.prompt { true } else { false } })
    viewer.distance = 0.27
    let turn = calibration.step(viewer.frame()).prompt
    guard case .turnHead(.left, let degrees) = turn else {
      Issue.record("\(turn)")
      return
    }
    expectNear(degrees, 11.46, 0.01)
    viewer.head.x = -0.1
    #expect(calibration.step(viewer.frame()).prompt == turn)
    viewer.head.x = -0.5
    #expect(calibration.step(viewer.frame()).prompt == .faceScreen)
    viewer.head.x = -0.2
    #expect(calibration.step(viewer.frame()).prompt == .holdStill)
  }

  @Test("A lost face or pose removes the dot, which returns for its whole time")
  func interruptions() {
    let plan = CalibrationPlan([.looks(CalibrationPlan.Pose(distance: 0.35), at: [SIMD2(0.5, 0.5)])])
    var (calibration, viewer) = begin(plan)
    viewer.distance = 0.37
    #expect(run(&calibration, &viewer) { $0.target != nil })
    viewer.obey(calibration.current)
    // A blink or a few lost frames do not interrupt the dot.
    run(&calibration, &viewer, frames: 20)
    viewer.isTracked = false
    #expect(!run(&calibration, &viewer, obeying: false, frames: 17) { $0.target == nil })
    viewer.isTracked = true
    #expect(!run(&calibration, &viewer, obeying: false, frames: 1) { $0.target == nil })
    viewer.isTracked = false
    #expect(run(&calibration, &viewer, obeying: false, frames: 20) { $0.target == nil })
    #expect(calibration.current.prompt == .showFace && calibration.current.progress == 0)
    viewer.isTracked = true
    let back = viewer.time
    #expect(run(&calibration, &viewer) { $0.target != nil })
    #expect(viewer.time - back > 0.7)
    // The person is too far away.
    viewer.distance = 0.42
    #expect(run(&calibration, &viewer, obeying: false, frames: 20) { $0.target == nil })
    guard case .comeCloser = calibration.current.prompt else {
      Issue.record("\(calibration.current.prompt)")
      return
    }
    viewer.distance = 0.37
    #expect(run(&calibration, &viewer) { $0.target != nil })
    // The app was in the background.
    viewer.time += 20
    #expect(calibration.step(viewer.frame()).target == nil)
    #expect(run(&calibration, &viewer) { $0.target != nil })
    // The session restarted.
    viewer.time = 3
    #expect(calibration.step(viewer.frame()).target == nil)
    let restart = viewer.time
    #expect(run(&calibration, &viewer))
    #expect(viewer.time - restart > 0.7 + 1.5 && calibration.coverage.fixations == 1)
  }

  @Test("An unsteady dot is shown once more, and then counts as unsteady")
  func unsteady() {
    var (calibration, viewer) = begin(.fivePoints)
    var generator = SeededGenerator(seed: 3)
    var (shown, last): ([SIMD2<Double>], SIMD2<Double>?) = ([], nil)
    while !calibration.isDone, viewer.time < 200 {
      let step = calibration.step(viewer.frame())
      if let target = step.target, target != last { shown.append(target) }
      last = step.target
      viewer.obey(step)
      // Eyes that cannot rest on the middle: ±2 cm at 35 cm.
      if step.target == Self.points / 2 { viewer.gaze.x = .random(in: -0.02...0.02, using: &generator) }
    }
    #expect(shown.count == 6 && shown.last == Self.points / 2)
    #expect(calibration.coverage.fixations == 4 && calibration.coverage.unsteady == 1)
    // With the lids closed all the time no fixation is usable.
    (calibration, viewer) = begin(.fivePoints)
    viewer.isBlinking = true
    #expect(run(&calibration, &viewer))
    #expect(calibration.coverage.fixations == 0 && calibration.coverage.unsteady == 5)
  }

  @Test("A pose not taken is left out after the patience, or by skip")
  func skipping() {
    var (calibration, viewer) = begin(.full)
    // This person changes the distance, but cannot turn the head.
    while !calibration.isDone, viewer.time < 1000 {
      let step = calibration.step(viewer.frame())
      viewer.obey(step)
      viewer.head = .zero
    }
    #expect(calibration.coverage.fixations == 27 && calibration.coverage.skipped == 12)
    #expect(calibration.current.progress == 1)
    (calibration, viewer) = begin(.full)
    calibration.step(viewer.frame())
    for index in 0..<15 {
      expectNear(calibration.current.progress, Double(index) / 15, 1e-12)
      calibration.skip()
    }
    calibration.skip()
    #expect(calibration.isDone && calibration.coverage.skipped == 15)
    #expect(calibration.step(viewer.frame()).isDone)
  }

  @Test("Time without a face does not use up the patience")
  func absence() {
    var (calibration, viewer) = begin(.full)
    viewer.isTracked = false
    #expect(!run(&calibration, &viewer, frames: 20_000) { $0.prompt != .showFace })
    #expect(calibration.coverage.skipped == 0)
  }

  @Test("The page gives scroll prompts and records them as intents, with reading between them")
  func page() {
    var (calibration, viewer) = begin(.page)
    var intents: [ScrollDirection] = []
    while !calibration.isDone, viewer.time < 1000 {
      let step = calibration.step(viewer.frame())
      #expect(step.target == nil)
      switch step.prompt {
      case .scrollDown: #expect(step.intent == .down)
      case .scrollUp: #expect(step.intent == .up)
      case .read: #expect(step.intent == ScrollDirection.none)
      default: #expect(step.intent == nil)
      }
      if let intent = step.intent, intent != intents.last { intents.append(intent) }
    }
    let wishes: [ScrollDirection] = [.down, .down, .down, .up, .down, .up, .down, .down]
    #expect(intents == wishes.flatMap { [ScrollDirection.none, $0] } + [ScrollDirection.none])
    #expect(calibration.current.progress == 1)
  }

  @Test("The plan drift: five places three times, at 0, 1, 3 and 10 minutes")
  func drift() {
    var (calibration, viewer) = begin(.drift)
    var (visits, last): ([[SIMD2<Double>]], SIMD2<Double>?) = ([[]], nil)
    var (starts, readings, since): ([Double], [Double], Double?) = ([], [], nil)
    while !calibration.isDone, viewer.time < 1000 {
      let step = calibration.step(viewer.frame())
      // The person scrolls by hand, so the intent is unknown.
      #expect(step.intent == nil)
      if let target = step.target, target != last {
        if visits[visits.count - 1].isEmpty { starts.append(viewer.time) }
        visits[visits.count - 1].append(target)
      }
      if step.prompt == .read, since == nil { since = viewer.time }
      if step.prompt != .read, let start = since {
        readings.append(viewer.time - start)
        since = nil
        visits.append([])
      }
      last = step.target
      viewer.obey(step)
    }
    #expect(visits.map(\.count) == [15, 15, 15, 15] && Set(visits.map { Set($0) }).count == 1)
    #expect(Set(visits[0]).count == 5)
    for (seconds, expected) in zip(readings, [60.0, 120, 420]) { expectNear(seconds, expected, 0.05) }
    #expect(readings.count == 3 && starts.count == 4)
    // Dots of 1.5 s, three at each place, and three times 0.7 s until they begin.
    #expect(starts.count == 4, "\(starts)")
    expectNear(starts[1] - starts[0] - 60, 24.6, 1, "\(starts)")
  }

  @Test("Reading without prompts lasts the plan's time, the background apart")
  func reading() {
    let plan = CalibrationPlan([.reading(seconds: 20), .looks(CalibrationPlan.Pose(), at: [SIMD2(0.5, 0.5)])])
    var (calibration, viewer) = begin(plan)
    viewer.isTracked = false
    #expect(calibration.step(viewer.frame()).prompt == .showFace)
    viewer.isTracked = true
    #expect(calibration.step(viewer.frame()).prompt == .read && calibration.current.progress == 0)
    // A lost face does not stop the clock.
    viewer.isTracked = false
    #expect(!run(&calibration, &viewer, frames: 600) { $0.prompt != .read })
    viewer.isTracked = true
    for jump in [300.0, -400] {
      viewer.time += jump
      #expect(!run(&calibration, &viewer, frames: 240) { $0.prompt != .read }, "\(jump)")
    }
    #expect(run(&calibration, &viewer, frames: 130) { $0.prompt != .read })
    #expect(calibration.current.progress == 0.5)
    #expect(run(&calibration, &viewer) && calibration.coverage.fixations == 1)

    // It can be left out, and ends at once if its duration is not a number.
    calibration = CalibrationProtocol(plan, points: Self.points)
    calibration.step(viewer.frame())
    calibration.skip()
    #expect(calibration.current.progress == 0.5 && calibration.coverage.skipped == 1)
    calibration = CalibrationProtocol(CalibrationPlan([.reading(seconds: .nan)]), points: Self.points)
    #expect(run(&calibration, &viewer, frames: 3))
  }

  @Test("In every orientation it asks for turns as the person sees them", arguments: ScreenOrientation.allCases)
  func orientation(_ orientation: ScreenOrientation) {
    var calibration = CalibrationProtocol(
      CalibrationPlan([
        .looks(CalibrationPlan.Pose(), at: [SIMD2(0.5, 0.5)]),
        .looks(CalibrationPlan.Pose(turn: SIMD2(0.2, 0)), at: [SIMD2(0.5, 0.5)]),
      ]), points: Self.points, orientation: orientation)
    var viewer = Viewer()
    #expect(run(&calibration, &viewer, obeying: false) { $0.prompt == .turnHead(.right, degrees: 0.2 * 180 / .pi) })
    // The interface's right, in the portrait view's axes.
    viewer.head = orientation.portraitFromInterface.apply(SIMD3(0.2, 0, 0)).xy
    #expect(calibration.step(viewer.frame()).prompt == .holdStill)
    viewer.head = orientation.portraitFromInterface.apply(SIMD3(0, 0.2, 0)).xy
    #expect(calibration.step(viewer.frame()).prompt == .turnHead(.right, degrees: 0.2 * 180 / .pi))
  }

  @Test("With 100,000 hostile frames every step is finite, and the protocol continues")
  func hostile() {
    var generator = SeededGenerator(seed: 9)
    var calibration = CalibrationProtocol(.drift + .full + .page, points: Self.points)
    for index in 0..<100_000 {
      var frame = RecordedFrame.random(using: &generator).observation.frame
      if index % 7 != 0 { frame.time = Double(index) / 60 }
      if index % 11 == 0 { frame.time = [.nan, .infinity, -.infinity, 1e300].randomElement(using: &generator) ?? 0 }
      let step = calibration.step(frame)
      #expect(step.progress >= 0 && step.progress <= 1 && (step.target?.isFinite ?? true))
    }
    for range in [calibration.coverage.distances, calibration.coverage.yaws] {
      #expect(range?.lowerBound.isFinite ?? true)
    }
  }
}

extension SIMD3<Double> {
  fileprivate var xy: SIMD2<Double> { SIMD2(x, y) }
}
