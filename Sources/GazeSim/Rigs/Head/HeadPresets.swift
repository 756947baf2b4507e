private import GazePipeline

/// Assumed quality of the headphones. All presets except `ideal` scale assumed numbers by assumed factors.
enum HeadPresets {
  static let all = [ideal, optimistic, typical, pessimistic]

  /// No sensor error: the true head, without delay, at even intervals, with zero yaw straight ahead.
  private static let ideal = ParameterPreset(name: "ideal", parameters: scaled(by: 0), defaultPhone: 0)
  /// A good day.
  private static let optimistic = ParameterPreset(name: "optimistic", parameters: scaled(by: 0.5))
  /// The default.
  private static let typical = ParameterPreset(name: "typical", parameters: HeadParameters())
  /// A bad day.
  private static let pessimistic = ParameterPreset(name: "pessimistic", parameters: scaled(by: 2))

  private static func scaled(by factor: Double) -> HeadParameters {
    var p = HeadParameters()
    let errors: [WritableKeyPath<HeadParameters.Sensor, Double>] = [
      \.jitter, \.latencySD, \.noise, \.yawNoise, \.bias, \.yawWalk, \.yawDrift, \.reset, \.mounting, \.gyroNoise,
      \.gyroBias, \.disconnects, \.failingShare, \.referenceNoise,
    ]
    for path in errors { p.sensor[keyPath: path] *= factor }
    // The interval's jitter is a recorded number, so it is not scaled, and a latency has bounds.
    if factor > 0 { p.sensor.jitter = 0.10 }
    p.sensor.latency = factor == 0 ? 0 : factor < 1 ? 0.09 : factor > 1 ? 0.15 : p.sensor.latency
    return p
  }
}
