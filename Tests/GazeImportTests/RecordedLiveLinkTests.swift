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
