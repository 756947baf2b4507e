import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

/// Smoothing and trigger of a calibration; a profile's trigger is read by the same rules.
struct CalibrationFileReadingTests {
  /// A calibration with this smoothing and these keys of the trigger.
  private func file(smoothing: String = #"{"filter":"none"}"#, trigger: String = "") throws -> CalibrationFile {
    let json = """
      {"schema":"gazesim.calibration","version":1,"device":"iphone12mini","rig":"gaze","provenance":"simulated",
      "fittedTo":"","geometry":{"screenWidth":0.05,"screenHeight":0.1,"cameraX":0.02,"cameraY":-0.003},"people":[],
      "smoothing":\(smoothing),"trigger":{\(trigger)"edgeZone":0.25,"edgeDwell":0.4,"offScreenZone":0.4,
      "offScreenDwell":0.4,"hysteresis":0.05,"release":0.2,"cooldown":1.5,"speed":400,"holdLimit":0.6,
      "blinkThreshold":0.5},"parameters":[],"unidentified":[],"condition":null,"stop":"","residualRMS":0,
      "heldOut":null}
      """
    return try CalibrationFile(json: Data(json.utf8), path: "a.json")
  }

  private func profile(trigger: String) throws -> DeviceProfile {
    let json = profileJSON.replacing("\"edgeZone\"", with: trigger + "\"edgeZone\"")
    return try DeviceProfile(json: Data(json.utf8), path: "a.json")
  }

  @Test("every family reads back from a file, with its figures")
  func roundTrip() throws {
    let figures = CalibrationFile.SmoothingChoice.Family(
      filter: "exponential", numbers: ["timeConstant": 0.1], rms: 4, heldOutRMS: nil, rmsStill: 3, rmsMoving: 5,
      settlingMilliseconds: nil)
    for family in Smoothing.Family.allCases {
      var choice = CalibrationFile.SmoothingChoice(family.example, rms: 3, rmsUnfiltered: 4)
      (choice.families, choice.front) = ([figures], [.init(movingWeight: 4, figures: figures)])
      let json = String(decoding: try JSONEncoder().encode(choice), as: UTF8.self)
      #expect(json.contains(#""heldOutRMS":null"#))
      let read = try #require(try file(smoothing: json).gaze)
      #expect(read.smoothing == choice && read.smoothing.value == family.example)
    }
  }

  private static let smoothings = #"""
    {"filter":"median"} => field "smoothing.filter": is "median"; expected none, movingAverage
    {"filter":"exponential"} => exponential needs timeConstant
    {"filter":"exponential","timeConstant":0} => smoothing.timeConstant": is 0.0; expected 1e-06 to 1000000.0 seconds
    {"filter":"doubleExponential","timeConstant":1} => needs timeConstant and trendTimeConstant
    {"filter":"doubleExponential","timeConstant":1,"trendTimeConstant":-1} => smoothing.trendTimeConstant": is -1.0
    {"filter":"gatedTriangular","window":33,"threshold":3} => expected a window of 1 to 32
    {"filter":"gatedTriangular","window":3} => needs window and threshold
    {"filter":"gatedTriangular","window":3,"threshold":-1} => smoothing.threshold": is -1.0; expected 0.0 to
    {"filter":"kalman","noise":1,"acceleration":2} => needs noise and acceleration and gate
    {"filter":"kalman","noise":0,"acceleration":2,"gate":3} => smoothing.noise
    {"filter":"kalman","noise":1,"acceleration":1e300,"gate":3} => is 1e+300; expected 0.0 to 1000000000.0 points/s²
    {"filter":"kalman","noise":1,"acceleration":2,"gate":-3} => smoothing.gate": is -3.0; expected 0.0 to
    {"filter":"oneEuro","minCutoff":1} => oneEuro needs minCutoff and beta
    {"filter":"oneEuro","minCutoff":0,"beta":1} => smoothing.minCutoff": is 0.0; expected a cutoff in Hz
    {"filter":"oneEuro","minCutoff":1,"beta":-1} => smoothing.beta": expected 0 or more
    {"filter":"movingAverage"} => expected a window of 1 to 32
    """#

  private static let triggers = #"""
    "rule":"gaze" => rule": is "gaze"; expected one of "edge", "below", "confirm", "sign"
    "rule":7 => rule": expected
    "sign":"wink" => sign": is "wink"; expected one of "brows", "pucker", "puff", "left", "right", "smile",
    "rule":"sign","upSign":"BROWS" => upSign": is "BROWS"; expected one of "brows"
    "rule":"sign","upSign":"brows" => upSign": the rule "sign" needs another sign than "brows" to scroll up
    "rule":"sign","sign":"none" => sign": the rule "sign" needs a sign other than "none"
    "rule":"confirm","signOn":0.2 => signOn": the sign ends at 0.3, above 0.2 where it begins
    "rule":"confirm","signOff":0.6 => signOff": the sign ends at 0.6, above 0.5 where it begins
    "rule":"confirm","signOn":3 => signOn": is 3.0; expected 0 to 2
    "rule":"confirm","signHold":-1 => signHold": is -1.0; expected 0 to 60 s
    "rule":"confirm","longestScroll":61 => longestScroll": is 61.0; expected 0 to 60 s
    """#

  @Test("unknown filters, rules and signs, and numbers with which none works, are refused by name")
  func refused() {
    for row in Self.smoothings.split(separator: "\n") {
      let parts = row.split(separator: " => ")
      let error = message { _ = try file(smoothing: String(parts[0])) }
      #expect(error?.contains(parts[1]) == true, "\(row): \(error ?? "none")")
    }
    for row in Self.triggers.split(separator: "\n") {
      let parts = row.split(separator: " => ")
      let ours = message { _ = try file(trigger: parts[0] + ",") }
      #expect(ours?.hasPrefix("a.json: field \"trigger.\(parts[1])") == true, "\(row): \(ours ?? "none")")
      let profiles = message { _ = try profile(trigger: parts[0] + ",") }
      #expect(profiles?.hasPrefix("a.json: field \"trigger.settings.\(parts[1])") == true, "\(row)")
    }
  }

  @Test("a profile and calibration hold a rule with sign, and write what they read")
  func signs() throws {
    let profile = try profile(trigger: #""rule":"confirm","sign":"smile","signOn":0.4,"#)
    #expect(profile.trigger.settings.rule == .confirm && profile.trigger.settings.sign == .smile)
    #expect(profile.trigger.settings.signOn == 0.4)
    #expect(try DeviceProfile(json: JSONEncoder().encode(profile), path: "p.json") == profile)
    let calibration = try file(trigger: #""rule":"confirm","#)
    #expect(calibration.gaze?.trigger == .confirm)
    #expect(try CalibrationFile(json: JSONEncoder().encode(calibration), path: "c.json") == calibration)
    // A rule without signs accepts thresholds that only a rule with signs would refuse.
    let below = try self.profile(trigger: #""rule":"below","sign":"none","signOn":0.1,"#)
    #expect(below.trigger.settings.rule == .below)
  }
}
