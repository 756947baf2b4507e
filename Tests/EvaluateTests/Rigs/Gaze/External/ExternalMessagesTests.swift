import Foundation
import GazePipeline
import GazeRecording
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ExternalMessagesTests {
  private func read<Value>(
    _ text: String, _ body: (UnsafeRawBufferPointer) throws(LineFault) -> Value
  ) throws -> Value {
    try Array(text.utf8).withUnsafeBytes { try body($0) }
  }

  private func fault<Value>(_ text: String, _ body: (UnsafeRawBufferPointer) throws(LineFault) -> Value) -> String {
    do { _ = try read(text, body) } catch {
      let fault = error as? LineFault
      return (fault?.field.map { $0 + ": " } ?? "") + (fault?.message ?? "\(error)")
    }
    return "none"
  }

  @Test("a frame's numbers are those of its Floats, and unknown ones are null")
  func frame() throws {
    var matrix = TransformMatrix.identity
    matrix[12] = 0.1
    var unknown = TransformMatrix.identity
    unknown[3] = .nan
    var shapes = BlendShapes()
    shapes[1] = 0.25
    let frame = FaceFrame(
      time: 1 / 3, isTracked: false, camera: matrix, face: .identity, leftEye: unknown, rightEye: .identity,
      blink: SIMD2(0.1, .nan), lookAt: SIMD3(0, -0.5, 1), blendShapes: shapes)
    var line: [UInt8] = []
    ExternalMessages.append(frame, to: &line)
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.hasPrefix(#"{"t":0.3333333333333333,"camera":[1,0,0,0,0,1,0,0,0,0,1,0,0.10000000149011612,0,0,1],"#))
    #expect(
      text.hasSuffix(
        #""tracked":false,"blink":null,"lookAt":[0,-0.5,1],"blendShapes":{"eyeLookDownLeft":0.25}}"# + "\n"))
    #expect(text.contains(#""leftEye":null,"#))
    let object = try jsonObject(Data(line))
    #expect(object["t"] as? Double == 1.0 / 3)
    line = []
    var plain = frame
    plain.blendShapes = BlendShapes()
    ExternalMessages.append(plain, to: &line)
    #expect(String(decoding: line, as: UTF8.self).hasSuffix(#","blendShapes":{}}"# + "\n"))
  }

  @Test("hello states device, geometry, rate and person")
  func hello() throws {
    let profile = try DeviceProfile.mini()
    var setup = Setup(upright: profile)
    setup.participant = 4
    var hello = try jsonObject(Data(ExternalMessages.hello(setup)))
    #expect(hello["gazesim"] as? String == "hello" && hello["protocol"] as? Int == 1)
    #expect(hello["device"] as? String == "iphone12mini" && hello["participant"] as? Int == 4)
    #expect(hello["points"] as? [Double] == [375, 812] && hello["orientation"] as? String == "portrait")
    #expect(hello["metres"] as? [Double] == [profile.geometry.metres.x, profile.geometry.metres.y])
    #expect(hello["person"] is NSNull)
    setup.earlierSession.person.gazeOffset = Kappa(towardsX: 0.01, up: -0.02)
    hello = try jsonObject(Data(ExternalMessages.hello(setup)))
    let person = try #require(hello["person"] as? [String: [Double]])
    #expect(person == ["offset": [0.01, -0.02], "gain": [1, 1]])
  }

  @Test("ready may claim to have no scrolling, and an answer says whether it has the key scroll, whatever its value")
  func scrolling() throws {
    func ready(_ more: String) throws -> Bool? {
      try read(#"{"gazesim":"ready","protocol":1"# + more + "}", ExternalMessages.ready).scrolls
    }
    #expect(try ready("") == nil)
    #expect(try ready(#","scrolls":false"#) == false && ready(#","scrolls":true"#) == true)
    #expect(fault(#"{"gazesim":"ready","protocol":1,"scrolls":"no"}"#, ExternalMessages.ready).hasPrefix("scrolls: "))
    for (more, states) in [("", false), (#","scroll":"none""#, true), (#","scroll":null"#, true)] {
      let answer = try read(#"{"t":0,"pointer":[1,2]"# + more + "}", ExternalMessages.answer)
      #expect(answer.statesScroll == states && answer.output.scroll == .none)
    }
  }

  @Test("ready may state a name and claims, and unknown keys are skipped")
  func ready() throws {
    let plain = try read(#"{"gazesim":"ready","protocol":1}"#, ExternalMessages.ready)
    #expect(plain == ExternalMessages.Ready())
    let full = try read(
      #" { "protocol": 1, "x": [{}], "name": "a\u0062", "claims": {"gain":[2,1],"lagMilliseconds":250,"y":0,"#
        + #""offsetPoints":[-3,4]}, "gazesim": "ready" } "#, ExternalMessages.ready)
    #expect(full.name == "ab" && full.claims.gain == SIMD2(2, 1) && full.claims.lag == 0.25)
    #expect(full.claims.offsetPoints == SIMD2(-3, 4))
    let faults = [
      ("{}", "gazesim: expected \"ready\", found nothing"), (#"{"gazesim":"ready"}"#, "protocol: expected 1"),
      (#"{"gazesim":"ready","protocol":1.5}"#, "protocol: expected 1, found no whole number"),
      (#"{"gazesim":"ready","protocol":2}"#, "protocol: expected 1, found 2"),
      (
        #"{"gazesim":"ready","protocol":1,"claims":{"gain":[0,1]}}"#,
        "claims.gain: expected numbers from 0.01 to 100.0"
      ),
      (#"{"gazesim":"hello","protocol":1}"#, "gazesim: expected \"ready\", found `hello`"),
      (#"{"gazesim":"ready","protocol":1,"claims":[]}"#, "claims: expected an object"),
      (#"{"gazesim":"ready","protocol":1,"claims":{"lagMilliseconds":-1}}"#, "claims.lagMilliseconds: expected 0 to"),
    ]
    for (text, part) in faults { #expect(fault(text, ExternalMessages.ready).hasPrefix(part), "\(text)") }
  }

  @Test("an answer gives pointer, unsmoothed pointer and scroll; without raw the pointer counts as unsmoothed")
  func answer() throws {
    let one = try read(#"{"t":0.1,"pointer":[1.5,-2]}"#, ExternalMessages.answer)
    #expect(one.time == 0.1)
    #expect(one.output == PointerOutput(pointer: SIMD2(1.5, -2), rawPointer: SIMD2(1.5, -2)))
    let held = try read(#"{"pointer":[1,2],"raw":null,"t":0,"scroll":null}"#, ExternalMessages.answer).output
    #expect(held == PointerOutput(pointer: SIMD2(1, 2), rawPointer: nil))
    let none = try read(#"{"t":0,"pointer":null,"scroll":"none"}"#, ExternalMessages.answer).output
    #expect(none == PointerOutput(pointer: nil, rawPointer: nil))
    let scroll = try read(
      #"{"t":0,"pointer":[1,2],"raw":[3,4],"scroll":"down","scrollPoints":10,"scrollStep":1}"#, ExternalMessages.answer
    ).output
    #expect(scroll.rawPointer == SIMD2(3, 4))
    #expect(scroll.scroll == ScrollCommand(direction: .down, distance: 10, step: 1))
  }

  @Test("the numbers of an answer that are no points are refused by key")
  func answerFaults() {
    let faults = [
      ("", "expected an answer"), ("null", "expected an answer"), ("{", "expected a string"),
      (#"{"t":0,"pointer":[1,2]}}"#, "expected the end of the line"), (#"{"pointer":null}"#, "t: is missing"),
      (#"{"t":null,"pointer":null}"#, "t: expected a number"), (#"{"t":0,"pointer":7}"#, "pointer: expected a list"),
      ("[1,2]", "expected an answer"), (#"{"t":0}"#, "pointer: is missing; expected [x,y] in points, or null"),
      (#"{"t":0,"pointer":[1]}"#, "pointer: expected 2 numbers, found 1"),
      (#"{"t":0,"pointer":[1,2,3]}"#, "pointer: expected 2 numbers, found 3"),
      (#"{"t":0,"pointer":[1,1e400]}"#, "pointer: expected a number within the range of Double"),
      (#"{"t":0,"pointer":[NaN,1]}"#, "pointer: expected a number, found `NaN`"),
      (#"{"t":0,"pointer":[Infinity,1]}"#, "pointer: expected a number, found `Infinity`"),
      (#"{"t":0,"pointer":["3","4"]}"#, #"pointer: expected a number, found `"3"`"#),
      (#"{"t":0,"pointer":[2e9,1]}"#, "pointer: expected points within 1e9"),
      (#"{"t":0,"pointer":[1,2],"raw":[-2e9,0]}"#, "raw: expected points within 1e9"),
      (#"{"t":0,"pointer":[1,2],"scroll":7}"#, "scroll: expected a string"),
      (#"{"t":0,"pointer":[1,2],"scroll":"left"}"#, "scroll: expected up, none, down or null, found `left`"),
      (#"{"t":0,"pointer":[1,2],"scroll":"up"}"#, "scrollPoints: is missing; with scroll \"up\""),
      (#"{"t":0,"pointer":[1,2],"scroll":"up","scrollPoints":-1}"#, "scrollPoints: expected 0 to 1e9 points"),
      (#"{"t":0,"pointer":[1,2],"x":"# + String(repeating: "[", count: 100), "x: is nested deeper"),
    ]
    for (text, part) in faults { #expect(fault(text, ExternalMessages.answer).hasPrefix(part), "\(text)") }
  }
}
