private import GazePipeline

/// Every number of the simulator, in SI units and radians. `Constant.all` lists them with unit, range and source.
public struct SimulationParameters: Sendable, Equatable {
  /// Bodies.
  public struct People: Sendable, Equatable {
    var ipdMean = 0.063, ipdSD = 0.0038
    var kappaNasalMean = 5.2.radians, kappaNasalSD = 1.3.radians
    var kappaUpMean = 2.0.radians, kappaUpSD = 1.0.radians
    var kappaCorrelation = 0.95
    var eyeUp = 0.03, eyeDepth = 0.03
    var failingShare = 0.05
  }

  /// Eyes, head and hands.
  public struct Behaviour: Sendable, Equatable {
    var distanceMean = 0.368, distanceSD = 0.066
    var eyesBelowCamera = 0.05
    var saccadeLatencyMinimum = 0.100, saccadeLatencyGamma = 0.095
    var saccadeBase = 0.021, saccadePerDegree = 0.0022
    var fixationBias = 0.25.radians
    var blinkRate = 8.0 / 60, blinkRateSpread = 0.7
    var blinkDuration = 0.2, blinkDurationSpread = 0.3
    var headYawSD = 1.0.radians, headPitchSD = 1.4.radians, headRollSD = 1.1.radians
    var headPositionSD = 0.003, headTime = 3.0
    var postureYawSD = 2.0.radians, posturePitchSD = 4.0.radians
    var headShareH = 0.10, headShareV = 0.15
  }

  /// Where the phone is.
  public struct Phone: Sendable, Equatable {
    var recline = 30.0.radians
    var roll = 0.0
    var swayPosition = 0.004, swayAngle = 1.0.radians, swayTime = 3.0
  }

  /// How ARKit errs.
  public struct Tracker: Sendable, Equatable {
    var coupled = 1.0
    var outward = 0.066
    var biasSD = 1.5.radians, biasSpread = 0.45, failingFactor = 4.0
    var sessionBiasSD = 0.5.radians
    var gainHMean = 0.92, gainHSD = 0.12, gainVMean = 0.85, gainVSD = 0.12, crosstalkSD = 0.05
    var quadraticSD = 0.35.radians
    var headCouplingSD = 0.05
    var driftSD = 0.8.radians, driftTime = 20.0
    var noiseSD = 0.15.radians, noiseTime = 0.325
    var whiteSD = 0.0002
    var eccentricity = 15.0.radians
    var noiseDistance = 0.35
    var blinkArtefact = 3.0.radians
    var distanceScaleSD = 0.025
    var faceRotationBiasSD = 1.0.radians, faceRotationNoise = 0.15.radians, facePositionNoise = 0.0003
    var latency = 0.050, jitter = 0.004
    var dropped = 0.005, duplicated = 0.01
    var dropoutRate = 0.5 / 60, dropoutDuration = 0.25
    var maximumYaw = 45.0.radians
  }

  /// What the scenarios do.
  public struct Task: Sendable, Equatable {
    var targetTime = 1.5
    var linePitch = 22.0
    var characterWidth = 9.1
    var charactersPerFixation = 7.5
    var fixationMean = 0.25, fixationSD = 0.09
    var scrollFrom = 0.72, scrollFromSD = 0.10, scrollTo = 0.33
    var scrollGaze = 1.02, scrollGazeSD = 0.03
    var intentTime = 1.5, intentTimeSD = 0.4
    var hiddenIntent = 0.15, upIntent = 0.10, bottomDwell = 0.30, lookAway = 0.10
  }

  var people = People()
  var behaviour = Behaviour()
  var phone = Phone()
  var tracker = Tracker()
  var task = Task()

  /// The `typical` preset.
  public init() {}
}
