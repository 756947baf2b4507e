/// Every number of a rig's simulator.
public protocol SimulatorParameters: Sendable, Equatable {
  /// The parameters of the preset `typical`.
  init()
  /// All constants: key, unit, range and source of each.
  static var constants: [ParameterConstant<Self>] { get }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  static var presets: [ParameterPreset<Self>] { get }
}

extension SimulatorParameters {
  /// A copy in which these numbers are multiplied by a factor.
  func scaled(_ numbers: [WritableKeyPath<Self, Double>], by factor: Double) -> Self {
    var copy = self
    for path in numbers { copy[keyPath: path] *= factor }
    return copy
  }
}
