import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct RecordedHeadTests {
  private func sample(_ keys: String) throws -> RecordedHead.Observation {
    let header = headerLine.replacing("\"device\"", with: "\"rig\":\"head\",\"device\"")
    return try read(RecordedHead.self, text: "\(header)\n{\"t\":1,\(keys)}\n").samples[0].observation
  }

  @Test("a sample of unconnected headphones needs no attitude; headphones are connected by default")
  func disconnected() throws {
    #expect(try sample(#""attitude":null,"connected":false"#).frame.attitude == nil)
    let silent = try sample(#""attitude":[0.5,-0.5,0.5,0.5]"#)
    #expect(silent.frame.isConnected && silent.frame.attitude != nil && !silent.isIntentKnown)
    let nod = try sample(#""attitude":[1,0,0,0],"intent":"nod","forward":true"#)
    #expect(nod.gesture == .nod && nod.isIntentKnown && nod.frame.isForward)
  }

  @Test("a unit quaternion keeps its digits, a rounded one is normalised, unknown is nil")
  func quaternions() throws {
    let kept = try #require(try UnitQuaternion.written(SIMD4(0.6, 0, 0.8, 0), "attitude"))
    #expect(kept.w == 0.6 && kept.vector.y == 0.8)
    // A quarter turn, rounded to three digits.
    let rounded = try #require(try UnitQuaternion.written(SIMD4(0.707, 0, 0.707, 0), "attitude"))
    expectNear(rounded.w, 0.5.squareRoot(), 1e-12)
    expectNear(rounded.vector.y, 0.5.squareRoot(), 1e-12)
    #expect(try UnitQuaternion.written(SIMD4(repeating: .nan), "attitude") == nil)
    for length in [0.991, 1.009] { #expect(try UnitQuaternion.written(SIMD4(length, 0, 0, 0), "attitude") != nil) }
  }
}
