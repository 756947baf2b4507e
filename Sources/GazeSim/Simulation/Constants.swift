public import GazeRecording
extension Constant {
  /// All constants in force, in the order of the data's way.
  public static let all: [Constant] = people + behaviour + phone + tracker + task

  /// The constant with this key.
  ///
  /// - Throws: `UnknownName` with the nearest ones.
  public static func named(_ key: String) throws(UnknownName) -> Constant {
    if let constant = all.first(where: { $0.key == key }) { return constant }
    throw UnknownName(
      kind: "parameter", name: key, among: all.map(\.key), listing: "gazesim scenarios NAME --provenance")
  }
}

extension Constant {
  /// Bodies.
  private static let people: [Constant] = [
    Constant("people.ipd", \.people.ipdMean, "mm", 40...80, .published, "Dodgson 2004: 63.0 mm"),
    Constant("people.ipdSD", \.people.ipdSD, "mm", 0...8, .published, "Dodgson 2004: 3.8 mm"),
    Constant(
      "people.kappaNasal", \.people.kappaNasalMean, "deg", -10...10, .assumed,
      "5.2, mirrored; the published 5.46 is total and unsigned (J Refract Surg 26:966, 2010)"),
    Constant(
      "people.kappaNasalSD", \.people.kappaNasalSD, "deg", 0...5, .published,
      "J Refract Surg 26:966, 2010: 1.33"),
    Constant("people.kappaUp", \.people.kappaUpMean, "deg", -10...10, .assumed, "visual axis above the optical one"),
    Constant("people.kappaUpSD", \.people.kappaUpSD, "deg", 0...5, .assumed, "as kappaUp"),
    Constant("people.kappaCorrelation", \.people.kappaCorrelation, "1", 0...1, .assumed, "left against right eye"),
    Constant(
      "people.eyeUp", \.people.eyeUp, "mm", -60...60, .assumed,
      "eyeball's centre above the face anchor's origin"),
    Constant(
      "people.eyeDepth", \.people.eyeDepth, "mm", -60...60, .assumed,
      "eyeball's centre in front of the face anchor's origin"),
    Constant(
      "people.failingShare", \.people.failingShare, "1", 0...1, .published,
      "Taore 2024: tracking fails for 5 to 20 %"),
  ]
}

extension Constant {
  /// Eyes, head and hands.
  private static let behaviour: [Constant] = [
    Constant(
      "behaviour.distance", \.behaviour.distanceMean, "cm", 20...100, .published,
      "Boccardo 2021: 36.8 cm, n = 233"),
    Constant("behaviour.distanceSD", \.behaviour.distanceSD, "cm", 0...20, .published, "Boccardo 2021: 6.6 cm"),
    Constant(
      "behaviour.eyesBelowCamera", \.behaviour.eyesBelowCamera, "mm", -200...200, .assumed,
      "the face is held before the screen's middle"),
    Constant(
      "behaviour.saccadeLatency", \.behaviour.saccadeLatencyMinimum, "ms", 0...500, .published,
      "mean latency 180 to 200 ms"),
    Constant(
      "behaviour.saccadeLatencyGamma", \.behaviour.saccadeLatencyGamma, "ms", 0...500, .assumed,
      "shape 4; the mean is published"),
    Constant("behaviour.saccadeBase", \.behaviour.saccadeBase, "ms", 1...100, .published, "Carpenter: 2.2 A + 21 ms"),
    Constant(
      "behaviour.saccadePerDegree", \.behaviour.saccadePerDegree, "ms", 0...20, .published,
      "Carpenter: 2.2 A + 21 ms"),
    Constant(
      "behaviour.fixationBias", \.behaviour.fixationBias, "deg", 0...3, .assumed,
      "people do not look exactly at a dot"),
    Constant(
      "behaviour.blinkRate", \.behaviour.blinkRate, "1/min", 0...120, .published,
      "Doughty 2001; median over people"),
    Constant(
      "behaviour.blinkRateSpread", \.behaviour.blinkRateSpread, "1", 0...2, .assumed,
      "sigma of the logarithm over people"),
    Constant("behaviour.blinkDuration", \.behaviour.blinkDuration, "ms", 30...1000, .assumed, "median"),
    Constant(
      "behaviour.blinkDurationSpread", \.behaviour.blinkDurationSpread, "1", 0...2, .assumed,
      "sigma of the logarithm"),
    Constant("behaviour.headYawSD", \.behaviour.headYawSD, "deg", 0...30, .published, "seated sway"),
    Constant("behaviour.headPitchSD", \.behaviour.headPitchSD, "deg", 0...30, .published, "seated sway"),
    Constant("behaviour.headRollSD", \.behaviour.headRollSD, "deg", 0...30, .published, "seated sway"),
    Constant("behaviour.headPositionSD", \.behaviour.headPositionSD, "mm", 0...50, .assumed, "seated"),
    Constant("behaviour.headTime", \.behaviour.headTime, "s", 0.1...60, .assumed, "time constant of the sway"),
    Constant(
      "behaviour.postureYawSD", \.behaviour.postureYawSD, "deg", 0...30, .assumed,
      "how far the face is turned from the phone, a session"),
    Constant("behaviour.posturePitchSD", \.behaviour.posturePitchSD, "deg", 0...30, .assumed, "as postureYawSD"),
    Constant(
      "behaviour.headShareH", \.behaviour.headShareH, "1", 0...1, .assumed,
      "head's part of a look away from the screen"),
    Constant("behaviour.headShareV", \.behaviour.headShareV, "1", 0...1, .assumed, "as headShareH"),
  ]
}

extension Constant {
  /// Where the phone is.
  private static let phone: [Constant] = [
    Constant("phone.recline", \.phone.recline, "deg", 0...90, .assumed, "back from upright; 15 to 60 on a counter"),
    Constant("phone.roll", \.phone.roll, "deg", -180...180, .assumed, "about the camera's axis"),
    Constant("phone.swayPosition", \.phone.swayPosition, "mm", 0...50, .assumed, "held in the hand"),
    Constant("phone.swayAngle", \.phone.swayAngle, "deg", 0...20, .assumed, "held in the hand"),
    Constant("phone.swayTime", \.phone.swayTime, "s", 0.1...60, .assumed, "time constant"),
  ]
}

extension Constant {
  /// How ARKit errs.
  private static let tracker: [Constant] = [
    Constant(
      "tracker.coupled", \.tracker.coupled, "1", 0...1, .recorded,
      "1: both eyes are one signal, as in seven takes; 0: each eye aims on its own"),
    Constant(
      "tracker.outward", \.tracker.outward, "1", -0.2...0.2, .recorded,
      "left minus right slope, 0.061 to 0.071 outward in seven takes"),
    Constant(
      "tracker.biasSD", \.tracker.biasSD, "deg", 0...20, .assumed,
      "what remains after kappa, an axis; times LogN(biasSpread)"),
    Constant("tracker.biasSpread", \.tracker.biasSpread, "1", 0...2, .assumed, "sigma of the logarithm over people"),
    Constant(
      "tracker.failingFactor", \.tracker.failingFactor, "1", 1...20, .assumed,
      "error of people whom tracking fails"),
    Constant("tracker.sessionBiasSD", \.tracker.sessionBiasSD, "deg", 0...10, .assumed, "from session to session"),
    Constant(
      "tracker.gainH", \.tracker.gainHMean, "1", 0.2...2, .assumed,
      "users report gaze compressed to mid-screen"),
    Constant("tracker.gainHSD", \.tracker.gainHSD, "1", 0...0.5, .assumed, "over people"),
    Constant(
      "tracker.gainV", \.tracker.gainVMean, "1", 0.2...2, .assumed,
      "users report gaze compressed to mid-screen"),
    Constant("tracker.gainVSD", \.tracker.gainVSD, "1", 0...0.5, .assumed, "over people"),
    Constant("tracker.crosstalkSD", \.tracker.crosstalkSD, "1", 0...0.5, .assumed, "off-diagonal gain"),
    Constant(
      "tracker.quadraticSD", \.tracker.quadraticSD, "deg", 0...5, .assumed,
      "at 10 deg off the person's reference"),
    Constant(
      "tracker.headCouplingSD", \.tracker.headCouplingSD, "1", 0...1, .assumed,
      "deg of error a deg of head rotation"),
    Constant("tracker.driftSD", \.tracker.driftSD, "deg", 0...10, .assumed, "slow drift; sets calibrated accuracy"),
    Constant("tracker.driftTime", \.tracker.driftTime, "s", 0.1...600, .assumed, "its time constant"),
    Constant(
      "tracker.noiseSD", \.tracker.noiseSD, "deg", 0...10, .recorded,
      "stillest windows of seven takes, an upper bound"),
    Constant("tracker.noiseTime", \.tracker.noiseTime, "s", 0.001...10, .recorded, "lag-1 correlation 0.95 at 60 Hz"),
    Constant("tracker.whiteSD", \.tracker.whiteSD, "1", 0...0.1, .assumed, "radians"),
    Constant(
      "tracker.eccentricity", \.tracker.eccentricity, "deg", 1...90, .assumed,
      "noise grows with 1 + (eccentricity/this)^2"),
    Constant(
      "tracker.noiseDistance", \.tracker.noiseDistance, "cm", 1...200, .assumed,
      "noise grows with distance/this"),
    Constant(
      "tracker.blinkArtefact", \.tracker.blinkArtefact, "deg", 0...20, .assumed,
      "gaze seems to fall with the lid"),
    Constant("tracker.distanceScaleSD", \.tracker.distanceScaleSD, "1", 0...0.2, .published, "Nissen 2023: 0.9 to 9 %"),
    Constant("tracker.faceRotationBiasSD", \.tracker.faceRotationBiasSD, "deg", 0...10, .assumed, "a session"),
    Constant("tracker.faceRotationNoise", \.tracker.faceRotationNoise, "deg", 0...10, .assumed, "slow as noiseTime"),
    Constant("tracker.facePositionNoise", \.tracker.facePositionNoise, "mm", 0...20, .assumed, "slow as noiseTime"),
    Constant("tracker.latency", \.tracker.latency, "ms", 0...190, .assumed, "35 to 100; camera to callback"),
    Constant("tracker.jitter", \.tracker.jitter, "ms", 0...20, .assumed, "of the latency"),
    Constant("tracker.dropped", \.tracker.dropped, "1", 0...0.5, .assumed, "share of frames"),
    Constant(
      "tracker.duplicated", \.tracker.duplicated, "1", 0...0.5, .assumed,
      "share of frames; up to 0.3 in one recording app"),
    Constant("tracker.dropoutRate", \.tracker.dropoutRate, "1/min", 0...60, .assumed, "face lost"),
    Constant("tracker.dropoutDuration", \.tracker.dropoutDuration, "ms", 0...10000, .assumed, "face lost for"),
    Constant("tracker.maximumYaw", \.tracker.maximumYaw, "deg", 5...90, .assumed, "no face beyond"),
  ]
}

extension Constant {
  /// What the scenarios do.
  private static let task: [Constant] = [
    Constant("task.targetTime", \.task.targetTime, "s", 0.7...60, .assumed, "a dot is shown for"),
    Constant("task.linePitch", \.task.linePitch, "1", 8...100, .derived, "points; 17 pt text"),
    Constant("task.characterWidth", \.task.characterWidth, "1", 2...60, .derived, "points; 0.23 deg at 35 cm"),
    Constant(
      "task.charactersPerFixation", \.task.charactersPerFixation, "1", 1...30, .published,
      "Rayner 1998: 7 to 9 letters"),
    Constant("task.fixationMean", \.task.fixationMean, "ms", 60...2000, .published, "Rayner 1998, reading"),
    Constant("task.fixationSD", \.task.fixationSD, "ms", 0...1000, .published, "Rayner 1998, reading"),
    Constant(
      "task.scrollFrom", \.task.scrollFrom, "1", 0.2...1, .assumed,
      "share of the height at which a reader wants the page to move"),
    Constant("task.scrollFromSD", \.task.scrollFromSD, "1", 0...0.3, .assumed, "as scrollFrom"),
    Constant("task.scrollTo", \.task.scrollTo, "1", 0...0.6, .assumed, "where the text then lands"),
    Constant(
      "task.scrollGaze", \.task.scrollGaze, "1", 0.8...1.5, .assumed,
      "where a reader looks in order to scroll down, share of the height"),
    Constant("task.scrollGazeSD", \.task.scrollGazeSD, "1", 0...0.3, .assumed, "as scrollGaze"),
    Constant("task.intentTime", \.task.intentTime, "s", 0.3...10, .assumed, "for how long"),
    Constant("task.intentTimeSD", \.task.intentTimeSD, "s", 0...5, .assumed, "as intentTime"),
    Constant(
      "task.hiddenIntent", \.task.hiddenIntent, "1", 0...1, .assumed,
      "share of intents that gaze does not show"),
    Constant("task.upIntent", \.task.upIntent, "1", 0...1, .assumed, "chance of going back up, a block of text"),
    Constant(
      "task.bottomDwell", \.task.bottomDwell, "1", 0...1, .assumed,
      "chance of looking at the bottom without intent, a block"),
    Constant("task.lookAway", \.task.lookAway, "1", 0...1, .assumed, "chance of looking away from the phone, a block"),
  ]
}
