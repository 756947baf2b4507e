package import GazePipeline
package import GazeRecording
import GazeSimulation

/// A smoothing with the name by which it was chosen.
package struct NamedSmoothing: Sendable, Equatable {
  /// The name, as in `--smoothing`.
  let name: String
  let value: Smoothing

  /// The smoothings with these names, in their order; `profile` is left out, since the row of `standard` itself has it.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  package static func all(_ names: [String]) throws(UnknownNameError) -> [NamedSmoothing] {
    var all: [NamedSmoothing] = []
    for name in names {
      if let value = try Smoothing.named(name) { all.append(NamedSmoothing(name: name, value: value)) }
    }
    return all
  }
}

/// Rows that a comparison has for `standard` in addition to the pipeline as it is. Each of them differs from it in one
/// thing.
package struct StandardVariants: Sendable {
  package var smoothings: [NamedSmoothing] = []
  /// Choices of recentring. With `triggers`, there is a row for each pair of both.
  package var recentres: [RecentreChoice] = []
  package var triggers: [ScrollRule] = []
  /// Rule of the trigger of the row of `standard` itself.
  var ownRule = ScrollRule.edge
  package var calibration: CalibrationFile?
  /// Constants of the simulation, in place of the run's, a row each.
  package var variations: [[String: Double]] = []
  /// True to add a row of `standard` with each rule for a tracker without errors: the best that the task permits.
  var showsIdeal = false
  /// True to leave out the row of `standard` without a person's five points, which differs from the others in two
  /// things.
  package var areAlone = false

  package init() {}

  /// True if recentrings or rules are compared.
  var hasChoices: Bool { !recentres.isEmpty || !triggers.isEmpty }

  /// The rows before the row of `standard` itself.
  func rows<R: Rig>(_: R.Type) -> [PipelineVariant<R>] {
    let standard = PipelineVariant(R.standard)
    let rules: [ScrollRule?] = triggers.isEmpty ? [nil] : triggers
    let recentrings: [RecentreChoice?] = recentres.isEmpty ? [nil] : recentres
    let choices = rules.flatMap { rule in
      recentrings.compactMap { recentre -> PipelineVariant<R>? in
        let isStandard = (rule ?? ownRule) == ownRule && (recentre ?? RecentreChoice.none) == RecentreChoice.none
        return isStandard ? nil : standard.with { ($0.recentre, $0.trigger) = (recentre, rule) }
      }
    }
    return smoothings.map { PipelineVariant(R.standard, smoothing: $0) } + choices
      + variations.map { settings in standard.with { $0.settings = settings } }
      + (calibration.map { file in [standard.with { $0.calibration = file }] } ?? [])
  }

  /// The rows of these pipelines in their order, with the variants before `standard`.
  func rows<R: Rig>(of pipelines: [Pipeline<R>]) -> [PipelineVariant<R>] {
    pipelines.flatMap { pipeline in
      (pipeline == R.standard ? rows(R.self) : []) + [PipelineVariant(pipeline)]
    }
  }
}
