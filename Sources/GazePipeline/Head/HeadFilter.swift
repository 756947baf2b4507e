/// The 1€ filter for attitudes, working on rotation vectors, with prediction by the gyro if there is one.
///
///     p = x̂_previous · exp(ω te)           prediction by the gyro (ω = 0 if unknown)
///     e = log(p⁻¹ · q)                      innovation by the attitude, a rotation vector
///     fc = mincutoff + beta · |v̂|,  x̂ = p · exp(α(fc) e)
///
/// Here v̂ = ω if there is a gyro, and otherwise e/te, low-passed with the cutoff `derivativeCutoff`. The cutoff rises
/// with the angular speed by `beta`, which is in Hz per (rad/s). With a gyro the filter does not lag a moving head,
/// because only the innovation is low-passed.
public struct HeadFilter: Sendable, Equatable {
  /// Settings as in `OneEuroFilter`, with radians instead of points.
  public let settings: OneEuroFilter.Settings
  private struct State: Sendable, Equatable {
    var time: Double, value: UnitQuaternion, velocity: SIMD3<Double>
  }

  private var last: State?
  /// Time without a sample after which the filter restarts, seconds.
  private static let memory = 0.5

  /// A filter that has not processed a sample yet.
  public init(_ settings: OneEuroFilter.Settings) { self.settings = settings }

  /// Processes an attitude and returns the filtered one.
  public mutating func step(_ q: UnitQuaternion, rate: SIMD3<Double>, at time: Double) -> UnitQuaternion {
    guard time.isFinite else { return last?.value ?? q }
    let hasGyro = rate.isFinite && rate.length < 1e3
    guard let last, time - last.time < Self.memory else {
      self.last = State(time: time, value: q, velocity: hasGyro ? rate : .zero)
      return q
    }
    let te = time - last.time
    guard te > 0 else {
      self.last = State(time: time, value: last.value, velocity: last.velocity)
      return last.value
    }
    let carried = hasGyro ? last.value * (UnitQuaternion(rotationVector: rate * te) ?? .identity) : last.value
    let e = (carried.inverse * q).rotationVector
    var velocity = rate
    if !hasGyro {
      velocity = last.velocity + (e / te - last.velocity) * OneEuroFilter.alpha(settings.derivativeCutoff, te)
    }
    let alpha = OneEuroFilter.alpha(settings.minCutoff + settings.beta * velocity.length, te)
    guard let step = UnitQuaternion(rotationVector: e * alpha) else {
      self.last = State(time: time, value: q, velocity: .zero)
      return q
    }
    let value = carried * step
    self.last = State(time: time, value: value, velocity: velocity.isFinite ? velocity : .zero)
    return value
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { last = nil }
}
