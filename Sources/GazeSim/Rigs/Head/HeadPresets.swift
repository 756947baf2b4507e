private import GazePipeline

/// Assumed quality of the headphones. All presets except `ideal` scale assumed numbers by assumed factors.
enum HeadPresets {
  static let all = [ideal, optimistic, typical, pessimistic]

  /// A sensor without error: it reports the head's true attitude, without delay and at even intervals, with zero yaw
  /// straight ahead.
  private static let ideal = ParameterPreset(name: "ideal", parameters: scaled(by: 0), defaultPhone: 0)
  /// The headphones on a good day: errors half as large as typical.
  private static let optimistic = ParameterPreset(name: "optimistic", parameters: scaled(by: 0.5))
  /// The default.
  private static let typical = ParameterPreset(name: "typical", parameters: HeadParameters())
  /// The headphones on a bad day: errors twice as large as typical.
  private static let pessimistic = ParameterPreset(name: "pessimistic", parameters: scaled(by: 2))

  private static func scaled(by factor: Double) -> HeadParameters {
    var p = HeadParameters()
    let errors: [WritableKeyPath<HeadParameters.Sensor, Double>] = [
      \.jitter, \.latencySD, \.noise, \.yawNoise, \.bias, \.yawWalk, \.yawDrift, \.reset, \.mounting, \.gyroNoise,
      \.gyroBias, \.disconnects, \.failingShare, \.referenceNoise,
    ]
    for path in errors { p.sensor[keyPath: path] *= factor }
    // The jitter of the interval is not scaled, because it was recorded; the latency is set and not scaled, because it
    // has bounds.
    if factor > 0 { p.sensor.jitter = 0.10 }
    p.sensor.latency = factor == 0 ? 0 : factor < 1 ? 0.09 : factor > 1 ? 0.15 : p.sensor.latency
    return p
  }
}
