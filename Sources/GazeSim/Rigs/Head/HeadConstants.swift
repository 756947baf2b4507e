import GazeRecording

/// The constants of the head's simulation. Nearly all are assumed, because no published value was found for headphone
/// motion. Two kinds of values come from recordings: how far people without a task look around, and the sample rate of
/// 25 or about 50 Hz (`HeadRig.defaultRate`).
enum HeadConstants {
  typealias Constant = ParameterConstant<HeadParameters>

  static let all = motion + task + sensor

  private static let motion = [
    Constant("motion.swaySD", \.motion.swaySD, "deg", 0...10, .assumed, "a head that is held still, an axis"),
    Constant("motion.swayTime", \.motion.swayTime, "s", 0.1...60, .assumed, "time constant of the sway"),
    Constant("motion.stepRate", \.motion.stepRate, "Hz", 0.5...4, .assumed, "steps a second when walking"),
    Constant("motion.stepPitch", \.motion.stepPitch, "deg", 0...10, .assumed, "amplitude at every step"),
    Constant("motion.strideYaw", \.motion.strideYaw, "deg", 0...10, .assumed, "amplitude at every second step"),
    Constant("motion.strideRoll", \.motion.strideRoll, "deg", 0...10, .assumed, "amplitude at every second step"),
    Constant(
      "motion.stepAcceleration", \.motion.stepAcceleration, "m/s²", 0...20, .assumed,
      "amplitude of the bob at each step"),
    Constant("motion.lookYaw", \.motion.lookYaw, "deg", 0...60, .assumed, "SD of where people look to"),
    Constant("motion.lookPitch", \.motion.lookPitch, "deg", 0...40, .assumed, "SD of where people look to"),
    Constant("motion.lookRoll", \.motion.lookRoll, "deg", 0...40, .assumed, "SD of the roll in a turn of the head"),
    Constant(
      "motion.restYaw", \.motion.restYaw, "deg", -60...60, .assumed,
      "where the head rests, to the left of straight ahead: turns scatter about it. "
        + "The headphones' zero does not move with it",
      sweep: 0...20),
    Constant(
      "motion.glanceLeast", \.motion.glanceLeast, "deg", 0...90, .recorded,
      "recordings of headphone motion: people without a task look around by 50 to 60 deg, and back"),
    Constant(
      "motion.glanceMost", \.motion.glanceMost, "deg", 0...90, .recorded,
      "recordings of headphone motion: people without a task look around by 50 to 60 deg, and back"),
    Constant("motion.glanceTime", \.motion.glanceTime, "s", 0...60, .assumed, "mean stay at a glance's end"),
    Constant("motion.turnTime", \.motion.turnTime, "s", 0.05...5, .assumed, "a turn lasts this and turnTimePerRadian"),
    Constant(
      "motion.turnTimePerRadian", \.motion.turnTimePerRadian, "s/rad", 0...5, .assumed, "longer turns last longer"),
    Constant(
      "motion.gestureLeast", \.motion.gestureLeast, "deg", 1...90, .assumed, "nods, shakes, tilts of 10 to 40 deg"),
    Constant(
      "motion.gestureMost", \.motion.gestureMost, "deg", 1...90, .assumed, "nods, shakes, tilts of 10 to 40 deg"),
    Constant(
      "motion.gestureSlow", \.motion.gestureSlow, "Hz", 0.1...3, .assumed, "nods, shakes, tilts at 0.3 to 1.5 Hz"),
    Constant(
      "motion.gestureFast", \.motion.gestureFast, "Hz", 0.1...3, .assumed, "nods, shakes, tilts at 0.3 to 1.5 Hz"),
    Constant(
      "motion.forwardYaw", \.motion.forwardYaw, "deg", 0...20, .assumed,
      "SD of straight ahead, each time it is asked for"),
    Constant("motion.forwardPitch", \.motion.forwardPitch, "deg", 0...20, .assumed, "as forwardYaw, up and sideways"),
    Constant(
      "motion.shakeOnce", \.motion.shakeOnce, "1", 0...1, .assumed,
      "share of shakes that are one turn aside and back; the others go to both sides, twice", sweep: 0...1),
  ]

  private static let task = [
    Constant("task.walking", \.task.walking, "1", 0...1, .assumed, "1: the person walks", isWhole: true),
    Constant(
      "task.lookInterval", \.task.lookInterval, "s", 0...600, .assumed, "mean time from turn to turn; 0 is never"),
    Constant(
      "task.glanceInterval", \.task.glanceInterval, "s", 0...600, .assumed,
      "mean time from one glance far aside and back to the next; 0 is never"),
    Constant(
      "task.gestureInterval", \.task.gestureInterval, "s", 0...600, .assumed,
      "mean time from gesture to gesture; 0 is never"),
    Constant(
      "task.forwardAtStart", \.task.forwardAtStart, "1", 0...1, .assumed,
      "1: the app asks the person to look straight ahead at the start", isWhole: true),
    Constant(
      "task.forwardInterval", \.task.forwardInterval, "s", 0...3600, .assumed,
      "from one request to look straight ahead to the next; 0 is never after the start"),
    Constant(
      "task.forwardTime", \.task.forwardTime, "s", 1.5...30, .assumed, "how long one lasts; the first second settles"),
    Constant(
      "task.reference", \.task.reference, "1", 0...1, .assumed, "1: the phone's camera knows the head's attitude",
      isWhole: true),
  ]

  private static let sensor = [
    Constant(
      "sensor.jitter", \.sensor.jitter, "1", 0...0.15, .assumed, "SD of an interval's share by which a sample is off"),
    Constant(
      "sensor.latency", \.sensor.latency, "ms", 0...300, .assumed, "from a movement to its sample: 120 +- 30 ms"),
    Constant("sensor.latencySD", \.sensor.latencySD, "ms", 0...100, .assumed, "over sessions; bounds 60 and 200 ms"),
    Constant("sensor.noise", \.sensor.noise, "deg", 0...10, .assumed, "pitch and roll"),
    Constant("sensor.noiseTime", \.sensor.noiseTime, "s", 0.001...60, .assumed, "its correlation's time constant"),
    Constant("sensor.yawNoise", \.sensor.yawNoise, "deg", 0...10, .assumed, "yaw, beside its walk"),
    Constant("sensor.bias", \.sensor.bias, "deg", 0...20, .assumed, "SD over sessions of pitch and roll"),
    Constant("sensor.yawWalk", \.sensor.yawWalk, "deg/√min", 0...20, .assumed, "random walk of the yaw"),
    Constant(
      "sensor.yawDrift", \.sensor.yawDrift, "deg/min", 0...20, .assumed, "SD over sessions of the yaw's steady rate"),
    Constant(
      "sensor.reset", \.sensor.reset, "deg", 0...90, .assumed,
      "SD of the yaw at which a session's zero is: wherever the head was when it began"),
    Constant(
      "sensor.mounting", \.sensor.mounting, "deg", 0...45, .assumed, "SD over sessions, an axis, of how they sit"),
    Constant("sensor.gyroNoise", \.sensor.gyroNoise, "deg/s", 0...20, .assumed, "white, an axis"),
    Constant("sensor.gyroBias", \.sensor.gyroBias, "deg/s", 0...5, .assumed, "SD over sessions, an axis"),
    Constant(
      "sensor.disconnects", \.sensor.disconnects, "1/min", 0...60, .assumed, "times that the headphones are lost"),
    Constant("sensor.disconnectTime", \.sensor.disconnectTime, "s", 0.1...600, .assumed, "median"),
    Constant(
      "sensor.resets", \.sensor.resets, "1", 0...1, .assumed,
      "1: a new connection has its yaw zero where the head is then",
      isWhole: true),
    Constant(
      "sensor.failingShare", \.sensor.failingShare, "1", 0...1, .assumed, "people whose headphones measure no motion"),
    Constant(
      "sensor.referenceNoise", \.sensor.referenceNoise, "deg", 0...20, .assumed, "the camera's attitude, an axis"),
    Constant(
      "sensor.referenceTime", \.sensor.referenceTime, "s", 0.001...60, .assumed, "its correlation's time constant"),
    Constant(
      "sensor.referenceReach", \.sensor.referenceReach, "deg", 5...90, .assumed,
      "how far from straight ahead the camera still knows the head"),
  ]
}
