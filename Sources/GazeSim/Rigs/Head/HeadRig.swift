package import GazePipeline
public import GazeRecording

/// The head rig of the 2024 article: AirPods whose motion turns a character.
public enum HeadRig: SimulatedRig {
  /// Parameters of the simulator.
  public typealias Parameters = HeadParameters
  /// Tasks of people.
  public typealias Task = HeadScenario
  /// A recorded sample.
  public typealias Sample = RecordedHead

  /// Default sample rate. Third-party documentation states 25 Hz; recordings of about 50 Hz are known.
  public static let defaultRate = 25.0
  /// Sample rates that a simulation supports, Hz.
  public static let rates = 5.0...100.0

  /// One person's samples.
  public static func samples(_ simulation: RigSimulation<HeadRig>, participant: Int) -> HeadSamples {
    HeadSamples(simulation, participant: participant)
  }

  /// True if the headphones measure nothing when this person wears them.
  public static func isFailing(_ simulation: RigSimulation<HeadRig>, participant: Int) -> Bool {
    simulation.personStream(6, participant: participant).uniform(0) < simulation.parameters.sensor.failingShare
  }
}

extension RigSimulation where Rig == HeadRig {
  /// The true properties of this person's headphones in this session.
  package func headSession(participant: Int) -> HeadSession {
    HeadSession(parameters.sensor, sessionStream(0, participant: participant))
  }
}

/// Tasks for people's heads.
public enum HeadScenario: String, RigScenario {
  /// The head is held still.
  case still
  /// Nods, shakes and tilts.
  case gestures
  /// Walking.
  case walking
  /// Looking to all sides.
  case looking
  /// Head turns, glances, gestures and steps together.
  case turning
  /// Twelve minutes; once a minute the app asks the person to face straight ahead.
  case long
  /// Turns about all axes in front of the phone's camera, which knows the head's attitude.
  case calibration

  /// Description in one sentence.
  public var summary: String {
    switch self {
    case .still: "a head that is held still; measures jitter and drift"
    case .gestures: "nods, shakes and tilts that the app asks for; measures the gestures"
    case .walking: "walking: the head bobs and sways; measures jitter and false gestures"
    case .looking: "looks to all sides, some far aside and back; measures error, lag and false gestures"
    case .turning: "looks, nods, shakes and tilts while walking, straight ahead once a minute; measures everything"
    case .long: "12 minutes of turns and gestures, straight ahead once a minute for a reference; measures yaw drift"
    case .calibration: "turns about all axes in view of the phone's camera, which knows the head; fits the headphones"
    }
  }

  /// Duration by default, seconds.
  public var defaultDuration: Double? {
    switch self {
    case .still, .gestures, .walking, .looking: 60
    case .turning: 120
    case .long: 720
    case .calibration: 180
    }
  }

  /// Number of the session: 0 for the calibration, 1 for a later session.
  public var session: Int { self == .calibration ? 0 : 1 }

  /// Constants in which the scenario differs from the preset.
  public var setting: [(key: String, value: Double)] {
    switch self {
    case .still: []
    case .gestures: [("task.gestureInterval", 5)]
    case .walking: [("task.walking", 1)]
    case .looking: [("task.lookInterval", 2.5), ("task.glanceInterval", 20)]
    case .turning:
      [
        ("task.gestureInterval", 8), ("task.lookInterval", 3), ("task.glanceInterval", 20), ("task.walking", 1),
        ("task.forwardInterval", 60),
      ]
    case .long:
      [
        ("task.gestureInterval", 20), ("task.lookInterval", 4), ("task.glanceInterval", 20),
        ("task.forwardInterval", 60),
      ]
    case .calibration:
      [("task.lookInterval", 1.5), ("task.reference", 1), ("motion.lookPitch", 15), ("motion.lookRoll", 15)]
    }
  }
}

/// The random values of a session, drawn when a person puts the headphones on: how the headphones sit, and their
/// errors.
package struct HeadSession: Equatable {
  /// `headFromSensor`. The mounting includes the bias of pitch and roll, because the bias of an accelerometer turns
  /// with the sensor.
  package var mounting: UnitQuaternion
  /// `latency`: delay from a movement to its sample, seconds; `yawOffset`: yaw at which the sensor reports zero,
  /// before the first sample, radians; `yawDrift`: drift rate of the yaw, rad/s.
  package var latency, yawOffset, yawDrift: Double
  /// Bias of the gyro, rad/s about the sensor's axes.
  package var gyroBias: Vector3

  /// Bounds of a latency that varies, seconds.
  package static let latencies = 0.06...0.2

  init(_ p: HeadParameters.Sensor, _ stream: RandomStream) {
    let (sit, off) = (stream.normals3(0) * p.mounting, stream.normals(8) * p.bias)
    mounting =
      (UnitQuaternion(rotationVector: sit) ?? .identity)
      * (UnitQuaternion(rotationVector: SIMD3(off.x, off.y, 0)) ?? .identity)
    latency =
      p.latencySD > 0
      ? min(max(p.latency + p.latencySD * stream.normal(9), Self.latencies.lowerBound), Self.latencies.upperBound)
      : p.latency
    let yaw = stream.normals(10)
    yawOffset = p.reset * yaw.x
    yawDrift = p.yawDrift * yaw.y
    gyroBias = stream.normals3(6) * p.gyroBias
  }
}
