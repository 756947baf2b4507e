package import GazePipeline
package import GazeRecording

/// A pipeline as one row of a comparison: as it is, or with a smoothing or a calibration of its own.
package struct PipelineVariant<R: Rig>: Sendable {
  /// The pipeline.
  package let pipeline: Pipeline<R>
  /// The smoothing in place of the profile's; nil keeps the profile's.
  let smoothing: NamedSmoothing?
  /// The calibration that is applied; nil uses the profile alone.
  let calibration: CalibrationFile?
  /// Recentring of the pointer; nil for none.
  let recentre: RecentreChoice?
  /// Rule of the trigger; nil for the profile's trigger.
  let trigger: ScrollRule?

  init(
    _ pipeline: Pipeline<R>, smoothing: NamedSmoothing? = nil, calibration: CalibrationFile? = nil,
    recentre: RecentreChoice? = nil, trigger: ScrollRule? = nil
  ) {
    self.pipeline = pipeline
    self.smoothing = smoothing
    self.calibration = calibration
    self.recentre = recentre
    self.trigger = trigger
  }

  /// The label of the row: `standard`, `standard + kalman`, `standard + calibration`.
  var label: String { pipeline.name + suffix }

  /// The part of the label after the pipeline's name.
  var suffix: String {
    (smoothing.map { " + \($0.name)" } ?? "") + (recentre.map { " + \($0.rawValue)" } ?? "")
      + (trigger.map { " + \($0.rawValue)" } ?? "") + (calibration == nil ? "" : Self.calibrated)
  }

  /// The end of the label of a row with a calibration.
  static var calibrated: String { " + calibration" }
}

/// A smoothing with the name by which it was chosen.
package struct NamedSmoothing: Sendable, Equatable {
  /// The name, as in `--smoothing`.
  package let name: String
  /// The smoothing.
  package let value: Smoothing

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
  /// Smoothings, a row each.
  package var smoothings: [NamedSmoothing] = []
  /// Choices of recentring, a row each. With `triggers`, there is a row for each pair of both.
  package var recentres: [RecentreChoice] = []
  /// Rules of the trigger, a row each.
  package var triggers: [ScrollRule] = []
  /// Rule of the trigger of the row of `standard` itself.
  package var ownRule = ScrollRule.edge
  /// A calibration, a row.
  package var calibration: CalibrationFile?
  /// True to add a row of `standard` with each rule for a tracker without errors: the best that the task permits.
  package var showsIdeal = false
  /// True to leave out the row of `standard` without a person's five points, which differs from the others in two
  /// things.
  package var areAlone = false

  /// No further rows.
  package init() {}

  /// True if recentrings or rules are compared.
  var hasChoices: Bool { !recentres.isEmpty || !triggers.isEmpty }

  /// Rules of the rows with a tracker without errors; nil for the rule of `standard` itself.
  var idealRules: [ScrollRule?] { showsIdeal ? [nil] + triggers.filter { $0 != ownRule } : [] }

  /// Variants of the rig's pipeline `standard`, the rows before the row of `standard` itself.
  func rows<R: Rig>(_: R.Type) -> [PipelineVariant<R>] {
    smoothings.map { PipelineVariant(R.standard, smoothing: $0) } + choices(R.self)
      + (calibration.map { [PipelineVariant(R.standard, calibration: $0)] } ?? [])
  }

  /// Rows of recentring and triggers, without the pair that `standard` itself has.
  private func choices<R: Rig>(_: R.Type) -> [PipelineVariant<R>] {
    let rules = triggers.isEmpty ? [ScrollRule?.none] : triggers.map(Optional.some)
    let own = triggers.isEmpty ? ScrollRule?.none : ownRule
    return rules.flatMap { rule in
      (recentres.isEmpty ? [RecentreChoice.none] : recentres).compactMap { recentre in
        guard rule != own || recentre != RecentreChoice.none else { return nil }
        return PipelineVariant(
          R.standard, recentre: recentres.isEmpty ? nil : recentre, trigger: rule)
      }
    }
  }

  /// The rows of these pipelines in their order, with the variants before `standard`.
  func rows<R: Rig>(of pipelines: [Pipeline<R>]) -> [PipelineVariant<R>] {
    pipelines.flatMap { pipeline in
      (pipeline == R.standard ? rows(R.self) : []) + [PipelineVariant(pipeline)]
    }
  }
}
