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

  init(_ pipeline: Pipeline<R>, smoothing: NamedSmoothing? = nil, calibration: CalibrationFile? = nil) {
    self.pipeline = pipeline
    self.smoothing = smoothing
    self.calibration = calibration
  }

  /// The label of the row: `standard`, `standard + kalman`, `standard + calibration`.
  var label: String { pipeline.name + suffix }

  /// The part of the label after the pipeline's name.
  var suffix: String {
    (smoothing.map { " + \($0.name)" } ?? "") + (calibration == nil ? "" : Self.calibrated)
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
  /// A calibration, a row.
  package var calibration: CalibrationFile?
  /// True to leave out the row of `standard` without a person's five points, which differs from the others in two
  /// things.
  package var areAlone = false

  /// No further rows.
  package init() {}

  /// Variants of the rig's pipeline `standard`, the rows before the row of `standard` itself.
  func rows<R: Rig>(_: R.Type) -> [PipelineVariant<R>] {
    smoothings.map { PipelineVariant(R.standard, smoothing: $0) }
      + (calibration.map { [PipelineVariant(R.standard, calibration: $0)] } ?? [])
  }

  /// The rows of these pipelines in their order, with the variants before `standard`.
  func rows<R: Rig>(of pipelines: [Pipeline<R>]) -> [PipelineVariant<R>] {
    pipelines.flatMap { pipeline in
      (pipeline == R.standard ? rows(R.self) : []) + [PipelineVariant(pipeline)]
    }
  }
}
