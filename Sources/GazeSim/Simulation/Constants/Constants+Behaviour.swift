import GazeRecording

extension GazeConstants {
  /// Eyes and lids.
  static let eyes: [GazeConstant] = [
    GazeConstant(
      "behaviour.saccadePeakH", \.eyes.saccadePeakH, "deg/s", 100...1000, .derived,
      "V = Vmax(1 - exp(-A/c)), fitted to PMC6143243 (n = 100)"),
    GazeConstant("behaviour.saccadeScaleH", \.eyes.saccadeScaleH, "deg", 1...40, .derived, "c of saccadePeakH"),
    GazeConstant(
      "behaviour.saccadePeakV", \.eyes.saccadePeakV, "deg/s", 100...1000, .derived, "as saccadePeakH, vertical"),
    GazeConstant("behaviour.saccadeScaleV", \.eyes.saccadeScaleV, "deg", 1...40, .derived, "c of saccadePeakV"),
    GazeConstant(
      "behaviour.saccadeDuration", \.eyes.saccadeDuration, "ms", 5...200, .published,
      "Carpenter 1988: 2.2 A + 21 ms; of the smallest"),
    GazeConstant(
      "behaviour.saccadeDurationSlope", \.eyes.saccadeDurationSlope, "ms/deg", 0...20, .published,
      "Carpenter 1988: 2.2 A + 21 ms"),
    GazeConstant(
      "behaviour.saccadeSpeedSD", \.eyes.saccadeSpeedSD, "1", 0...0.5, .published,
      "PMC6143243: 213 +- 29, 352 +- 50, 455 +- 67 deg/s at 5, 15, 30 deg: 14 % over people"),
    GazeConstant(
      "behaviour.saccadeAgeing", \.eyes.saccadeAgeing, "1/year", 0...0.02, .assumed,
      "loss of peak velocity a year of age beyond the mean"),
    GazeConstant(
      "behaviour.saccadeLatency", \.eyes.latencyMinimum, "ms", 0...500, .published,
      "mean latency 180 to 200 ms; the least"),
    GazeConstant(
      "behaviour.saccadeLatencyGamma", \.eyes.latencyGamma, "ms", 0...500, .assumed,
      "mean of the rest, Gamma with shape 4; the sum's mean is published"),
    GazeConstant(
      "behaviour.landingGain", \.eyes.landingGain, "1", 0.5...1.5, .published,
      "Becker 1972, Kowler & Blaser 1995: saccades fall short by 5 %"),
    GazeConstant(
      "behaviour.landingSD", \.eyes.landingSD, "1", 0...0.5, .published, "Becker 1972, Kowler & Blaser 1995: 6 %"),
    GazeConstant(
      "behaviour.correctionThreshold", \.eyes.correctionThreshold, "deg", 0.1...10, .assumed,
      "a corrective saccade follows when off by more"),
    GazeConstant(
      "behaviour.correctionLatency", \.eyes.correctionLatency, "ms", 20...1000, .published,
      "Becker 1972: 150 ms later"),
    GazeConstant(
      "behaviour.sweepShare", \.eyes.sweepShare, "1", 0...0.5, .published,
      "return sweep d + 0.077 - 0.077 d (ReturnSweeper), d in degrees"),
    GazeConstant("behaviour.sweepSD", \.eyes.sweepSD, "deg", 0...5, .published, "ReturnSweeper: 0.118 + 0.0825 d"),
    GazeConstant(
      "behaviour.sweepSDShare", \.eyes.sweepSDShare, "1", 0...0.5, .published, "ReturnSweeper: 0.118 + 0.0825 d"),
    GazeConstant(
      "behaviour.fixationBias", \.eyes.fixationBias, "deg", 0...3, .assumed,
      "people do not look exactly at a dot"),
    GazeConstant(
      "behaviour.fixationDrift", \.eyes.driftDiffusion, "arcmin²/s", 0...1000, .derived,
      "isetbio fixationalEM: D = 25 an axis"),
    GazeConstant(
      "behaviour.fixationDriftTime", \.eyes.driftTime, "s", 0.05...60, .derived, "time constant that bounds it"),
    GazeConstant(
      "behaviour.disparitySD", \.eyes.disparitySD, "deg", 0...5, .assumed, "left minus right eye, a fixation"),
    GazeConstant(
      "behaviour.pursuitLatency", \.eyes.pursuitLatency, "ms", 0...130, .published, "Bahill 1983: 120 to 150 ms",
      sweep: 90...130),
    GazeConstant("behaviour.pursuitGainH", \.eyes.pursuitGainH, "1", 0...1.2, .assumed, "remembered: 0.9"),
    GazeConstant(
      "behaviour.pursuitGainV", \.eyes.pursuitGainV, "1", 0...1.2, .assumed, "Taore 2024: vertical pursuit is poorer"),
    GazeConstant(
      "behaviour.vorLatency", \.eyes.vorLatency, "ms", 0...50, .published,
      "vestibulo-ocular reflex, 6 to 15 ms: gaze slips while the head turns"),
    GazeConstant(
      "behaviour.blinkRate", \.eyes.blinkRate, "1/min", 0...120, .published,
      "Doughty 2001; median over people"),
    GazeConstant(
      "behaviour.blinkRateSpread", \.eyes.blinkRateSpread, "1", 0...2, .assumed,
      "sigma of the logarithm over people"),
    GazeConstant("behaviour.blinkDuration", \.eyes.blinkDuration, "ms", 30...1000, .assumed, "median"),
    GazeConstant(
      "behaviour.blinkDurationSpread", \.eyes.blinkDurationSpread, "1", 0...2, .assumed,
      "sigma of the logarithm"),
    GazeConstant("behaviour.partialBlinks", \.eyes.partialBlinks, "1", 0...1, .published, "half of all blinks"),
    GazeConstant(
      "behaviour.partialDepth", \.eyes.partialDepth, "1", 0.2...0.8, .assumed,
      "how far a partial blink closes the lid, +- 0.2 uniform"),
  ]

  /// Head and posture.
  static let head: [GazeConstant] = [
    GazeConstant(
      "behaviour.distance", \.head.distanceMean, "cm", 20...100, .published,
      "Boccardo 2021: 36.8 cm, n = 233"),
    GazeConstant("behaviour.distanceSD", \.head.distanceSD, "cm", 0...20, .published, "Boccardo 2021: 6.6 cm"),
    GazeConstant(
      "behaviour.eyesBelowCamera", \.head.eyesBelowCamera, "mm", -200...200, .assumed,
      "the face is held before the screen's middle"),
    GazeConstant(
      "behaviour.shiftRight", \.head.shiftRight, "mm", -300...300, .assumed, "the observer moved aside, for protocols",
      sweep: -50...50),
    GazeConstant(
      "behaviour.shiftUp", \.head.shiftUp, "mm", -300...300, .assumed, "the observer moved up, for protocols",
      sweep: -50...50),
    GazeConstant("behaviour.headYawSD", \.head.yawSD, "deg", 0...30, .published, "seated sway"),
    GazeConstant("behaviour.headPitchSD", \.head.pitchSD, "deg", 0...30, .published, "seated sway"),
    GazeConstant("behaviour.headRollSD", \.head.rollSD, "deg", 0...30, .published, "seated sway"),
    GazeConstant("behaviour.headPositionSD", \.head.positionSD, "mm", 0...50, .assumed, "seated"),
    GazeConstant("behaviour.headTime", \.head.time, "s", 0.1...60, .assumed, "time constant of the sway"),
    GazeConstant(
      "behaviour.postureYawSD", \.head.postureYawSD, "deg", 0...30, .assumed,
      "how far the face is turned from the phone, a session"),
    GazeConstant("behaviour.posturePitchSD", \.head.posturePitchSD, "deg", 0...30, .assumed, "as postureYawSD"),
    GazeConstant("behaviour.slump", \.head.slump, "deg/min", 0...10, .assumed, "the head sinks, up to 5 deg"),
    GazeConstant(
      "behaviour.postureJumpTime", \.head.postureJumpTime, "s", 1...100000, .assumed, "between shifts of posture"),
    GazeConstant("behaviour.postureJumpPosition", \.head.postureJumpPosition, "mm", 0...200, .assumed, "SD of a shift"),
    GazeConstant("behaviour.postureJumpAngle", \.head.postureJumpAngle, "deg", 0...30, .assumed, "SD of a shift"),
    GazeConstant(
      "behaviour.standing", \.head.standing, "1", 0...1, .assumed,
      "1: standing, and sways", sweep: 0...1, isWhole: true),
    GazeConstant("behaviour.standingSway", \.head.standingSway, "mm", 0...100, .assumed, "amplitude, standing"),
    GazeConstant("behaviour.standingRate", \.head.standingRate, "Hz", 0...3, .assumed, "of the sway, standing"),
    GazeConstant("behaviour.headShareH", \.head.shareH, "1", 0...1, .assumed, "head's part of a gaze shift"),
    GazeConstant("behaviour.headShareV", \.head.shareV, "1", 0...1, .assumed, "as headShareH"),
    GazeConstant(
      "behaviour.headShareFrom", \.head.shareFrom, "deg", 0...60, .assumed, "smaller shifts leave the head alone"),
    GazeConstant(
      "behaviour.headShareTime", \.head.shareTime, "ms", 10...5000, .assumed, "time constant of the head's turn"),
  ]
}
