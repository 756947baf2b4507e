import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct LiveLinkRowsTests {
  static let names =
    "Timecode,BlendshapeCount,EyeBlinkLeft,EyeBlinkRight,LeftEyeYaw,LeftEyePitch,RightEyeYaw,RightEyePitch"
  static let decoded = "FrameNumber,RateNum,RateDen,LeftEyeYaw,LeftEyePitch,RightEyeYaw,RightEyePitch"
  private func row(_ timecode: String, _ rest: String = "61,0.5,0.25,0,0,0,0") -> String { timecode + "," + rest }

  private func take(_ rows: [String], names: String? = nil) throws -> Imported {
    let scratch = try ScratchFolder()
    let text = ([names ?? Self.names] + rows).joined(separator: "\n") + "\n"
    return try Imported(try scratch.write(text, to: "a.csv"), .livelink)
  }

  private func fault(_ rows: [String], names: String? = nil) -> String? {
    message { _ = try take(rows, names: names) }.map { String($0.drop { $0 != ":" }) }
  }

  @Test("FF counts 60ths, .mmm thousandths; midnight is no step back")
  func midnight() throws {
    let take = try take([row("23:59:59:30.000"), row("23:59:59:59.500"), row("00:00:00:00.250"), row("00:00:01:00")])
    let expected = [0, 29.5 / 60, 30.25 / 60, 1.5]
    for (frame, time) in zip(take.faces, expected) { expectNear(frame.time, time, 1e-9) }
    #expect(take.frames.count == 4)
  }

  @Test("A row of two fields is a lost face without poses")
  func lost() throws {
    let take = try take([row("10:00:00:00.000"), "10:00:00:01.000,0", row("10:00:00:02.000")])
    #expect(take.faces.map(\.isTracked) == [true, false, true])
    #expect(take.quality.lostFrames == 1 && take.header.rate == 60)
    #expect(take.faces[1].cameraFromFace == nil && take.faces[1].leftEye[0].isNaN)
    #expect(take.faces[2].blink == SIMD2(0.5, 0.25))
  }

  @Test("A first line alone is refused; one frame's rate is reported as assumed")
  func few() throws {
    #expect(fault([])?.contains("holds no frame") == true)
    let one = try take([row("10:00:00:00.000")])
    #expect(one.frames.count == 1 && one.header.rate == 60)
    #expect(one.header.assumptions.contains { $0.contains("60 Hz is assumed") })
  }

  @Test("Malformed rows name their line and column")
  func faults() {
    let cases = [
      ("10:00:00:01.000,61,1", ":3: expected 8 fields as in the first line"),
      ("10:00:00:01.000,61", ":3: expected 8 fields"),
      ("10:00:00:01.000,61,x,0,0,0,0,0", #":3: field "EyeBlinkLeft": expected a finite number, found `x`"#),
      ("10:00:00:01.000,61,nan,0,0,0,0,0", #":3: field "EyeBlinkLeft": expected a finite number, found `nan`"#),
      ("10:00:00:01.000,61,0,inf,0,0,0,0", #":3: field "EyeBlinkRight": expected a finite number, found `inf`"#),
      ("10:00:00:01.000,61,0,0,0x1p3,0,0,0", #":3: field "LeftEyeYaw": expected a finite number, found `0x1p3`"#),
      ("10:00:00:01.000,61,0,0,1e999,0,0,0", #":3: field "LeftEyeYaw": expected a finite number, found `1e999`"#),
      ("10:00:00:01.000,61,0,0,,0,0,0", #":3: field "LeftEyeYaw": expected a finite number, found ``"#),
      (
        "10:00:00:01.000,61,0,0,0,45,0,0",
        ":3: 1 of 2 frames have angles that, read as radians, are beyond the range of eyes (90°) or heads, the first 45"
      ),
      ("10:00:00:01.000,61,0,0,0,400,0,0", #":3: field "LeftEyePitch": expected an angle in radians, found 400.0"#),
      ("10:00:00:01.000,61,1e9,0,0,0,0,0", #":3: field "EyeBlinkLeft": expected a coefficient"#),
      (
        "09:59:59:59.000,61,0,0,0,0,0,0",
        ":3: time runs back once, first by 16.7 ms: frames are out of order. "
          + "The option to mend it sorts the frames by time"
      ),
      ("10:00:00:60.000,61,0,0,0,0,0,0", #":3: field "Timecode": expected HH:MM:SS:FF.mmm with FF below 60"#),
      ("10:00:-1:00.000,61,0,0,0,0,0,0", #":3: field "Timecode": expected HH:MM:SS:FF.mmm"#),
      ("10:00,61,0,0,0,0,0,0", #":3: field "Timecode": expected HH:MM:SS:FF.mmm"#),
      ("\"10:00:00:01.000,61,0,0,0,0,0,0", ":3: expected the closing quote of a field"),
      ("\"10:00:00:01.000\"x,61,0,0,0,0,0,0", ":3: expected `,` after a quoted field"),
    ]
    for (row, expected) in cases {
      let found = fault([self.row("10:00:00:00.000"), row]) ?? "none"
      #expect(found.hasPrefix(expected))
    }
  }

  @Test(
    "A missing or doubled column is named, and a rate must be one",
    arguments: [
      ("a,b", [], #":1: field "Timecode": is missing; this is not"#),
      ("Timecode,LeftEyeYaw", [], #":1: field "LeftEyePitch": is missing"#),
      (LiveLinkRowsTests.names + ",LEFTEYEYAW", [], #":1: field "LEFTEYEYAW": occurs twice"#),
      ("FrameNumber,RateNum", [], #":1: field "RateDen": is missing"#),
      (LiveLinkRowsTests.decoded, ["1,0,1,0,0,0,0"], "expected a frame rate above 0"),
      (LiveLinkRowsTests.decoded, ["1e300,1e-300,1,0,0,0,0"], "expected a frame number"),
      (LiveLinkRowsTests.decoded, ["2,60,1,0,0,0,0", "1,60,1,0,0,0,0"], "time runs back once"),
    ])
  func columns(names: String, rows: [String], expected: String) {
    let found = fault(rows, names: names) ?? "none"
    #expect(found.contains(expected))
  }

  @Test("Frame numbers are accepted; an empty file and a pipe are not")
  func files() throws {
    #expect(fault(["1,60,1,0,0,0,0", "2,60,1,0,0,0,0"], names: Self.decoded) == nil)
    let scratch = try ScratchFolder()
    let empty = try scratch.write("", to: "a.csv")
    #expect(importFault(empty, .livelink).hasSuffix("is empty; expected a Live Link Face CSV file"))
    #expect(importFault("-", .livelink).contains("is read twice"))
  }
}
