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
