package import GazeMetrics
import GazePipeline
package import GazeRecording
private import PortableFoundation

/// One number that a recording shows about its tracker or its person, with its interval and the number of observations.
package struct Characteristic: Equatable, Codable {
  /// `noiseSD`, `blinkRate`, ….
  package var name: String
  /// The simulator's constant that the characteristic estimates, such as `tracker.noiseSD`; nil if there is no such
  /// constant.
  @ExplicitNull package var key: String?
  /// Unit in which it is reported: `deg`, `mrad`, `ms`, `s`, `Hz`, `1/min`, `1`.
  package var unit: String
  /// The estimate; nil if the recording does not determine it, in which case `note` states the reason.
  @ExplicitNull package var value: Double?
  /// The 95 % interval; nil if the recording does not determine one.
  @ExplicitNull package var ci95: ConfidenceInterval?
  /// Number of observations; `of` names them.
  package var count: Int
  /// `of`: kind of observation: `frames`, `looks`, `blinks`, `losses`, `windows`, `people`; `windows`: selection of
  /// the observations, in words.
  package var of, windows: String
  /// True if other causes than the tracker contribute, so that `value` is an upper bound of the tracker's part.
  package var isUpperBound: Bool
  /// A remark without which the value could be misunderstood; nil if no remark is needed.
  @ExplicitNull package var note: String?

  /// Number and kind of the observations, such as `1 look` or `2 looks`.
  package var basis: String { counted(count, of) }

  /// A characteristic of the table from its figure, which is nil if the recording does not determine it.
  init(
    _ name: String, _ figure: Figure?, count: Int, of: String, windows: String, isUpperBound: Bool = false,
    note: String? = nil
  ) {
    let row = Self.table[name] ?? ["1"]
    (self.name, unit) = (name, row[0])
    key = row.count < 3 ? nil : row[2].contains(".") ? row[2] : "\(row[2]).\(name)"
    value = figure.flatMap { $0.value.isFinite ? $0.value : nil }
    ci95 = figure?.interval.flatMap(CharacteristicKind(of: name).possible)
    (self.count, self.of, self.windows, self.isUpperBound, self.note) = (count, of, windows, isUpperBound, note)
  }

  /// By name: the unit, the kind (`CharacteristicKind`), and the section of the simulator's constant that has the same
  /// name, or that constant's key. A characteristic whose name is not here has the unit 1, no bounds and no constant,
  /// and nothing warns of it; a key that no constant has is refused when its preset is written (`PresetFile`).
  fileprivate static let table = Dictionary(
    uniqueKeysWithValues: """
      rate                 Hz    rate
      dropped              1     share        tracker
      duplicated           1     share        tracker
      lostShare            1     share
      dropoutRate          1/min rate         tracker
      dropoutDuration      ms    scale        tracker
      stillRMSS2SYaw       mrad  scale
      stillRMSS2SPitch     mrad  scale
      stillSTDYaw          mrad  scale
      stillSTDPitch        mrad  scale
      stillLag1Yaw         1     correlation
      stillLag1Pitch       1     correlation
      outward              1     free         tracker
      outwardOverPeople    1     free         tracker.outwardSD
      outwardSD            mrad  scale
      vergenceShare        1     share        tracker
      pitchDifference      mrad  free
      correlationYaw       1     correlation
      correlationPitch     1     correlation
      blinkRate            1/min scale        behaviour
      blinkRateSpread      1     free         behaviour
      blinkDuration        ms    scale        behaviour
      blinkDurationSpread  1     scale        behaviour
      noiseSD              deg   scale        tracker
      noiseTime            s     scale        tracker
      whiteSD              1     scale        tracker
      noiseRMSS2S          deg   scale
      noiseSTD             deg   scale
      noiseLag1            1     correlation
      poseNoise            deg   scale
      driftSD              deg   scale        tracker
      driftTime            s     scale        tracker
      lookSD               deg   scale
      sessionSD            deg   scale
      biasYaw              deg   free
      biasYawSD            deg   free
      biasPitch            deg   free
      biasPitchSD          deg   free
      gainH                1     free         tracker
      gainHSD              1     free         tracker
      gainV                1     free         tracker
      gainVSD              1     free         tracker
      """.split(separator: "\n").map { line in
        let cells = line.split(separator: " ").map(String.init)
        return (cells[0], Array(cells.dropFirst()))
      })
}

/// A value and its 95 % interval.
struct Figure {
  var value: Double
  var interval: ConfidenceInterval?

  func scaled(by factor: Double) -> Figure {
    Figure(
      value: value * factor, interval: interval.flatMap { ConfidenceInterval($0.lower * factor, $0.upper * factor) })
  }

  /// Events a minute, for independent events; nil without time.
  static func perMinute(_ count: Int, in seconds: Double) -> Figure? {
    let minutes = seconds / 60
    guard minutes > 0 else { return nil }
    let interval = ConfidenceInterval.poisson(count: count)
    return Figure(
      value: Double(count) / minutes,
      interval: interval.flatMap { ConfidenceInterval($0.lower / minutes, $0.upper / minutes) })
  }

  /// Share of independent trials; nil with fewer than `fewest`.
  static func share(_ count: Int, of trials: Int, fewest: Int = 1) -> Figure? {
    guard trials >= fewest else { return nil }
    return Figure(
      value: Double(count) / Double(trials),
      interval: ConfidenceInterval.clopperPearson(successes: count, of: trials))
  }
}

extension Figure {
  init(_ value: Double, half: Double) {
    self.init(value: value, interval: ConfidenceInterval(value - half, value + half))
  }
}

/// A number and the noun that it counts, which is given in the plural.
func counted(_ n: Int, _ things: String) -> String {
  if n != 1 { return "\(n) \(things)" }
  return "1 " + (things == "people" ? "person" : things == "losses" ? "loss" : String(things.dropLast()))
}

/// Range of a characteristic's possible values, and the scale on which it is averaged and its interval formed, so that
/// no interval contains an impossible value.
enum CharacteristicKind: Equatable {
  /// Values above 0, averaged as logarithms: standard deviations, times, rates of blinks.
  case scale
  /// Values in −1…1, averaged as Fisher's z = artanh r.
  case correlation
  /// Values within bounds, averaged without a transformation, since zeros are common. The interval is cut off at the
  /// bounds, which removes only impossible values.
  case bounded(ClosedRange<Double>)
  /// Values of either sign: gains and biases.
  case free

  init(of name: String) {
    self =
      switch Characteristic.table[name]?[1] {
      case "scale": .scale
      case "correlation": .correlation
      case "share": .bounded(0...1)
      case "rate": .bounded(0...Double.infinity)
      default: .free
      }
  }

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
      let ratio = exp(min(half / mean, 20))
      return ConfidenceInterval(mean / ratio, mean * ratio)
    case .correlation:
      guard abs(mean) < 1 else { return ConfidenceInterval(mean, mean) }
      let (z, off) = (transformed(mean), half / (1 - mean * mean))
      return ConfidenceInterval(original(z - off), original(z + off))
    case .bounded, .free: return ConfidenceInterval(mean - half, mean + half).flatMap(possible)
    }
  }

  /// The value on the scale on which it is averaged.
  func transformed(_ value: Double) -> Double {
    switch self {
    case .scale: log(value)
    case .correlation: 0.5 * log((1 + value) / (1 - value))
    case .bounded, .free: value
    }
  }

  /// The value from the scale on which it is averaged.
  func original(_ x: Double) -> Double {
    switch self {
    case .scale: exp(min(x, 700))
    case .correlation: 1 - 2 / (exp(min(2 * x, 700)) + 1)
    case .bounded, .free: x
    }
  }
}
