import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite struct SmoothingChoiceTests {
  /// A calibration whose smoothing is this JSON object.
  private func file(_ smoothing: String) throws -> CalibrationFile {
    let json = """
      {"schema":"gazesim.calibration","version":1,"device":"iphone12mini","rig":"gaze","provenance":"simulated",
      "fittedTo":"","geometry":{"screenWidth":0.05,"screenHeight":0.1,"cameraX":0.02,"cameraY":-0.003},"people":[],
      "smoothing":\(smoothing),"trigger":{"edgeZone":0.07,"edgeDwell":0.9,"offScreenZone":0.25,"offScreenDwell":0.9,
      "hysteresis":0.05,"release":0.2,"cooldown":1.5,"speed":400,"holdLimit":0.6,"blinkThreshold":0.5},
      "parameters":[],"unidentified":[],"condition":null,"stop":"","residualRMS":0,"heldOut":null}
      """
    return try CalibrationFile(json: Data(json.utf8), path: "a.json")
  }

  @Test("every family reads back the same from a file", arguments: Smoothing.Family.allCases)
  func roundTrip(family: Smoothing.Family) throws {
    let choice = CalibrationFile.SmoothingChoice(family.example, rms: 3, rmsUnfiltered: 4)
    let json = String(decoding: try JSONEncoder().encode(choice), as: UTF8.self)
    let read = try #require(try file(json).gaze)
    #expect(read.smoothing == choice)
    #expect(read.smoothing.value == family.example)
  }

  @Test("the figures of the families and the front are stored, too")
  func figures() throws {
    var choice = CalibrationFile.SmoothingChoice(.none)
    let family = CalibrationFile.SmoothingChoice.Family(
      filter: "exponential", numbers: ["timeConstant": 0.1], rms: 4, heldOutRMS: nil, rmsStill: 3, rmsMoving: 5,
      settlingMilliseconds: nil)
    choice.families = [family]
    choice.front = [.init(movingWeight: 4, figures: family)]
    let json = String(decoding: try JSONEncoder().encode(choice), as: UTF8.self)
    #expect(json.contains(#""heldOutRMS":null"#))
    #expect(try file(json).gaze?.smoothing == choice)
  }

  @Test(
    "numbers in a file are checked",
    arguments: [
      (#"{"filter":"median"}"#, #"field "smoothing.filter": is "median"; expected none, movingAverage"#),
      (#"{"filter":"exponential"}"#, "exponential needs timeConstant"),
      (#"{"filter":"exponential","timeConstant":0}"#, "smoothing.timeConstant"),
      (#"{"filter":"doubleExponential","timeConstant":1}"#, "needs timeConstant and trendTimeConstant"),
      (#"{"filter":"doubleExponential","timeConstant":1,"trendTimeConstant":-1}"#, "smoothing.trendTimeConstant"),
      (#"{"filter":"gatedTriangular","window":33,"threshold":3}"#, "expected a window of 1 to 32"),
      (#"{"filter":"gatedTriangular","window":3}"#, "needs window and threshold"),
      (#"{"filter":"gatedTriangular","window":3,"threshold":-1}"#, "smoothing.threshold"),
      (#"{"filter":"kalman","noise":1,"acceleration":2}"#, "needs noise and acceleration and gate"),
      (#"{"filter":"kalman","noise":0,"acceleration":2,"gate":3}"#, "smoothing.noise"),
      (#"{"filter":"kalman","noise":1,"acceleration":1e300,"gate":3}"#, "smoothing.acceleration"),
      (#"{"filter":"kalman","noise":1,"acceleration":2,"gate":-3}"#, "smoothing.gate"),
      (#"{"filter":"oneEuro","minCutoff":1}"#, "oneEuro needs minCutoff and beta"),
      (#"{"filter":"movingAverage"}"#, "expected a window of 1 to 32"),
    ])
  func refused(smoothing: String, message: String) {
    let error = #expect(throws: FileError.self) { try file(smoothing) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }
}
