import GazeRecording

/// Every number of a rig's simulator.
public protocol SimulatorParameters: Sendable, Equatable {
  /// The parameters of the preset `typical`.
  init()
  /// All constants: key, unit, range and source of each.
  static var constants: [ParameterConstant<Self>] { get }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  static var presets: [ParameterPreset<Self>] { get }
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

  /// A copy in which these numbers are multiplied by a factor.
  func scaled(_ numbers: [WritableKeyPath<Self, Double>], by factor: Double) -> Self {
    var copy = self
    for path in numbers { copy[keyPath: path] *= factor }
    return copy
  }
}
