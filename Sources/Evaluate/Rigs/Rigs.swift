package import GazeRecording
import GazeSimulation

/// The rigs: **the one place where a rig is registered**. docs/rigs.md describes the parts of a rig.
package enum Rigs {
  /// The rigs in the order of the help; commands use the first one by default.
  package static let all: [any Rig.Type] = [GazeRig.self, HeadRig.self, BodyRig.self, DragRig.self]

  /// The rig with this name.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func named(_ name: String) throws(UnknownNameError) -> any Rig.Type {
    if let rig = all.first(where: { $0.name == name }) { return rig }
    throw UnknownNameError(kind: "rig", name: name, among: all.map { $0.name })
  }
}
