public import GazeRecording

/// One number of the simulator: its key, unit, allowed range, and where it comes from.
public struct ParameterConstant<Parameters: SimulatorParameters>: Sendable {
  /// As in `--set KEY=VALUE`.
  public let key: String
  /// Unit at the edge: `deg`, `mm`, `ms`, `s`, `cm`, `1/min`, `1`.
  public let unit: String
  /// Allowed values, in `unit`.
  public let range: ClosedRange<Double>
  /// Where the default comes from.
  public let provenance: Provenance
  /// Source or reason.
  public let source: String
  /// Only whole numbers are allowed: a choice, or a count.
  public let isWhole: Bool
  private let statedSweep: ClosedRange<Double>?
  private let path: any WritableKeyPath<Parameters, Double> & Sendable
  private let scale: Double

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
  /// - Throws: `SimulationError.value` outside `range`.
  public func set(_ value: Double, in parameters: inout Parameters) throws(SimulationError) {
    guard value.isFinite, range.contains(value), !isWhole || value == value.rounded() else {
      throw .value(key: key, value: value, unit: unit, range: range, isWhole: isWhole)
    }
    parameters[keyPath: path] = value * scale
  }

  /// The values over which a sensitivity run takes it: those stated with the constant, else from half to twice the
  /// value in force, and from 0 to a twentieth of the allowed maximum for what is switched off; always within `range`.
  public func sweep(in parameters: Parameters) -> ClosedRange<Double> {
    if let statedSweep { return statedSweep }
    let value = value(in: parameters)
    let (low, high) = value == 0 ? (0, range.upperBound / 20) : (min(value / 2, value * 2), max(value / 2, value * 2))
    return max(low, range.lowerBound)...min(max(high, range.lowerBound), range.upperBound)
  }
}

extension ParameterConstant {
  /// All of a simulator's.
  public static var all: [ParameterConstant] { Parameters.constants }

  /// The constant with this key.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ key: String) throws(UnknownNameError) -> ParameterConstant {
    if let constant = all.first(where: { $0.key == key }) { return constant }
    throw UnknownNameError(
      kind: "parameter", name: key, among: all.map(\.key), listing: "gazesim scenarios NAME --provenance")
  }
}

/// Every number of a rig's simulator.
public protocol SimulatorParameters: Sendable, Equatable {
  /// Those of the preset `typical`.
  init()
  /// All of them: key, unit, range, and where each comes from.
  static var constants: [ParameterConstant<Self>] { get }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  static var presets: [ParameterPreset<Self>] { get }
}

/// What a simulation refuses.
public enum SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A constant outside its range.
  case value(key: String, value: Double, unit: String, range: ClosedRange<Double>, isWhole: Bool = false)
  /// An argument that makes no sense.
  case argument(String)

  /// One line that says what was expected.
  public var description: String {
    switch self {
    case .value(let key, let value, let unit, let range, let isWhole):
      "\(key) = \(value): expected \(isWhole ? "a whole number, " : "")\(range.lowerBound) to \(range.upperBound)"
        + (["1", "choice"].contains(unit) ? "" : " \(unit)")
    case .argument(let message): message
    }
  }
}
