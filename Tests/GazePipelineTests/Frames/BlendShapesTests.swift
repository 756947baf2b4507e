import GazePipeline
import TestSupport
import Testing

struct BlendShapesTests {
  @Test("ARKit has 52 names, all different")
  func names() {
    #expect(BlendShapes.names.count == 52)
    #expect(Set(BlendShapes.names).count == 52)
    #expect(BlendShapes.names.contains("eyeBlinkLeft") && BlendShapes.names.contains("tongueOut"))
  }

  @Test("every coefficient has its own place, zero at first")
  func places() {
    var shapes = BlendShapes()
    for index in BlendShapes.names.indices {
      #expect(shapes[index] == 0)
      shapes[index] = Float(index + 1) / 64
    }
    for index in BlendShapes.names.indices { #expect(shapes[index] == Float(index + 1) / 64) }
  }
}
