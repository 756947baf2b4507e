import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct CalibrationFileTests {
  /// A file of gaze, and one of head.
  private func files() throws -> (gaze: CalibrationFile, head: CalibrationFile) {
    let number = CalibrationFile.Parameter(name: "a", unit: "1", value: 2, identified: true)
    var gaze = try usualCalibration()
    (gaze.fit.parameters, gaze.fit.outliers, gaze.fit.remarks) = ([number], 3, nil)
    gaze.gaze?.people[0].person = "anna"
    gaze.gaze?.sessionSpread = .init(source: .assumed, sd: 1.3)
    var head = CalibrationFile(
      device: "x-1", rig: "head", provenance: .recorded, fittedTo: "a",
      fit: .init(parameters: [number], condition: 7, stop: "", residualRMS: 0, residualUnit: "deg"))
    head.named = [.init(participant: 1, person: "ben")]
    return (gaze, head)
  }

  private func object(_ file: CalibrationFile) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(file)) as? [String: Any])
  }

  @Test("in JSON a file is one object with its rig's keys, and reads back")
  func flat() throws {
    let (gaze, head) = try files()
    let common: Set = [
      "schema", "version", "device", "rig", "provenance", "fittedTo", "people", "parameters", "unidentified",
      "condition",
      "stop", "residualRMS", "heldOut", "outliers",
    ]
    #expect(
      Set(try object(gaze).keys) == common.union(["geometry", "smoothing", "trigger", "sessionSpread"]))
    #expect(Set(try object(head).keys) == common.union(["residualUnit", "remarks"]))
    #expect(try CalibrationFile(json: JSONEncoder().encode(gaze), path: "g.json") == gaze)
    #expect(try CalibrationFile(json: JSONEncoder().encode(head), path: "h.json", rig: "head") == head)
  }

  @Test("a file of another rig than requested, by default gaze, is refused")
  func otherRig() throws {
    let (gaze, head) = try files()
    #expect { try CalibrationFile(json: JSONEncoder().encode(head), path: "h.json") } throws: {
      "\($0)" == "h.json: field \"rig\": is \"head\"; expected \"gaze\""
    }
    #expect { try CalibrationFile(json: JSONEncoder().encode(gaze), path: "g.json", rig: "head") } throws: {
      "\($0)" == "g.json: field \"rig\": is \"gaze\"; expected \"head\""
    }
  }

  @Test(
    "what a rig's file must have is missed by name", arguments: ["geometry", "people", "trigger", "stop", "schema"])
  func gazeLacks(key: String) throws { try lacks(key, try files().gaze) }

  @Test(
    "what another rig's file must have is missed by name", arguments: ["remarks", "outliers", "residualUnit", "stop"])
  func headLacks(key: String) throws { try lacks(key, try files().head) }

  private func lacks(_ key: String, _ file: CalibrationFile) throws {
    var object = try object(file)
    object[key] = nil
    let json = try JSONSerialization.data(withJSONObject: object)
    #expect { try CalibrationFile(json: json, path: "c.json", rig: file.rig) } throws: {
      "\($0)" == "c.json: field \"\(key)\": is missing"
    }
  }

  @Test("a person is found by identifier where given, else by number")
  func identified() throws {
    var (gaze, head) = try files()
    #expect(gaze.participant(0, person: "anna") == 4 && gaze.participant(4, person: "ben") == nil)
    #expect(head.participant(0, person: "ben") == 1 && head.participant(1, person: nil) == nil)
    gaze.gaze?.people[0].person = nil
    head.named = nil
    #expect(gaze.participant(0, person: "anna") == 0 && head.participant(5, person: nil) == 5)
  }
}

struct CalibrationFilePipelineTests {
  @Test("angles are degrees in files, radians in pipelines; unknown people have none")
  func people() throws {
    var gaze = try #require(try usualCalibration().gaze)
    gaze.people[0].quadratic = [1, 2, 3, -4, 5, 6]
    let person = try #require(gaze.person(4))
    expectNear(person.gazeOffset.towardsX, .pi / 10, 1e-12)
    #expect(abs(person.gazeOffset.up + .pi / 20) < 1e-12)
    #expect(person.gain == SIMD2(0.9, 1.1))
    let degree = Double.pi / 180
    let misses = [person.quadratic.yaw - SIMD3(1, 2, 3) * degree, person.quadratic.pitch - SIMD3(-4, 5, 6) * degree]
    #expect(misses.allSatisfy { ($0 * $0).sum() < 1e-30 })
    #expect(gaze.person(0) == nil)
  }

  @Test(
    "an earlier session's offset is trusted as the fit found sessions to agree")
  func trust() throws {
    var file = try usualCalibration()
    var gaze = try #require(file.gaze)
    #expect(gaze.person(4)?.trust == .assumed)
    gaze.sessionSpread = .init(source: .assumed, sd: 1.3)
    #expect(gaze.person(4)?.trust == .assumed)
    gaze.sessionSpread = .init(source: .estimated, sd: 0.5, estimate: 0.4, ci95: [0.2, 0.9], sessions: 6, people: 2)
    gaze.people[0].sessions = 3
    #expect(gaze.person(4)?.trust == PersonTrust(sessionSpread: 0.5 * .pi / 180, sessions: 3))
    gaze.sessionSpread?.sd = .nan
    file.gaze = gaze
    #expect(throws: FileError.self) { try file.check("c.json") }
  }

  @Test("the screen has the app's points; a tilt in degrees becomes radians")
  func screen() throws {
    var gaze = try #require(try usualCalibration().gaze)
    var expected = ScreenGeometry(points: SIMD2(300, 600), metres: SIMD2(0.05, 0.1), camera: SIMD2(0.02, -0.003))
    #expect(gaze.screen(points: SIMD2(300, 600)) == expected)
    (gaze.geometry.tilt, gaze.geometry.depth) = ([18, -9], 0.002)
    (expected.tilt, expected.depth) = (SIMD2(18, -9) * (.pi / 180), 0.002)
    #expect(gaze.screen(points: SIMD2(300, 600)) == expected)
  }
}
