package import GazeRecording
import GazeSimulation

/// The rigs: **the one place where a rig is registered**. docs/rigs.md says what one is made of.
package enum Rigs {
  /// In the order of the help; the first is that of commands that name none.
  package static let all: [any Rig.Type] = [GazeRig.self, HeadRig.self, BodyRig.self, DragRig.self]

  /// The rig with this name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  package static func named(_ name: String) throws(UnknownNameError) -> any Rig.Type {
    if let rig = all.first(where: { $0.name == name }) { return rig }
    throw UnknownNameError(kind: "rig", name: name, among: all.map { $0.name })
  }
}
