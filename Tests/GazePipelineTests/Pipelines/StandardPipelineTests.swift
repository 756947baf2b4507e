import GazePipeline
import TestSupport
import Testing

/// A kind of frame without a usable gaze.
struct HeldFrame: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var spoil: @Sendable (inout FaceFrame) -> Void

  init(_ name: String, _ spoil: @escaping @Sendable (inout FaceFrame) -> Void) {
    testDescription = name
    self.spoil = spoil
  }

  static let all = [
    HeldFrame("a lost face") { $0.isTracked = false },
    HeldFrame("a blink") { $0.blink = SIMD2(0.9, 0.8) },
    HeldFrame("a NaN camera") { $0.camera = .filled(.nan) },
    HeldFrame("a zero camera") { $0.camera = .filled(0) },
    HeldFrame("a NaN face") { $0.face = .filled(.nan) },
    HeldFrame("an infinite face") { $0.face = .filled(.infinity) },
    HeldFrame("a face behind the phone") {
      $0.face = TransformMatrix(RigidTransform(translation: SIMD3(0, 0, 0.3)))
    },
    HeldFrame("a face turned away") { $0.face = TransformMatrix(RigidTransform(rotation: .aboutY(.pi))) },
    HeldFrame("a gaze far beside the phone") {
      $0.face = TransformMatrix(RigidTransform(rotation: .aboutY(1.4), translation: SIMD3(0, 0, -0.4)))
    },
    HeldFrame("both eyes lost") {
      $0.leftEye = .filled(.nan)
      $0.rightEye = .filled(0)
    },
    HeldFrame("a NaN time") { $0.time = .nan },
    HeldFrame("an infinite time") { $0.time = .infinity },
    HeldFrame("a time before all others") { $0.time = -.infinity },
  ]
}

struct StandardPipelineTests {
  static let kappa = PersonCalibration.EyeKappa(
    left: Kappa(towardsX: -5.0.radians, up: 2.0.radians), right: Kappa(towardsX: 5.0.radians, up: 2.0.radians)
  )

  private func pipeline(
    _ person: PersonCalibration = .none, smoothing: Smoothing = .none
  ) -> StandardPipeline {
    StandardPipeline(geometry: .test, person: person, smoothing: smoothing, trigger: .test)
  }

  /// A phone anywhere in a room, reclined by 0–60°, rolled by ±20°, and a head turned by up to 10° at 0.25–0.8 m.
  private func randomFace(_ random: inout SeededGenerator) -> ExactFace {
    var face = ExactFace()
    face.worldFromCamera = RigidTransform(
      rotation: .aboutX(random.number(0...60).radians) * .aboutZ(random.number(-20...20).radians),
      translation: random.vector(within: 0.3))
    let turn = RotationMatrix.aboutY(random.number(-10...10).radians) * .aboutX(random.number(-10...10).radians)
    face.cameraFromFace = RigidTransform(
      rotation: turn * .aboutZ(random.number(-20...20).radians),
      translation: SIMD3(random.number(-0.05...0.05), random.number(-0.1...0.05), -random.number(0.25...0.8)))
    return face
  }

  private func randomPoint(_ random: inout SeededGenerator) -> SIMD2<Double> {
    SIMD2(random.number(-100...475), random.number(-200...1000))
  }

  @Test("exact eyes, also with kappa given: the target to 0.01 pt at every distance and pose (n = 2,000)")
  func exact() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2000 {
      var (face, point) = (randomFace(&random), randomPoint(&random))
      func found(_ person: PersonCalibration) -> SIMD2<Double>? {
        var pipeline = pipeline(person)
        return pipeline.step(face.frame(lookingAt: point)).pointer
      }
      expectNear(found(.none), point, 0.01)
      face.kappa = Self.kappa
      expectNear(found(PersonCalibration(eyeKappa: Self.kappa)), point, 0.01)
      // Without the correction the gaze is off by a degree or more.
      #expect((try #require(found(.none)) - point).length > 40)
    }
  }

  @Test("cyclopean offset and gain given: the target to 0.01 pt (n = 2,000)")
  func offsetAndGain() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let (face, point) = (randomFace(&random), randomPoint(&random))
      let person = PersonCalibration(
        gazeOffset: Kappa(towardsX: random.number(-3...3).radians, up: random.number(-5...5).radians),
        gain: SIMD2(random.number(0.7...1.2), random.number(0.7...1.2)))
      let visual = face.inFace(face.geometry.hit(ofPoint: point)).normalized
      var pipeline = pipeline(person)
      expectNear(pipeline.step(face.frame(turned: person.reportedAngles(visual: visual))).pointer, point, 0.01)
    }
  }

  @Test("smoothing affects the pointer only, not the raw pointer")
  func smoothing() {
    var pipeline = pipeline(smoothing: .movingAverage(2))
    _ = pipeline.step(ExactFace().frame(lookingAt: SIMD2(100, 100)))
    let output = pipeline.step(ExactFace().frame(lookingAt: SIMD2(200, 300), at: 0.1))
    expectNear(output.rawPointer, SIMD2(200, 300), 0.01)
    expectNear(output.pointer, SIMD2(150, 200), 0.01)
  }

  // MARK: One eye lost

  @Test("with one eye lost the pointer continues from their last difference, without jump")
  func oneEyeLost() {
    for lost in [\FaceFrame.leftEye, \.rightEye] {
      var (pipeline, seen) = (pipeline(), ExactFace().frame(lookingAt: SIMD2(150, 400)))
      let before = pipeline.step(seen).pointer
      seen[keyPath: lost] = .filled(.nan)
      expectNear(pipeline.step(seen).pointer, before, 1e-6)
      // The gaze moves by only 3 cm, so that the difference between the eyes stays nearly the same.
      var moved = ExactFace().frame(lookingAt: SIMD2(250, 600), at: 0.1)
      moved[keyPath: lost] = .filled(.nan)
      expectNear(pipeline.step(moved).pointer, SIMD2(250, 600), 5)
    }
  }

  @Test("also ARKit's eyes, 3.7° apart, where one ray alone were 4 cm off")
  func oneEyeLostOutward() {
    var pipeline = pipeline()
    var seen = ExactFace().frame(turned: GazeAngles(yaw: 0, pitch: -0.1))
    for (eye, side) in [(\FaceFrame.leftEye, 1.0), (\.rightEye, -1)] {
      seen[keyPath: eye] = TransformMatrix(
        RigidTransform(
          rotation: GazeAngles(yaw: side * 0.0325, pitch: -0.1).rotationWithoutRoll,
          translation: SIMD3(side * 0.0315, 0, 0)))
    }
    let before = pipeline.step(seen).pointer
    for lost in [\FaceFrame.leftEye, \.rightEye, \.leftEye] {
      var frame = seen
      frame[keyPath: lost] = .filled(0)
      expectNear(pipeline.step(frame).pointer, before, 1e-6)
    }
  }

  @Test("with one eye lost from the start no pointer comes before both are tracked")
  func oneEyeFromTheStart() {
    for lost in [\FaceFrame.leftEye, \.rightEye] {
      var pipeline = pipeline()
      var frame = ExactFace().frame(lookingAt: SIMD2(150, 400))
      let whole = frame
      frame[keyPath: lost] = .filled(.nan)
      for _ in 0..<5 { #expect(pipeline.step(frame) == PointerOutput(pointer: nil, rawPointer: nil)) }
      #expect(pipeline.step(whole).pointer != nil)
      #expect(pipeline.step(frame).rawPointer != nil)
    }
  }

  // MARK: The eye

  @Test("the eye's place needs both eyes' poses, without kappa")
  func eye() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<50 {
      var frame = randomFace(&random).frame(lookingAt: SIMD2(150, 400))
      var pipeline = pipeline(PersonCalibration(gazeOffset: Kappa(towardsX: 0.02, up: 0.01)))
      let place = try #require(frame.cameraFromFace).apply(try #require(CyclopeanEye(frame)).origin)
      #expect(pipeline.step(frame).eye == place)
      var turned = self.pipeline(PersonCalibration(eyeKappa: Self.kappa))
      #expect(turned.step(frame).eye == .zero)
      frame.leftEye = .filled(.nan)
      #expect(pipeline.step(frame).eye == .zero)
    }
  }

  // MARK: Frames that hold the pointer

  @Test("a frame without a usable gaze changes neither the pointer nor later frames", arguments: HeldFrame.all)
  func holds(_ held: HeldFrame) {
    for smoothing in [Smoothing.none, .movingAverage(5), .oneEuro(.init(minCutoff: 1, beta: 0.1))] {
      var (pipeline, undisturbed) = (pipeline(smoothing: smoothing), pipeline(smoothing: smoothing))
      var bad = ExactFace().frame(lookingAt: SIMD2(300, 100))
      held.spoil(&bad)
      #expect(pipeline.step(bad) == PointerOutput(pointer: nil, rawPointer: nil), "as the first frame")
      for step in 0..<40 {
        let time = 1 + Double(step) / 60
        let frame = ExactFace().frame(lookingAt: SIMD2(100, 100) + Double(step) * 5, at: time)
        let output = pipeline.step(frame)
        #expect(output.pointer == undisturbed.step(frame).pointer, "step \(step)")
        if bad.time.isFinite { bad.time = time }
        #expect(pipeline.step(bad) == PointerOutput(pointer: output.pointer, rawPointer: nil), "step \(step)")
      }
    }
  }

  @Test("at the threshold both lids are a blink; one, or a NaN, is not")
  func blinks() {
    for (blink, holds) in [
      (SIMD2<Float>(0.4, 0.4), false), (SIMD2(1, 0), false), (SIMD2(0, 1), false), (SIMD2(0.51, 0.51), true),
      (SIMD2(1, 0.1), true), (SIMD2(.nan, 1), false), (SIMD2(.infinity, 0), true),
    ] {
      var pipeline = pipeline()
      var frame = ExactFace().frame(lookingAt: SIMD2(100, 100))
      frame.blink = blink
      #expect((pipeline.step(frame).rawPointer == nil) == holds, "\(blink)")
    }
  }

  @Test(
    "the page never scrolls in a frame that holds the pointer, whatever the reason", arguments: HeldFrame.all)
  func neverScrollsWhileHeld(_ kind: HeldFrame) {
    var (pipeline, random) = (pipeline(), SeededGenerator(seed: 43))
    var (held, scrolled) = (0, 0)
    for step in 0..<3000 {
      let time = Double(step) / 60
      var frame = ExactFace().frame(lookingAt: SIMD2(180, 780), at: time)
      let isHeld = random.next() % 20 == 0
      if isHeld { kind.spoil(&frame) }
      let output = pipeline.step(frame)
      if isHeld {
        held += 1
        #expect(output.scroll == .none, "step \(step)")
      } else if output.scroll.direction == .down, output.scroll.distance > 0 {
        scrolled += 1
      }
    }
    // Frames that hold the pointer and frames that scroll must both occur; otherwise the test would prove nothing.
    #expect(held > 100 && scrolled > 1500)
  }
}
