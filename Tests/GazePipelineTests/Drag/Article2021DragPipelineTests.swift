import GazePipeline
import TestSupport
import Testing

struct Article2021DragPipelineTests {
  let view: PerspectiveView

  init() throws { view = try PerspectiveView(points: SIMD2(375, 812), fieldOfView: 60.0.radians) }

  private func stroke(_ pipeline: inout Article2021DragPipeline, _ places: [SIMD2<Double>], at time: Double = 0) {
    for (index, place) in places.enumerated() {
      pipeline.touch(index == 0 ? .began : .moved, place, at: time + Double(index) / 60)
    }
    pipeline.touch(.ended, places.last ?? .zero, at: time + 1)
  }

  @Test("yaw is about the world's y, pitch about the camera's x")
  func order() {
    var pipeline = Article2021DragPipeline(view: view)
    stroke(&pipeline, [SIMD2(100, 100), SIMD2(150, 300), SIMD2(220, 350)])
    let expected =
      UnitQuaternion.aboutY(120.0 / 375 * .pi) * CameraPose.start.orientation * UnitQuaternion.aboutX(250.0 / 812 * .pi)
    #expect(pipeline.pose.orientation.angle(to: expected) < 1e-12)
  }

  @Test("the first movement counts from the stroke's start; a new start resets")
  func firstMovement() {
    var pipeline = Article2021DragPipeline(view: view)
    stroke(&pipeline, [SIMD2(100, 400), SIMD2(110, 400)])
    let first = pipeline.pose.heading
    // If the finger comes down at another point, the camera does not turn.
    pipeline.touch(.began, SIMD2(300, 700), at: 2)
    #expect(pipeline.pose.heading == first)
    pipeline.touch(.moved, SIMD2(310, 700), at: 2.1)
    expectNear(wrappedAngle(pipeline.pose.heading - first), 10.0 / 375 * .pi, 1e-12)
  }

  @Test("as published, a stroke that starts where the last one did jumps back")
  func sameStart() {
    var pipeline = Article2021DragPipeline(view: view)
    stroke(&pipeline, [SIMD2(100, 400), SIMD2(200, 400)])
    let first = pipeline.pose.heading
    stroke(&pipeline, [SIMD2(100, 400), SIMD2(110, 400)], at: 5)
    expectNear(wrappedAngle(pipeline.pose.heading - first), (10.0 - 100) / 375 * .pi, 1e-9)
  }

  @Test(
    "as published, beyond a pole heading flips, roll is 180° and fingers are mirrored"
  )
  func overThePole() {
    var pipeline = Article2021DragPipeline(view: view)
    // 80° up in steps, then 40° more.
    stroke(&pipeline, [SIMD2(100, 100), SIMD2(100, 100 + 812.0 * 80 / 180)])
    expectNear(pipeline.pose.pitch.degrees, 80, 1e-9)
    let heading = pipeline.pose.heading
    stroke(&pipeline, [SIMD2(100, 101), SIMD2(100, 101 + 812.0 * 40 / 180)])
    let pose = pipeline.pose
    #expect(pose.isUpsideDown)
    expectNear(pose.pitch.degrees, 60, 1e-9)
    expectNear(abs(pose.roll.degrees), 180, 1e-9)
    expectNear(abs(wrappedAngle(pose.heading - heading)), .pi, 1e-9)
    #expect(abs(pose.horizonTilt) < 1e-12)
    // The content at the screen's centre moves to the left while the finger moves to the right.
    let seen = pose.forward
    stroke(&pipeline, [SIMD2(187, 700), SIMD2(197, 700)])
    let place = view.place(of: pipeline.pose.cameraDirection(seen))
    #expect((place?.x ?? .nan) < view.centre.x - 10)
  }

  @Test("a million random drags, ten thousand strokes: no roll (1e-5 rad), all finite")
  func millionDrags() {
    var pipeline = Article2021DragPipeline(view: view)
    var (upsideDown, isFinite) = (0, true)
    let phase = { (index: Int) -> DragPhase? in index == 0 ? .began : index == 99 ? .ended : .moved }
    let rolled = pipeline.rolls(seed: 3, phase: phase) { pose in
      if pose.isUpsideDown { upsideDown += 1 }
      isFinite = isFinite && pose.forward.isFinite
    }
    #expect(rolled == 0 && isFinite)
    // The camera must have gone over the poles again and again.
    #expect(upsideDown > 300_000 && upsideDown < 700_000)
  }

  @Test("no touch gives a non-finite number", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e7])
  func badTouches(bad: Double) {
    for phase in DragPhase.allCases.map(Optional.some) + [nil] {
      var pipeline = Article2021DragPipeline(view: view)
      for place in [SIMD2(bad, 1), SIMD2(1, bad), SIMD2(bad, bad), SIMD2(100, 100)] {
        let pose = pipeline.touch(phase, place, at: bad)
        #expect(pose.forward.isFinite && pose.heading.isFinite && pose.pitch.isFinite && pose.roll.isFinite)
      }
      #expect(pipeline.pose == .start)
    }
  }

  @Test(
    "an impossible turn becomes the article's; one at the bound stays finite",
    arguments: [1e308, -1e308, 1001, .nan, .infinity] as [Double])
  func hostileTurn(turn: Double) {
    for turn in [SIMD2(turn, 1), SIMD2(1, turn)] {
      var (odd, article) = (
        Article2021DragPipeline(view: view, turnPerScreen: turn), Article2021DragPipeline(view: view)
      )
      stroke(&odd, [SIMD2(-1e6, -1e6), SIMD2(1e6, 1e6), SIMD2(3, 5)])
      stroke(&article, [SIMD2(-1e6, -1e6), SIMD2(1e6, 1e6), SIMD2(3, 5)])
      #expect(odd.pose == article.pose)
    }
    let most = Article2021DragPipeline.mostTurn
    var fastest = Article2021DragPipeline(view: view, turnPerScreen: SIMD2(most, -most))
    stroke(&fastest, [SIMD2(-1e6, -1e6), SIMD2(1e6, 1e6), SIMD2(3, 5)])
    let q = fastest.pose.orientation
    expectNear(q.w * q.w + q.vector.dot(q.vector), 1, 1e-9)
  }
}
