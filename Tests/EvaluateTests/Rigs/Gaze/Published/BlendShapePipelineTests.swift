import GazePipeline
import Testing

@testable import Evaluate

@Suite struct BlendShapePipelineTests {
  private let pipeline = BlendShapePipeline(.init(points: SIMD2(375, 812), metres: SIMD2(0.062391, 0.135097)))

  /// Gains 0.605·0.35·375/0.062391 = 1272.720 and 0.55·0.35·812/0.135097 = 1157.021; (0.2 + 0.1)/2 and (0.3 − 0.1)/2.
  @Test("one frame by hand: the left eye out and the right eye in are to the right, down is down")
  func oneFrame() throws {
    var frame = PlainFrame().frame
    var shapes = BlendShapes()
    for (name, value) in [
      ("eyeLookOutLeft", 0.2), ("eyeLookInRight", 0.1), ("eyeLookDownLeft", 0.3), ("eyeLookUpRight", 0.1),
    ] as [(String, Float)] {
      shapes[try #require(BlendShapes.names.firstIndex(of: name))] = value
    }
    frame.blendShapes = shapes
    var subject = pipeline
    #expect(isClose(subject.step(frame).rawPointer, 378.408, 521.702))
    var mirrored = BlendShapes()
    for (name, value) in [
      ("eyeLookInLeft", 0.2), ("eyeLookOutRight", 0.1), ("eyeLookUpLeft", 0.3), ("eyeLookDownRight", 0.1),
    ] as [(String, Float)] {
      mirrored[try #require(BlendShapes.names.firstIndex(of: name))] = value
    }
    frame.blendShapes = mirrored
    #expect(isClose(subject.step(frame).pointer, 375 - 378.408, 812 - 521.702))
  }

  @Test("without coefficients there is no pointer, and a lost one holds")
  func missing() {
    var frame = PlainFrame().frame
    frame.blendShapes = nil
    var subject = pipeline
    #expect(subject.step(frame) == PointerOutput(pointer: nil, rawPointer: nil))
    let first = subject.step(PlainFrame().frame).pointer
    #expect(isClose(first, 187.5, 406))
    #expect(subject.step(frame) == PointerOutput(pointer: first, rawPointer: nil))
  }
}
