private import GazePipeline

/// All numbers of the gaze simulator, in SI units and radians. `GazeConstant.all` lists them with unit, range and
/// source.
public struct SimulationParameters: Sendable, Equatable {
  /// Bodies and habits of the people.
  public struct People: Sendable, Equatable {
    var ageMean = 40.0, ageSD = 15.0
    var ipdMean = 0.063, ipdSD = 0.0038
    var kappaNasalMean = 5.2.radians, kappaNasalSD = 1.3.radians
    var kappaUpMean = 2.0.radians, kappaUpSD = 1.0.radians
    var kappaCorrelation = 0.95
    var eyeUp = 0.03, eyeDepth = 0.03
    var rotationSplit = 0.0027
    var readingRate = 238.0, readingRateSpread = 0.2
    var glasses = 0.5, glassesFactor = 1.2
    var failingShare = 0.05
    var flaggedShare = 0.05
  }

  /// Eyes and lids.
  public struct Eyes: Sendable, Equatable {
    var saccadePeakH = 461.0.radians, saccadeScaleH = 9.05.radians
    var saccadePeakV = 418.0.radians, saccadeScaleV = 7.5.radians
    var saccadeDuration = 0.021, saccadeDurationSlope = 0.0022 / 1.0.radians
    var saccadeSpeedSD = 0.14, saccadeAgeing = 0.002
    var latencyMinimum = 0.100, latencyGamma = 0.095
    var landingGain = 0.95, landingSD = 0.06
    var correctionThreshold = 0.7.radians, correctionLatency = 0.150
    var sweepShare = 0.077, sweepSD = 0.118.radians, sweepSDShare = 0.0825
    var fixationBias = 0.25.radians
    var driftDiffusion = 25.0 * arcminute * arcminute, driftTime = 1.0
    var disparitySD = 0.25.radians
    var pursuitLatency = 0.130, pursuitGainH = 0.90, pursuitGainV = 0.80
    var vorLatency = 0.010
    var blinkRate = 8.0 / 60, blinkRateSpread = 0.7
    var blinkDuration = 0.2, blinkDurationSpread = 0.3
    var partialBlinks = 0.5, partialDepth = 0.5
  }

  /// Head and posture.
  public struct Head: Sendable, Equatable {
    var distanceMean = 0.368, distanceSD = 0.066
    var eyesBelowCamera = 0.05
    var shiftRight = 0.0, shiftUp = 0.0
    var yawSD = 1.0.radians, pitchSD = 1.4.radians, rollSD = 1.1.radians
    var positionSD = 0.003, time = 3.0
    var postureYawSD = 2.0.radians, posturePitchSD = 4.0.radians
    var slump = 0.3.radians / 60
    var postureJumpTime = 60.0, postureJumpPosition = 0.015, postureJumpAngle = 4.0.radians
    var standing = 0.0, standingSway = 0.006, standingRate = 0.35
    var shareH = 0.10, shareV = 0.15, shareFrom = 5.0.radians, shareTime = 0.15
  }

  /// Pose and motion of the phone.
  public struct Phone: Sendable, Equatable {
    var recline = 30.0.radians, reclineSD = 0.0
    var roll = 0.0
    var orientation = 0.0
    var gravityAligned = 1.0
    var inHand = 1.0
    var swayPosition = 0.004, swayAngle = 1.0.radians, swayTime = 3.0
    var regripTime = 90.0, regripPosition = 0.008, regripAngle = 3.0.radians
  }

  /// Errors of ARKit.
  public struct Tracker: Sendable, Equatable {
    var coupled = 1.0
    var outward = 0.066, outwardSD = 0.0035, vergenceShare = 0.02
    var visualAxis = 0.0
    var referencePitch = -4.0.radians
    var biasUp = 2.28.radians, biasSD = 1.41.radians, biasSpread = 0.66, failingFactor = 4.0
    var sessionBiasSD = 0.51.radians
    var gainHMean = 0.92, gainHSD = 0.12, gainVMean = 0.85, gainVSD = 0.12, crosstalkSD = 0.05
    var quadraticSD = 0.35.radians
    var headCouplingSD = 0.05
    var driftSD = 0.8.radians, driftTime = 20.0
    var noiseSD = 0.025.radians, noiseTime = 0.325
    var whiteSD = 0.00005
    var eccentricity = 15.0.radians
    var noiseDistance = 0.35
    var blinkArtefact = 3.0.radians
    var distanceScaleSD = 0.025
    var faceRotationBiasSD = 1.02.radians, faceRotationNoise = 0.15.radians, facePositionNoise = 0.0003
    var latency = 0.050, latencySpread = 0.2, jitter = 0.004
    var dropped = 0.005, duplicated = 0.01
    var dropoutRate = 0.5 / 60, dropoutDuration = 0.25, reacquire = 0.080
    var thermalTime = 1200.0
    var maximumYaw = 45.0.radians, fieldOfView = 60.0.radians
    var lookAtNoise = 0.05
    var shapeScaleH = 0.60, shapeScaleV = 0.55
  }

  /// Tasks of the scenarios.
  public struct Task: Sendable, Equatable {
    var targetTime = 1.5
    var grid = 4.0
    var pursuitSpeed = 8.0.radians
    var script = 0.0
    var textSize = 17.0
    var pageScreens = 4.0, samePage = 0.0, layout = 0.0
    var stepMean = 7.5, stepSD = 2.5
    var stepMeanJapanese = 4.0, stepSDJapanese = 1.8
    var regressions = 0.12
    var fixationMean = 0.25, fixationSD = 0.075
    var scrollFrom = 0.72, scrollFromSD = 0.10, scrollTo = 0.33, scrollToSD = 0.10, scrollHazard = 2.0
    var flippers = 0.3, creepers = 0.4
    var scrollGaze = 1.02, scrollGazeSD = 0.03
    var intentTime = 1.5, intentTimeSD = 0.4
    var patience = 6.0, learning = 0.5
    var hiddenIntent = 0.15, upIntent = 0.10, earlyIntent = 0.10, bottomDwell = 0.30, lookAway = 0.10
    var glance = 4.0, absence = 8.0
    var worktop = 0.7, talking = 0.2
    var headTurns = 0.0
    var tapInterval = 0.0, tapSpread = 50.0, tapLead = 0.337, tapLeadSpread = 0.3, tapHandFirst = 0.1, tapBelow = 5.0
    var dotAtStart = 0.0, dotTime = 1.5, appStates = 0.0
    var skimming = 0.0, skimmingUntil = 0.0, skipParagraph = 0.0, reread = 0.0, startAt = 0.0, notReading = 0.0
    var column = 1.0, columnFrom = 0.0
    var steerX = 0.35, steerY = 0.0
  }

  var people = People()
  var eyes = Eyes()
  var head = Head()
  var phone = Phone()
  var tracker = Tracker()
  var task = Task()
  var signs = Signs()

  /// The `typical` preset.
  public init() {}
}

/// A sixtieth of a degree, radians.
private let arcminute = (1.0 / 60).radians
