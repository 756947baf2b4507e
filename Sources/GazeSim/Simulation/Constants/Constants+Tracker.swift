import GazeRecording

extension GazeConstants {
  /// Errors of ARKit.
  static let tracker: [GazeConstant] = [
    GazeConstant(
      "tracker.coupled", \.tracker.coupled, "1", 0...1, .recorded,
      "1: both eyes are one signal, as in seven takes; 0: each eye aims on its own"),
    GazeConstant(
      "tracker.outward", \.tracker.outward, "1", -0.2...0.2, .recorded,
      "left minus right slope, 0.061 to 0.071 outward in seven takes"),
    GazeConstant(
      "tracker.outwardSD", \.tracker.outwardSD, "1", 0...0.1, .recorded,
      "over people: seven takes lie within 0.061 to 0.071"),
    GazeConstant(
      "tracker.vergenceShare", \.tracker.vergenceShare, "1", 0...1, .assumed,
      "share of a change of vergence that shows; at most 0.08, or the takes' differences would scatter more"),
    GazeConstant(
      "tracker.visualAxis", \.tracker.visualAxis, "choice", 0...1, .assumed,
      "which axis is reported: 0 the optical one, 1 the visual one", sweep: 0...1, isWhole: true),
    GazeConstant(
      "tracker.referencePitch", \.tracker.referencePitch, "deg", -30...30, .assumed,
      "gain and eccentricity are about this: the screen's middle, 1 cm below the eyes at 37 cm, less kappa's 2 deg",
      sweep: -8...0),
    GazeConstant(
      "tracker.biasUp", \.tracker.biasUp, "deg", -10...10, .derived,
      "cancels what kappa and gain do to the mean over people, which was not published"),
    GazeConstant(
      "tracker.biasSD", \.tracker.biasSD, "deg", 0...20, .derived,
      "what remains after kappa, an axis; with biasSpread, sessionBiasSD and faceRotationBiasSD fitted so that the raw "
        + "error is 3.2 +- 2.0 deg (Taore 2024, who do not say raw) at the split's share: script/evidence splits"),
    GazeConstant(
      "tracker.biasSpread", \.tracker.biasSpread, "1", 0...2, .derived,
      "sigma of the logarithm over people of how badly the tracker takes a face, in every session; fitted with biasSD"),
    GazeConstant(
      "tracker.failingFactor", \.tracker.failingFactor, "1", 1...20, .assumed,
      "error of people whom tracking fails"),
    GazeConstant(
      "tracker.sessionBiasSD", \.tracker.sessionBiasSD, "deg", 0...10, .assumed,
      "from session to session, times biasSpread's factor; what the split says: script/evidence splits"),
    GazeConstant(
      "tracker.gainH", \.tracker.gainHMean, "1", 0.2...2, .assumed,
      "users report gaze compressed to mid-screen"),
    GazeConstant("tracker.gainHSD", \.tracker.gainHSD, "1", 0...0.5, .assumed, "over people"),
    GazeConstant(
      "tracker.gainV", \.tracker.gainVMean, "1", 0.2...2, .assumed,
      "users report gaze compressed to mid-screen"),
    GazeConstant("tracker.gainVSD", \.tracker.gainVSD, "1", 0...0.5, .assumed, "over people"),
    GazeConstant("tracker.crosstalkSD", \.tracker.crosstalkSD, "1", 0...0.5, .assumed, "off-diagonal gain"),
    GazeConstant(
      "tracker.quadraticSD", \.tracker.quadraticSD, "deg", 0...5, .assumed,
      "at 10 deg off the person's reference"),
    GazeConstant(
      "tracker.headCouplingSD", \.tracker.headCouplingSD, "1", 0...1, .assumed,
      "deg of error a deg of head rotation"),
    GazeConstant(
      "tracker.driftSD", \.tracker.driftSD, "deg", 0...10, .assumed, "slow drift; sets calibrated accuracy",
      sweep: 0.4...1.2),
    GazeConstant("tracker.driftTime", \.tracker.driftTime, "s", 0.1...600, .assumed, "its time constant"),
    GazeConstant(
      "tracker.noiseSD", \.tracker.noiseSD, "deg", 0...10, .recorded,
      "stare at 30 Hz is as still as six takes at 30 Hz, at 60 Hz nearly as one take; sway and drift are most of it"),
    GazeConstant(
      "tracker.noiseTime", \.tracker.noiseTime, "s", 0.001...10, .assumed,
      "lag-1 correlation 0.95 at 60 Hz; the takes, whose heads sway, cannot show it"),
    GazeConstant(
      "tracker.whiteSD", \.tracker.whiteSD, "1", 0...0.1, .assumed, "radians; the takes leave no room for more"),
    GazeConstant(
      "tracker.eccentricity", \.tracker.eccentricity, "deg", 1...90, .assumed,
      "noise grows with 1 + (eccentricity/this)^2"),
    GazeConstant(
      "tracker.noiseDistance", \.tracker.noiseDistance, "cm", 1...200, .assumed,
      "noise grows with distance/this"),
    GazeConstant(
      "tracker.blinkArtefact", \.tracker.blinkArtefact, "deg", 0...20, .assumed,
      "gaze seems to fall with the lid"),
    GazeConstant(
      "tracker.distanceScaleSD", \.tracker.distanceScaleSD, "1", 0...0.2, .published, "Nissen 2023: 0.9 to 9 %"),
    GazeConstant(
      "tracker.faceRotationBiasSD", \.tracker.faceRotationBiasSD, "deg", 0...10, .assumed,
      "a session, times biasSpread's factor; twice sessionBiasSD, which targets hardly distinguish from it"),
    GazeConstant(
      "tracker.faceRotationNoise", \.tracker.faceRotationNoise, "deg", 0...10, .assumed, "slow as noiseTime"),
    GazeConstant("tracker.facePositionNoise", \.tracker.facePositionNoise, "mm", 0...20, .assumed, "slow as noiseTime"),
    GazeConstant(
      "tracker.latency", \.tracker.latency, "ms", 0...190, .assumed, "35 to 100; camera to callback", sweep: 35...100),
    GazeConstant(
      "tracker.latencySpread", \.tracker.latencySpread, "1", 0...1, .assumed, "sigma of the logarithm, a session"),
    GazeConstant("tracker.jitter", \.tracker.jitter, "ms", 0...20, .assumed, "of the latency"),
    GazeConstant("tracker.dropped", \.tracker.dropped, "1", 0...0.5, .assumed, "share of frames"),
    GazeConstant(
      "tracker.duplicated", \.tracker.duplicated, "1", 0...0.5, .assumed,
      "share of frames; up to 0.3 in one recording app"),
    GazeConstant("tracker.dropoutRate", \.tracker.dropoutRate, "1/min", 0...60, .assumed, "face lost"),
    GazeConstant("tracker.dropoutDuration", \.tracker.dropoutDuration, "ms", 0...10000, .assumed, "face lost for"),
    GazeConstant(
      "tracker.reacquire", \.tracker.reacquire, "ms", 0...2000, .assumed, "from the held pose back to the true one"),
    GazeConstant(
      "tracker.thermalTime", \.tracker.thermalTime, "s", 0...1000000, .assumed,
      "after this the phone is hot and every other frame is left out"),
    GazeConstant("tracker.maximumYaw", \.tracker.maximumYaw, "deg", 5...90, .assumed, "no face beyond"),
    GazeConstant(
      "tracker.fieldOfView", \.tracker.fieldOfView, "deg", 10...170, .assumed,
      "no face further off the camera's axis than half of this"),
    GazeConstant("tracker.lookAtNoise", \.tracker.lookAtNoise, "1", 0...1, .assumed, "of lookAtPoint's length"),
    GazeConstant(
      "tracker.shapeScaleH", \.tracker.shapeScaleH, "rad", 0.1...3, .recorded,
      "eye yaw at eyeLookIn/Out = 1: 0.60 and 0.61 in two takes (r > 0.999)"),
    GazeConstant(
      "tracker.shapeScaleV", \.tracker.shapeScaleV, "rad", 0.1...3, .recorded,
      "eye pitch at eyeLookUp/Down = 1: 0.49 and 0.61 in two takes (r > 0.996)"),
  ]
}
