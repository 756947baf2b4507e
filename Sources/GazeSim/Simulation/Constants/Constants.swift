import GazeRecording

/// The gaze simulator's constants, one file for each part, in the order of the data flow.
enum GazeConstants {
  static let all: [GazeConstant] = people + eyes + head + phone + tracker + task + signs
}

extension SimulationParameters: SimulatorParameters {
  /// All constants of the gaze simulator.
  public static var constants: [GazeConstant] { GazeConstants.all }
  /// `ideal`, `optimistic`, `typical`, `pessimistic`.
  public static var presets: [GazePreset] { GazePresets.all }
}

/// A constant of the gaze simulator.
public typealias GazeConstant = ParameterConstant<SimulationParameters>
