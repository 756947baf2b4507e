import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeTesting

/// Figures of the pointer by target size, place and step, and before smoothing.
struct PointerFiguresTests {
  /// A pipeline whose raw pointer is at `lookAt`, and whose pointer is the mean of the last `window` samples.
  private struct Smoothed: PointerPipeline {
    var window: Int
    var offset = SIMD2<Double>.zero
    var past: [SIMD2<Double>] = []

    mutating func step(_ frame: FaceFrame) -> PointerOutput {
      guard frame.isTracked else { return PointerOutput(pointer: past.last, rawPointer: nil) }
      let raw = SIMD2(Double(frame.lookAt.x), Double(frame.lookAt.y)) + offset
      past.append(raw)
      if past.count > window { past.removeFirst() }
      return PointerOutput(pointer: past.reduce(.zero, +) / Double(past.count), rawPointer: raw)
    }
  }

  private func result(_ pipeline: some PointerPipeline, _ frames: [RecordedFrame]) -> PersonResult {
    var trial = PersonTrial(pipeline, participant: 0, geometry: .round, reference: .truth, rate: 50)
    for frame in frames { trial.step(frame) }
    return trial.finish()
  }

  /// A target every 2 s, alternately top left and bottom right.
  private let looks = (0..<1000).map { i -> RecordedFrame in
    let place = i / 100 % 2 == 0 ? SIMD2(60.0, 80) : SIMD2(340, 720)
    return .looking(at: place, time: Double(i) / 50, target: place)
  }

  @Test("without smoothing the raw figures are the filtered ones")
  func raw() {
    let result = result(KnownPipeline(offset: SIMD2(3, 4)), looks)
    #expect(result.raw.errorPoints == result.errorPoints && result.raw.errorDegrees == result.errorDegrees)
    #expect(result.raw.looks == result.looks && result.raw.latency == result.latency)
    #expect(result.fixations == 10)
  }

  @Test("a mean of 5 delays the pointer by 2 frames, and not the raw pointer")
  func smoothed() throws {
    let result = result(Smoothed(window: 5), looks)
    #expect(result.raw.errorPoints.maximum == 0)
    #expect(try #require(result.errorPoints.maximum) > 500)
    expectNear(result.stepResponses.quantile(0.5), 0.04, 0.0041)
    #expect(result.stepResponses.count == 9)
  }

  @Test("a pointer 30 points off is in 70, not 60, in fixated cells")
  func sizes() {
    let result = result(KnownPipeline(offset: SIMD2(30, -12)), looks)
    #expect(result.targetSizes.hitRate(side: 60) == 0 && result.targetSizes.hitRate(side: 70) == 1)
    let (first, last) = (result.cells.cell(column: 0, row: 0), result.cells.cell(column: 2, row: 4))
    // In the first 0.3 s it is not known if the eyes are at rest.
    #expect(first.count == 485 && last.count == 500 && first.biasPoints == SIMD2(30, -12))
    #expect(result.cells.cell(column: 1, row: 2).count == 0)
    // The eyes are 40 cm away; the camera's pose does not give a recline.
    #expect(result.byRecline.count == 0)
    expectNear(result.byDistance.mean, 0.4, 1e-6)
    // Seen from the eyes 40 cm in front of the camera, (200, 400) is 80 mm down, (60, 80) is 16 mm down and 17.5 to the
    // side, (340, 720) is 144 mm down: 9.4 and 8.8 degrees.
    #expect(result.byEccentricity.count == 985 && result.byEccentricity[4].count == 985)
  }

  @Test("a phone that leans back by 30 degrees is 30 degrees back")
  func recline() {
    let leant = looks.map { frame in
      var frame = frame
      let pose = RigidTransform(rotation: .aboutX(30.0 * .pi / 180), translation: .zero)
      frame.observation.frame.camera = TransformMatrix(pose)
      let face = RigidTransform(frame.observation.frame.face)
      frame.observation.frame.face = TransformMatrix(pose * (face ?? .identity))
      return frame
    }
    let result = result(KnownPipeline(), leant)
    expectNear(result.byRecline.mean, 30, 1e-3)
    expectNear(result.byDistance.mean, 0.4, 1e-6)
  }

  @Test("the longest gap and effective frequency count frames with an own pointer")
  func gaps() {
    let frames = (0..<200).map { i -> RecordedFrame in
      .looking(at: SIMD2(100, 100), time: Double(i) / 50, isTracked: !(50..<75).contains(i))
    }
    let result = result(KnownPipeline(), frames)
    expectNear(result.longestGap, 26.0 / 50, 1e-9)
    expectNear(result.effectiveFrequency, 175.0 / 4, 1e-9)
    // The face is lost until the end.
    let lost = (0..<100).map { i -> RecordedFrame in
      .looking(at: SIMD2(100, 100), time: Double(i) / 50, isTracked: i < 50)
    }
    expectNear(self.result(KnownPipeline(), lost).longestGap, 1, 1e-9)
  }
}
