import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

struct SignShapeTests {
  /// Levels that a sign of level 0.5 gives, by ARKit's names.
  private func written(_ shape: SignShape) -> [String: Float] {
    var shapes = BlendShapes()
    shape.write(0.5, into: &shapes)
    let named = BlendShapes.names.enumerated().map { ($1, shapes[$0]) }
    return Dictionary(uniqueKeysWithValues: named.filter { $0.1 != 0 })
  }

  @Test("each sign is written into ARKit's coefficients of its name")
  func names() {
    #expect(written(.brows) == ["browInnerUp": 0.5, "browOuterUpLeft": 0.4, "browOuterUpRight": 0.4])
    #expect(written(.pucker) == ["mouthPucker": 0.5])
    #expect(written(.mouthLeft) == ["mouthLeft": 0.5])
    #expect(written(.mouthRight) == ["mouthRight": 0.5])
    #expect(written(.smile) == ["mouthSmileLeft": 0.5, "mouthSmileRight": 0.5])
    #expect(written(.cheekPuff) == ["cheekPuff": 0.5])
    #expect(written(.nod).isEmpty && written(.longBlink).isEmpty)
  }

  @Test("the mean level at rest lies within its limits, which are 0 to 1")
  func rest() {
    for shape in SignShape.allCases {
      let rest = shape.rest
      #expect(rest.limits.contains(rest.mean) && (0...1).contains(rest.limits.upperBound), "\(shape)")
    }
  }
}
