import Foundation
import GazePipeline
import GazeRecording
import TestSupport

let profileJSON = #"""
  {"schema":"gazesim.profile","version":1,"id":"x-1","name":"X","modelIdentifiers":["X1,1"],
  "points":{"width":375,"height":812,"scale":3},"panel":{"width":1080,"height":2340,"ppi":476},
  "screen":{"width":{"value":0.0576,"sigma":0.0002,"unit":"m","provenance":"derived","source":"s"},
  "height":{"value":0.1249,"sigma":0,"unit":"m","provenance":"published","source":"s"}},
  "camera":{"x":{"value":0.0376,"sigma":0.002,"unit":"m","provenance":"estimated","source":"s"},
  "y":{"value":-0.0027,"sigma":0.002,"unit":"m","provenance":"assumed","source":"s"}},
  "smoothing":{"filter":"oneEuro","settings":{"minCutoff":2,"beta":0.02,"derivativeCutoff":1},
  "provenance":"assumed","source":"s"},
  "trigger":{"settings":{"edgeZone":0.1,"edgeDwell":0.5,"offScreenZone":0.12,"offScreenDwell":0.3,"hysteresis":0.04,
  "release":0.15,"cooldown":0.6,"speed":400,"holdLimit":0.7,"blinkThreshold":0.45},"provenance":"assumed","source":"s"},
  "gates":{"note":"regression limits","limits":[{"metric":"pointer.errorPoints.median","limit":30,"direction":"max"}]},
  "later":{"unknown":[1]}}
  """#

/// The profile of `profileJSON`.
func usualProfile() throws -> DeviceProfile { try DeviceProfile(json: Data(profileJSON.utf8), path: "p.json") }

/// A calibration of that device with the data of participant 4.
func usualCalibration(device: String = "x-1", provenance: RecordingHeader.Source = .recorded) throws -> CalibrationFile
{
  CalibrationFile(
    device: device, provenance: provenance, fittedTo: "",
    fit: .init(parameters: [], condition: nil, stop: "", residualRMS: 0, residualUnit: nil),
    gaze: .init(
      geometry: .init(screenWidth: 0.05, screenHeight: 0.1, cameraX: 0.02, cameraY: -0.003),
      people: [.init(participant: 4, gazeOffset: [18, -9], gain: [0.9, 1.1])], smoothing: .init(.none),
      trigger: try usualProfile().trigger.settings))
}
