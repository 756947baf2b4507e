import GazePipeline
import TestSupport
import Testing

/// Makes a face with both eyes in one place, so that the hits of both eyes are equal, and converts the article's
/// results back to metres.
private struct ArticleRig {
  var worldFromCamera = RigidTransform.identity
  /// The eyes' position: 35 cm from the camera and 5 cm below it.
  var eye = SIMD3<Double>(0, -0.05, -0.35)

  /// A frame whose eyes fixate a point of the camera's plane, metres.
  func frame(lookingAt target: SIMD2<Double>) -> FaceFrame {
    let angles = GazeAngles(direction: SIMD3(target.x, target.y, 0) - eye)
    let matrix = TransformMatrix(RigidTransform(rotation: angles.rotationWithoutRoll))
    let cameraFromFace = RigidTransform(translation: eye)
    return FaceFrame(
      time: 0, camera: TransformMatrix(worldFromCamera), face: TransformMatrix(worldFromCamera * cameraFromFace),
      leftEye: matrix, rightEye: matrix)
  }

  /// The gaze point computed by the pipeline, metres in the plane that it uses as the camera's.
  func reading(_ hit: Article2021GazePipeline.Hit, of target: SIMD2<Double>) throws -> SIMD2<Double> {
    let settings = Article2021GazePipeline.Settings.iPhone12Mini(hit)
    var pipeline = Article2021GazePipeline(settings)
    let pointer = try #require(pipeline.step(frame(lookingAt: target)).rawPointer) - settings.pointerOrigin
    return SIMD2(pointer.x, -pointer.y) / settings.points * settings.metres
  }
}

struct Article2021GazePipelineTests {
  /// reference/arkit.md, "Segment hit in the 2021 article": the phone reclined under gravity.
  @Test(
    "with the phone reclined the result is too low, as closed form, to 0.001 mm",
    arguments: [
      (15.0, -62.4, -65.220), (30, -62.4, -73.558), (45, -62.4, -91.488), (60, -62.4, -132.959),
      (15, -120, -131.268), (30, -120, -156.653), (45, -120, -212.132), (60, -120, -367.203),
    ])
  func reclined(degrees: Double, truth: Double, reads: Double) throws {
    let rig = ArticleRig(worldFromCamera: RigidTransform(rotation: .aboutX(degrees.radians)))
    let target = SIMD2(0, truth / 1000)
    try expectNear(rig.reading(.worldTakenAsLocal, of: target).y * 1000, reads, 0.001)
    try expectNear(rig.reading(.converted, of: target), target, 1e-6)
  }

  @Test("upright and unmoved the result is the true point, with either kind of hit")
  func upright() throws {
    for hit in [Article2021GazePipeline.Hit.worldTakenAsLocal, .converted] {
      for target in [SIMD2<Double>(0, 0), SIMD2(0.03, -0.12), SIMD2(-0.02, 0.01)] {
        try expectNear(ArticleRig().reading(hit, of: target), target, 1e-6)
      }
    }
  }

  /// A phone that has turned by `a` about y since the session began. With eye e and target t in the camera's frame, the
  /// world's z of a point is z·cos a − x·sin a, its x is x·cos a + z·sin a; along the line the two are joined at the
  /// parameter s at which z is 0.
  @Test("with the phone yawed the result follows the closed form of the heading", arguments: [20.0, 45, -20])
  func yawed(degrees: Double) throws {
    let (s, c) = (Elementary.sin(degrees.radians), Elementary.cos(degrees.radians))
    for target in [SIMD2(0.0, -0.0624), SIMD2(0.02, -0.12), SIMD2(-0.02, -0.03)] {
      let rig = ArticleRig(worldFromCamera: RigidTransform(rotation: .aboutY(degrees.radians)))
      let (eyeX, eyeZ) = (-0.35 * s, -0.35 * c)
      let (targetX, targetZ) = (target.x * c, -target.x * s)
      let share = eyeZ / (eyeZ - targetZ)
      let expected = SIMD2(eyeX + (targetX - eyeX) * share, -0.05 + (target.y + 0.05) * share)
      try expectNear(rig.reading(.worldTakenAsLocal, of: target), expected, 1e-6)
      try expectNear(rig.reading(.converted, of: target), target, 1e-6)
    }
  }

  /// At 90° the eye itself lies in the plane, at (−0.35, −0.05). A segment for a gaze to the phone's left comes from +z
  /// and ends there, wherever it was aimed; one for a gaze to the right comes from behind and misses.
  @Test("with the phone yawed by 90° it is the eye's position, or a miss")
  func yawedAQuarter() throws {
    let rig = ArticleRig(worldFromCamera: RigidTransform(rotation: .aboutY(.pi / 2)))
    for y in [-0.0624, -0.12] {
      let left = try rig.reading(.worldTakenAsLocal, of: SIMD2(-0.02, y))
      expectNear(left, SIMD2(-0.35, -0.05), 1e-6)
      #expect(try rig.reading(.worldTakenAsLocal, of: SIMD2(0.02, y)).length < 1e-12)
    }
  }

  /// A roll by `a` about z leaves the plane unchanged, so the hit is the true one turned by `a`.
  @Test("with the phone rolled by 20° the result is the true point turned by 20°")
  func rolled() throws {
    let rig = ArticleRig(worldFromCamera: RigidTransform(rotation: .aboutZ(20.0.radians)))
    let (s, c) = (Elementary.sin(20.0.radians), Elementary.cos(20.0.radians))
    let target = SIMD2(0.02, -0.0624)
    let expected = SIMD2(c * target.x - s * target.y, s * target.x + c * target.y)
    try expectNear(rig.reading(.worldTakenAsLocal, of: target), expected, 1e-6)
    try expectNear(rig.reading(.converted, of: target), target, 1e-6)
  }

  /// With the phone moved by m, the plane stays at the camera's original position. A sideways movement adds m. For a
  /// phone moved by +0.06 along z, the eye is at z = −0.29, and the line from the eye reaches z = 0 at 0.29/0.35 of its
  /// length to the phone.
  @Test("with the phone moved the result follows the movement's closed form")
  func moved() throws {
    let target = SIMD2(0.02, -0.0624)
    let sideways = ArticleRig(worldFromCamera: RigidTransform(translation: SIMD3(0.03, -0.04, 0)))
    try expectNear(sideways.reading(.worldTakenAsLocal, of: target), SIMD2(0.05, -0.1024), 1e-6)
    let away = ArticleRig(worldFromCamera: RigidTransform(translation: SIMD3(0, 0, 0.06)))
    let share = 0.29 / 0.35
    let expected = SIMD2(0.02 * share, -0.05 + (-0.0624 + 0.05) * share)
    try expectNear(away.reading(.worldTakenAsLocal, of: target), expected, 1e-6)
    try expectNear(away.reading(.converted, of: target), target, 1e-6)
  }

  @Test("an eye that misses counts as (0, 0); two leave the pointer at its origin")
  func misses() throws {
    let settings = Article2021GazePipeline.Settings.iPhone12Mini(.converted)
    func raw(_ frame: FaceFrame) throws -> SIMD2<Double> {
      var pipeline = Article2021GazePipeline(settings)
      return try #require(pipeline.step(frame).rawPointer) - settings.pointerOrigin
    }
    let both = ArticleRig().frame(lookingAt: SIMD2(0.02, -0.08))
    // One eye looks away from the phone, or its hit is beyond the plane's half metre.
    for angles in [GazeAngles(yaw: .pi, pitch: 0), GazeAngles(yaw: 1, pitch: 0), GazeAngles(yaw: 0, pitch: -1)] {
      let away = TransformMatrix(RigidTransform(rotation: angles.rotationWithoutRoll))
      var frame = both
      frame.leftEye = away
      try expectNear(raw(frame), raw(both) / 2, 1e-9)
      frame.rightEye = away
      #expect(try raw(frame) == .zero)
    }
  }

  @Test("the plane ends half a metre from the camera")
  func planesEdge() throws {
    for (target, isHit) in [(SIMD2(0.499, 0), true), (SIMD2(0.501, 0), false), (SIMD2(0, -0.499), true)] {
      let reading = try ArticleRig().reading(.converted, of: target)
      expectNear(reading, isHit ? target : .zero, 1e-6)
    }
  }

  @Test("the pointer is the mean of the points so far, then of the last ten")
  func firstAverages() throws {
    var pipeline = Article2021GazePipeline(.iPhone12Mini(.converted))
    var raws: [SIMD2<Double>] = []
    for index in 0..<25 {
      let output = pipeline.step(ArticleRig().frame(lookingAt: SIMD2(0.001, -0.003) * Double(index)))
      raws.append(try #require(output.rawPointer))
      let last = raws.suffix(10)
      let pointer = try #require(output.pointer)
      expectNear(pointer, last.reduce(.zero, +) / Double(last.count), 1e-10, "callback \(index)")
    }
  }

  @Test("a lost face or blink continues with the last poses")
  func lostFace() {
    var frame = ArticleRig().frame(lookingAt: SIMD2(0.01, -0.05))
    var (pipeline, other) = (
      Article2021GazePipeline(.iPhone12Mini(.converted)), Article2021GazePipeline(.iPhone12Mini(.converted))
    )
    let tracked = pipeline.step(frame)
    frame.isTracked = false
    frame.blink = SIMD2(1, 1)
    #expect(other.step(frame) == tracked)
  }

  @Test("an invalid matrix leaves the pointer in place and scrolls nothing")
  func invalidMatrices() {
    let good = ArticleRig().frame(lookingAt: SIMD2(0.01, 0.05))
    for bad in [TransformMatrix.filled(.nan), .filled(.infinity), .filled(0), .filled(1)] {
      for place in [\FaceFrame.camera, \.face, \.leftEye, \.rightEye] {
        var pipeline = Article2021GazePipeline(.iPhone12Mini(.converted))
        var frame = good
        frame[keyPath: place] = bad
        #expect(pipeline.step(frame) == PointerOutput(pointer: nil, rawPointer: nil))
        let before = pipeline.step(good).pointer
        #expect(pipeline.step(frame) == PointerOutput(pointer: before, rawPointer: nil))
      }
    }
  }

  @Test("scrolls at the bottom and beyond the top, ten steps of 1 pt")
  func scrollRule() {
    var settings = Article2021GazePipeline.Settings.iPhone12Mini(.converted)
    settings.window = 1
    let down = ScrollCommand(direction: .down, distance: 10, step: 1)
    let up = ScrollCommand(direction: .up, distance: 10, step: 1)
    // The pointer's centre is 10 points below its top edge.
    for (y, command) in [(822.5, down), (821.5, .none), (400, .none), (10.5, .none), (9.5, up), (-100, up)] {
      var pipeline = Article2021GazePipeline(settings)
      let target = SIMD2(0, -y / 812 * 0.124536)
      #expect(pipeline.step(ArticleRig().frame(lookingAt: target)).scroll == command, "pointer at \(y)")
    }
  }

  @Test("a page moves ten points a frame and stops at both ends")
  func scrollsToBothStops() {
    var settings = Article2021GazePipeline.Settings.iPhone12Mini(.converted)
    settings.window = 1
    for (target, start, moves) in [
      (SIMD2(0, -0.13), 1164.75, [10.0, 10, 4, 0]), (SIMD2(0, -0.13), 1178, [10.0, 0, 0, 0]),
      (SIMD2(0, 0.01), -20.25, [-10.0, -10, -4, 0]), (SIMD2(0, 0.01), -24, [-10.0, -10, 0, 0]),
    ] {
      var pipeline = Article2021GazePipeline(settings)
      var page = ScrollPage(contentHeight: 2000, boundsHeight: 812, inset: .init(top: 44, bottom: 0))
      page.move(to: start)
      #expect(moves.map { _ in page.apply(pipeline.step(ArticleRig().frame(lookingAt: target)).scroll) } == moves)
      #expect(page.offset > -45 && page.offset < 1189)
    }
  }

  @Test("a constant offset, which the article does not have, is added in points")
  func offset() throws {
    var settings = Article2021GazePipeline.Settings.iPhone12Mini(.converted)
    let frame = ArticleRig().frame(lookingAt: SIMD2(0, -0.06))
    var plain = Article2021GazePipeline(settings)
    settings.offset = SIMD2(12, -30)
    var moved = Article2021GazePipeline(settings)
    let (a, b) = (try #require(plain.step(frame).pointer), try #require(moved.step(frame).pointer))
    expectNear(b - a, SIMD2(12, -30), 1e-12)
  }
}
