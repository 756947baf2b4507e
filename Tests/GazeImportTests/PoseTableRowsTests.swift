import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

private let headtrace = Imported.shared("headtrace")

struct PoseTableRowsTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func map(_ json: String) throws -> PoseTableMap {
    try PoseTableMap(path: try scratch.write(json, to: "map.json"))
  }

  /// Yaw, pitch and roll of a face and two eyes, as numbers in radians and metres.
  private static func pose(_ index: Int, _ part: Int) -> (angles: SIMD3<Double>, place: SIMD3<Double>) {
    let t = Double(index)
    switch part {
    case 0: return (SIMD3(0.2 * sin(t / 9), 0.1 * cos(t / 7), 0.3 * sin(t / 5)), SIMD3(0.01, 0.02, -0.35))
    case 1: return (SIMD3(0.1, 0.05 * sin(t / 3), 0), SIMD3(-0.03, 0.03, 0.02))
    default: return (SIMD3(0.04, 0.05 * sin(t / 3), 0), SIMD3(0.03, 0.03, 0.02))
    }
  }

  private static func transform(_ index: Int, _ part: Int) -> RigidTransform {
    let (angles, place) = pose(index, part)
    return RigidTransform(rotation: .aboutY(angles.x) * .aboutX(angles.y) * .aboutZ(angles.z), translation: place)
  }

  private static let parts = ["face", "leftEye", "rightEye"]

  private func euler(angle: Double = 1, length: Double = 1, separator: String = ",") throws -> String {
    let names = Self.parts.flatMap { p in ["yaw", "pitch", "roll", "x", "y", "z"].map { "\(p)_\($0)" } }
    var lines = [(["time"] + names).joined(separator: separator)]
    for index in 0..<80 {
      var fields = ["\(Double(index) / 60)"]
      for part in 0..<3 {
        let (angles, place) = Self.pose(index, part)
        fields +=
          [angles.x, angles.y, angles.z].map { "\($0 * angle)" } + [place.x, place.y, place.z].map { "\($0 * length)" }
      }
      lines.append(fields.joined(separator: separator))
    }
    return try scratch.write(lines.joined(separator: "\n"), to: "euler.csv")
  }

  private func expectSame(_ take: Imported, _ count: Int = 80) {
    #expect(take.frames.count == count && take.header.rate == 60)
    for (index, face) in take.faces.enumerated() {
      for (part, matrix) in [face.face, face.leftEye, face.rightEye].enumerated() {
        let expected = TransformMatrix(Self.transform(index, part))
        #expect((0..<16).allSatisfy { abs(matrix[$0] - expected[$0]) < 1e-6 })
      }
    }
  }

  @Test(
    "Stated Euler angles, quaternions in either order, and matrices give the same"
  )
  func spellings() throws {
    expectSame(try Imported(try euler(), .table))
    expectSame(try Imported(try euler(separator: "\t"), .table) { $0.table.euler = EulerOrder("YXZ") })
    let file = try euler(angle: 180 / .pi, length: 1000)
    expectSame(
      try Imported(file, .table) {
        $0.angles = .degrees
        $0.lengths = .millimetres
      })
    #expect(importFault(file, .table).contains("they are degrees"))
    let mended = try Imported(file, .table) { $0.mends = true }
    expectSame(mended)
    #expect(mended.findings == [.angleUnit, .lengthUnit])
    for (order, names) in [("xyzw", ["qx", "qy", "qz", "qw"]), ("wxyz", ["q0", "q1", "q2", "q3"])] {
      var lines = [
        "time_ms,"
          + Self.parts.flatMap { p in (names + ["tx", "ty", "tz"]).map { "\(p).\($0)" } }.joined(separator: ",")
      ]
      for index in 0..<80 {
        var fields = ["\(1e6 + Double(index) * 1000 / 60)"]
        for part in 0..<3 {
          let transform = Self.transform(index, part)
          let q = Self.quaternion(transform.rotation)
          let ordered = order == "xyzw" ? [q.x, q.y, q.z, q.w] : [q.w, q.x, q.y, q.z]
          fields += (ordered + [transform.translation.x, transform.translation.y, transform.translation.z]).map {
            "\($0)"
          }
        }
        lines.append(fields.joined(separator: ","))
      }
      let path = try scratch.write(lines.joined(separator: "\n"), to: "q.csv")
      expectSame(try Imported(path, .table) { $0.table.quaternionOrder = order })
      if order == "wxyz" {
        #expect(importFault(path, .table).contains("do not state which is w; give the order xyzw"))
      }
    }
    for isByRows in [false, true] {
      var lines = ["t;" + Self.parts.flatMap { p in (0..<16).map { "\(p)_\($0)" } }.joined(separator: ";")]
      for index in 0..<80 {
        let numbers = (0..<3).flatMap { part -> [Float] in
          let matrix = TransformMatrix(Self.transform(index, part))
          return (0..<16).map { isByRows ? matrix[$0 % 4 * 4 + $0 / 4] : matrix[$0] }
        }
        lines.append("\(Double(index) / 60);" + numbers.map { "\($0)" }.joined(separator: ";"))
      }
      let path = try scratch.write(lines.joined(separator: "\n"), to: "m.csv")
      let take = try Imported(path, .table)
      expectSame(take)
      #expect(
        take.plan.remarks.contains {
          $0.contains(isByRows ? "matrices are read by rows" : "matrices are read by columns")
        })
      let wrong: MatrixLayout = isByRows ? .columns : .rows
      #expect(importFault(path, .table) { $0.matrices = wrong }.contains("matrices are stated to be in"))
      expectSame(
        try Imported(path, .table) {
          $0.matrices = wrong
          $0.mends = true
        })
    }
  }

  private static func quaternion(_ r: RotationMatrix) -> SIMD4<Double> {
    let w = (1 + r.x.x + r.y.y + r.z.z).squareRoot() / 2
    return SIMD4(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x, 4 * w * w) / (4 * w)
  }

  @Test("an app's pointer and scrolls are kept; an impossible direction is refused")
  func app() throws {
    let text = """
      time,left_yaw,left_pitch,left_roll,right_yaw,right_pitch,right_roll,pointer_x,pointer_y,scroll
      0,0.1,0,0,0.05,0,0,10,-20,none
      0.1,0.1,0,0,0.05,0,0,11,,down
      0.2,0.1,0,0,0.05,0,0,12.5,30,
      """
    let take = try Imported(try scratch.write(text, to: "app.csv"), .table)
    let apps = take.frames.map(\.observation.app)
    #expect(apps.map(\.pointer) == [SIMD2(10, -20), nil, SIMD2(12.5, 30)])
    #expect(apps.map(\.scroll) == [ScrollDirection.none, .down, nil])
    let bad = try scratch.write(text.replacing(",down", with: ",left"), to: "bad.csv")
    let fault = importFault(bad, .table)
    #expect(fault.contains("field \"scroll\": expected up, none, down or nothing, found `left`"))
    let named = try scratch.write(text.replacing("pointer_x,pointer_y", with: "px,py"), to: "named.csv")
    let mapped = try Imported(named, .table) { $0.table = try map(#"{"pointer": ["px", "py"]}"#) }
    #expect(mapped.frames[0].observation.app.pointer == SIMD2(10, -20))
  }

  @Test("People by name, targets, intents, lids, lost rows, and columns named on the command line")
  func others() throws {
    let text = """
      who\tstamp\tok\teye_l_yaw\teye_l_pitch\teye_l_roll\tr yaw\tr pitch\tr roll\ttarget_x\ttarget_y\tintent\t\
      blink_left\tblink_right
      ann\t0\t1\t0.1\t0\t0\t0.05\t0\t0\t10\t20\tdown\t0\t1
      bob\t5\t1\t0.1\t0\t0\t0.05\t0\t0\t\t\t\t0.2\t0.3
      ann\t0.1\t0\t0.1\t0\t0\t0.05\t0\t0\t10\t20\tnone\t0\t0
      bob\t5.1\t1\t\t0\t0\tnan\t0\t0\t-\t20\tup\t0\t0
      """
    let take = try Imported(try scratch.write(text, to: "a.tsv"), .table) {
      try $0.table.add(columns: "participant=who,time=stamp,tracked=ok,leftEye=eye_l_,rightEye=r ")
    }
    #expect(take.header.participants == 2 && take.frames.map(\.observation.participant) == [0, 1, 0, 1])
    #expect(take.times == [0, 0, 0.1, 5.1 - 5] && take.faces.map(\.isTracked) == [true, true, false, false])
    #expect(take.frames.map(\.observation.target) == [SIMD2(10, 20), nil, SIMD2(10, 20), nil])
    #expect(take.frames.map(\.observation.intent) == [.down, nil, ScrollDirection.none, .up])
    #expect(take.faces[0].blink == SIMD2(0, 1) && take.faces[1].blink == SIMD2(0.2, 0.3))
    #expect(take.faces[0].face[14] == -0.35 && take.faces[0].leftEye[12] == 0.0315)
    #expect(take.header.assumptions.count { $0.contains("not in the file") } == 3)
  }

  @Test(
    "Head motion in X-Z-Y angles is its quaternions': 3,000 rows, 1e-5",
    .enabled(if: FileManager.default.fileExists(atPath: headtrace), "the third-party data are not beside this package"))
  func headMotion() throws {
    var takes: [Imported] = []
    for (name, names, face) in [
      ("user1_euler.txt", ["yaw", "pitch", "roll"], #"{"euler":["-yaw","pitch","-roll"]}"#),
      ("user1_quaternion.txt", ["w", "x", "y", "z"], #"{"quaternion":["w","x","y","z"]}"#),
    ] {
      let eyes = ["leftEye", "rightEye"].flatMap { eye in ["yaw", "pitch", "roll"].map { "\(eye)_\($0)" } }
      var lines = [(["time"] + names + eyes).joined(separator: ",")]
      let rows = try String(contentsOfFile: headtrace + "/" + name, encoding: .utf8).split(whereSeparator: \.isNewline)
      for row in rows.dropFirst() {
        let fields = row.split(separator: " ").map(String.init)
        lines.append(([fields[0]] + fields.dropFirst(2) + eyes.map { _ in "0" }).joined(separator: ","))
      }
      let map = try map(#"{"face":\#(face),"euler":"XZY","quaternionOrder":"wxyz"}"#)
      takes.append(try Imported(try scratch.write(lines.joined(separator: "\n"), to: name), .table) { $0.table = map })
    }
    #expect(takes.map(\.frames.count) == [3000, 3000])
    let largest = zip(takes[0].faces, takes[1].faces).map { a, b in
      (0..<16).map { abs(a.face[$0] - b.face[$0]) }.max() ?? .infinity
    }
    #expect((largest.max() ?? .infinity) < 1e-5 && takes[0].faces[0].face[0] < 0.9999)
  }

  @Test("An order is three axes, no neighbours equal; turned axes reverse fixed ones")
  func order() {
    for text in ["", "XY", "XXY", "XyZ", "ABC", "XYZW"] { #expect(EulerOrder(text) == nil) }
    #expect(
      EulerOrder("ZXZ")?.description == "ZXZ" && EulerOrder("xyz")?.description == "xyz"
        && EulerOrder.arkit.description == "YXZ")
  }

  @Test("For a misfitting map the error names column and remedy")
  func faults() throws {
    let path = try euler()
    func fault(_ configure: (inout ImportOptions) throws -> Void) -> String { importFault(path, .table, configure) }
    #expect(fault { try $0.table.add(columns: "time=x") }.contains("has no column `x`; it has `time`, `face_yaw`"))
    #expect(fault { try $0.table.add(columns: "face=nose") }.contains("has no pose in the columns that begin"))
    #expect(fault { try $0.table.add(columns: "nose=face") }.contains("unknown column role \"nose\""))
    #expect(fault { try $0.table.add(columns: "face") }.contains("ROLE=NAME"))
    #expect(fault { $0.table.euler = EulerOrder("YXY") }.contains("turns twice about one axis"))
    for (json, expected) in [
      ("{", "is not valid JSON"), (#"{"target":["a"]}"#, "expected 2 names of columns, found 1"),
      (#"{"face":{"quaternion":["a"]}}"#, "expected 4 names"),
      (#"{"face":{}}"#, "expected one of matrix, quaternion and euler"),
      (#"{"euler":"ABC"}"#, "expected three axes"), (#"{"quaternionOrder":"zyxw"}"#, "expected xyzw or wxyz"),
      (#"{"units":{"lengths":"inch"}}"#, "units.lengths"),
    ] {
      let error = message { _ = try map(json) } ?? "none"
      #expect(error.contains(expected), "\(json): \(error)")
    }
    for (text, expected) in [
      ("", "is empty"), ("a,b\n1,2\n", "no column that looks like time"), ("time,x\n1,2\n", "no pose of the left eye"),
    ] {
      let other = try scratch.write(text, to: "b.csv")
      #expect(importFault(other, .table).contains(expected))
    }
  }
}
