import GazePipeline
import GazeRecording
import GazeSimulation

/// A pipeline as one row of a comparison: as it is, or changed in one thing.
package struct PipelineVariant<R: Rig>: Sendable {
  let pipeline: Pipeline<R>
  /// The smoothing in place of the profile's; nil keeps the one chosen for the run.
  var smoothing: NamedSmoothing?
  /// The calibration that the pipeline is given; nil keeps the run's.
  var calibration: CalibrationFile?
  /// Recentring of the pointer; nil keeps the run's.
  var recentre: RecentreChoice?
  /// Rule of the trigger; nil keeps the run's.
  var trigger: ScrollRule?
  /// Constants of the simulation in place of the run's, by key.
  var settings: [String: Double] = [:]
  /// Source of the person's calibration; only comparisons of gaze on simulated people have one.
  var personCalibration = PointerOptions.PersonCalibrationSource.none
  var constant = PointerOptions.ConstantCorrection.none
  /// True to simulate the people with the preset `ideal`, and a phone as its data sheet states it: the best that the
  /// task itself permits.
  var isIdeal = false

  init(_ pipeline: Pipeline<R>, smoothing: NamedSmoothing? = nil) {
    (self.pipeline, self.smoothing) = (pipeline, smoothing)
  }

  /// The variant after a change.
  func with(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }

  /// The label of the row: `standard`, `standard + own 5 points + kalman`, `standard + calibration`.
  var label: String {
    let start =
      switch constant {
      case .none, .fixed: personCalibration == .fivePoints ? VariantLabel.fivePoints : ""
      case .best: VariantLabel.best
      case .fivePoints: VariantLabel.fivePoints
      case .hindsight: VariantLabel.hindsight
      }
    let choices =
      ([smoothing?.name, recentre?.rawValue, trigger?.rawValue].compactMap(\.self) + Variation.words(settings))
      .map { " + \($0)" }
    return pipeline.name + start + choices.joined() + (calibration == nil ? "" : VariantLabel.calibration)
      + (isIdeal ? VariantLabel.ideal : "")
  }

  /// These pipelines in the order of a comparison, which refers to the last one: those that learn from a person.
  static func ordered(_ pipelines: [Pipeline<R>]) -> [Pipeline<R>] {
    pipelines.filter { $0.learns != .person } + pipelines.filter { $0.learns == .person }
  }
}

/// The ends of labels.
enum VariantLabel {
  static let fivePoints = " + own 5 points"
  static let best = " + best constant"
  static let hindsight = " + hindsight"
  static let calibration = " + calibration"
  static let ideal = " + ideal tracker"

  /// A label in fewer letters: `standard, 5 points`.
  static func short(_ label: String) -> String {
    label.replacing(fivePoints, with: ", 5 points").replacing(best, with: " + const")
      .replacing(hindsight, with: ", hindsight").replacing(calibration, with: ", calibrated")
      .replacing(" + ", with: ", ").replacing(", const", with: " + const")
  }
}

// MARK: Rows of a comparison of gaze on simulated people

extension GazeComparison {
  /// The variants that a pipeline has in addition to the pipeline as published.
  package enum VariantChoice: String, Sendable, CaseIterable {
    /// No further variant, except that pipelines that learn from a person's five points also get a row with them.
    case published
    /// With the best constant, for the pipelines that a constant can help most.
    case constants
    /// With the best constant, with each person's constant from five points, and with each person's best constant in
    /// hindsight. Pipelines that learn from five points themselves get the one in hindsight, in addition to the five
    /// points; an external program gets none, since its pointer cannot be moved before it scrolls.
    case all
  }

  /// The rows of these pipelines in their order, with the pipeline `standard` last.
  ///
  /// - Parameter standard: further rows of `standard`, each with a person's five points.
  static func variants(
    _ pipelines: [Pipeline<GazeRig>], _ choice: VariantChoice = .all, of standard: StandardVariants = StandardVariants()
  ) -> [Variant] {
    Variant.ordered(pipelines).flatMap { pipeline in
      let published = Variant(pipeline)
      func with(_ constant: PointerOptions.ConstantCorrection) -> Variant { published.with { $0.constant = constant } }
      guard pipeline.learnsFivePoints else {
        return switch choice {
        case .published: [published]
        case .constants: [published] + (pipeline.engine.isConstantWorthATry ? [with(.best)] : [])
        case .all: [published, with(.best), with(.fivePoints), with(.hindsight)]
        }
      }
      let learned = published.with { $0.personCalibration = .fivePoints }
      let inHindsight =
        choice == .all && pipeline.facts.kind != .program ? [learned.with { $0.constant = .hindsight }] : []
      guard pipeline == GazeRig.standard else { return [published] + inHindsight + [learned] }
      let own = standard.rows(GazeRig.self).map { row in row.with { $0.personCalibration = .fivePoints } }
      let rules: [ScrollRule?] = standard.showsIdeal ? [nil] + standard.triggers.filter { $0 != standard.ownRule } : []
      let ideal = rules.map { rule in learned.with { ($0.trigger, $0.isIdeal) = (rule, true) } }
      return (standard.areAlone ? [] : [published]) + inHindsight + own + ideal + [learned]
    }
  }
}
