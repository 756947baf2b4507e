import GazeSimulation

/// The rigs besides gaze: **the one place where a rig is registered**. docs/rigs.md says what one is made of.
public enum Rigs {
  /// In the order of the help.
  public static let all: [any Rig.Type] = [HeadRig.self, BodyRig.self, DragRig.self]
}
