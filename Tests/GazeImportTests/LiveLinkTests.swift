import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// Third-party takes beside the package; see their NOTES.md.
private let takes = sharedData.appending(path: "livelink")
private let hasTakes = FileManager.default.fileExists(atPath: takes.path)

private func correlation(_ a: [Double], _ b: [Double]) -> Double {
  let (ma, mb) = (a.mean, b.mean)
  return zip(a, b).map { ($0 - ma) * ($1 - mb) }.mean / (a.sd * b.sd)
}

private func shape(_ name: String, _ frames: [FaceFrame]) throws -> [Double] {
  let index = try #require(BlendShapes.names.firstIndex(of: name))
  return frames.map { Double($0.blendShapes?[index] ?? .nan) }
}

@Suite("Live Link Face takes", .enabled(if: hasTakes, "the third-party takes are not beside this package"))
struct RecordedLiveLinkTests {
  private let thirtyHertz = takes.appendingPathComponent("alexdjulin_facial.csv").path
  private let decoded = takes.appendingPathComponent("thinkbiq_dao_decoded.csv").path

  @Test("alexdjulin: 1,913 frames in 63.758 s at 30 Hz, one step of 66.7 ms")
  func thirty() throws {
    let take = try Imported(thirtyHertz, .livelink)
    #expect(take.frames.count == 1_913 && take.quality.frames == 1_913 && take.quality.lostFrames == 0)
    #expect(take.header.rate == 30 && take.header.source == .recorded && take.header.scenario == "recorded")
    expectNear(take.quality.seconds, 63.757_916_667, 1e-6)
    #expect(take.quality.gaps == 1)
    expectNear(take.quality.longestGapSeconds, 0.066_666_667, 1e-6)
    #expect(take.quality.missingFrames == 1 && take.plan.findings.isEmpty && take.quality.blinks == 9)
    #expect(
      take.header.assumptions.contains("The head's rotation is not in the file: the face is assumed to face the phone.")
    )
    #expect(take.faces.allSatisfy { $0.face == TransformMatrix(RigidTransform(translation: SIMD3(0, 0, -0.35))) })
    let (first, last) = (try #require(take.faces.first), try #require(take.faces.last))
    #expect(first.time == 0 && first.blink == SIMD2(0.017_980_432_1, 0.016_993_245_1))
    expectNear(last.time, take.quality.seconds, 1e-12)
    let brow = try shape("browInnerUp", [first])
    expectNear(brow[0], 0.208_831_965_9, 1e-7)
  }

  @Test("thinkbiq: 180 frames in 3.102 s at 59.95 Hz, one gap, head rotation")
  func sixty() throws {
    let take = try Imported(decoded, .livelink)
    #expect(take.frames.count == 180 && take.quality.lostFrames == 0)
    #expect(take.header.assumptions.contains { $0.hasPrefix("The head's rotation is taken as recorded") })
    #expect(take.quality.missingFrames == 7 && take.plan.findings.isEmpty && take.quality.losses == 0)
    expectNear(take.header.rate, 59.95, 0.02)
    expectNear(take.quality.seconds, 3.101_923_18, 1e-6)
    #expect(take.quality.gaps == 1)
    expectNear(take.quality.longestGapSeconds, 0.133_415_92, 1e-6)
    let first = try #require(take.faces.first)
    // The columns of the head's matrix: Rx(p)·Ry(y)·Rz(−r), so z = (sin y, −sin p cos y, cos p cos y).
    let (yaw, pitch) = (0.059_837_657_958_269_12, 0.018_487_079_069_018_364)
    expectNear(Double(first.face[8]), sin(yaw), 1e-6)
    #expect(abs(Double(first.face[9]) + sin(pitch) * cos(yaw)) < 1e-6)
    #expect(RigidTransform(first.face) != nil)
  }

  @Test(
    "The eyes point outward, agreeing with blend shapes on both sides",
    arguments: ImportOptions.LeftEyeSide.allCases)
  func signs(side: ImportOptions.LeftEyeSide) throws {
    for path in [thirtyHertz, decoded] {
      let faces = try Imported(path, .livelink) { $0.leftEyeSide = side }.faces
      // For the left eye, outward means towards the left.
      let outward = Double(faces[0].leftEye[12].sign == .minus ? -1 : 1)
      #expect(outward == (side == .screenLeft ? -1 : 1))
      #expect(faces[0].leftEye[12] == -faces[0].rightEye[12] && abs(faces[0].leftEye[12]) == 0.0315)
      func angles(_ eye: TransformMatrix) -> GazeAngles {
        GazeAngles(direction: SIMD3(Double(eye[8]), Double(eye[9]), Double(eye[10])))
      }
      let (left, right) = (faces.map { angles($0.leftEye) }, faces.map { angles($0.rightEye) })
      let divergence = zip(left, right).map { ($0.yaw - $1.yaw) * outward }
      #expect(divergence.mean > 0.055)
      #expect(divergence.allSatisfy { $0 > 0.02 && $0 < 0.09 })
      let leftOut = zip(try shape("eyeLookOutLeft", faces), try shape("eyeLookInLeft", faces)).map { $0 - $1 }
      let rightOut = zip(try shape("eyeLookOutRight", faces), try shape("eyeLookInRight", faces)).map { $0 - $1 }
      let down = zip(try shape("eyeLookDownLeft", faces), try shape("eyeLookUpLeft", faces)).map { $0 - $1 }
      #expect(correlation(left.map { $0.yaw * outward }, leftOut) > 0.99)
      #expect(correlation(right.map { $0.yaw * -outward }, rightOut) > 0.99)
      #expect(correlation(left.map(\.pitch), down) < -0.99)
    }
  }

  @Test("The eyes' matrices decompose into its roll column: 1,913 frames, 1e-5 rad")
  func roll() throws {
    let rows = try String(contentsOfFile: thirtyHertz, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
    for side in ImportOptions.LeftEyeSide.allCases {
      let faces = try Imported(thirtyHertz, .livelink) { $0.leftEyeSide = side }.faces
      for (row, face) in zip(rows, faces) {
        let fields = row.split(separator: ",")
        for (eye, column) in [(face.leftEye, 59), (face.rightEye, 62)] {
          // First row of Rx(p)·Ry(y)·Rz(r): (cos y cos r, −cos y sin r, sin y).
          let roll = atan2(Double(-eye[4]), Double(eye[0])) * (side == .screenLeft ? -1 : 1)
          expectNear(roll, (Double(fields[column]) ?? .nan), 1e-5)
        }
      }
    }
  }

  @Test("The sides are mirror images: pointers are each other's reflections (n = 180)")
  func mirror() throws {
    let a = try Imported(decoded, .livelink).faces
    let b = try Imported(decoded, .livelink) { $0.leftEyeSide = .screenRight }.faces
    func hit(_ face: FaceFrame) throws -> SIMD2<Double> {
      let (eye, pose) = (try #require(CyclopeanEye(face)), try #require(face.cameraFromFace))
      return try #require(
        GazeRay(origin: pose.apply(eye.origin), direction: pose.apply(direction: eye.direction)).hitOnScreenPlane())
    }
    for (a, b) in zip(a, b) {
      let (hit, other) = (try hit(a), try hit(b))
      expectNear(hit.x, -other.x, 1e-6)
      expectNear(hit.y, other.y, 1e-6)
    }
  }

  @Test("Reordered, re-cased, quoted, without BlendShapeCount, with BOM and CRLF it is one take")
  func rearranged() throws {
    let scratch = try ScratchFolder()
    let rows = try String(contentsOfFile: thirtyHertz, encoding: .utf8).split(whereSeparator: \.isNewline)
    var text = "\u{FEFF}"
    for (i, row) in rows.enumerated() {
      var fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      fields.remove(at: 1)
      if i == 0 { fields = fields.map { "\"\($0.uppercased())\"" } }
      text += fields.reversed().joined(separator: " , ") + "\r\n"
    }
    let copy = try Imported(try scratch.write(text, to: "a.csv"), .livelink)
    let plain = try Imported(thirtyHertz, .livelink)
    #expect(areSame(copy.frames, plain.frames) && copy.header == plain.header && copy.quality == plain.quality)
  }
}

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

struct LiveLinkTakeTests {
  private let scratch: ScratchFolder
  private let csv: String

  init() throws {
    scratch = try ScratchFolder()
    let names = "Timecode,BlendshapeCount,LeftEyeYaw,LeftEyePitch,RightEyeYaw,RightEyePitch"
    let rows = (0..<60).map { String(format: "10:00:00:%02d.000", $0) + ",61,0.0\($0),0,0,0" }
    csv = try scratch.write(([names] + rows).joined(separator: "\n"), to: "Slate_3_iPhone_cal.csv")
  }

  private func take(_ text: String) throws { _ = try scratch.write(text, to: "take.json") }

  @Test("take.json beside the file gives model, frames, rate and calibration")
  func beside() throws {
    try take(
      #"""
      {"frames":160,"appVersion":"v1.1 (build 17)","slate":"Slate","calibrated":true,"subject":"iPhone",\#
      "date":"2021-10-06T11:31:46Z",
       "identifier":"20211006_Slate_3","version":1,"take":3,"deviceModel":"iPhone13,1","more":[1]}
      """#)
    _ = try scratch.write(#"{"FrameRate": 30, "Quality": "high"}"#, to: "video_metadata.json")
    #expect(try RecordingImport.deviceModel(path: csv, format: .livelink) == "iPhone13,1")
    let take = try Imported(csv, .livelink)
    #expect(
      take.plan.remarks.contains {
        $0.contains("iPhone13,1") && $0.contains("160 video frames") && $0.contains("30.0 Hz")
      })
    #expect(take.header.assumptions.contains { $0.contains("calibrated the facial coefficients") })
    #expect(take.findings == [.take, .take])
    #expect(take.plan.findings.contains { $0.sentence.contains("counts 160 video frames, the file holds 60 rows") })
    #expect(take.plan.findings.contains { $0.sentence.contains("says 30.0 Hz, the rows come at 60 Hz") })
  }

  @Test("Another take's take.json counts only if named; a broken one is reported")
  func others() throws {
    try take(#"{"slate":"Other","take":1,"deviceModel":"iPhone13,1"}"#)
    #expect(try RecordingImport.deviceModel(path: csv, format: .livelink) == nil)
    #expect(try Imported(csv, .livelink).plan.remarks.contains { $0.contains("belongs to Other_1") })
    #expect(
      try RecordingImport.deviceModel(path: csv, format: .livelink, take: scratch("take.json")) == "iPhone13,1")
    try take("{")
    #expect(try Imported(csv, .livelink).plan.remarks.contains { $0.contains("is not used") })
    let named = scratch("take.json")
    #expect(importFault(csv, .livelink) { $0.take = named }.hasPrefix(named))
    #expect(importFault(csv, .livelink) { $0.take = "no-such.json" }.contains("no such file"))
  }
}
