import GazePipeline
import TestSupport
import Testing

private let image = SIMD2<Double>(1920, 1440)
private let view = SIMD2<Double>(375, 812)

/// A skeleton with every joint at its own place within the image.
private func skeleton(at time: Double = 0, moved: SIMD2<Double> = .zero, without: Set<BodyJoint> = []) -> BodySkeleton {
  var joints = BodyPoints()
  for joint in BodyJoint.allCases where !without.contains(joint) {
    joints[joint] = SIMD2(0.2 + 0.03 * Double(joint.rawValue), 0.3 + 0.02 * Double(joint.rawValue)) + moved
  }
  return BodySkeleton(time: time, joints: joints)
}

private func standard(_ settings: StandardBodyPipeline.Settings = .init()) throws -> StandardBodyPipeline {
  StandardBodyPipeline(
    display: try DisplayTransform(image: image, orientation: .portrait, viewport: view), settings: settings)
}

extension BodyPipeline {
  fileprivate mutating func circle(_ joint: BodyJoint, _ skeleton: BodySkeleton) throws -> SIMD2<Double> {
    try #require(step(skeleton).circles[joint])
  }
}

/// The pipelines that hold no joint.
private func pipelines() throws -> [any BodyPipeline] {
  [try NaiveBodyPipeline(viewport: view), Article2019BodyPipeline(display: try standard().display), try standard()]
}

struct BodyPipelineTests {
  @Test("19 joints in ARKit's order, the first 17 without ears, each side with its counterpart")
  func joints() {
    #expect(BodyJoint.allCases.count == BodyJoint.count)
    #expect(BodyJoint(rawValue: 0)?.name == "head_joint")
    #expect(BodyJoint(rawValue: 4)?.name == "right_hand_joint")
    #expect(BodyJoint(rawValue: 16)?.name == "root")
    #expect(BodyJoint.allCases.prefix(17).allSatisfy { !$0.name.contains("ear_") })
    #expect(Set(BodyJoint.allCases.map(\.name)).count == 19)
    for joint in BodyJoint.allCases {
      #expect(BodyJoint(name: joint.name) == joint)
      #expect(joint.mirrored.mirrored == joint)
      let swapped = joint.name.hasPrefix("left") ? "right" + joint.name.dropFirst(4) : nil
      if let swapped { #expect(joint.mirrored.name == swapped) }
      // Every joint descends from the root.
      var (above, steps) = (joint, 0)
      while let parent = above.parent, steps < 9 { (above, steps) = (parent, steps + 1) }
      #expect(above == .root)
    }
    #expect(BodyJoint(name: "left_elbow") == nil)
  }

  @Test("a landmark that no screen shows is lost; no circle is over ten views away")
  func far() throws {
    for pipeline in try pipelines() + [try standard(.init(smoothing: OneEuroFilter.Settings(), hold: 0.2))] {
      for far in [10.001, -10.001, 1e9, -1e305, .greatestFiniteMagnitude] {
        var pipeline = pipeline
        let near = pipeline.step(skeleton(at: 1))
        #expect(near.circles.count == BodyJoint.count)
        var frame = skeleton(at: 1.03)
        frame.joints[.root] = SIMD2(0.5, far)
        let shown = pipeline.step(frame).circles
        // A pipeline that holds lost joints shows the old circle.
        #expect(shown[.root] == nil || shown[.root] == near.circles[.root], "\(far)")
        #expect(shown.count >= BodyJoint.count - 1)
        frame.joints[.root] = SIMD2(0.5, far < 0 ? -10 : 10)
        let edge = try pipeline.circle(.root, frame)
        #expect(abs(edge.x) < 12 * view.y && abs(edge.y) < 12 * view.y)
      }
    }
  }

  @Test("circles are each landmark's display transform times the view, in every orientation")
  func article() throws {
    let joints = skeleton()
    // In portrait a point is at (1 − y, x), and 0.615764 of the turned picture's width is visible; in landscape
    // 0.615764 of its height.
    func portrait(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(187.5 + (0.5 - p.y) * 609, 812 * p.x) }
    func right(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(812 * p.x, 187.5 + (p.y - 0.5) * 609) }
    func left(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(812 * (1 - p.x), 187.5 + (0.5 - p.y) * 609) }
    let wide = SIMD2(812.0, 375)
    let cases: [(ScreenOrientation, SIMD2<Double>, (SIMD2<Double>) -> SIMD2<Double>)] = [
      (.portrait, view, portrait), (.landscapeRight, wide, right), (.landscapeLeft, wide, left),
    ]
    for (orientation, size, expected) in cases {
      let display = try DisplayTransform(image: image, orientation: orientation, viewport: size)
      for pipeline in [Article2019BodyPipeline(display: display), StandardBodyPipeline(display: display)]
        as [any BodyPipeline]
      {
        var pipeline = pipeline
        let circles = pipeline.step(joints).circles
        for joint in BodyJoint.allCases { expectNear(circles[joint], joints.joints[joint].map(expected), 1e-9) }
      }
    }
  }

  @Test("the naive product is correct only along a landscape view's long side")
  func naive() throws {
    var naive = try NaiveBodyPipeline(viewport: view)
    let joints = skeleton()
    let circles = naive.step(joints).circles
    for joint in BodyJoint.allCases {
      let p = try #require(joints.joints[joint])
      #expect(circles[joint] == SIMD2(375 * p.x, 812 * p.y))
    }
    let wide = SIMD2<Double>(812, 375)
    naive = try NaiveBodyPipeline(viewport: wide)
    var correct = StandardBodyPipeline(
      display: try DisplayTransform(image: image, orientation: .landscapeRight, viewport: wide))
    let (c, d) = (try naive.circle(.head, joints), try correct.circle(.head, joints))
    #expect(c.x == d.x)
    expectNear((d.y - 187.5) / (c.y - 187.5), 1 / 0.615763546798, 1e-9)
  }

  @Test("a NaN joint, an infinite one and an untracked body never reach the picture")
  func neverNaN() throws {
    // n = 20,000 skeletons, seed 73.
    var random = SeededGenerator(seed: 73)
    var pipelines = try pipelines()
    pipelines.append(try standard(.init(smoothing: .init(minCutoff: 2, beta: 0.05), hold: 0.1)))
    for index in 0..<20_000 {
      var joints = BodyPoints()
      for joint in BodyJoint.allCases {
        joints[joint] = SIMD2(Double(random.hostileNumber()), Double(random.hostileNumber()))
      }
      let time = random.next() % 10 == 0 ? Double(random.hostileNumber()) : Double(index) / 60
      let skeleton = BodySkeleton(time: time, isTracked: random.next() % 4 != 0, joints: joints)
      for i in pipelines.indices {
        let circles = pipelines[i].step(skeleton).circles
        for joint in BodyJoint.allCases {
          if let circle = circles[joint] { #expect(circle.isFinite) }
          if i < 3, !skeleton.isTracked || joints[joint] == nil { #expect(circles[joint] == nil) }
        }
      }
    }
    var one = BodyPoints()
    one[.head] = SIMD2(.nan, 0.5)
    #expect(one[.head] == nil && one.count == 0)
  }

  @Test("without a hold, as in the article, an untracked joint is not drawn")
  func cleared() throws {
    for pipeline in try pipelines() {
      var pipeline = pipeline
      #expect(pipeline.step(skeleton()).circles.count == BodyJoint.count)
      let next = pipeline.step(skeleton(at: 1 / 60.0, without: [.leftHand, .leftEar, .rightEar])).circles
      #expect(next.count == BodyJoint.count - 3 && next[.leftHand] == nil)
      let untracked = BodySkeleton(time: 2 / 60.0, isTracked: false, joints: skeleton().joints)
      #expect(pipeline.step(untracked).circles.count == 0)
    }
  }

  @Test("a lost joint is held for the hold time, and restarts where it returns")
  func hold() throws {
    var pipeline = try standard(.init(smoothing: .init(minCutoff: 1), hold: 0.1))
    for frame in 0..<60 { _ = pipeline.step(skeleton(at: Double(frame) / 60)) }
    let before = try pipeline.circle(.leftHand, skeleton(at: 1))
    #expect(pipeline.step(skeleton(at: 1.05, without: [.leftHand])).circles[.leftHand] == before)
    #expect(pipeline.step(skeleton(at: 1.09, without: [.leftHand])).circles[.leftHand] == before)
    #expect(pipeline.step(skeleton(at: 1.12, without: [.leftHand])).circles[.leftHand] == nil)
    // The filter restarts instead of continuing from the old position.
    let far = skeleton(at: 1.2, moved: SIMD2(0.3, 0))
    var fresh = try standard()
    let (back, plain) = (pipeline.step(far).circles, fresh.step(far).circles)
    #expect(back[.leftHand] == plain[.leftHand])
    #expect(try #require(back[.rightHand]) != (try #require(plain[.rightHand])))
  }

  @Test(
    "one lost frame does not end the smoothing, at any camera's rate",
    arguments: [10.0, 20, 30, 60], [0, 0.1])
  func bridge(rate: Double, hold: Double) throws {
    // At 10 Hz one lost frame makes a gap of 200 ms. The longest gap that is bridged is set explicitly to bridge it;
    // the default suffices from 14 Hz on.
    let settings = StandardBodyPipeline.Settings(
      smoothing: .init(minCutoff: 1), hold: hold, bridge: rate < 14 ? 0.25 : 0.15)
    var (pipeline, plain) = (try standard(settings), try standard())
    for frame in 0..<Int(rate) { _ = pipeline.step(skeleton(at: Double(frame) / rate)) }
    let rest = try plain.circle(.leftHand, skeleton())
    _ = pipeline.step(skeleton(at: 1, without: [.leftHand]))
    // The joint comes back lower by 0.1 of the picture's height; because of the smoothing, its circle has not covered
    // the whole distance yet.
    let back = skeleton(at: 1 + 1 / rate, moved: SIMD2(0.1, 0))
    let (shown, all) = (
      try pipeline.circle(.leftHand, back), try plain.circle(.leftHand, back)
    )
    let share = (shown - rest).length / (all - rest).length
    #expect(share > 0.05 && share < 0.95, "\(share)")
  }

  @Test("smoothing restarts only after a loss longer than the bridge")
  func bridgeEnds() throws {
    for (away, isNew) in [(0.14, false), (0.16, true)] {
      var (pipeline, plain) = (try standard(.init(smoothing: .init(minCutoff: 1))), try standard())
      for frame in 0...10 { _ = pipeline.step(skeleton(at: Double(frame) / 10)) }
      let back = skeleton(at: 1 + away, moved: SIMD2(0.1, 0))
      let (shown, all) = (pipeline.step(back).circles[.leftHand], plain.step(back).circles[.leftHand])
      #expect((shown == all) == isNew, "\(away) s")
    }
  }

  @Test("smoothing removes most of the jitter, and a correction is applied after the display transform")
  func settings() throws {
    var random = SeededGenerator(seed: 74)
    var (raw, smooth) = (try standard(), try standard(.init(smoothing: .init(minCutoff: 1))))
    var (rawSteps, smoothSteps) = (0.0, 0.0)
    var last: (BodyPoints, BodyPoints)?
    for frame in 0..<600 {
      let shaken = skeleton(
        at: Double(frame) / 60, moved: SIMD2(random.number(-0.005...0.005), random.number(-0.005...0.005)))
      let now = (raw.step(shaken).circles, smooth.step(shaken).circles)
      if let last, frame > 60 {
        rawSteps += (try #require(now.0[.head]) - (try #require(last.0[.head]))).length
        smoothSteps += (try #require(now.1[.head]) - (try #require(last.1[.head]))).length
      }
      last = now
    }
    #expect(smoothSteps < 0.2 * rawSteps && smoothSteps > 0)
    let correction = AffineMap(a: 1.1, b: 0.01, c: -0.02, d: 0.9, tx: 5, ty: -7)
    var (plain, corrected) = (try standard(), try standard(.init(correction: correction)))
    let at = try plain.circle(.root, skeleton())
    try expectNear(corrected.circle(.root, skeleton()), correction.apply(at), 1e-9)
  }
}
