/// Finds nods, shakes and tilts in a head's attitude.
///
/// Each angle is divided into swings: stretches between two turning points that are `leastSwing` to `mostSwing` apart.
/// A gesture is two consecutive swings on one axis, there and back, each lasting `fastest` to `slowest` seconds, while
/// the other two angles move less than `share` of that range. Two such swings in pitch are a nod, in yaw a shake, in
/// roll a tilt. A shake may continue to the other side; a single turn to one side and back also counts. A swing that is
/// larger, or that pauses before it comes back, is not a gesture but a head that turns to look elsewhere.
///
/// A gesture is reported once, during its last swing, as soon as that swing has covered the share `enough` of the
/// previous swing and at least 0.8 of `leastSwing`. The next gesture can begin after `rest` seconds without a swing on
/// that axis. Movements that are both slow and small (10° below 0.8 Hz, 15° below 0.4 Hz) are taken for head drift and
/// not reported.
public struct HeadGestures: Sendable, Equatable {
  /// Parameters of the detector, in radians and seconds; all values are assumed.
  public struct Settings: Sendable, Equatable {
    /// Least size of a swing.
    public var leastSwing = 8.5.radians
    /// Greatest size of a swing: the heads of people who look around, without a gesture, turn by 50° and more.
    public var mostSwing = 45.0.radians
    /// Angle by which the head must come back before a turning point counts.
    public var back = 3.0.radians
    /// Least duration of a swing.
    public var fastest = 0.12
    /// Greatest duration of a swing: a little more than half a period at 0.3 Hz.
    public var slowest = 2.0
    /// Greatest ratio of peak speed × duration to size: π/2 for a pendulum's swing, 15/8 for a single minimum-jerk
    /// movement, more for a turn that pauses at its end.
    public var shape = 2.6
    /// Greatest movement of the other two angles, as a share of the movement of the gesture's own angle.
    public var share = 0.7
    /// Share of the previous swing that the last swing must cover.
    public var enough = 0.6
    /// Time without a swing on an axis that must pass before the next gesture on that axis.
    public var rest = 0.6

    /// The assumed settings.
    public init() {}
  }

  /// The detector's settings.
  public let settings: Settings
  private var pitch = Axis(), yaw = Axis(), roll = Axis()
  private var last: HeadAngles?

  /// A detector that has not processed an attitude yet.
  public init(_ settings: Settings = Settings()) { self.settings = settings }

  /// Processes an attitude and returns the gesture that has just been detected.
  public mutating func step(_ attitude: UnitQuaternion, at time: Double) -> HeadGesture? {
    guard time.isFinite else { return nil }
    var angles = HeadAngles(attitude)
    if let last {
      // Unwrap: a jump across ±180° is not a swing.
      angles.yaw = last.yaw + HeadAngles.wrapped(angles.yaw - last.yaw)
      angles.roll = last.roll + HeadAngles.wrapped(angles.roll - last.roll)
    }
    last = angles
    let hasNodded = pitch.step(angles.pitch, at: time, settings)
    let hasShaken = yaw.step(angles.yaw, at: time, settings)
    let hasTilted = roll.step(angles.roll, at: time, settings)
    if hasNodded, pitch.reports(against: yaw, roll, settings.share) { return .nod }
    if hasShaken, yaw.reports(against: pitch, roll, settings.share) { return .shake }
    if hasTilted, roll.reports(against: pitch, yaw, settings.share) { return .tilt }
    return nil
  }

  /// Resets the detector to its initial state, which is necessary after a gap in the samples.
  public mutating func reset() { self = HeadGestures(settings) }

  /// One angle's turning points.
  private struct Axis: Sendable, Equatable {
    /// Number of swings in a gesture.
    private static let needed = 2
    /// Time constants of the rate's low-pass, and of the decay of the range, seconds. Assumed.
    private static let rateTime = 0.1, rangeTime = 0.8
    private struct Turning: Equatable {
      var value: Double, time: Double
    }

    /// True once the gesture of this run of swings has been reported.
    private var isReported = false
    private var extreme = 0.0
    private var extremeTime = 0.0
    private var turning: Turning?
    /// 1 or −1 while a swing goes on, 0 otherwise.
    private var direction = 0.0
    /// Swings in a row, the time of the last one, and the size of the largest.
    private var swings = 0
    private var lastSwing = -Double.infinity
    private var range = 0.0
    /// Size of the last movement between two turning points.
    private var size = 0.0
    /// The angle's rate of change, low-passed, and the largest absolute rate in this swing.
    private var rate = 0.0
    private var peak = 0.0
    private var value = 0.0
    /// Range of the angle over about the last second (decaying), for comparison with the other axes.
    private var low = 0.0
    private var high = 0.0
    private var time: Double?

    /// Processes an angle; true if the swing in progress completes a gesture.
    mutating func step(_ value: Double, at time: Double, _ s: Settings) -> Bool {
      follow(value, at: time, s)
      guard direction != 0, swings >= Self.needed - 1, !isReported, let turning else { return false }
      let (gone, length) = (abs(value - turning.value), time - turning.time)
      return gone >= max(0.8 * s.leastSwing, s.enough * size) && gone <= s.mostSwing && length >= s.fastest
        && length <= s.slowest && peak * length <= s.shape * gone
    }

    /// Processes an angle and updates the turning points.
    private mutating func follow(_ value: Double, at time: Double, _ s: Settings) {
      guard let last = self.time, time > last, time - last < 1 else {
        self = Axis()
        (extreme, extremeTime, low, high, self.value) = (value, time, value, value, value)
        turning = Turning(value: value, time: time)
        self.time = time
        return
      }
      self.time = time
      rate += ((value - self.value) / (time - last) - rate) * min((time - last) / Self.rateTime, 1)
      self.value = value
      peak = max(peak, abs(rate))
      let decay = min((time - last) / Self.rangeTime, 1)
      low = min(low + (value - low) * decay, value)
      high = max(high + (value - high) * decay, value)
      if time - lastSwing > s.rest + s.slowest / 2, direction == 0 { (swings, isReported) = (0, false) }
      if direction == 0 {
        // No swing yet: a swing starts from the last resting angle, which follows slow drift.
        guard let start = turning else { return }
        if abs(value - start.value) >= s.back {
          direction = value > start.value ? 1 : -1
          (extreme, extremeTime) = (value, time)
          peak = abs(rate)
        } else if time - start.time > 0.25 {
          // About four times a second the resting angle goes three tenths of the way to the present one; assumed.
          turning = Turning(value: start.value + (value - start.value) * 0.3, time: time - 0.2)
        }
        return
      }
      if (value - extreme) * direction > 0 { (extreme, extremeTime) = (value, time) }
      guard (extreme - value) * direction >= s.back, let start = turning else {
        // The swing is over if the angle has reached no new extreme for longer than `slowest`.
        if time - extremeTime > s.slowest {
          direction = 0
          turning = Turning(value: value, time: time)
          if time - lastSwing > s.rest { (swings, isReported) = (0, false) }
        }
        return
      }
      let length = extremeTime - start.time
      size = abs(extreme - start.value)
      let isSwing =
        size >= s.leastSwing && size <= s.mostSwing && length >= s.fastest && length <= s.slowest
        && peak * length <= s.shape * size
      peak = abs(rate)
      if isSwing {
        if start.time - lastSwing > s.rest { (swings, isReported) = (0, false) }
        swings += 1
        range = max(swings == 1 ? 0 : range, size)
        lastSwing = extremeTime
      } else if size >= s.leastSwing || time - lastSwing > s.rest {
        (swings, isReported) = (0, false)
      }
      turning = Turning(value: extreme, time: extremeTime)
      direction = -direction
      (extreme, extremeTime) = (value, time)
    }

    /// Reports the gesture of this axis if the other two have moved little enough.
    mutating func reports(against a: Axis, _ b: Axis, _ share: Double) -> Bool {
      isReported = max(a.high - a.low, b.high - b.low) <= share * range
      return isReported
    }
  }
}

/// A gesture of the head.
public enum HeadGesture: String, Sendable, CaseIterable, Codable {
  /// Up and down: yes.
  case nod
  /// From side to side: no.
  case shake
  /// An ear to the shoulder and back.
  case tilt
}
