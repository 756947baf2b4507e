import GazeRecording

/// The gaze simulator's constants, a part a file, in the order of the data's way.
enum GazeConstants {
  static let all: [GazeConstant] = people + eyes + head + phone + tracker + task
}

extension SimulationParameters: SimulatorParameters {
  /// Every number of the gaze simulator.
  public static var constants: [GazeConstant] { GazeConstants.all }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [GazePreset] { GazePresets.all }
}

/// A constant of the gaze simulator.
public typealias GazeConstant = ParameterConstant<SimulationParameters>
