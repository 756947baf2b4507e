import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles

/// Values that a shell completes. The names are part of the completion script, so a shell need not run the command.
enum Completions {
  /// Files of recordings.
  static let recordings = CompletionKind.file(extensions: ["jsonl", "npy", "csv", "gz"])
  /// JSON files: profiles, calibrations, limits, baselines.
  static let json = CompletionKind.file(extensions: ["json"])
  /// The built-in devices.
  static let devices = CompletionKind.list(BuiltInProfiles.ids)
  /// The rigs.
  static let rigs = CompletionKind.list(Rigs.all.map { $0.name })
  /// The scenarios of all rigs.
  static let scenarios = CompletionKind.list(every { $0.scenarioNamesOfAll })
  /// The pipelines of all rigs.
  static let pipelines = CompletionKind.list(every { $0.pipelineNames })
  /// The metrics of all rigs.
  static var metrics: CompletionKind { .list(every { $0.metricNames }) }
  /// The presets of the tracker.
  static let presets = CompletionKind.list(GazePreset.all.map(\.name))
  /// The families of smoothing.
  static let smoothings = CompletionKind.list(Smoothing.names)

  /// A list's names of all rigs, each once.
  private static func every(_ names: (any Rig.Type) -> [String]) -> [String] {
    Rigs.all.flatMap(names).unique
  }
}

extension Rig {
  fileprivate static var scenarioNamesOfAll: [String] { Task.names }
  fileprivate static var pipelineNames: [String] { pipelines.map(\.name) + [facts.recorded].compactMap { $0?.name } }
  fileprivate static var metricNames: [String] { Person.metrics.map(\.name) }
}
