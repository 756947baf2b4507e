import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct LineOfSightUnitsTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// A matrix by columns: turned about y, with a translation.
  private static func pose(_ yaw: Double, _ place: [Double]) -> [Double] {
    let (c, s) = (cos(yaw), sin(yaw))
    return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0] + place + [1]
  }

  private static func units(_ time: (Int) -> Any, _ write: ([Double]) -> Any) -> [[String: Any]] {
    (0..<90).map { index in
      [
        "timeStamp": time(index), "faceEyeTransform": write(pose(0.1, [0.01, 0.02, -0.35])),
        "leftEyeTransform": write(pose(0.05 + 0.001 * Double(index), [-0.03, 0.03, 0.02])),
        "rightEyeTransform": write(pose(0.001 * Double(index), [0.03, 0.03, 0.02])),
      ]
    }
  }

  private static let columns: @Sendable ([Double]) -> Any = { m in (0..<4).map { Array(m[$0 * 4..<$0 * 4 + 4]) } }
  private static let rows: @Sendable ([Double]) -> Any = { m in (0..<16).map { m[$0 % 4 * 4 + $0 / 4] } }
  private static let scene: @Sendable ([Double]) -> Any = { m in
    Dictionary(uniqueKeysWithValues: (0..<16).map { ("m\($0 / 4 + 1)\($0 % 4 + 1)", m[$0]) })
  }
  private static let since2001: @Sendable (Int) -> Any = { 550_000_000 + Double($0) / 60 }

  private func file(_ object: Any) throws -> String {
    let path = scratch("a.json")
    try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    "Sixteen numbers, four columns, m11 to m44, rows, and three epochs give one recording"
  )
  func spellings() throws {
    let plain = try Imported(try file(Self.units(Self.since2001) { $0 }), .lineofsight)
    #expect(plain.frames.count == 90 && plain.header.rate == 60 && plain.times[0] == 0)
    #expect(
      plain.plan.remarks.contains("Time stamps are seconds since 2001, as Swift's Date encodes; time starts at 0."))
    #expect(plain.header.assumptions.contains { $0.hasPrefix("The camera's pose is not in the file") })
    let first = plain.faces[0]
    #expect(
      first.camera == .identity && first.face[12] == 0.01 && first.face[14] == -0.35 && first.leftEye[12] == -0.03)
    expectNear(Double(first.face[8]), sin(0.1), 1e-6)
    let since1970: (Int) -> Any = { (1_528_307_200 + Double($0) / 60) * 1000 }
    for (units, remark) in [
      (Self.units(Self.since2001, Self.columns), "by columns"), (Self.units(since1970, Self.rows), "by rows"),
      (Self.units(Self.since2001, Self.scene), "by columns"),
    ] {
      for object in [units as Any, ["device": "x", "other": [1, 2], "units": units] as Any] {
        let take = try Imported(try file(object), .lineofsight)
        #expect(
          zip(take.faces, plain.faces).allSatisfy {
            $0.face == $1.face && $0.leftEye == $1.leftEye && $0.rightEye == $1.rightEye
          })
        #expect(zip(take.times, plain.times).allSatisfy { abs($0 - $1) < 1e-3 } && take.frames.count == 90)
        #expect(take.plan.remarks.contains { $0.contains(remark) })
      }
    }
    let lines = try Self.units(Self.since2001) { $0 }.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    let path = try scratch.write(lines.joined(separator: "\n"), to: "a.jsonl")
    #expect(areSame(try Imported(path, .lineofsight).frames, plain.frames))
  }

  @Test(
    "A date is ISO 8601; another number has no epoch, milliseconds if they fit"
  )
  func times() throws {
    let dates = try Imported(
      try file(Self.units({ String(format: "2018-07-01T09:%02d:%02d.5+09:00", $0 / 60, $0 % 60) }, { $0 })),
      .lineofsight)
    #expect(dates.times.enumerated().allSatisfy { abs($1 - Double($0)) < 1e-6 })
    let own = try Imported(try file(Self.units({ 5000 + Double($0) * 16.667 }, { $0 })), .lineofsight)
    #expect(own.header.rate == 60)
    expectNear(own.times[60], 1.00002, 1e-6)
  }

  @Test("Millimetres and poses in the world are refused with numbers, and mended on request")
  func units() throws {
    let plain = try Imported(try file(Self.units(Self.since2001) { $0 }), .lineofsight)
    let millimetres = try file(
      Self.units(Self.since2001) { $0.enumerated().map { (12..<15).contains($0) ? $1 * 1000 : $1 } })
    let error = importFault(millimetres, .lineofsight)
    #expect(error.contains("the face is 351 m from the camera") && error.contains("are mm. The option to mend"))
    let mended = try Imported(millimetres, .lineofsight) { $0.mends = true }
    #expect(haveSameEyes(mended, plain))
    let stated = try Imported(millimetres, .lineofsight) { $0.lengths = .millimetres }
    #expect(areSame(stated.frames, mended.frames))
    let face = try #require(RigidTransform(plain.faces[0].face))
    var world = Self.units(Self.since2001) { $0 }
    for index in world.indices {
      for (key, eye) in [
        ("leftEyeTransform", plain.faces[index].leftEye), ("rightEyeTransform", plain.faces[index].rightEye),
      ] {
        let matrix = TransformMatrix(face * (try #require(RigidTransform(eye))))
        world[index][key] = (0..<16).map { Double(matrix[$0]) }
      }
    }
    let path = try file(world)
    #expect(importFault(path, .lineofsight).contains("they are poses in the world, not in the face"))
    let relative = try Imported(path, .lineofsight) { $0.mends = true }
    #expect(haveSameEyes(relative, plain))
  }

  @Test("A unit without a face is lost; a non-unit is named by line")
  func faults() throws {
    var units = Self.units(Self.since2001) { $0 }
    units[4]["faceEyeTransform"] = NSNull()
    units[5]["leftEyeTransform"] = nil
    units[5]["rightEyeTransform"] = nil
    let take = try Imported(try file(units), .lineofsight)
    #expect(take.quality.lostFrames == 2 && take.quality.losses == 1 && !take.faces[4].isTracked)
    for (text, expected) in [
      ("", "expected a list of units"), ("{}", "found an empty object"), ("{\"a\":1}", "found none"),
      ("[1]", "expected a unit"),
      ("[{\"timeStamp\":1}", "expected `,` or `]`"), ("[{}]", "field \"timeStamp\": is missing"),
      ("[{\"timeStamp\":\"x\"}]", "expected a number or a date"),
      ("[{\"timeStamp\":1,\"faceEyeTransform\":[1,2]}]", "expected 16 numbers, found 2"),
      ("[{\"timeStamp\":1,\"faceEyeTransform\":{\"m11\":1}}]", "expected the keys m11 to m44"),
      ("[{\"timeStamp\":1e400}]", "within the range of Double"), ("[[[[[", "ends in the middle of a value"),
      (String(repeating: "[", count: 1000), "nested deeper"),
    ] {
      let path = try scratch.write(text, to: "b.json")
      let error = importFault(path, .lineofsight)
      #expect(error.contains(expected) && error.hasPrefix(path), "\(text.prefix(40)): \(error)")
    }
  }
}
