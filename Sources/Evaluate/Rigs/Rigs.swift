package import GazeRecording
import GazeSimulation
package import GazeTesting

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

extension Rig {
  /// True for the rig that commands use if none is named; nothing else may depend on it.
  static var isDefault: Bool { name == Rigs.all[0].name }

  /// The rig's name after `prefix`; empty for the default rig, which need not be named.
  package static func named(after prefix: String) -> String { isDefault ? "" : prefix + name }

  /// The part of a profile that states the rig's limits: the default rig's are at its top.
  package static var limitsField: String { isDefault ? "gates.limits" : "rigs.\(name).gates.limits" }

  /// The limits in the profile; nil if it states none.
  package static func statedLimits(of profile: DeviceProfile) -> [AccuracyGate]? {
    (isDefault ? profile.gates : profile.rigs?[name]?.gates)?.limits.map(AccuracyGate.init)
  }

  /// The pipeline of an external program, which a command starts; only gaze has a protocol for programs.
  ///
  /// - Parameters:
  ///   - seconds: longest time for an answer.
  ///   - remark: receives a remark on a program that takes long, from any thread.
  /// - Throws: if the rig has no protocol for programs, or if the program fails at its start.
  package static func pipeline(
    command: String, on profile: DeviceProfile, within seconds: Double, remark: @escaping @Sendable (String) -> Void
  ) throws -> Pipeline<Self> {
    let pipeline =
      try Self.self == GazeRig.self
      ? GazeRig.program(command, on: profile, within: seconds, remark: remark) as? Pipeline<Self> : nil
    guard let pipeline else {
      throw SimulationError.argument(
        "pipeline-command: the rig \(name) has no protocol for external programs; only gaze has one")
    }
    return pipeline
  }
}
