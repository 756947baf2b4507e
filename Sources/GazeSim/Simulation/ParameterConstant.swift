public import GazeRecording

/// One adjustable number of a simulator, with its key, unit, allowed range and source.
public struct ParameterConstant<Parameters: SimulatorParameters>: Sendable {
  /// Key as in `--set KEY=VALUE`.
  public let key: String
  /// Unit of values that users read and write: `deg`, `mm`, `ms`, `s`, `cm`, `1/min`, `1`.
  public let unit: String
  /// Allowed values, in `unit`.
  public let range: ClosedRange<Double>
  /// Provenance of the default.
  public let provenance: Provenance
  /// Source of the default, or the reason for it.
  public let source: String
  /// True if only whole numbers are allowed: a choice, or a count.
  public let isWhole: Bool
  private let statedSweep: ClosedRange<Double>?
  private let path: any WritableKeyPath<Parameters, Double> & Sendable
  /// SI value of one `unit`.
  let scale: Double

  package init(
    _ key: String, _ path: any WritableKeyPath<Parameters, Double> & Sendable, _ unit: String,
    _ range: ClosedRange<Double>, _ provenance: Provenance, _ source: String,
    sweep: ClosedRange<Double>? = nil, isWhole: Bool = false
  ) {
    self.key = key
    self.path = path
    self.unit = unit
    self.range = range
    self.provenance = provenance
    self.source = source
    self.isWhole = isWhole
    statedSweep = sweep
    scale =
      switch unit {
      case "deg", "deg/s": .pi / 180
      case "ms/deg": 1e-3 / (.pi / 180)
      case "deg/min": .pi / 180 / 60
      case "deg/√min": .pi / 180 / 60.0.squareRoot()
      case "arcmin²/s": (Double.pi / 10800) * (Double.pi / 10800)
      case "mm", "ms": 1e-3
      case "cm": 1e-2
      case "1/min": 1.0 / 60
      default: 1
      }
  }

  /// The value in `unit`.
  public func value(in parameters: Parameters) -> Double { parameters[keyPath: path] / scale }

  /// Sets the value, given in `unit`.
  ///
  /// - Throws: `SimulationError.value` for a value outside `range`.
  public func set(_ value: Double, in parameters: inout Parameters) throws(SimulationError) {
    guard value.isFinite, range.contains(value), !isWhole || value == value.rounded() else {
      throw .value(key: key, value: value, unit: unit, range: range, isWhole: isWhole)
    }
    parameters[keyPath: path] = value * scale
  }

  /// Range of values that a sensitivity run covers: the range stated with the constant, or without one, half to twice
  /// the present value. For an effect that is switched off, the range is 0 to a twentieth of the allowed maximum. The
  /// result is always within `range`.
  public func sweep(in parameters: Parameters) -> ClosedRange<Double> {
    if let statedSweep { return statedSweep }
    let value = value(in: parameters)
    let (low, high) = value == 0 ? (0, range.upperBound / 20) : (min(value / 2, value * 2), max(value / 2, value * 2))
    return max(low, range.lowerBound)...min(max(high, range.lowerBound), range.upperBound)
  }

  /// All constants of a simulator.
  public static var all: [ParameterConstant] { Parameters.constants }

  /// The constant with this key.
  ///
  /// - Throws: `UnknownNameError` with the most similar keys.
  public static func named(_ key: String) throws(UnknownNameError) -> ParameterConstant {
    if let constant = all.first(where: { $0.key == key }) { return constant }
    throw UnknownNameError(
      kind: "parameter", name: key, among: all.map(\.key),
      listing: Wording.listing("gazesim scenarios NAME --provenance"))
  }
}
