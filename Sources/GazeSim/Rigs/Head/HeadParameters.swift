/// All numbers of the head simulator, in radians and seconds.
///
/// Nearly all are assumed, because no published value was found for headphone motion. Two kinds of values come from
/// recordings: how far people without a task look around, and the sample rate of 25 or about 50 Hz
/// (`HeadRig.defaultRate`).
public struct HeadParameters: SimulatorParameters {
  /// Head movements of people.
  struct Motion: Equatable {
    var swaySD, swayTime, stepRate, stepPitch, strideYaw, strideRoll, stepAcceleration, lookYaw, lookPitch,
      lookRoll, restYaw, glanceLeast, glanceMost, glanceTime, turnTime, turnTimePerRadian, gestureLeast,
      gestureMost, gestureSlow, gestureFast, forwardYaw, forwardPitch, shakeOnce: Double

    static let rows = """
      [motion]
      swaySD             0.5   deg    0...10        assumed   a head that is held still, an axis
      swayTime           3     s      0.1...60      assumed   time constant of the sway
      stepRate           1.8   Hz     0.5...4       assumed   steps a second when walking
      stepPitch          1.5   deg    0...10        assumed   amplitude at every step
      strideYaw          2     deg    0...10        assumed   amplitude at every second step
      strideRoll         1     deg    0...10        assumed   amplitude at every second step
      stepAcceleration   2     m/s²   0...20        assumed   amplitude of the bob at each step
      lookYaw            25    deg    0...60        assumed   SD of where people look to
      lookPitch          10    deg    0...40        assumed   SD of where people look to
      lookRoll           4     deg    0...40        assumed   SD of the roll in a turn of the head
      restYaw            0     deg    -60...60[0...20]  assumed  where the head rests, to the left of straight ahead:
        turns scatter about it. The headphones' zero does not move with it
      glanceLeast        50    deg    0...90        recorded  recordings of headphone motion: people without a task look
        around by 50 to 60 deg, and back
      glanceMost         60    deg    0...90        recorded  recordings of headphone motion: people without a task look
        around by 50 to 60 deg, and back
      glanceTime         1     s      0...60        assumed   mean stay at a glance's end
      turnTime           0.35  s      0.05...5      assumed   a turn lasts this and turnTimePerRadian
      turnTimePerRadian  0.4   s/rad  0...5         assumed   longer turns last longer
      gestureLeast       10    deg    1...90        assumed   nods, shakes, tilts of 10 to 40 deg
      gestureMost        40    deg    1...90        assumed   nods, shakes, tilts of 10 to 40 deg
      gestureSlow        0.3   Hz     0.1...3       assumed   nods, shakes, tilts at 0.3 to 1.5 Hz
      gestureFast        1.5   Hz     0.1...3       assumed   nods, shakes, tilts at 0.3 to 1.5 Hz
      forwardYaw         1.5   deg    0...20        assumed   SD of straight ahead, each time it is asked for
      forwardPitch       1     deg    0...20        assumed   as forwardYaw, up and sideways
      shakeOnce          0.5   1      0...1[0...1]  assumed   share of shakes that are one turn aside and back; the
        others go to both sides, twice
      """
  }

  /// Tasks of people.
  struct Task: Equatable {
    var walking, lookInterval, glanceInterval, gestureInterval, forwardAtStart, forwardInterval, forwardTime,
      reference: Double

    static let rows = """
      [task]
      walking          0  1  whole:0...1  assumed  1: the person walks
      lookInterval     0  s  0...600      assumed  mean time from turn to turn; 0 is never
      glanceInterval   0  s  0...600      assumed  mean time from one glance far aside and back to the next; 0 is never
      gestureInterval  0  s  0...600      assumed  mean time from gesture to gesture; 0 is never
      forwardAtStart   1  1  whole:0...1  assumed  1: the app asks the person to look straight ahead at the start
      forwardInterval  0  s  0...3600     assumed  from one request to look straight ahead to the next; 0 is never after
        the start
      forwardTime      4  s  1.5...30     assumed  how long one lasts; the first second settles
      reference        0  1  whole:0...1  assumed  1: the phone's camera knows the head's attitude
      """
  }

  /// Errors of the headphones.
  struct Sensor: Equatable {
    var jitter, latency, latencySD, noise, noiseTime, yawNoise, bias, yawWalk, yawDrift, reset, mounting,
      gyroNoise, gyroBias, disconnects, disconnectTime, resets, failingShare, referenceNoise, referenceTime,
      referenceReach: Double

    static let rows = """
      [sensor]
      jitter          0.1   1         0...0.15     assumed  SD of an interval's share by which a sample is off
      latency         120   ms        0...300      assumed  from a movement to its sample: 120 +- 30 ms
      latencySD       30    ms        0...100      assumed  over sessions; bounds 60 and 200 ms
      noise           0.5   deg       0...10       assumed  pitch and roll
      noiseTime       0.3   s         0.001...60   assumed  its correlation's time constant
      yawNoise        0.1   deg       0...10       assumed  yaw, beside its walk
      bias            1.5   deg       0...20       assumed  SD over sessions of pitch and roll
      yawWalk         1     deg/√min  0...20       assumed  random walk of the yaw
      yawDrift        0.5   deg/min   0...20       assumed  SD over sessions of the yaw's steady rate
      reset           10    deg       0...90       assumed  SD of the yaw at which a session's zero is: wherever the
        head was when it began
      mounting        5     deg       0...45       assumed  SD over sessions, an axis, of how they sit
      gyroNoise       0.3   deg/s     0...20       assumed  white, an axis
      gyroBias        0.05  deg/s     0...5        assumed  SD over sessions, an axis
      disconnects     0.1   1/min     0...60       assumed  times that the headphones are lost
      disconnectTime  4     s         0.1...600    assumed  median
      resets          1     1         whole:0...1  assumed  1: a new connection has its yaw zero where the head is then
      failingShare    0.03  1         0...1        assumed  people whose headphones measure no motion
      referenceNoise  1     deg       0...20       assumed  the camera's attitude, an axis
      referenceTime   0.3   s         0.001...60   assumed  its correlation's time constant
      referenceReach  60    deg       5...90       assumed  how far from straight ahead the camera still knows the head
      """
  }

  /// Head movements of people.
  var motion: Motion
  /// Tasks of people.
  var task: Task
  /// Errors of the headphones.
  var sensor: Sensor

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
