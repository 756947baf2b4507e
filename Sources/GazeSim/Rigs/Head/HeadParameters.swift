/// All numbers of the head simulator, in radians and seconds.
///
/// Nearly all are assumed, because no published value was found for headphone motion. Two kinds of values come from
/// recordings: how far people without a task look around, and the sample rate of 25 or about 50 Hz
/// (`HeadRig.defaultRate`).
public struct HeadParameters: SimulatorParameters {
  /// Head movements of people.
  public struct Motion: Sendable, Equatable {
    var swaySD, swayTime, stepRate, stepPitch, strideYaw, strideRoll, stepAcceleration, lookYaw, lookPitch,
      lookRoll, restYaw, glanceLeast, glanceMost, glanceTime, turnTime, turnTimePerRadian, gestureLeast,
      gestureMost, gestureSlow, gestureFast, forwardYaw, forwardPitch, shakeOnce: Double

    static let rows = """
      motion.swaySD             0.5   deg    0...10        assumed   a head that is held still, an axis
      motion.swayTime           3     s      0.1...60      assumed   time constant of the sway
      motion.stepRate           1.8   Hz     0.5...4       assumed   steps a second when walking
      motion.stepPitch          1.5   deg    0...10        assumed   amplitude at every step
      motion.strideYaw          2     deg    0...10        assumed   amplitude at every second step
      motion.strideRoll         1     deg    0...10        assumed   amplitude at every second step
      motion.stepAcceleration   2     m/s²   0...20        assumed   amplitude of the bob at each step
      motion.lookYaw            25    deg    0...60        assumed   SD of where people look to
      motion.lookPitch          10    deg    0...40        assumed   SD of where people look to
      motion.lookRoll           4     deg    0...40        assumed   SD of the roll in a turn of the head
      motion.restYaw            0     deg    -60...60[0...20]  assumed  where the head rests, to the left of straight
        ahead: turns scatter about it. The headphones' zero does not move with it
      motion.glanceLeast        50    deg    0...90        recorded  recordings of headphone motion: people without a
        task look around by 50 to 60 deg, and back
      motion.glanceMost         60    deg    0...90        recorded  recordings of headphone motion: people without a
        task look around by 50 to 60 deg, and back
      motion.glanceTime         1     s      0...60        assumed   mean stay at a glance's end
      motion.turnTime           0.35  s      0.05...5      assumed   a turn lasts this and turnTimePerRadian
      motion.turnTimePerRadian  0.4   s/rad  0...5         assumed   longer turns last longer
      motion.gestureLeast       10    deg    1...90        assumed   nods, shakes, tilts of 10 to 40 deg
      motion.gestureMost        40    deg    1...90        assumed   nods, shakes, tilts of 10 to 40 deg
      motion.gestureSlow        0.3   Hz     0.1...3       assumed   nods, shakes, tilts at 0.3 to 1.5 Hz
      motion.gestureFast        1.5   Hz     0.1...3       assumed   nods, shakes, tilts at 0.3 to 1.5 Hz
      motion.forwardYaw         1.5   deg    0...20        assumed   SD of straight ahead, each time it is asked for
      motion.forwardPitch       1     deg    0...20        assumed   as forwardYaw, up and sideways
      motion.shakeOnce          0.5   1      0...1[0...1]  assumed   share of shakes that are one turn aside and back;
        the others go to both sides, twice
      """
  }

  /// Tasks of people.
  public struct Task: Sendable, Equatable {
    var walking, lookInterval, glanceInterval, gestureInterval, forwardAtStart, forwardInterval, forwardTime,
      reference: Double

    static let rows = """
      task.walking          0  1  whole:0...1  assumed  1: the person walks
      task.lookInterval     0  s  0...600      assumed  mean time from turn to turn; 0 is never
      task.glanceInterval   0  s  0...600      assumed  mean time from one glance far aside and back to the next; 0 is
        never
      task.gestureInterval  0  s  0...600      assumed  mean time from gesture to gesture; 0 is never
      task.forwardAtStart   1  1  whole:0...1  assumed  1: the app asks the person to look straight ahead at the start
      task.forwardInterval  0  s  0...3600     assumed  from one request to look straight ahead to the next; 0 is never
        after the start
      task.forwardTime      4  s  1.5...30     assumed  how long one lasts; the first second settles
      task.reference        0  1  whole:0...1  assumed  1: the phone's camera knows the head's attitude
      """
  }

  /// Errors of the headphones.
  public struct Sensor: Sendable, Equatable {
    var jitter, latency, latencySD, noise, noiseTime, yawNoise, bias, yawWalk, yawDrift, reset, mounting,
      gyroNoise, gyroBias, disconnects, disconnectTime, resets, failingShare, referenceNoise, referenceTime,
      referenceReach: Double

    static let rows = """
      sensor.jitter          0.1   1         0...0.15     assumed  SD of an interval's share by which a sample is off
      sensor.latency         120   ms        0...300      assumed  from a movement to its sample: 120 +- 30 ms
      sensor.latencySD       30    ms        0...100      assumed  over sessions; bounds 60 and 200 ms
      sensor.noise           0.5   deg       0...10       assumed  pitch and roll
      sensor.noiseTime       0.3   s         0.001...60   assumed  its correlation's time constant
      sensor.yawNoise        0.1   deg       0...10       assumed  yaw, beside its walk
      sensor.bias            1.5   deg       0...20       assumed  SD over sessions of pitch and roll
      sensor.yawWalk         1     deg/√min  0...20       assumed  random walk of the yaw
      sensor.yawDrift        0.5   deg/min   0...20       assumed  SD over sessions of the yaw's steady rate
      sensor.reset           10    deg       0...90       assumed  SD of the yaw at which a session's zero is: wherever
        the head was when it began
      sensor.mounting        5     deg       0...45       assumed  SD over sessions, an axis, of how they sit
      sensor.gyroNoise       0.3   deg/s     0...20       assumed  white, an axis
      sensor.gyroBias        0.05  deg/s     0...5        assumed  SD over sessions, an axis
      sensor.disconnects     0.1   1/min     0...60       assumed  times that the headphones are lost
      sensor.disconnectTime  4     s         0.1...600    assumed  median
      sensor.resets          1     1         whole:0...1  assumed  1: a new connection has its yaw zero where the head
        is then
      sensor.failingShare    0.03  1         0...1        assumed  people whose headphones measure no motion
      sensor.referenceNoise  1     deg       0...20       assumed  the camera's attitude, an axis
      sensor.referenceTime   0.3   s         0.001...60   assumed  its correlation's time constant
      sensor.referenceReach  60    deg       5...90       assumed  how far from straight ahead the camera still knows
        the head
      """
  }

  /// Head movements of people.
  public var motion: Motion
  /// Tasks of people.
  public var task: Task
  /// Errors of the headphones.
  public var sensor: Sensor

  private static let table = ConstantTable<HeadParameters>(Motion.rows, Task.rows, Sensor.rows)

  /// The parameters of `typical`.
  public init() { self = Self.table.defaults }

  /// All constants.
  public static var constants: [ParameterConstant<HeadParameters>] { table.constants }
  /// `ideal` to `pessimistic`.
  public static var presets: [ParameterPreset<HeadParameters>] {
    presets(
      ideal: withErrors(times: 0, latency: 0), optimistic: withErrors(times: 0.5, latency: 0.09),
      pessimistic: withErrors(times: 2, latency: 0.15))
  }

  /// Headphones whose assumed errors are multiplied by an assumed factor. The latency is set and not scaled, because it
  /// has bounds; the jitter of the interval was recorded, so only a factor of 0 changes it.
  private static func withErrors(times factor: Double, latency: Double) -> HeadParameters {
    var p = HeadParameters().scaled(
      [
        \.sensor.latencySD, \.sensor.noise, \.sensor.yawNoise, \.sensor.bias, \.sensor.yawWalk, \.sensor.yawDrift,
        \.sensor.reset, \.sensor.mounting, \.sensor.gyroNoise, \.sensor.gyroBias, \.sensor.disconnects,
        \.sensor.failingShare, \.sensor.referenceNoise,
      ], by: factor)
    if factor == 0 { p.sensor.jitter = 0 }
    p.sensor.latency = latency
    return p
  }
}
