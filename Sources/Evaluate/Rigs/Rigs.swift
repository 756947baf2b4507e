import GazeSimulation

/// The rigs besides gaze: **the one place where a rig is registered**. docs/rigs.md says what one is made of.
package enum Rigs {
  /// In the order of the help.
  package static let all: [any FittedRig.Type] = [HeadRig.self, BodyRig.self, DragRig.self]
}
