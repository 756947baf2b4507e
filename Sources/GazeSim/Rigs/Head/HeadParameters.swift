private import GazePipeline

/// All numbers of the head simulator, in radians and seconds.
public struct HeadParameters: SimulatorParameters {
  /// Head movements of people.
  public struct Motion: Sendable, Equatable {
    var swaySD = 0.5.radians
    var swayTime = 3.0
    var stepRate = 1.8
    var stepPitch = 1.5.radians
    var strideYaw = 2.0.radians
    var strideRoll = 1.0.radians
    var stepAcceleration = 2.0
    var lookYaw = 25.0.radians
    var lookPitch = 10.0.radians
    var lookRoll = 4.0.radians
    var restYaw = 0.0
    var glanceLeast = 50.0.radians
    var glanceMost = 60.0.radians
    var glanceTime = 1.0
    var turnTime = 0.35
    var turnTimePerRadian = 0.4
    var gestureLeast = 10.0.radians
    var gestureMost = 40.0.radians
    var gestureSlow = 0.3
    var gestureFast = 1.5
    var shakeOnce = 0.5
    var forwardYaw = 1.5.radians
    var forwardPitch = 1.0.radians
  }

  /// Tasks of people.
  public struct Task: Sendable, Equatable {
    var walking = 0.0
    var lookInterval = 0.0
    var glanceInterval = 0.0
    var gestureInterval = 0.0
    var forwardAtStart = 1.0
    var forwardInterval = 0.0
    var forwardTime = 4.0
    var reference = 0.0
  }

  /// Errors of the headphones.
  public struct Sensor: Sendable, Equatable {
    var jitter = 0.10
    var latency = 0.120
    var latencySD = 0.030
    var noise = 0.5.radians
    var noiseTime = 0.3
    var yawNoise = 0.1.radians
    var bias = 1.5.radians
    var yawWalk = 1.0.radians / 60.0.squareRoot()
    var yawDrift = 0.5.radians / 60
    var reset = 10.0.radians
    var mounting = 5.0.radians
    var gyroNoise = 0.3.radians
    var gyroBias = 0.05.radians
    var disconnects = 0.1 / 60
    var disconnectTime = 4.0
    var resets = 1.0
    var failingShare = 0.03
    var referenceNoise = 1.0.radians
    var referenceTime = 0.3
    var referenceReach = 60.0.radians
  }

  /// Head movements of people.
  public var motion = Motion()
  /// Tasks of people.
  public var task = Task()
  /// Errors of the headphones.
  public var sensor = Sensor()

  /// The parameters of `typical`.
  public init() {}

  /// All constants.
  public static var constants: [ParameterConstant<HeadParameters>] { HeadConstants.all }
  /// `ideal` to `pessimistic`.
  public static var presets: [ParameterPreset<HeadParameters>] { HeadPresets.all }
}
