/// Finds nods, shakes and tilts in a head's attitude.
///
/// Each angle is cut into swings: stretches between two turning points from `leastSwing` to `mostSwing` apart. A gesture is two
/// swings in a row on one axis, there and back, each between `fastest` and `slowest` seconds long, while the other two axes
/// move less than `share` of it: of pitch a nod, of yaw a shake, of roll a tilt. A shake may go on to the other side; one turn
/// aside and back is one too. A larger swing is a head that looks elsewhere, and so is one that stays where it went before
/// it comes back. A gesture is told once, while its last swing is under way, as soon as that has gone `enough` of the one before
/// it (and 0.8 of `leastSwing`); the next one begins after `rest` without a swing on that axis. What is both slow and small,
/// 10° at less than 0.8 Hz or 15° at less than 0.4 Hz, passes for a head that drifts, and is not told.
public struct HeadGestures: Sendable, Equatable {
  /// The numbers of the detector, radians and seconds; all assumed.
  public struct Settings: Sendable, Equatable {
    /// Smallest swing.
    public var leastSwing = 8.5.radians
    /// Largest swing: people who do nothing look around by 50° and more.
    public var mostSwing = 45.0.radians
    /// How far it must come back before a turning point counts.
    public var back = 3.0.radians
    /// A swing's least length.
    public var fastest = 0.12
    /// Its greatest: half a period of 0.3 Hz and some.
    public var slowest = 2.0
    /// Peak speed times length over size, at most: π/2 of a swing like a pendulum's, 15/8 of one movement, more of a look
    /// that stays where it went.
    public var shape = 2.6
    /// How much the other angles may move of what this one does.
    public var share = 0.7
    /// How much of the swing before the last one has to go.
    public var enough = 0.6
    /// Quiet on the axis before the next gesture.
    public var rest = 0.6

    /// The assumed ones.
    public init() {}
  }

  /// The numbers in force.
  public let settings: Settings
  private var axes: (pitch: Axis, yaw: Axis, roll: Axis)
  private var last: HeadAngles?

  /// A detector at rest.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    axes = (Axis(), Axis(), Axis())
  }

  /// Takes an attitude in, and gives the gesture that has just been completed.
  public mutating func step(_ attitude: UnitQuaternion, at time: Double) -> HeadGesture? {
    guard time.isFinite else { return nil }
    var angles = HeadAngles(attitude)
    if let last {
      // On the same turn as before: ±180° is no swing.
      angles.yaw = last.yaw + HeadAngles.wrapped(angles.yaw - last.yaw)
      angles.roll = last.roll + HeadAngles.wrapped(angles.roll - last.roll)
    }
    last = angles
    let pitch = axes.pitch.step(angles.pitch, at: time, settings)
    let yaw = axes.yaw.step(angles.yaw, at: time, settings)
    let roll = axes.roll.step(angles.roll, at: time, settings)
    if pitch, axes.pitch.leads(axes.yaw, axes.roll, settings.share) { return take(.nod) }
    if yaw, axes.yaw.leads(axes.pitch, axes.roll, settings.share) { return take(.shake) }
    if roll, axes.roll.leads(axes.pitch, axes.yaw, settings.share) { return take(.tilt) }
    return nil
  }

  private mutating func take(_ gesture: HeadGesture) -> HeadGesture {
    switch gesture {
    case .nod: axes.pitch.isTold = true
    case .shake: axes.yaw.isTold = true
    case .tilt: axes.roll.isTold = true
    }
    return gesture
  }

  /// Forgets everything, as after a gap.
  public mutating func reset() { self = HeadGestures(settings) }

  /// True where settings and memory are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.settings == b.settings && a.axes == b.axes && a.last == b.last
  }

  /// One angle's turning points.
  private struct Axis: Sendable, Equatable {
    /// Swings of a gesture.
    private static let needed = 2
    /// This run of swings has been told.
    var isTold = false
    private var extreme = 0.0
    private var extremeTime = 0.0
    private var turning: (value: Double, time: Double)?
    private var direction = 0.0
    private var swings = 0
    private var lastSwing = -Double.infinity
    private var range = 0.0
    private var size = 0.0
    /// The angle's rate, low-passed, and its largest size in this swing.
    private var rate = 0.0
    private var peak = 0.0
    private var value = 0.0
    /// How far the angle went in the last second or so, for the other axes: a decaying range.
    private var low = 0.0
    private var high = 0.0
    private var time: Double?

    /// True when a swing that is under way makes the run long enough.
    mutating func step(_ value: Double, at time: Double, _ s: Settings) -> Bool {
      follow(value, at: time, s)
      guard direction != 0, swings >= Self.needed - 1, !isTold, let turning else { return false }
      let (gone, length) = (abs(value - turning.value), time - turning.time)
      return gone >= max(0.8 * s.leastSwing, s.enough * size) && gone <= s.mostSwing && length >= s.fastest
        && length <= s.slowest && peak * length <= s.shape * gone
    }

    /// Takes an angle in and keeps the turning points.
    private mutating func follow(_ value: Double, at time: Double, _ s: Settings) {
      guard let last = self.time, time > last, time - last < 1 else {
        self = Axis()
        (extreme, extremeTime, low, high, self.value) = (value, time, value, value, value)
        turning = (value, time)
        self.time = time
        return
      }
      self.time = time
      rate += ((value - self.value) / (time - last) - rate) * min((time - last) / 0.1, 1)
      self.value = value
      peak = max(peak, abs(rate))
      let decay = min((time - last) / 0.8, 1)
      low = min(low + (value - low) * decay, value)
      high = max(high + (value - high) * decay, value)
      if time - lastSwing > s.rest + s.slowest / 2, direction == 0 { (swings, isTold) = (0, false) }
      if direction == 0 {
        // No swing yet: where it starts is where it last rested, which slow drifting takes along.
        guard let start = turning else { return }
        if abs(value - start.value) >= s.back {
          direction = value > start.value ? 1 : -1
          (extreme, extremeTime) = (value, time)
          peak = abs(rate)
        } else if time - start.time > 0.25 {
          turning = (start.value + (value - start.value) * 0.3, time - 0.2)
        }
        return
      }
      if (value - extreme) * direction > 0 { (extreme, extremeTime) = (value, time) }
      guard (extreme - value) * direction >= s.back, let start = turning else {
        // It stays where it went: no more of a swing.
        if time - extremeTime > s.slowest {
          direction = 0
          turning = (value, time)
          if time - lastSwing > s.rest { (swings, isTold) = (0, false) }
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
        if start.time - lastSwing > s.rest { (swings, isTold) = (0, false) }
        swings += 1
        range = max(swings == 1 ? 0 : range, size)
        lastSwing = extremeTime
      } else if size >= s.leastSwing || time - lastSwing > s.rest {
        (swings, isTold) = (0, false)
      }
      turning = (extreme, extremeTime)
      direction = -direction
      (extreme, extremeTime) = (value, time)
    }

    func leads(_ a: Axis, _ b: Axis, _ share: Double) -> Bool {
      max(a.high - a.low, b.high - b.low) <= share * range
    }

    static func == (a: Self, b: Self) -> Bool {
      a.isTold == b.isTold && a.extreme == b.extreme && a.extremeTime == b.extremeTime
        && a.turning?.value == b.turning?.value && a.turning?.time == b.turning?.time && a.direction == b.direction
        && a.swings == b.swings && a.lastSwing == b.lastSwing && a.range == b.range && a.size == b.size
        && a.low == b.low
        && a.high == b.high && a.time == b.time && a.rate == b.rate && a.peak == b.peak && a.value == b.value
    }
  }
}
