import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct DragFitTests {
  static func view(_ degrees: Double) throws -> PerspectiveView {
    try PerspectiveView(points: SIMD2(375, 812), fieldOfView: degrees.radians)
  }

  /// Straight strokes about the screen's centre, in all directions, with a level camera.
  static func add(
    _ count: Int, to fit: inout DragFit, ways: ClosedRange<Double> = 0...(2 * .pi), pitch: Double = 0,
    lengths: ClosedRange<Double> = 50...100, random: inout SeededGenerator, camera: PerspectiveView? = nil,
    noise: Double = 0, aim: Double = 0
  ) {
    let view = fit.view
    for _ in 0..<count {
      let turn = random.number(ways)
      let length = random.number(lengths)
      let way = SIMD2(Elementary.cos(turn), Elementary.sin(turn)) * length
      let from = view.centre - way / 2 + random.normalPair() * 2
      // The shown camera kept the content under the finger in a picture with the true field of view.
      let shown = camera ?? view
      var pose = CameraPose(heading: 1, pitch: pitch)
      var grab = GrabbedContent(under: shown.ray(through: from), of: pose)
      let off = random.normalPair() * aim
      let anchor = camera == nil ? nil : pose.worldDirection(shown.ray(through: from - off))
      for index in 0...20 {
        let place = from + way * Double(index) / 20
        let turned = grab.follow(
          shown.ray(through: place), from: SIMD2(pose.heading, pose.pitch), limit: .pi / 2)
        pose = CameraPose(heading: turned.x, pitch: turned.y)
        let reported = place + random.normalPair() * noise
        fit.add(
          RecordedDrag.Observation(
            time: Double(index) / 60, phase: index == 0 ? .began : index == 20 ? .ended : .moved, location: reported,
            camera: pose.orientation, anchor: anchor), participant: 0)
      }
    }
  }

  @Test("small strokes give the closed form, 2 tan(fov/2) (W/H, 1)", arguments: [60.0, 75, 90])
  func closedForm(degrees: Double) throws {
    var random = SeededGenerator(seed: 1)
    var fit = DragFit(view: try Self.view(degrees))
    Self.add(60, to: &fit, lengths: 11...14, random: &random)
    let estimate = try fit.solved()
    #expect(estimate.isCentral)
    let exact = estimate.view.turnPerScreen
    // The longest strokes, 14 points, slip by (7/f)²/3 of their length: 1e-4 at 90°. The fit uses only strokes that
    // cover at least 10 points across or down, so strokes cannot be much shorter.
    for axis in [0, 1] {
      let value = estimate.parameters[axis].value
      expectNear(value / exact[axis].degrees, 1, 2e-4)
      #expect(estimate.parameters[axis].identified)
    }
    #expect(estimate.slipRMS < 0.01)
  }

  @Test(
    "with the fitted sensitivity content slips below a point, for three fields of view",
    arguments: [60.0, 75, 90])
  func slipAtCentre(degrees: Double) throws {
    var random = SeededGenerator(seed: 2)
    let view = try Self.view(degrees)
    var fit = DragFit(view: view)
    Self.add(100, to: &fit, random: &random, noise: 1.5)
    let estimate = try fit.solved()
    #expect(estimate.isCentral)
    let turn = SIMD2(estimate.parameters[0].value.radians, estimate.parameters[1].value.radians)
    // Strokes that the fit did not use, from every place of the circle to every other, with a level camera.
    let radius = DragFit.centralShare * 375
    func worst(_ turn: SIMD2<Double>, _ radius: Double) -> Double {
      var worst = 0.0
      for a in stride(from: 0.0, to: 2 * .pi, by: 0.4) {
        for b in stride(from: 0.0, to: 2 * .pi, by: 0.4) {
          let from = view.centre + SIMD2(Elementary.cos(a), Elementary.sin(a)) * radius
          let to = view.centre + SIMD2(Elementary.cos(b), Elementary.sin(b)) * radius
          var pipeline = Article2021DragPipeline(view: view, turnPerScreen: turn)
          let held = pipeline.pose.worldDirection(view.ray(through: from))
          pipeline.step(DragTouch(time: 0, phase: .began, location: from))
          for step in 1...10 {
            let place = from + (to - from) * Double(step) / 10
            let pose = pipeline.step(DragTouch(time: Double(step), phase: .moved, location: place))
            guard let seen = view.place(of: pose.cameraDirection(held)) else { return .infinity }
            worst = max(worst, (seen - place).length)
          }
        }
      }
      return worst
    }
    let (near, far) = (worst(turn, radius), worst(turn, 3 * radius))
    #expect(near < 1, "\(degrees)°: \(near) points within \(radius) points of the centre")
    // The slip grows with the cube of the distance.
    #expect(far > 8 * near)
    #expect(worst(SIMD2(.pi, .pi), radius) > 100, "the article's 180°")
  }

  @Test("the slip's derivatives are those of finite differences")
  func derivatives() throws {
    var random = SeededGenerator(seed: 3)
    var fit = DragFit(view: try Self.view(75))
    Self.add(6, to: &fit, pitch: 0.4, lengths: 100...300, random: &random)
    let problem = SlipProblem(view: fit.view, strokes: fit.strokes, free: [true, true])
    try problem.problem.expectDerivatives(at: [1.07, 0.94], step: 1e-6, tolerance: 1e-7)
    #expect(problem.clusters.count == 6 && problem.rows == 6 * 2 * (problem.strokes[0].touches.count - 1))
  }

  @Test(
    "without vertical strokes that parameter keeps its value without interval")
  func unidentified() throws {
    var random = SeededGenerator(seed: 4)
    var fit = DragFit(view: try Self.view(60))
    Self.add(40, to: &fit, ways: -0.05...0.05, random: &random)
    let estimate = try fit.solved()
    let (x, y) = (estimate.parameters[0], estimate.parameters[1])
    #expect(x.identified && x.ci95 != nil)
    #expect(!y.identified && y.ci95 == nil && y.standardError == nil)
    expectNear(y.value, estimate.view.turnPerScreen.y.degrees, 1e-12)
    #expect(estimate.unidentified.map(\.parameters) == [["degreesPerScreenY"]])
    #expect(try #require(estimate.unidentified.first).reason.contains("up and down"))
  }

  @Test("the plain errors assume independent touches, so those of the scatter between strokes are larger")
  func errors() throws {
    var random = SeededGenerator(seed: 8)
    var fit = DragFit(view: try Self.view(75))
    Self.add(80, to: &fit, random: &random, camera: try Self.view(75), noise: 1.5, aim: 5)
    let parameters = try fit.solved().parameters
    #expect(parameters.count == 3)
    for parameter in parameters {
      let (plain, robust) = (try #require(parameter.standardError), try #require(parameter.robustStandardError))
      #expect(plain > 0 && plain != robust, "\(parameter.name)")
      // All slips of a stroke share the touch at its beginning.
      if parameter.name != "fieldOfViewScale" { #expect(robust > 1.5 * plain) }
    }
  }

  @Test("too few strokes, and incomplete strokes, are refused")
  func tooFew() throws {
    var random = SeededGenerator(seed: 5)
    var fit = DragFit(view: try Self.view(60))
    #expect(throws: DragFitError.tooFewStrokes(across: 0, down: 0)) { try fit.solved() }
    for time in 0..<50 {
      fit.add(.init(time: Double(time), phase: .began, location: SIMD2(100, 100)), participant: 0)
      fit.add(.init(time: Double(time) + 0.1, phase: .moved, location: SIMD2(200, 300)), participant: 0)
      fit.add(.init(time: Double(time) + 0.2, phase: .cancelled, location: SIMD2(200, 300)), participant: 0)
      fit.add(.init(time: Double(time) + 0.3, phase: .ended, location: SIMD2(200, 300)), participant: 1)
    }
    #expect(throws: DragFitError.tooFewStrokes(across: 0, down: 0)) { try fit.solved() }
    Self.add(7, to: &fit, ways: 0.7...0.8, random: &random)
    let error = #expect(throws: DragFitError.self) { try fit.solved() }
    #expect(try #require(error).description.contains("at least 8"))
  }

  @Test("without strokes about the centre all strokes are used, and the fit says so")
  func everywhere() throws {
    var random = SeededGenerator(seed: 6)
    var fit = DragFit(view: try Self.view(60))
    Self.add(40, to: &fit, lengths: 200...340, random: &random)
    let estimate = try fit.solved()
    #expect(!estimate.isCentral)
    #expect(estimate.remarks.contains { $0.contains("too few strokes stay about the centre") })
    #expect(estimate.parameters.prefix(2).allSatisfy { $0.identified })
  }

  @Test("a stroke of thousands of touches is thinned to a few over its whole length")
  func thinning() {
    let start = RecordedDrag.Observation(time: 0, phase: .began, location: SIMD2(0, 0))
    var stroke = DragStrokeData(.zero, start)
    for index in 1...5000 { stroke.add(SIMD2(Double(index) / 50, 0), start) }
    #expect(stroke.touches.count < DragStrokeData.most && stroke.touches.count >= DragStrokeData.most / 2)
    #expect(stroke.touches[0].location == .zero)
    #expect(stroke.extent.x > 90)
  }

  @Test(
    "the true field of view is recovered from marks: n = 300, coverage 0.91 to 0.985"
  )
  func fieldOfViewScale() throws {
    let (stated, real) = (try Self.view(60), try Self.view(66))
    let truth = stated.focalLength / real.focalLength
    var (covered, sum, count) = (0, 0.0, 0)
    for repetition in 0..<300 {
      var random = SeededGenerator(seed: 1000 + UInt64(repetition))
      var fit = DragFit(view: stated)
      Self.add(40, to: &fit, random: &random, camera: real, noise: 1.5, aim: 5)
      let estimate = try fit.solved()
      let scale = try #require(estimate.parameters.first { $0.name == "fieldOfViewScale" })
      let interval = try #require(scale.ci95)
      if interval[0] <= truth, truth <= interval[1] { covered += 1 }
      sum += scale.value
      count += 1
    }
    let share = Double(covered) / Double(count)
    // A binomial share with true value 0.95 has an SD of 1.26 % here; the bounds are about three SDs.
    #expect(share > 0.91 && share < 0.985, "\(share)")
    expectNear(sum / Double(count) / truth, 1, 1e-3)
  }

  @Test(
    "degrees-a-screen intervals cover many strokes' limit: n = 300, coverage 0.91 to 0.985",
    .slow("5 s: 300 fits"),
    arguments: [40, 80])
  func coverage(strokes: Int) throws {
    let view = try Self.view(75)
    var all = DragFit(view: view)
    var random = SeededGenerator(seed: 77)
    Self.add(4000, to: &all, random: &random, noise: 1.5)
    let endless = try all.solved()
    var covered = [0, 0]
    for repetition in 0..<300 {
      var random = SeededGenerator(seed: 5000 + UInt64(repetition))
      var fit = DragFit(view: view)
      Self.add(strokes, to: &fit, random: &random, noise: 1.5)
      let estimate = try fit.solved()
      for axis in [0, 1] {
        let interval = try #require(estimate.parameters[axis].ci95)
        let truth = endless.parameters[axis].value
        if interval[0] <= truth, truth <= interval[1] { covered[axis] += 1 }
      }
    }
    for axis in [0, 1] {
      let share = Double(covered[axis]) / 300
      #expect(share > 0.91 && share < 0.985, "\(endless.parameters[axis].name): \(share)")
    }
  }
}
