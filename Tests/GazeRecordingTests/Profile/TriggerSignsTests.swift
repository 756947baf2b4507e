import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite struct TriggerSignsTests {
  private func profile(_ keys: String) throws -> DeviceProfile {
    let json = profileJSON.replacingOccurrences(of: "\"edgeZone\"", with: keys + ",\"edgeZone\"")
    return try DeviceProfile(json: Data(json.utf8), path: "p.json")
  }

  private func calibration(_ keys: String) throws -> CalibrationFile {
    let json = """
      {"schema":"gazesim.calibration","version":1,"device":"iphone12mini","rig":"gaze","provenance":"simulated",
      "fittedTo":"","geometry":{"screenWidth":0.05,"screenHeight":0.1,"cameraX":0.02,"cameraY":-0.003},"people":[],
      "smoothing":{"filter":"none"},"trigger":{\(keys),"edgeZone":0.25,"edgeDwell":0.4,"offScreenZone":0.4,
      "offScreenDwell":0.4,"hysteresis":0.05,"release":0.2,"cooldown":1.5,"speed":400,"holdLimit":0.6,
      "blinkThreshold":0.5},
      "parameters":[],"unidentified":[],"condition":null,"stop":"","residualRMS":0,"heldOut":null}
      """
    return try CalibrationFile(json: Data(json.utf8), path: "c.json")
  }

  @Test("a profile and a calibration hold a rule with its sign, and write what they read")
  func reads() throws {
    let profile = try profile(#""rule":"confirm","sign":"smile","signOn":0.4"#)
    #expect(profile.trigger.settings.rule == .confirm && profile.trigger.settings.sign == .smile)
    #expect(profile.trigger.settings.signOn == 0.4)
    #expect(try DeviceProfile(json: JSONEncoder().encode(profile), path: "p.json") == profile)
    let calibration = try calibration(#""rule":"confirm""#)
    #expect(calibration.gaze?.trigger == .confirm)
    #expect(try CalibrationFile(json: JSONEncoder().encode(calibration), path: "c.json") == calibration)
  }

  static let faults: [(keys: String, field: String, message: String)] = [
    (#""rule":"gaze""#, "rule", #"is "gaze"; expected one of "edge", "below", "confirm", "sign""#),
    (#""rule":7"#, "rule", "expected"),
    (#""sign":"wink""#, "sign", #"is "wink"; expected one of "brows", "pucker", "puff", "left", "right", "smile","#),
    (#""rule":"sign","upSign":"BROWS""#, "upSign", #"is "BROWS"; expected one of "brows""#),
    (#""rule":"sign","upSign":"brows""#, "upSign", #"needs another sign than "brows" to scroll up"#),
    (#""rule":"sign","sign":"none""#, "sign", #"the rule "sign" needs a sign other than "none""#),
    (#""rule":"confirm","signOn":0.2"#, "signOn", "the sign ends at 0.3, above 0.2 where it begins"),
    (#""rule":"confirm","signOff":0.6"#, "signOff", "the sign ends at 0.6, above 0.5 where it begins"),
    (#""rule":"confirm","signOn":3"#, "signOn", "is 3.0; expected 0 to 2"),
    (#""rule":"confirm","signHold":-1"#, "signHold", "is -1.0; expected 0 to 60 s"),
    (#""rule":"confirm","longestScroll":61"#, "longestScroll", "is 61.0; expected 0 to 60 s"),
  ]

  @Test("an unknown rule or sign, and numbers with which no sign works, are refused by name", arguments: faults)
  func fault(keys: String, field: String, message: String) throws {
    let inProfile = #expect(throws: FileError.self) { try profile(keys) }
    let inCalibration = #expect(throws: FileError.self) { try calibration(keys) }
    #expect(inProfile?.field == "trigger.settings.\(field)" && inCalibration?.field == "trigger.\(field)")
    for error in [inProfile, inCalibration] {
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test("a rule without signs accepts thresholds that only a rule with signs would refuse")
  func unused() throws {
    #expect(try profile(#""rule":"below","sign":"none","signOn":0.1"#).trigger.settings.rule == .below)
  }
}
