import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct JSONLineRowsTests {
  @Test("Any order, white space, escaped and unknown keys of any kind: one and the same frame")
  func tolerant() throws {
    let plain = try #require(try reader(#"{"t":1.5,\#(poses),"participant":3,"blink":[0.5,0.25]}"#).next())
    let strange = try #require(
      try reader(
        "  {\t\"blink\" : [ 0.5 , 2.5e-1 ],\"zzz\":{\"a\":[1,{\"b\":null}],\"c\":\"]}\\\"\"},"
          + #""\u0074":15e-1,"rightEye":\#(unit),"leftEye":\#(unit),"x":[],"y":{},"z":-0.0e+5,"face":\#(unit),"#
          + #""participant":9,"participant":3.0,"gaze":[1],"state":true,"camera":\#(unit), "intent":null } "# + "\r"
      ).next())
    #expect(areSame([plain], [strange]))
    #expect(plain.observation.participant == 3 && plain.observation.frame.time == 1.5)
    #expect(plain.observation.frame.isTracked && plain.observation.frame.face == .identity)
  }

  @Test("Floats and Doubles are the nearest to their text, as rounded by the standard library: 200,000 of each")
  func rounding() throws {
    var generator = SeededGenerator(seed: 3)
    var texts: [String] = []
    for _ in 0..<200_000 {
      // Long and short mantissas, small and large exponents, and midpoints of Floats, where rounding twice is wrong.
      let digits = Int.random(in: 1...21, using: &generator)
      var text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
      switch generator.next() % 3 {
      case 0: text = "0." + text
      case 1:
        let bits = UInt32.random(in: 0x0080_0000..<0x7F00_0000, using: &generator)
        let (low, high) = (Float(bitPattern: bits), Float(bitPattern: bits + 1))
        text = "\((Double(low) + Double(high)) / 2)"
      default: text = "\(Int.random(in: 1...9, using: &generator))" + text
      }
      if generator.next() & 1 == 0, !text.contains("e") { text += "e\(Int.random(in: -45...15, using: &generator))" }
      texts.append(text)
    }
    for chunk in stride(from: 0, to: texts.count, by: 10) {
      let ten = Array(texts[chunk..<chunk + 10])
      let list = "[" + (ten + ["0", "0", "0", "0", "0", "1"]).joined(separator: ",") + "]"
      let line =
        #"{"t":\#(ten[0]),"tracked":false,"face":\#(list),"target":[\#(ten[1]),\#(ten[2])]}"#
      let recorded = try #require(try reader(line).next())
      for (i, text) in ten.enumerated() {
        #expect(recorded.observation.frame.face[i].bitPattern == Float(text)?.bitPattern, "\(text)")
      }
      #expect(recorded.observation.frame.time == Double(ten[0]))
      #expect(recorded.observation.target == SIMD2(Double(ten[1]) ?? .nan, Double(ten[2]) ?? .nan))
    }
  }

  @Test("Texts near, but not at, a Double halfway between two Floats are rounded once")
  func halfway() throws {
    // Texts found by a search: the nearest Float by exact arithmetic differs from Float(Double(text)).
    let texts = [
      "0.953559547662735", "0.5336968004703522", "5.085076093673706", "0.8571538031101227", "0.6472789943218231",
      "70.02453231811523", "88.81467819213867", "64.06355667114258", "4.800035238265991", "7.473914861679077",
      "24.57979106903076", "19.81352710723877", "-24.57979106903076", "0", "0", "0",
    ]
    let line = #"{"t":0,"tracked":false,"face":[\#(texts.joined(separator: ","))]}"#
    let face = try #require(try reader(line).next()).observation.frame.face
    for (i, text) in texts.enumerated() {
      #expect(face[i].bitPattern == Float(text)?.bitPattern)
      #expect(i > 12 || face[i] != Float(Double(text) ?? .nan))
    }
  }

  @Test("A lost frame may lack its poses, which are then NaN")
  func lost() throws {
    let recorded = try #require(try reader(#"{"t":0,"tracked":false}"#).next())
    #expect(!recorded.observation.frame.isTracked)
    #expect(recorded.observation.frame.cameraFromFace == nil && recorded.observation.frame.camera[0].isNaN)
  }

  @Test("Blend shapes are read by name in any order; unknown names are skipped")
  func blendShapes() throws {
    let line = #"{"t":0,\#(poses),"blendShapes":{"tongueOut":0.5,"nose\u0053neerLeft":1,"other":[1],"jawOpen":0.125}}"#
    let shapes = try #require(try reader(line).next()?.observation.frame.blendShapes)
    let named = Dictionary(uniqueKeysWithValues: BlendShapes.names.enumerated().map { ($1, shapes[$0]) })
    #expect(named["tongueOut"] == 0.5 && named["noseSneerLeft"] == 1 && named["jawOpen"] == 0.125)
    #expect(named.values.filter { $0 != 0 }.count == 3)
  }

  static let faults: [(line: String, expected: String)] = [
    (#"{\#(poses)}"#, #"field "t": is missing; expected seconds"#),
    (#"{"t":null,\#(poses)}"#, #"field "t": expected a number, found `null`"#),
    (#"{"t":NaN,\#(poses)}"#, #"field "t": expected a number, found `NaN`"#),
    (#"{"t":-Infinity,\#(poses)}"#, #"field "t": expected a number, found `-Infinity`"#),
    (#"{"t":1e999,\#(poses)}"#, #"field "t": expected a number within the range of Double (1.8e308)"#),
    (#"{"t":01,\#(poses)}"#, #"field "t": expected a number, found `01`"#),
    (#"{"t":+1,\#(poses)}"#, #"field "t": expected a number, found `+1`"#),
    (#"{"t":1.,\#(poses)}"#, #"field "t": expected a number, found `1.`"#),
    (#"{"t":1e,\#(poses)}"#, #"field "t": expected a number, found `1e`"#),
    (#"{"t":"1",\#(poses)}"#, #"field "t": expected a number, found `"1"`"#),
    (#"{"t":0,"face":\#(unit)}"#, #"field "camera": is missing; expected a list of 16 numbers, or null"#),
    (
      #"{"t":0,"camera":\#(unit),"face":\#(unit),"leftEye":\#(unit)}"#,
      #"field "rightEye": is missing; expected a list of 16 numbers"#
    ),
    (#"{"t":0,"face":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]}"#, #"field "face": expected 16 numbers, found 15"#),
    (#"{"t":0,"face":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}"#, #"field "face": expected 16 numbers, found 17"#),
    (#"{"t":0,"face":[]}"#, #"field "face": expected 16 numbers, found 0"#),
    (#"{"t":0,"face":{}}"#, #"field "face": expected a list of 16 numbers, found `{`"#),
    (#"{"t":0,"face":[1e39]}"#, #"field "face": expected a number within the range of Float (3.4e38)"#),
    (#"{"t":0,"face":[1 2]}"#, #"field "face": expected `,` or `]`, found `2`"#),
    (#"{"t":0,"blink":[1,null]}"#, #"field "blink": expected a number, found `null`"#),
    (#"{"t":0,"lookAt":[1,2]}"#, #"field "lookAt": expected 3 numbers, found 2"#),
    (#"{"t":0,"target":[1]}"#, #"field "target": expected 2 numbers, found 1"#),
    (#"{"t":0,"intent":"left"}"#, #"field "intent": expected one of "up", "none", "down", found "left""#),
    (#"{"t":0,"tracked":1}"#, #"field "tracked": expected true or false, found `1`"#),
    (#"{"t":0,"participant":-1}"#, #"field "participant": expected a whole number from 0 to 100000"#),
    (#"{"t":0,"participant":100001}"#, #"field "participant": expected a whole number from 0 to 100000"#),
    (#"{"t":0,"participant":0.5}"#, #"field "participant": expected a whole number from 0 to 100000"#),
    (#"{"t":0,"participant":1e300}"#, #"field "participant": expected a whole number from 0 to 100000"#),
    (#"{"t":0,"truth":{"gaze":[1,2]}}"#, #"field "truth.state": is missing"#),
    (#"{"t":0,"truth":{"state":"dream"}}"#, #"field "truth.state": expected one of "fixate", "read""#),
    (#"{"t":0,"truth":{"gaze":[1,2,3],"state":"read"}}"#, #"field "truth.gaze": expected 2 numbers, found 3"#),
    (#"{"t":0,"blendShapes":{"jawOpen":"x"}}"#, #"field "blendShapes": expected a number, found `"x"`"#),
    (#"{"t":0,"x":tru}"#, "expected a value, found `tru`"),
    (#"{"t":0,"x":"\#u{1}"}"#, "a string contains a control character"),
    (#"{"t":0,"\q":1}"#, "a string contains an escape that JSON does not define"),
    (#"{"t":0,"x":\#(String(repeating: "[", count: 70))"#, "is nested deeper than 64 levels"),
    (#"{"t":0,\#(poses)} x"#, "expected the end of the line after the frame, found `x`"),
    ("[1]", "expected a frame, `{\"t\":…}`, found `[1`"),
    (#"{"t":0,}"#, "expected a string, found `}`"),
    (#"{"t" 0}"#, "expected `:` after a key, found `0`"),
  ]

  @Test("Every error states its line, its field and what was expected", arguments: faults)
  func fault(line: String, expected: String) throws {
    let good = #"{"t":0,\#(poses)}"#
    let reader = try reader(good, "", line, good)
    _ = try reader.next()
    let text = try #require(message { _ = try reader.next() })
    #expect(text.hasPrefix("a.jsonl:4: " + expected), "\(text)")
    #expect(!text.contains("\n"))
  }
}
