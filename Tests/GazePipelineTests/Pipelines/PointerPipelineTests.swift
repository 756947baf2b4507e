import GazePipeline
import TestSupport
import Testing

/// The pipelines for which the requirements of `PointerPipeline` are checked.
enum PipelineUnderTest: String, CaseIterable, CustomTestStringConvertible {
  case article2021, converted, standard, standardAveraged, standardOneEuro, recentred, recentredByLines

  var testDescription: String { rawValue }

  func make() -> any PointerPipeline {
    func standard(_ smoothing: Smoothing, _ reading: Recentring.Reading? = nil) -> StandardPipeline {
      StandardPipeline(
        geometry: .test, smoothing: smoothing, trigger: .test, recentring: reading.map { .init(reading: $0) },
        lines: reading == nil ? [] : .page)
    }
    return switch self {
    case .article2021: Article2021GazePipeline(.iPhone12Mini(.worldTakenAsLocal))
    case .converted: Article2021GazePipeline(.iPhone12Mini(.converted))
    case .standard: standard(.none)
    case .standardAveraged: standard(.movingAverage(10))
    case .standardOneEuro: standard(.oneEuro(.init(minCutoff: 1, beta: 0.05)))
    case .recentred: standard(.none, .middle)
    case .recentredByLines: standard(.none, .lines)
    }
  }

  /// True if the pipeline learns from frames alone, so that an early frame may move the pointer for minutes.
  var learns: Bool { self == .recentredByLines }

  /// The raw pointer of one frame.
  func pointer(of frame: FaceFrame) throws -> SIMD2<Double> {
    var pipeline = make()
    return try #require(pipeline.step(frame).rawPointer)
  }
}

struct PointerPipelineTests {
  private static let turns: [(String, @Sendable (inout ExactFace, inout GazeAngles) -> Void, SIMD2<Double>)] = [
    ("the eyes turn right", { $1.yaw = 0.1 }, SIMD2(1, 0)),
    ("the eyes turn left", { $1.yaw = -0.1 }, SIMD2(-1, 0)),
    ("the eyes look up", { $1.pitch = 0.1 }, SIMD2(0, -1)),
    ("the eyes look down", { $1.pitch = -0.1 }, SIMD2(0, 1)),
    ("the head turns right", { face, _ in face.cameraFromFace.rotation = .aboutY(0.1) }, SIMD2(1, 0)),
    ("the head nods down", { face, _ in face.cameraFromFace.rotation = .aboutX(0.1) }, SIMD2(0, 1)),
    ("the person moves right", { face, _ in face.cameraFromFace.translation.x += 0.02 }, SIMD2(1, 0)),
    ("the person moves up", { face, _ in face.cameraFromFace.translation.y += 0.02 }, SIMD2(0, -1)),
  ]

  @Test("the pointer follows the gaze: the sign of every axis", arguments: PipelineUnderTest.allCases)
  func signs(pipeline: PipelineUnderTest) throws {
    let straight = try pipeline.pointer(of: ExactFace().frame(turned: .zero))
    for (name, turn, sign) in Self.turns {
      var (face, angles) = (ExactFace(), GazeAngles.zero)
      turn(&face, &angles)
      let move = try pipeline.pointer(of: face.frame(turned: angles)) - straight
      let along = (move * sign).sum()
      #expect(along > 50, "\(name): \(move)")
      expectNear(move, sign * along, 0.05 * along, "\(name): \(move)")
    }
  }

  @Test(
    "if the phone moves under a still gaze, the pointer moves the other way",
    arguments: [PipelineUnderTest.converted, .standard])
  func phoneMoves(pipeline: PipelineUnderTest) throws {
    let straight = try pipeline.pointer(of: ExactFace().frame(turned: .zero))
    for (move, sign) in [(SIMD3(0.01, 0, 0), SIMD2(-1.0, 0)), (SIMD3(0, 0.01, 0), SIMD2(0, 1.0))] {
      var frame = ExactFace().frame(turned: .zero)
      frame.camera = TransformMatrix(RigidTransform(translation: move))
      let found = try pipeline.pointer(of: frame) - straight
      // A centimetre is about 65 points.
      expectNear(found, sign * 65, 2)
    }
  }

  @Test(
    "random frames with NaN and huge numbers do no lasting harm",
    arguments: PipelineUnderTest.allCases)
  func fuzz(pipeline: PipelineUnderTest) throws {
    // n = 20,000 frames, seed 30.
    var (subject, random) = (pipeline.make(), SeededGenerator(seed: 30))
    var held: SIMD2<Double>?
    for index in 0..<20_000 {
      let output = subject.step(random.hostileFrame(index))
      if let pointer = output.pointer { #expect(pointer.isFinite) }
      if let raw = output.rawPointer { #expect(raw.isFinite) }
      if let offset = (subject as? StandardPipeline)?.recentring?.offset { #expect(offset.isFinite) }
      if output.rawPointer == nil { #expect(output.pointer == held) }
      #expect(output.scroll.distance.isFinite && output.scroll.distance >= 0)
      held = output.pointer
    }
    // Ten seconds of good frames must remove all effects of the bad ones from the filters.
    var fresh = pipeline.make()
    for index in 0..<600 {
      let frame = ExactFace().frame(lookingAt: SIMD2(200, 300), at: 1000 + Double(index) / 60)
      let (settled, expected) = (subject.step(frame), fresh.step(frame))
      guard index == 599, !pipeline.learns else { continue }
      let difference = try #require(settled.pointer) - (try #require(expected.pointer))
      #expect(difference.length < 0.01)
      #expect(settled.scroll == expected.scroll)
    }
  }
}
