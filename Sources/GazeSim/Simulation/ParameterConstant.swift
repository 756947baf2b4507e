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
  fileprivate let scale: Double

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

/// The constants of a simulator and the parameters of its preset `typical`, from tables with a row for each number:
///
///     [SECTION]
///     NAME  DEFAULT  UNIT  RANGE  PROVENANCE  SOURCE
///
/// A key is `SECTION.NAME`. The rows are in the order in which `Parameters` declares its numbers, which are all of its
/// stored properties; `EveryRigTests` compares each property's name with the key of the row at its place. An indented
/// line continues a source. A default is in the row's unit. After `=` it is in SI units, where the product of value and
/// scale would round to another number than the one that recordings were made with. A range is `0...3`, or
/// `whole:0...3` where only whole numbers are allowed, and may be followed by the range of a sensitivity run, as in
/// `0...3[1...2]`.
struct ConstantTable<Parameters: SimulatorParameters>: Sendable {
  let constants: [ParameterConstant<Parameters>]
  let defaults: Parameters

  init(_ tables: String...) {
    var rows: [String] = []
    var section = ""
    for line in tables.joined(separator: "\n").split(separator: "\n") {
      switch line.first {
      case " ": rows[rows.count - 1] += line.dropFirst()
      case "[": section = line.dropFirst().dropLast() + "."
      default: rows.append(section + line)
      }
    }
    let read = rows.enumerated().map { index, row in Self.constant(row, at: index) }
    constants = read.map(\.constant)
    let numbers = read.map(\.standard)
    precondition(MemoryLayout<Parameters>.size == MemoryLayout<Double>.stride * numbers.count)
    defaults = numbers.withUnsafeBytes { $0.load(as: Parameters.self) }
  }

  private static func constant(
    _ row: String, at index: Int
  ) -> (constant: ParameterConstant<Parameters>, standard: Double) {
    let cells = row.split(separator: " ", maxSplits: 5)
    let ranges = cells[3].split { "[]".contains($0) }.map { $0.split(separator: ":") }
    guard cells.count == 6, let provenance = Provenance(rawValue: String(cells[4])),
      let stated = Double(cells[1].drop { $0 == "=" }), let limits = ranges.first?.last.flatMap(range)
    else { preconditionFailure("no row of constants: \(row)") }
    let constant = ParameterConstant<Parameters>(
      String(cells[0]), \.[number: index], String(cells[2]), limits, provenance, String(cells[5]).trimmed,
      sweep: ranges.count > 1 ? ranges[1].last.flatMap(range) : nil, isWhole: ranges[0].first == "whole")
    return (constant, cells[1].hasPrefix("=") ? stated : stated * constant.scale)
  }

  private static func range(_ text: Substring) -> ClosedRange<Double>? {
    let limits = text.split(separator: "...").compactMap { Double($0) }
    return limits.count == 2 ? limits[0]...limits[1] : nil
  }
}

extension SimulatorParameters {
  /// A number of parameters that consist of numbers alone, in the order of their declaration.
  fileprivate subscript(number index: Int) -> Double {
    get { withUnsafeBytes(of: self) { $0.load(fromByteOffset: index * MemoryLayout<Double>.stride, as: Double.self) } }
    set {
      withUnsafeMutableBytes(of: &self) {
        $0.storeBytes(of: newValue, toByteOffset: index * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
  }
}
