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

/// A least-squares fit to the data that an app can record. Memory does not grow with a recording's length.
package protocol RigFit: Sendable {
  associatedtype Observation: Sendable

  /// Share of a calibration's time that has passed when all observations have been added; 1, unless the rig adds
  /// further parts to the calibration file.
  static var share: Double { get }

  /// Begins another recording, whose times may start from an earlier value. A participant's number means the same
  /// person in all recordings. The method is called before each recording, including the first.
  ///
  /// - Parameter session: the session's number, shared by all recordings of one session of a person.
  mutating func begin(_ setup: Setup, session: Int)
  /// Takes in an observation.
  mutating func add(_ observation: Observation, participant: Int)
  /// Ends the recording.
  mutating func end() throws(RigFitFailure)
  /// The fit.
  ///
  /// - Throws: `RigFitFailure` if the data are insufficient; the run names the recordings.
  mutating func solved() throws -> CalibrationFile.Fit
}

extension RigFit {
  /// 1: adding the observations takes all of the time.
  package static var share: Double { 1 }

  /// Does nothing: by default a fit does not use time.
  package mutating func begin(_ setup: Setup, session: Int) {}

  /// Does nothing.
  package mutating func end() throws(RigFitFailure) {}
}

/// Data that are insufficient for a fit, with a remedy.
package struct RigFitFailure: Error, Sendable, CustomStringConvertible {
  /// One line.
  package var description: String
  /// Places of the recordings that are the reason; empty if all are.
  package var recordings: [Int] = []

  /// A failure from its sentence.
  package init(_ description: String) { self.description = description }
}
