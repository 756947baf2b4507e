import GazeRecording

/// The gaze simulator's constants, a part a file, in the order of the data's way.
enum GazeConstants {
  static let all: [Constant] = people + eyes + head + phone + tracker + task
}

extension SimulationParameters: SimulatorParameters {
  /// Every number of the gaze simulator.
  public static var constants: [Constant] { GazeConstants.all }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [Preset] { GazePresets.all }
}

/// A constant of the gaze simulator.
public typealias Constant = ParameterConstant<SimulationParameters>
