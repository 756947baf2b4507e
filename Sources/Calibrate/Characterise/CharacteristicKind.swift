import GazeMetrics
import GazePipeline

/// Range of a characteristic's possible values, and the scale on which it is averaged and its interval formed, so that
/// no interval contains an impossible value.
enum CharacteristicKind: Sendable, Equatable {
  /// Values above 0, averaged as logarithms: standard deviations, times, rates of blinks.
  case scale
  /// Values in −1…1, averaged as Fisher's z = artanh r.
  case correlation
  /// Values within bounds, averaged without a transformation, since zeros are common. The interval is cut off at the
  /// bounds, which removes only impossible values.
  case bounded(ClosedRange<Double>)
  /// Values of either sign: gains and biases.
  case free

  /// The kind of the characteristic with this name.
  init(of name: String) {
    self =
      Self.scales.contains(name)
      ? .scale : Self.correlations.contains(name) ? .correlation : Self.bounds[name].map { .bounded($0) } ?? .free
  }

  private static let scales: Set = [
    "noiseSD", "noiseTime", "whiteSD", "noiseRMSS2S", "noiseSTD", "poseNoise", "driftSD", "driftTime", "lookSD",
    "sessionSD",
    "blinkRate", "blinkDuration", "blinkDurationSpread", "dropoutDuration", "stillRMSS2SYaw", "stillRMSS2SPitch",
    "stillSTDYaw", "stillSTDPitch", "outwardSD",
  ]
  private static let correlations: Set = [
    "noiseLag1", "stillLag1Yaw", "stillLag1Pitch", "correlationYaw", "correlationPitch",
  ]
  private static let bounds: [String: ClosedRange<Double>] = [
    "dropped": 0...1, "duplicated": 0...1, "lostShare": 0...1, "vergenceShare": 0...1,
    "dropoutRate": 0...Double.infinity, "rate": 0...Double.infinity,
  ]

  /// Range of the possible values.
  var range: ClosedRange<Double> {
    switch self {
    case .scale: 0...Double.infinity
    case .correlation: -1...1
    case .bounded(let range): range
    case .free: -Double.infinity...Double.infinity
    }
  }

  /// The part of the interval with possible values; nil if no value of the interval is possible.
  func possible(_ interval: ConfidenceInterval) -> ConfidenceInterval? {
    ConfidenceInterval(max(interval.lower, range.lowerBound), min(interval.upper, range.upperBound))
  }

  /// mean ± half, formed on the kind's scale by the delta method: m·exp(±half/m), tanh(artanh m ± half/(1 − m²)); for
  /// the other kinds cut off at the bounds.
  func interval(_ mean: Double, half: Double) -> ConfidenceInterval? {
    switch self {
    case .scale:
      guard mean > 0 else { return nil }
      // The exponent is limited to 20: a factor of e²⁰ means that nothing is known, and is still a finite number.
      let ratio = Elementary.exp(min(half / mean, 20))
      return ConfidenceInterval(mean / ratio, mean * ratio)
    case .correlation:
      guard abs(mean) < 1 else { return ConfidenceInterval(mean, mean) }
      let (z, off) = (fisherZ(mean), half / (1 - mean * mean))
      return ConfidenceInterval(hyperbolicTangent(z - off), hyperbolicTangent(z + off))
    case .bounded, .free: return ConfidenceInterval(mean - half, mean + half).flatMap(possible)
    }
  }
}

/// z = artanh r = ½ ln((1 + r)/(1 − r)).
func fisherZ(_ r: Double) -> Double { 0.5 * Elementary.log((1 + r) / (1 - r)) }

/// r = tanh z.
func hyperbolicTangent(_ z: Double) -> Double { 1 - 2 / (Elementary.exp(min(2 * z, 700)) + 1) }
