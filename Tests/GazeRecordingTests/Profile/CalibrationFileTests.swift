import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite struct CalibrationFileTests {
  /// A file of gaze, and one of head.
  private func files() throws -> (gaze: CalibrationFile, head: CalibrationFile) {
    let profile = try DeviceProfile(json: Data(profileJSON.utf8), path: "p.json")
    let number = CalibrationFile.Parameter(name: "a", unit: "1", value: 2, identified: true)
    var gaze = CalibrationFile(
      device: "x-1", provenance: .recorded, fittedTo: "a",
      fit: .init(
        parameters: [number], condition: nil, stop: "", residualRMS: 0, residualUnit: nil, outliers: 3, remarks: nil),
      gaze: .init(
        geometry: .init(screenWidth: 0.05, screenHeight: 0.1, cameraX: 0.02, cameraY: -0.003),
        people: [.init(participant: 4, person: "anna", gazeOffset: [18, -9], gain: [1, 1])],
        smoothing: .init(filter: "none"), trigger: profile.trigger.settings))
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

  @Test("in JSON a file is one object with the keys of its rig, and reads back the same")
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

  @Test("a file of another rig than the requested one is refused; by default gaze is requested")
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

  @Test("a person is found by the identifier if the file has identifiers, else by the number")
  func identified() throws {
    var (gaze, head) = try files()
    #expect(gaze.participant(0, person: "anna") == 4 && gaze.participant(4, person: "ben") == nil)
    #expect(head.participant(0, person: "ben") == 1 && head.participant(1, person: nil) == nil)
    gaze.gaze?.people[0].person = nil
    head.named = nil
    #expect(gaze.participant(0, person: "anna") == 0 && head.participant(5, person: nil) == 5)
  }
}
